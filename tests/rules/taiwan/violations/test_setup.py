"""Wall and break."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.seats import first_hand, later_hand
from tablebridge_rules.taiwan.violations.setup import judge_break, judge_walls

A, B, C, D = Seat


def test_a_tile_face_up_in_the_wall_is_a_fault_of_no_player_tw_r04(book: Rulebook) -> None:
    (found,) = judge_walls(book, (18, 18, 18, 18), parse_tiles("5m"))
    assert (found.clause, found.seat, found.penalty) == ("TW-R04", None, "redeal")


def test_a_wall_that_is_too_short_tw_r05(book: Rulebook) -> None:
    assert judge_walls(book, (18, 18, 18, 18)) == ()
    (found,) = judge_walls(book, (18, 17, 18, 18))
    assert (found.clause, found.seat, found.penalty) == ("TW-R05", None, "redeal")


@pytest.mark.parametrize(
    ("opened", "left", "seen", "foul"),
    [
        pytest.param(C, 11, True, False, id="TW-F04 right"),
        pytest.param(C, 12, True, True, id="TW-F04 twelve stacks instead of eleven"),
        pytest.param(B, 11, True, True, id="TW-F04 the wrong wall"),
        pytest.param(C, 12, False, False, id="TW-F04 put right before a face was seen"),
    ],
)
def test_the_break(book: Rulebook, opened: Seat, left: int, seen: bool, foul: bool) -> None:
    found = judge_break(book, first_hand(book, A, 11), opened, left, face_seen=seen)
    assert [(one.clause, one.seat, one.penalty) for one in found] == [("TW-F04", C, "dead_hand")] * foul


def test_no_grace_where_the_rulebook_has_none_tw_f04(book: Rulebook) -> None:
    house = replace(book, foul=replace(book.foul, wrong_break_grace="none"))
    (found,) = judge_break(house, later_hand(A, 11), C, 12, face_seen=False)
    assert found.seat is A
    assert found.text == "A left 12 stacks of the wall of C, the dice say 11 stacks of the wall of C"
