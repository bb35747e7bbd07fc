"""What a foul costs, before anything is paid."""

from __future__ import annotations

from enum import Enum

__all__ = ["Penalty"]


class Penalty(Enum):
    """The consequence that a rulebook's `[penalty]` table names for a clause."""

    REFUSED = "refused"
    """The act does not count; play goes on as if it had not been done."""
    VOID = "void"
    """A declaration that does not count."""
    WARNING = "warning"
    WRONG_CALL = "wrong_call"
    """The act does not count and costs a tai, paid to the discarder (TW-F07)."""
    DEAD_HAND = "dead_hand"
    """Draws and discards, but no call and no win for the rest of the hand (TW-F16)."""
    DRAW_AND_DISCARD = "draw_and_discard"
    """As a dead hand, by the referee's ruling (TW-R42)."""
    FULL_LIABILITY = "full_liability"
    """Pays each other player one base and eight tai (TW-P05)."""
    SUSPENSION = "suspension"
    """The match is over for the offender (TW-F27)."""
    REDEAL = "redeal"
    """A fault of the set-up and of no player: the wall is raised again."""
