"""What a foul leads to. The book moves no points for fouls: an amount is the referee's."""

from __future__ import annotations

from enum import Enum

__all__ = ["PENALISED", "Penalty"]


class Penalty(Enum):
    """The consequence that a rulebook's `[penalty]` table names for a clause."""

    REFUSED = "refused"
    """The act does not count; play goes on as if it had not been done."""
    WARNING = "warning"
    """Nothing but the referee's word; also where a ruling is still open."""
    TILE_RETURNS = "tile_returns"
    """The tile goes back to the river it was taken from (ZJ-R02, ZJ-R27)."""
    EXPOSURE = "exposure"
    """The set must be laid open (ZJ-R03)."""
    CORRECT = "correct"
    """What lies wrongly is put right (ZJ-R16, ZJ-R19, ZJ-X07)."""
    PLAY_STANDS = "play_stands"
    """Too late to put right (ZJ-X07)."""
    DISCARD = "discard"
    """The tile counts as a discard and may be claimed (ZJ-F02)."""
    MINOR_DEAD_HAND = "minor_dead_hand"
    """小相公: plays on and cannot win (ZJ-F01)."""
    MAJOR_DEAD_HAND = "major_dead_hand"
    """大相公: plays on and cannot win; the referee may add a fine (ZJ-F03)."""
    CLAIM_LOST = "claim_lost"
    """The current discard may no longer be claimed by that seat (ZJ-X08)."""
    SHORT_HAND = "short_hand"
    """A tile too few, which no win can have (ZJ-X08)."""
    LONG_HAND = "long_hand"
    """A tile too many, which no win can have (ZJ-X08)."""
    LIABLE = "liable"
    """Answers for a spoiled hand; the referee sets the amount (ZJ-R13)."""


PENALISED = (
    *("ZJ-R02", "ZJ-R03", "ZJ-R13", "ZJ-R14", "ZJ-R15", "ZJ-R16", "ZJ-R18", "ZJ-R19", "ZJ-R21", "ZJ-R22", "ZJ-R24"),
    *("ZJ-R25", "ZJ-R26", "ZJ-R27", "ZJ-R28", "ZJ-F01", "ZJ-F02", "ZJ-F03", "ZJ-X01", "ZJ-X03", "ZJ-X04", "ZJ-X05"),
    *("ZJ-X07", "ZJ-X08", "ZJ-S62"),
)
"""The clauses that a violation can cite: each has its line in `[penalty]`."""
