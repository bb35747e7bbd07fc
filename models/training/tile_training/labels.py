"""What the classifier tells apart: 45 faces, the back, and what is no tile."""

from __future__ import annotations

from tablebridge_rules.tile import ALL_TILES

FACES: tuple[str, ...] = tuple(str(tile) for tile in ALL_TILES)
BACK = "back"
NOT_A_TILE = "not-a-tile"
LABELS: tuple[str, ...] = (*FACES, BACK, NOT_A_TILE)
INDEX: dict[str, int] = {label: index for index, label in enumerate(LABELS)}
