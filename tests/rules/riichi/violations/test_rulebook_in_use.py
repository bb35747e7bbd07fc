"""One fold for several riichi books: the same act is wrong by each book's own clause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.event import Called, Discarded, Drawn, ExhaustiveDraw, GameEvent, HandStarted, WallBuilt
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.state import HandState, Phase, start
from tablebridge_rules.riichi.step import step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
ONE = Tile.parse("1m")
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (25000, 25000, 25000, 25000))


def at(turn: Seat, phase: Phase) -> HandState:
    return replace(start(STARTED), turn=turn, phase=phase)


@pytest.mark.parametrize(
    ("event", "clauses"),
    [
        (WallBuilt((17, 17, 17, 16)), ("RL-D01", "RM-O01", "RC-T02")),
        (Drawn(C), ("RL-T01", "RM-O01", "RC-T01")),
        (Discarded(C, ONE), ("RL-T01", "RM-F01", "RC-T01")),
        (ExhaustiveDraw(), ("RL-X11", "RM-X01", "RC-T04")),
        (Called(C, Meld(MeldKind.PON, parse_tiles("11m"), ONE, A)), ("RL-C04", "RM-C01", "RC-T03")),
    ],
    ids=["walls", "RL-T01 draw", "RL-T01 RM-F01 discard", "RL-X11 RM-X01", "RL-C04 RM-C01"],
)
def test_each_book_has_its_own_clause(event: GameEvent, clauses: tuple[str, str, str]) -> None:
    books = map(load, ("riichi-league-tw", "riichi-mjnet-2005", "riichi-common"))
    for book, clause in zip(books, clauses, strict=True):
        found = step(at(B, Phase.CALLS_OPEN), event, book).violations
        assert clause in [violation.clause for violation in found]


@pytest.mark.parametrize(
    ("phase", "event"),
    [(Phase.MUST_DISCARD, Drawn(C)), (Phase.CALLS_OPEN, Discarded(B, ONE))],
    ids=["RM-F01 drawn before the discard", "RM-F01 discarded before the draw"],
)
def test_the_fine_lies_on_the_table(phase: Phase, event: Drawn | Discarded) -> None:
    mjnet = load("riichi-mjnet-2005")
    after = step(at(B, phase), event, mjnet).state
    assert (after.points[event.seat.number], after.sticks, sum(after.points)) == (24000, 1, 99000)
    assert step(at(B, phase), event, load("riichi-league-tw")).state.sticks == 0
