"""What a game begins with."""

from __future__ import annotations

from tablebridge_rules.payment import Delta
from tablebridge_rules.zungjung.rulebook import Rulebook

__all__ = ["starting_points"]


def starting_points(rulebook: Rulebook) -> Delta:
    """What A..D begin with."""
    each = rulebook.game.starting_points
    return each, each, each, each
