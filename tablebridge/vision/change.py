"""What moves on the table and what has come to rest, told from camera pictures made small."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.cloth import seat_to_cloth
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.seat import Seat

__all__ = ["Footprint", "Stillness", "cell_px"]

_CELL = 3
_SMALL_PX_PER_MM = 0.27
_LEAST_SHRINK = 2
_LEAST_STEP = 7.0
"""A grey step (0..255) below this is never movement: shadows breathe and lamps flicker that much."""
_NOISE_FACTOR = 7.0


def cell_px(geometry: TableGeometry) -> int:
    """Side of a cell in camera pixels: about half a tile, however fine the picture is."""
    return _shrink(geometry) * _CELL


def _shrink(geometry: TableGeometry) -> int:
    return max(round(geometry.px_per_mm / _SMALL_PX_PER_MM), _LEAST_SHRINK)


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """The cells of the small picture that show a part of the table: index arrays (rows, columns)."""

    rows: NDArray[np.intp] = field(repr=False)
    columns: NDArray[np.intp] = field(repr=False)


class Stillness:
    """Remembers for each small cell of the picture when it last moved.

    A cell moves when its brightness steps between two frames by clearly more than the picture's own noise, after the
    change of light that the whole picture shares was taken out. Slow drift is never movement.
    """

    def __init__(self, geometry: TableGeometry) -> None:
        self._geometry = geometry
        self._cell_px = cell_px(geometry)
        self._shape = (geometry.height_px // self._cell_px, geometry.width_px // self._cell_px)
        self._last: NDArray[np.float32] | None = None
        self._moved_at_ms = np.full(self._shape, -np.inf)
        self._moving = np.zeros(self._shape, bool)
        self._gain = 1.0
        self._frames = 0
        self._footprints: dict[tuple[Seat, float, float, float, float, float], Footprint] = {}

    @property
    def moving(self) -> NDArray[np.bool_]:
        """Cells that moved in the last frame, (rows, columns)."""
        return self._moving

    @property
    def gain(self) -> float:
        """How much brighter the whole of the last frame was than the one before it; 1 is the same."""
        return self._gain

    @property
    def begins(self) -> bool:
        """True up to the first frame, in which everything counts as moved."""
        return self._frames <= 1

    def see(self, image: np.ndarray, at_ms: float) -> None:
        """Takes the next frame. Everything counts as moved in the very first one."""
        small = self._small(image)
        self._frames += 1
        if self._last is None:
            self._moving = np.ones(self._shape, bool)
        else:
            self._moving = self._moving_cells(small, self._last)
        self._last = small
        self._moved_at_ms[self._moving] = at_ms

    def footprint(
        self, seat: Seat, right_mm: float, out_mm: float, width_mm: float, depth_mm: float, height_mm: float = 0.0
    ) -> Footprint:
        """The cells that show a rectangle of the table, centred at a place of a seat's frame, from the cloth up to
        `height_mm`. Empty when it lies outside the picture."""
        key = (seat, right_mm, out_mm, width_mm, depth_mm, height_mm)
        if key not in self._footprints:
            self._footprints[key] = self._cells(*key)
        return self._footprints[key]

    def _cells(
        self, seat: Seat, right_mm: float, out_mm: float, width_mm: float, depth_mm: float, height_mm: float
    ) -> Footprint:
        corners = np.array(
            [
                seat_to_cloth(seat, right_mm + x * width_mm / 2, out_mm + y * depth_mm / 2)
                for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
        )
        heights = {0.0, height_mm}
        points = np.concatenate([self._geometry.seen(corners, height) for height in heights])
        hull = cv2.convexHull(((points - self._cell_px / 2 + 0.5) / self._cell_px).astype(np.float32))
        mask = np.zeros(self._shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
        rows, columns = np.nonzero(mask)
        return Footprint(rows, columns)

    def moved_at_ms(self, footprint: Footprint) -> float:
        """When anything there last moved; minus infinity before the first frame or outside the picture."""
        if not len(footprint.rows):
            return -np.inf
        return float(self._moved_at_ms[footprint.rows, footprint.columns].max())

    def moving_share(self, footprint: Footprint) -> float:
        """Share (0..1) of a footprint's cells that moved in the last frame."""
        if not len(footprint.rows):
            return 0.0
        return float(self._moving[footprint.rows, footprint.columns].mean())

    def _small(self, image: np.ndarray) -> NDArray[np.float32]:
        rows, columns = self._shape
        used = image[: rows * self._cell_px, : columns * self._cell_px]
        small = cv2.resize(used, (columns * _CELL, rows * _CELL), interpolation=cv2.INTER_AREA)
        return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)

    def _moving_cells(self, small: NDArray[np.float32], last: NDArray[np.float32]) -> NDArray[np.bool_]:
        # the lamp over the whole table: one factor, told by the middle of a sparse sample
        gain = float(np.median((small[::5, ::5] + 1) / (last[::5, ::5] + 1)))
        self._gain = gain
        step = cv2.absdiff(small, last * gain)
        noise = 1.48 * float(np.median(step[::3, ::3]))
        threshold = max(_LEAST_STEP, _NOISE_FACTOR * noise)
        rows, columns = self._shape
        return step.reshape(rows, _CELL, columns, _CELL).max(axis=(1, 3)) > threshold
