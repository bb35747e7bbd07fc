"""What the recogniser says about one picture of a tile, and where on a picture tiles were found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["BACK", "NOT_A_TILE", "Detection", "TileReading"]

BACK = "back"
"""Label of a tile that lies face down."""
NOT_A_TILE = "not-a-tile"
"""Label of a crop that shows no single tile: cloth, half a tile, two tiles, a stick, a sleeve."""


@dataclass(frozen=True, slots=True)
class TileReading:
    """A crop as read. `tile` is a tile's name, `back` or `not-a-tile`; `confidence` 0..1 is calibrated.

    `candidates` are the best few names with their confidence, best first, `tile` among them.
    `quarter_turns` says how often the face is turned by 90 degrees counter-clockwise against upright in the crop;
    None for what has no upright (back, not a tile). A face that looks the same upside down (`1p`, `4s`, `5z`…)
    may come as n or n + 2: only the axis is meant there.
    """

    tile: str
    confidence: float
    candidates: tuple[tuple[str, float], ...]
    quarter_turns: int | None

    @property
    def is_face(self) -> bool:
        """True when the crop shows a tile's face."""
        return self.tile not in (BACK, NOT_A_TILE)


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """A tile found on a picture, before anything was read from it.

    `corners_px` is (4, 2) float32, clockwise on the picture (x right, y down), beginning so that the first edge is a
    short one: cut out along them, the tile stands on a short side. Which of the two short sides is its top, only a
    reading tells. `score` 0..1 says how sure it is that a tile lies there. `pose` is `up` (its face is seen), `down`
    (its back) or `standing` (its upper edge).
    """

    corners_px: np.ndarray
    score: float = 1.0
    pose: str = "up"

    @property
    def centre_px(self) -> tuple[float, float]:
        """Middle of the four corners."""
        x, y = self.corners_px.mean(axis=0)
        return float(x), float(y)

    @property
    def size_px(self) -> tuple[float, float]:
        """Long side and short side."""
        edges = np.linalg.norm(np.roll(self.corners_px, -1, axis=0) - self.corners_px, axis=1)
        return float(edges[1::2].mean()), float(edges[0::2].mean())

    @property
    def long_axis_deg(self) -> float:
        """Direction of the long side against the picture's vertical, clockwise on the picture, in [-90, 90)."""
        top, bottom = self.corners_px[:2].mean(axis=0), self.corners_px[2:].mean(axis=0)
        dx, dy = top - bottom
        return float((np.degrees(np.arctan2(dx, -dy)) + 90) % 180 - 90)
