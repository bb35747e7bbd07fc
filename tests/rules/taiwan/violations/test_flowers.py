"""Flowers replaced out of turn, replaced wrongly, discarded."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.flowers import opening_replacements
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.violations.dead_hand import dead_after
from tablebridge_rules.taiwan.violations.flowers import judge_flower_discard, judge_opening_turn, judge_replacement
from tablebridge_rules.tile import Tile

A, B, C, D = Seat  # A deals


def test_opposite_replaces_before_right_tw_f01(book: Rulebook) -> None:
    found = judge_opening_turn(book, A, [A], C)
    assert [(one.clause, one.seat, one.penalty) for one in found] == [("TW-F01", C, "dead_hand")]
    assert found[0].text == "C replaced flowers, but B has not passed the turn on; the referee confirms"
    assert dead_after((), found) == {C}
    completed = opening_replacements(A, {B: parse_tiles("1f"), D: parse_tiles("2f")}, parse_tiles("56m"))
    assert [turn.seat for turn in completed] == [B, D]


def test_replacement_in_turn_tw_f01_tw_r11(book: Rulebook) -> None:
    assert judge_opening_turn(book, A, [], A) == ()
    assert judge_opening_turn(book, A, [A, B], C) == ()


def test_replacement_after_all_have_passed_tw_f01(book: Rulebook) -> None:
    house = replace(book, play=replace(book.play, oral_calls="taken_as_seen"))
    (found,) = judge_opening_turn(house, A, tuple(Seat), B)
    assert found.text == "B replaced flowers, but the replacement was complete"


@pytest.mark.parametrize(
    ("shown", "taken", "from_tail", "seen", "foul"),
    [
        pytest.param("1f", 2, True, True, True, id="TW-F03 one flower and two tiles"),
        pytest.param("1f", 1, True, True, False, id="TW-F03 right"),
        pytest.param("1f2g", 1, True, True, True, id="TW-F03 one too few"),
        pytest.param("1f", 2, True, False, False, id="TW-F03 the faces were not seen"),
        pytest.param("1f5m", 2, True, True, True, id="TW-F03 no flower"),
        pytest.param("5m", 1, True, False, True, id="TW-F03 no flower, seen by all"),
        pytest.param("1f", 1, False, True, True, id="TW-F03 from the live end"),
        pytest.param("1f", 1, False, False, False, id="TW-F03 from the live end, not seen"),
        pytest.param("", 0, False, True, False, id="TW-F03 nothing shown and taken"),
    ],
)
def test_a_replacement(book: Rulebook, shown: str, taken: int, from_tail: bool, seen: bool, foul: bool) -> None:
    found = judge_replacement(book, B, parse_tiles(shown), taken, from_tail=from_tail, seen=seen)
    assert [(one.clause, one.seat, one.penalty) for one in found] == [("TW-F03", B, "dead_hand")] * foul


def test_a_discarded_flower_tw_f13(book: Rulebook) -> None:
    (found,) = judge_flower_discard(book, B, Tile.parse("3g"))
    assert (found.clause, found.seat, found.penalty) == ("TW-F13", B, "dead_hand")
    assert judge_flower_discard(book, B, Tile.parse("3m")) == ()
