"""Where a rule needs to know what was meant or seen: how witnesses' facts are read."""

from __future__ import annotations

from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.tile import Tile

__all__ = ["face_seen", "is_joined", "river_tile", "streak_announced", "think_time_over"]


def is_joined(rulebook: Rulebook, gap_closed_ms: int, *, has_discarded: bool = False) -> bool:
    """Whether a drawn tile counts as joined to the row: the gap stayed closed, or a discard was made (TW-R18)."""
    return has_discarded or gap_closed_ms >= rulebook.play.kaopai_gap_ms


def face_seen(rulebook: Rulebook, *, lifted: bool, referee: bool | None = None) -> bool:
    """Whether a wrongly taken tile counts as seen: lifted and tilted, unless the referee says otherwise (TW-F06)."""
    if referee is not None:
        return referee
    return lifted and rulebook.play.face_seen == "tile_lifted"


def streak_announced(rulebook: Rulebook, *, dice_set_out: bool = False, button: bool = False) -> bool:
    """Whether a continuing dealer has announced the streak before hands were laid down (TW-S40)."""
    by_camera = dice_set_out and rulebook.play.streak_announce == "camera_or_button"
    return button or by_camera or rulebook.play.streak_announce == "not_needed"


def river_tile(placed: Tile, spoken: Tile | None = None) -> Tile:
    """What was discarded: the tile that lies in the river, whatever was said or however it got there.

    Clause TW-R45, TW-R46.
    """
    del spoken
    return placed


def think_time_over(rulebook: Rulebook, since_turn_ms: int, since_count_ms: int | None = None) -> bool:
    """Whether a player has thought too long: from the others' count on, or from the start of the turn (TW-R42).

    `since_count_ms` is None while nobody has begun to count.
    """
    counted = rulebook.play.think_clock_start == "counted"
    elapsed = since_count_ms if counted else since_turn_ms
    return elapsed is not None and elapsed >= rulebook.play.think_time_ms
