"""The acts that every table has: draw, discard, melds, and those out of turn."""

from __future__ import annotations

from tablebridge.game.customs import Act

__all__ = ["COMMON_ACTS"]

COMMON_ACTS: tuple[Act, ...] = ()
"""For `Customs.playing`, in the order in which they win when equally likely."""
