"""Whether revealed tiles are one tile from a win."""

from __future__ import annotations

from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.tile_counts import above, count_of, limits
from tablebridge_rules.waits import waits

__all__ = ["ready_kinds"]

_LIMITS = limits((*(4,) * 34, *(0,) * 8))
"""Four of each kind, and no flower."""


def ready_kinds(tiles: tuple[Tile, ...], melds: int) -> frozenset[TileKind]:
    """What these standing tiles wait for; nothing when they cannot be a hand (misread, or too many)."""
    if len(tiles) != 13 - 3 * melds or above(count_of(tiles), _LIMITS):
        return frozenset()
    return waits(tiles, melds)
