"""Offences against fairness: seen by a referee, or by the camera as tiles that go astray. TW-F09, TW-F12, TW-F27."""

from __future__ import annotations

from typing import Literal

from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.foul import foul
from tablebridge_rules.taiwan.penalty import Penalty
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.wall import TILE_SET
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation

__all__ = [
    "Cheating",
    "judge_cheating",
    "judge_peeking",
    "judge_set_size",
    "judge_tile_names",
    "judge_tile_taken",
]

Cheating = Literal["collusion", "hiding_tiles", "swapping_tiles", "taking_by_force", "stealing_points"]
"""The offences that the text names; a referee may rule another (TW-F27)."""


def judge_peeking(rulebook: Rulebook, seat: Seat) -> tuple[Violation, ...]:
    """A player looked at another's hand, as the referee enters it (TW-F09)."""
    return foul(rulebook, "TW-F09", "peeking", seat, f"{seat.value} looked at another hand")


def judge_tile_names(rulebook: Rulebook, seat: Seat, *, serious: bool) -> tuple[Violation, ...]:
    """A player spoke tile names other than the own discard's; in serious cases it is cheating (TW-F12, TW-F27)."""
    text = f"{seat.value} spoke tile names"
    if serious:
        return foul(rulebook, "TW-F27", "tile_names_serious", seat, text)
    return foul(rulebook, "TW-F12", "tile_names", seat, text)


def judge_cheating(rulebook: Rulebook, seat: Seat, offence: Cheating | str) -> tuple[Violation, ...]:
    """A serious offence, as the referee rules it: the match is over for that player (TW-F27)."""
    return foul(rulebook, "TW-F27", offence, seat, f"{seat.value}: {offence.replace('_', ' ')}")


def judge_tile_taken(rulebook: Rulebook, seat: Seat, tile: Tile, *, called: bool) -> tuple[Violation, ...]:
    """A tile went from a river into a standing hand; without a call it is a possible swap (TW-F27).

    The penalty is the referee's to rule: the violation itself only warns.
    """
    if called:
        return ()
    text = f"possible swap: {tile} went from a river into the hand of {seat.value} without a call; the referee rules"
    return foul(rulebook, "TW-F27", "possible_swap", seat, text, Penalty.WARNING)


def judge_set_size(rulebook: Rulebook, tiles: int) -> tuple[Violation, ...]:
    """Whether the set still has all its tiles; a missing or additional one is nobody's until ruled (TW-F27, TW-R04)."""
    if tiles == len(TILE_SET):
        return ()
    text = f"{tiles} tiles on the table, the set has {len(TILE_SET)}; the referee rules"
    return foul(rulebook, "TW-F27", "set_size", None, text, Penalty.WARNING)
