"""Zung Jung hands told as courses of events: what the tests of the fold share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tablebridge_rules.event import Called, Discarded, Drawn, HandEvent, HandStarted, Won
from tablebridge_rules.fact import CallVoiced, Fact
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.place import Place
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation
from tablebridge_rules.zungjung.rulebook import Rulebook, load
from tablebridge_rules.zungjung.state import ZungJungHand, start
from tablebridge_rules.zungjung.step import step
from tablebridge_rules.zungjung.witnessed import apply_fact, judge_fact

A, B, C, D = Seat
T = parse_tiles
BOOK = load("zungjung-wsom-1.03")
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (0, 0, 0, 0))
READY = "123m456m222p78s55p"
"""Waits for 6s and 9s."""
APART = "147m258p369s1234z"


def tile(text: str) -> Tile:
    return Tile.parse(text)


def draw(seat: Seat, text: str, *, replacement: bool = False) -> Drawn:
    return Drawn(seat, tile(text), replacement)


def cut(seat: Seat, text: str, **fields: Any) -> Discarded:
    return Discarded(seat, tile(text), **fields)


def call(seat: Seat, kind: MeldKind, own: str, called: str | None = None, from_seat: Seat | None = None) -> Called:
    return Called(seat, Meld(kind, T(own), tile(called) if called else None, from_seat))


Found = tuple[str, str, Seat | None]
"""Of a violation: clause, penalty, seat."""


def play(
    course: Iterable[HandEvent | Fact], state: ZungJungHand | None = None, book: Rulebook = BOOK
) -> tuple[ZungJungHand, list[Found]]:
    """The state after these events and facts, and the violations they make but for too many copies: hands here are
    made up."""
    state = state or start(STARTED)
    found: list[Violation] = []
    for one in course:
        if isinstance(one, Fact):
            found += judge_fact(state, one, book)
            state = apply_fact(state, one, book)
        else:
            result = step(state, one, book)
            found += result.violations
            state = result.state
    return state, [(one.clause, one.penalty, one.seat) for one in found if one.name != "fifth_copy"]


def at_play(turn: Seat, *hands: str, phase: Phase = Phase.CALLS_OPEN, **fields: Any) -> ZungJungHand:
    """A hand under way, `turn` to draw or discard."""
    state = start(STARTED)
    for seat, hand in zip(Seat, (*hands, *(APART,) * (4 - len(hands))), strict=True):
        state = state.with_seat(seat, Place(concealed=T(hand), concealed_count=len(T(hand))))
    before = ((A, tile("9p")), (B, tile("9p")))
    return replace(state, **{"turn": turn, "phase": phase, "wall_left": 60, "discards": before, **fields})


def fed(*hands: str, **fields: Any) -> ZungJungHand:
    """A has discarded 9s."""
    return play([draw(A, "9s"), cut(A, "9s")], at_play(A, APART, *hands, **fields))[0]


CHI, PON, KAN, ANKAN, KAKAN = (
    MeldKind.CHI,
    MeldKind.PON,
    MeldKind.KAN_EXPOSED,
    MeldKind.KAN_CONCEALED,
    MeldKind.KAN_ADDED,
)
CHIER = "78s147m258p123z9m4z"
"""Makes a chi with 9s."""
PONNER = "99s147m258p1234z1s"
QUAD = "999s147m258p1234z"
NINE = tile("9s")
CHI_9S = call(B, CHI, "78s", "9s", A)
PON_9S = call(C, PON, "99s", "9s", A)
PON_7Z = Meld(PON, T("77z"), tile("7z"), D)
WIN_9S = Won(C, NINE, T(READY), A)
OWN_KAN = call(B, ANKAN, "2222m")

Course = list[HandEvent | Fact]
"""What happens, and what a witness tells of it."""


def open_9s() -> ZungJungHand:
    """A has discarded 9s: B can chi it, C pon it."""
    return fed(CHIER, PONNER)


def with_pon(hand: str = "147m258p1234z") -> ZungJungHand:
    """B has an exposed triplet of 7z; A has just discarded a fourth."""
    state, _ = play([draw(A, "7z"), cut(A, "7z")], at_play(A))
    part = Place(concealed=T(hand), concealed_count=len(T(hand)), melds=(PON_7Z,))
    return state.with_seat(B, part)


def four_2m() -> ZungJungHand:
    """B, to discard, holds four 2m and the 1z just drawn."""
    return play([draw(B, "1z")], at_play(B, APART, "2222m47m258p1235z"))[0]


def adding(hand: str = "147m258p1234z") -> ZungJungHand:
    """B, to discard, has drawn the fourth 7z to its triplet."""
    part = Place(concealed=T(hand), concealed_count=len(T(hand)), melds=(PON_7Z,))
    return play([draw(B, "7z")], at_play(B).with_seat(B, part))[0]


ADD_7Z = call(B, KAKAN, "777z", "7z", D)
CUT_1M = cut(B, "1m")


def late() -> ZungJungHand:
    """A has discarded 9s and B has drawn: C could pon it or win on it."""
    return play([draw(B, "5z")], fed(APART, PONNER))[0]


def ending(**fields: object) -> ZungJungHand:
    return replace(at_play(B), phase=Phase.ENDED, open_tile=None, **fields)  # type: ignore[arg-type]


def won_by_c() -> ZungJungHand:
    return play([WIN_9S], fed(APART, READY))[0]


SPOKEN = CallVoiced(B, "chi", voiced=True, at_ms=0)
SILENT = CallVoiced(B, "chi", voiced=False)
