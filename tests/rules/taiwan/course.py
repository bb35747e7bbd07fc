"""Taiwanese hands in the middle of their course, for the tests of the fold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tablebridge_rules.event import (
    Called,
    Discarded,
    Drawn,
    FlowersPassed,
    HandEvent,
    HandStarted,
    TilesDealt,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.rulebook import Rulebook, load
from tablebridge_rules.taiwan.state import TaiwanHand, TaiwanPlace, start
from tablebridge_rules.taiwan.step import step
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
T = parse_tiles
BOOK = load("taiwan16-ntuee-2009")
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (200, 200, 200, 200))
READY = "123m456m789p123s67s22p"
"""Waits for 5s and 8s."""
APART = "159m159p159s1234567z"
ALL_FLOWERS = "1f2f3f4f1g2g3g4g"
PASSES = tuple(FlowersPassed(seat) for seat in Seat)


def tile(text: str) -> Tile:
    return Tile.parse(text)


def draw(seat: Seat, text: str, *, replacement: bool = False) -> Drawn:
    return Drawn(seat, tile(text), replacement)


def cut(seat: Seat, text: str, **fields: Any) -> Discarded:
    return Discarded(seat, tile(text), **fields)


def call(seat: Seat, kind: MeldKind, own: str, called: str | None = None, from_seat: Seat | None = None) -> Called:
    return Called(seat, Meld(kind, T(own), tile(called) if called else None, from_seat))


def play(
    events: Iterable[HandEvent], state: TaiwanHand | None = None, book: Rulebook = BOOK
) -> tuple[TaiwanHand, list[tuple[str, str, Seat | None]]]:
    """The state after these events, and the violations they make but for too many copies: hands here are made up."""
    state = state or start(STARTED)
    found: list[tuple[str, str, Seat | None]] = []
    for event in events:
        result = step(state, event, book)
        state = result.state
        found += [(one.clause, one.penalty, one.seat) for one in result.violations if one.name != "fifth_copy"]
    return state, found


def dealt(*hands: str, gate: str = "9m", passed: bool = True, **fields: Any) -> TaiwanHand:
    """A hand that was dealt, with the gate tile and, where `passed`, without opening flowers."""
    rows = tuple(T(hand) for hand in (*hands, *(APART,) * (4 - len(hands))))
    began = start(replace(STARTED, **fields))
    state, _ = play([TilesDealt(rows), draw(A, gate), *(PASSES if passed else ())], began)
    return state


def at_play(turn: Seat, *hands: str, phase: Phase = Phase.CALLS_OPEN, **fields: Any) -> TaiwanHand:
    """A hand under way, `turn` to draw or discard."""
    state = start(STARTED)
    for seat, hand in zip(Seat, (*hands, *(APART,) * (4 - len(hands))), strict=True):
        state = state.with_seat(seat, TaiwanPlace(concealed=T(hand), concealed_count=len(T(hand))))
    return replace(state, **{"turn": turn, "phase": phase, "wall_left": 60, "calls": 1, **fields})


def pon_state(hand: str, **fields: Any) -> TaiwanHand:
    """B has a pon of 7z and `hand`, and is to draw."""
    state = at_play(B, APART, hand, **fields)
    pon = Meld(MeldKind.PON, T("77z"), tile("7z"), C)
    return state.with_seat(B, replace(state.at(B), melds=(pon,)))
