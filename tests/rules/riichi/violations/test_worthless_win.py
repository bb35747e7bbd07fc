"""A complete hand without yaku, laid down as a win: a false win in every book (RM-W01, RL-F09)."""

from __future__ import annotations

import pytest

from tablebridge_rules.event import Dealt, Discarded, Drawn, HandStarted, Won
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.step import replay, step
from tablebridge_rules.riichi.violations.ending import judge_worth
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (25000, 25000, 25000, 25000))
FIRST = [act for seat in Seat for act in (Drawn(seat), Discarded(seat, Tile.parse("1z")))]
LAID = replay([STARTED, Dealt(Tile.parse("9m")), *FIRST, Drawn(A), Discarded(A, Tile.parse("4p"))]).state
"""Nobody's first turn any more, so that no win has a yaku by that alone."""
PINFU = parse_tiles("123m456m789s23p99s")


@pytest.mark.parametrize(
    ("book", "clause", "penalty"),
    [
        ("riichi-common", "RC-F01", "mangan"),
        ("riichi-league-tw", "RL-F09", "mangan_and_violation_point"),
        ("riichi-mjnet-2005", "RM-F02", "mangan"),
    ],
)
def test_a_win_without_yaku_is_a_false_win(book: str, clause: str, penalty: str) -> None:
    rulebook = load(book)
    hand = parse_tiles("123m567m345s23p77z")
    found = step(LAID, Won(B, Tile.parse("4p"), hand, A), rulebook).violations
    assert [(one.clause, one.name, one.seat, one.penalty) for one in found] == [(clause, "false_win", B, penalty)]
    assert "no yaku" in found[0].text
    assert step(LAID, Won(B, Tile.parse("4p"), PINFU, A), rulebook).violations == ()


def test_of_a_win_with_tiles_that_cannot_be_only_the_tiles_are_told() -> None:
    won = Won(B, Tile.parse("4p"), parse_tiles("111m123m11m456s23p"), A)
    after = step(LAID, won, load("riichi-league-tw")).state
    assert judge_worth(after, won, load("riichi-league-tw")) == ()
