"""Whether revealed tiles are one tile from a win."""

from __future__ import annotations

from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.waits import waits

__all__ = ["ready_kinds"]


def ready_kinds(tiles: tuple[Tile, ...], melds: int) -> frozenset[TileKind]:
    """What these standing tiles wait for; nothing when they cannot be a hand (misread, or too many)."""
    kinds = [tile.kind for tile in tiles]
    if len(kinds) != 13 - 3 * melds or any(kind.is_flower or kinds.count(kind) > 4 for kind in kinds):
        return frozenset()
    return waits(tiles, melds)
