"""Draws and discards out of turn, and hands with a wrong number of tiles: ZJ-X08."""

from __future__ import annotations

from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation
from tablebridge_rules.zungjung.foul import foul
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.win import HAND_TILES

__all__ = ["expected_tiles", "judge_count", "judge_discard_turn", "judge_draw_turn"]


def expected_tiles(kans: int, *, to_discard: bool = False) -> int:
    """How many tiles a seat holds, melds included: thirteen, one for each kan, one more before a discard (ZJ-R29).

    >>> expected_tiles(0), expected_tiles(1), expected_tiles(1, to_discard=True)
    (13, 14, 15)
    """
    return HAND_TILES + kans + to_discard


def judge_count(
    rulebook: Rulebook, seat: Seat, held: int, kans: int = 0, *, to_discard: bool = False
) -> tuple[Violation, ...]:
    """Whether a seat holds the right number of tiles, melds included: more is a long hand, fewer a short one."""
    due = expected_tiles(kans, to_discard=to_discard)
    if held == due:
        return ()
    penalty = Penalty.LONG_HAND if held > due else Penalty.SHORT_HAND
    return foul(rulebook, "ZJ-X08", "tile_count", seat, f"{seat.value} holds {held} tiles, expected {due}", penalty)


def judge_draw_turn(rulebook: Rulebook, seat: Seat, turn: Seat) -> tuple[Violation, ...]:
    """Whether `seat` drew while it was the turn of another: a long hand."""
    if seat is turn:
        return ()
    text = f"{seat.value} drew, it is the turn of {turn.value}"
    return foul(rulebook, "ZJ-X08", "draw_out_of_turn", seat, text, Penalty.LONG_HAND)


def judge_discard_turn(rulebook: Rulebook, seat: Seat, turn: Seat, tile: Tile) -> tuple[Violation, ...]:
    """Whether `seat` discarded while it was the turn of another: a short hand."""
    if seat is turn:
        return ()
    text = f"{seat.value} discarded {tile}, it is the turn of {turn.value}"
    return foul(rulebook, "ZJ-X08", "discard_out_of_turn", seat, text, Penalty.SHORT_HAND)
