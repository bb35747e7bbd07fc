"""What is paid at the end, against what the ended hand says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.event import (
    AbortiveDraw,
    Dealt,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    Won,
)
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.hand_end import next_hand, settle, settle_false_riichi
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.riichi.step import replay, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
STARTED = HandStarted(0, Wind.EAST, A, 0, 1, (25000, 25000, 25000, 24000))
READY = parse_tiles("234m456p678s55p24p")
YAKULESS = parse_tiles("123m456p789s55p24p")
THREE = Tile.parse("3p")
IDLE = parse_tiles("147m258p369s1234z")
BOOKS = ("riichi-league-tw", "riichi-mjnet-2005", "riichi-common")
GO_ROUND: list[GameEvent] = [Drawn(A), Discarded(A, Tile.parse("9m")), Drawn(B), Discarded(B, Tile.parse("9m"))]

ENDS: dict[str, tuple[list[GameEvent], tuple[str, str, str]]] = {
    "ron": ([Drawn(A), Discarded(A, THREE), Won(B, THREE, READY, A)], ("RL-W01", "RM-P01", "RC-P03")),
    "self-draw": ([Drawn(A), Won(A, THREE, READY)], ("RL-W01", "RM-W03", "RC-P03")),
    "two winners": (
        [Drawn(A), Discarded(A, THREE), Won(B, THREE, READY, A), Won(C, THREE, READY, A)],
        ("RL-W09", "RM-P01", "RC-P04"),
    ),
    "false win": (
        [*GO_ROUND, Drawn(C), Discarded(C, THREE), Won(B, THREE, YAKULESS, C)],
        ("RL-F09", "RM-F02", "RC-F01"),
    ),
    "own discard": ([Drawn(A), Discarded(A, THREE), Won(A, THREE, READY, A)], ("RL-F09", "RM-F02", "RC-F01")),
    "drawn": ([Drawn(A), Discarded(A, THREE), ExhaustiveDraw(((B, READY),))], ("RL-X12", "RM-X03", "RC-P07")),
    "aborted": ([Drawn(A), AbortiveDraw("nine_terminals", A)], ("RL-R03", "RM-X10", "RC-R02")),
}


def ended(book: str, acts: list[GameEvent]) -> HandState:
    return replay([STARTED, Dealt(Tile.parse("4z")), *acts], load(book)).state


@pytest.mark.parametrize(
    ("book", "acts", "clause"),
    [
        pytest.param(book, acts, clauses[place], id=f"{clauses[place]} {name}")
        for name, (acts, clauses) in ENDS.items()
        for place, book in enumerate(BOOKS)
    ],
)
def test_points_that_move_as_the_book_does_not_say(book: str, acts: list[GameEvent], clause: str) -> None:
    rulebook, state = load(book), ended(book, acts)
    due = settle(state, rulebook)
    assert sum(due.delta) + 1000 * (due.sticks - state.sticks) == 0
    assert step(state, due, rulebook).violations == ()
    a, b, c, d = due.delta
    wrong = {
        "the payments are": replace(due, delta=(a + 100, b - 100, c, d)),
        "the points are": replace(due, points=(25000, 25000, 25000, 25000)),
        "the sticks left are": replace(due, sticks=7),
    }
    for text, settled in wrong.items():
        (found,) = step(state, settled, rulebook).violations
        assert (found.clause, found.name, found.seat) == (clause, "wrong_settlement", None)
        assert found.text.startswith(text)
        assert step(state, settled, rulebook).state.points == settled.points


@pytest.mark.parametrize(
    ("book", "confirmed"),
    [
        ("riichi-league-tw", None),
        ("riichi-mjnet-2005", (-12000, 4000, 4000, 4000)),
        ("riichi-common", (-12000, 4000, 4000, 4000)),
    ],
    ids=["RL-R05 costs no points", "RM-Y01 like a false win", "riichi-common like a false win"],
)
def test_a_riichi_that_was_not_ready_is_paid_for_when_the_referee_says_so(
    book: str, confirmed: tuple[int, int, int, int] | None
) -> None:
    declared = (Drawn(A), Discarded(A, Tile.parse("9m"), True), RiichiDeclared(A), RiichiAccepted(A))
    inside = [act for seat in Seat for act in (Drawn(seat), Discarded(seat, Tile.parse("5m")))]  # no nagashi mangan
    state, rulebook = ended(book, [*inside, *declared, ExhaustiveDraw(((A, IDLE), (B, READY)))]), load(book)
    plain, ruled = settle(state, rulebook), settle_false_riichi(state, rulebook)
    assert plain.delta == (-1000, 3000, -1000, -1000)
    assert step(state, plain, rulebook).violations == ()
    if confirmed is None:
        assert ruled is None
        return
    assert ruled is not None
    a, b, c, d = confirmed
    assert (ruled.delta, ruled.sticks) == ((a + 1000, b, c, d), state.sticks - 1)
    paid = step(state, ruled, rulebook)
    assert paid.violations == ()
    assert step(state, plain, rulebook).state.void is False
    # RM-F02: the same hand again, counters unchanged, the dealer too, ready or not
    assert next_hand(paid.state, rulebook) == HandStarted(1, Wind.EAST, A, 0, ruled.sticks, ruled.points)
    unruled = next_hand(step(state, plain, rulebook).state, rulebook)
    assert unruled is not None
    assert unruled.dealer is B
    # what the referee sets afterwards changes points, not what follows
    corrected = step(paid.state, replace(plain, sticks=0), rulebook).state
    assert (corrected.sticks, corrected.void) == (0, True)


@pytest.mark.parametrize("end", ["ron", "drawn"])
def test_without_a_false_riichi_there_is_nothing_to_confirm(end: str) -> None:
    assert settle_false_riichi(ended("riichi-common", ENDS[end][0]), load("riichi-common")) is None


def test_nothing_is_said_of_a_hand_that_goes_on_or_is_settled() -> None:
    anything = Settled((0, 0, 0, 0), (1, 2, 3, 4), 9)
    going_on = replay([STARTED, Dealt(Tile.parse("4z")), Drawn(A)]).state
    assert step(going_on, anything).violations == ()
    state = ended("riichi-league-tw", ENDS["ron"][0])
    settled = step(state, settle(state, load("riichi-league-tw"))).state
    assert step(settled, anything).violations == ()


def test_nothing_is_said_of_a_win_whose_tiles_cannot_be() -> None:
    state = ended("riichi-league-tw", [Drawn(A), Won(A, THREE, IDLE[:5])])
    assert step(state, Settled((0, 0, 0, 0), (1, 2, 3, 4), 9)).violations == ()
