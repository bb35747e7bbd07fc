"""Draws and discards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.violations.dead_hand import dead_after, escalated
from tablebridge_rules.taiwan.violations.turn import (
    WallTile,
    expected_tiles,
    judge_count,
    judge_discard_turn,
    judge_draw_place,
    judge_draw_turn,
    judge_forced_discard,
    judge_think_time,
)
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
PON, ANKAN = MeldKind.PON, MeldKind.KAN_CONCEALED


def test_after_the_dealer_the_right_draws_tw_r13(book: Rulebook) -> None:
    assert judge_draw_turn(book, A.after(), turn=B) == ()


def test_a_draw_makes_seventeen_and_a_discard_sixteen_tw_r14(book: Rulebook) -> None:
    assert expected_tiles(0, to_discard=True) == 17
    assert judge_count(book, B, 17, to_discard=True) == ()
    assert judge_count(book, B, 16) == ()


@pytest.mark.parametrize(
    ("concealed", "melds", "foul"),
    [
        pytest.param(13, [PON], False, id="TW-F02 13 and a pon"),
        pytest.param(10, [PON, ANKAN], False, id="TW-F02 10, a pon and a kan"),
        pytest.param(14, [PON], True, id="TW-F02 one too many"),
        pytest.param(12, [PON], True, id="TW-F02 one too few"),
        pytest.param(12, [ANKAN], True, id="TW-F02 a missing replacement"),
    ],
)
def test_the_number_of_tiles(book: Rulebook, concealed: int, melds: list[MeldKind], foul: bool) -> None:
    found = judge_count(book, B, concealed, melds)
    assert [(one.clause, one.seat, one.penalty) for one in found] == [("TW-F02", B, "dead_hand")] * foul
    assert judge_count(book, B, concealed, melds, next_has_drawn=False) == ()


def test_a_wrong_number_is_final_at_once_where_the_rulebook_says_so_tw_f02_tw_f05(book: Rulebook) -> None:
    house = replace(book, foul=replace(book.foul, claim_fix_window="none"))
    assert judge_count(house, B, 14, [PON], next_has_drawn=False) != ()


def test_a_draw_out_of_turn_tw_f19(book: Rulebook) -> None:
    """After east's discard west draws, south being to move."""
    (found,) = judge_draw_turn(book, C, turn=B)
    assert (found.clause, found.seat, found.penalty) == ("TW-F19", C, "dead_hand")
    assert found.text == "C drew, it is the turn of B, which draws next"


def test_a_discard_out_of_turn_is_owed_tw_f20(book: Rulebook) -> None:
    """East is to move and west discards 4p."""
    four, five = Tile.parse("4p"), Tile.parse("5p")
    (found,) = judge_discard_turn(book, C, A, four)
    assert (found.clause, found.seat, found.penalty) == ("TW-F20", C, "dead_hand")
    assert judge_discard_turn(book, A, A, four) == ()
    assert judge_forced_discard(book, C, four, four) == ()
    (second,) = judge_forced_discard(book, C, four, five)
    assert (second.clause, second.penalty) == ("TW-F24", "full_liability")


@pytest.mark.parametrize(
    ("due", "taken", "seen", "clause"),
    [
        pytest.param(WallTile(), WallTile(skipped=1), True, "TW-F18", id="TW-F18 the second tile, seen"),
        pytest.param(WallTile(), WallTile(skipped=1), False, None, id="TW-F18 put back unseen"),
        pytest.param(WallTile(at_tail=True), WallTile(), True, "TW-F06", id="TW-F06 a flower from the live end"),
        pytest.param(WallTile(), WallTile(at_tail=True), True, "TW-F06", id="TW-F06 a draw from the tail"),
        pytest.param(WallTile(at_tail=True), WallTile(), False, None, id="TW-F06 put back unseen"),
        pytest.param(WallTile(), WallTile(), True, None, id="TW-F18 the right tile"),
    ],
)
def test_where_a_tile_was_taken(book: Rulebook, due: WallTile, taken: WallTile, seen: bool, clause: str | None) -> None:
    found = judge_draw_place(book, B, due, taken, seen=seen)
    assert [(one.clause, one.seat, one.penalty) for one in found] == [(clause, B, "dead_hand")] * bool(clause)


def test_fifteen_seconds_tw_r42(book: Rulebook) -> None:
    assert judge_think_time(book, B, 40_000, 14_999) == ()
    found = judge_think_time(book, B, 40_000, 15_000)
    assert [(one.clause, one.seat, one.penalty) for one in found] == [("TW-R42", B, "draw_and_discard")]
    assert dead_after((), found) == frozenset()  # it is for the referee to rule


def test_a_second_dead_hand_violation_is_fully_liable_tw_f24(book: Rulebook) -> None:
    first = judge_draw_turn(book, B, turn=A)
    assert escalated(book, (), first) == first
    (second,) = escalated(book, dead_after((), first), judge_draw_turn(book, B, turn=C))
    assert (second.clause, second.seat, second.penalty) == ("TW-F24", B, "full_liability")
    assert second.text == "B drew, it is the turn of C, which draws next (TW-F19), with a dead hand"
    assert escalated(book, {B}, judge_draw_turn(book, D, turn=C))[0].clause == "TW-F19"
