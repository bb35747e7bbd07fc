"""Draws and discards out of turn, and hands with a wrong number of tiles."""

from __future__ import annotations

import pytest

from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.violations.turn import (
    expected_tiles,
    judge_count,
    judge_discard_turn,
    judge_draw_turn,
)

B, C = Seat.B, Seat.C


def test_a_draw_out_of_turn_is_a_long_hand_zj_x08(book: Rulebook) -> None:
    """West draws in South's turn."""
    (found,) = judge_draw_turn(book, C, B)
    assert (found.clause, found.seat, found.penalty) == ("ZJ-X08", C, "long_hand")
    assert judge_draw_turn(book, B, B) == ()


def test_a_discard_out_of_turn_is_a_short_hand_zj_x08(book: Rulebook) -> None:
    (found,) = judge_discard_turn(book, C, B, Tile.parse("5p"))
    assert (found.clause, found.seat, found.penalty) == ("ZJ-X08", C, "short_hand")
    assert judge_discard_turn(book, B, B, Tile.parse("5p")) == ()


@pytest.mark.parametrize(
    ("held", "kans", "to_discard", "penalties"),
    [
        pytest.param(13, 0, False, [], id="ZJ-X01 thirteen"),
        pytest.param(14, 1, False, [], id="ZJ-R29 thirteen and a kan"),
        pytest.param(15, 1, True, [], id="ZJ-R29 with the replacement"),
        pytest.param(14, 0, False, ["long_hand"], id="ZJ-X08 a tile too many"),
        pytest.param(13, 0, True, ["short_hand"], id="ZJ-X08 a tile too few"),
    ],
)
def test_the_number_of_tiles(book: Rulebook, held: int, kans: int, to_discard: bool, penalties: list[str]) -> None:
    assert [one.penalty for one in judge_count(book, B, held, kans, to_discard=to_discard)] == penalties
    assert (expected_tiles(kans, to_discard=to_discard) == held) == (not penalties)
