"""Where exactly tiles lie near the places where they are expected: their outline against the cloth, fitted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.cloth import Place, seat_to_cloth
from tablebridge.vision.rectify import TableGeometry, View
from tablebridge_rules.seat import Seat

__all__ = ["FIT_PX_PER_MM", "Fit", "Window", "fit_places", "outline"]

FIT_PX_PER_MM = 1.5
_REACH_PX = 7
"""How far from its expected place a tile may lie: 4.7 mm."""
_RING_PX = 5
_TURNS_DEG = (-6.0, 0.0, 6.0)
_FINE_DEG = (-3.0, 3.0)
_LEAST_RING = 0.35
_DOUBT_PER_MM = 0.006
"""What a position loses for each mm away from the expected one, so that where nothing else decides this does."""
_LEAST_KNOWN = 0.35
"""Share of a tile's outline that must be free of others for it to be told from them."""

_SHIFTS = np.arange(-_REACH_PX, _REACH_PX + 1) / FIT_PX_PER_MM
_FAR = _DOUBT_PER_MM * np.hypot(_SHIFTS[:, None], _SHIFTS[None, :])


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A cut of the table at the height of tile tops in which tiles are looked for.

    `view` is a view of `seat`, its left edge at `left_mm`; `filled` (rows, columns) is 1 where no cloth is seen, `open`
    is 1 where what is seen belongs to no tile that is known already.
    """

    geometry: TableGeometry
    seat: Seat
    view: View
    left_mm: float
    filled: NDArray[np.float32] = field(repr=False)
    open: NDArray[np.float32] = field(repr=False)

    def polygon(self, place: Place, base_mm: float = 0.0, high_mm: float | None = None) -> NDArray[np.float64]:
        """What a lying tile at a place covers of this window: its top and the sides the camera sees."""
        return self.in_view(outline(self.geometry, self.seat, place, base_mm, high_mm))

    def in_view(self, points_px: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels (N, 2) of the camera's picture as pixels of the cut."""
        solid = np.column_stack([points_px, np.ones(len(points_px))]) @ np.linalg.inv(self.view.to_picture).T
        return np.asarray(solid[:, :2] / solid[:, 2:])

    def right_of(self, right_mm: float) -> Window:
        """The same window with everything to the left of a line taken as known."""
        column = round((right_mm - self.left_mm) * self.view.px_per_mm)
        hidden = self.open.copy()
        hidden[:, : max(column, 0)] = 0.0
        return replace(self, open=hidden)

    def without(self, places: Sequence[Place], asked: Place | None = None) -> Window:
        """The same window with the tiles at `places` known.

        All tops lie at one height, so that no tile hides another's top: the sides of those that lie behind the `asked`
        place are hidden by what lies there, and it is not hidden by them.
        """
        hidden = self.open.copy()
        for place in places:
            cv2.fillConvexPoly(hidden, np.round(self.polygon(place)).astype(np.int32), 0.0)
        if asked is not None:
            top = np.round(self._top(asked)).astype(np.int32)
            freed = np.zeros(hidden.shape, np.uint8)
            cv2.fillConvexPoly(freed, top, 1)
            hidden[freed == 1] = self.open[freed == 1]
            for place in places:
                cv2.fillConvexPoly(hidden, np.round(self._top(place)).astype(np.int32), 0.0)
        return replace(self, open=hidden)

    def _top(self, place: Place) -> NDArray[np.float64]:
        """The upper face of a lying tile in this window."""
        return self.polygon(place, self.geometry.cloth.tile_thick_mm, 0.0)


@dataclass(frozen=True, slots=True)
class Fit:
    """The tiles as found, in the order of the places asked for. `score` is at most 1: the share of the outline that is
    filled less the share of its surroundings that is; `free` is the share of the outline not covered by known tiles."""

    places: tuple[Place, ...]
    score: float
    free: float


def outline(
    geometry: TableGeometry, seat: Seat, place: Place, base_mm: float = 0.0, high_mm: float | None = None
) -> NDArray[np.float64]:
    """Straight picture pixels (N, 2) around a tile lying at a place of a seat's frame, seen with its sides; a tile's
    thickness high unless told."""
    cloth = geometry.cloth
    high = cloth.tile_thick_mm if high_mm is None else high_mm
    turn = np.radians(place.turn_deg)
    along, down = np.array([np.cos(turn), -np.sin(turn)]), np.array([np.sin(turn), np.cos(turn)])
    half_x, half_y = along * cloth.tile_wide_mm / 2, down * cloth.tile_long_mm / 2
    centre = np.array([place.right_mm, place.out_mm])
    corners = [centre + x * half_x + y * half_y for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    on_cloth = np.array([seat_to_cloth(seat, float(right), float(out)) for right, out in corners])
    points = [geometry.project(on_cloth, base_mm), geometry.project(on_cloth, base_mm + high)]
    return np.asarray(cv2.convexHull(np.concatenate(points).astype(np.float32))[:, 0], np.float64)


def fit_places(window: Window, places: Sequence[Place], *, turns: bool = True) -> Fit:
    """Moves and turns a group of places together until their outline fits what is seen best."""
    best = max((_fit_turned(window, places, turn) for turn in (_TURNS_DEG if turns else (0.0,))), key=_score)
    if not turns:
        return best[0]
    fine = [_fit_turned(window, places, best[1] + step) for step in _FINE_DEG]
    return max([best, *fine], key=_score)[0]


def _score(found: tuple[Fit, float]) -> float:
    return found[0].score


def _turned(places: Sequence[Place], deg: float) -> list[Place]:
    """The group turned about its middle, counter-clockwise."""
    right = float(np.mean([place.right_mm for place in places]))
    out = float(np.mean([place.out_mm for place in places]))
    cos, sin = float(np.cos(np.radians(deg))), float(np.sin(np.radians(deg)))
    return [
        Place(
            right + (place.right_mm - right) * cos + (place.out_mm - out) * sin,
            out - (place.right_mm - right) * sin + (place.out_mm - out) * cos,
            place.turn_deg + deg,
        )
        for place in places
    ]


def _fit_turned(window: Window, places: Sequence[Place], deg: float) -> tuple[Fit, float]:
    group = _turned(places, deg)
    polygons = [np.round(window.polygon(place)).astype(np.int32) for place in group]
    inside, ring, corner = _templates(polygons)
    filled, seen = _around(window, corner, inside.shape)
    inside_seen = cv2.matchTemplate(seen, inside, cv2.TM_CCORR)
    ring_seen = cv2.matchTemplate(seen, ring, cv2.TM_CCORR)
    inside_filled = cv2.matchTemplate(filled, inside, cv2.TM_CCORR) / np.maximum(inside_seen, 1)
    # among known tiles only slivers of the ring are seen: they count for little
    ring_filled = cv2.matchTemplate(filled, ring, cv2.TM_CCORR) / np.maximum(ring_seen, _LEAST_RING * ring.sum())
    free = inside_seen / inside.sum()
    score = np.where(free > _LEAST_KNOWN, inside_filled - ring_filled - _FAR, -1.0)
    row, column = np.unravel_index(int(score.argmax()), score.shape)
    right = (float(column) - _REACH_PX) / window.view.px_per_mm
    down = (float(row) - _REACH_PX) / window.view.px_per_mm
    moved = tuple(Place(place.right_mm + right, place.out_mm + down, place.turn_deg) for place in group)
    return Fit(moved, float(score[row, column]), float(free[row, column])), deg


def _templates(
    polygons: Sequence[NDArray[np.int32]],
) -> tuple[NDArray[np.float32], NDArray[np.float32], tuple[int, int]]:
    """Masks of the outline's inside and of a ring around it, and where their corner (column, row) lies."""
    points = np.concatenate(polygons)
    low, high = points.min(axis=0) - _RING_PX - 1, points.max(axis=0) + _RING_PX + 1
    inside = np.zeros((high[1] - low[1] + 1, high[0] - low[0] + 1), np.float32)
    for polygon in polygons:
        cv2.fillConvexPoly(inside, polygon - low, 1.0)
    around = cv2.dilate(inside, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * _RING_PX + 1,) * 2))
    # a pixel on the edge belongs to neither
    close = cv2.dilate(inside, np.ones((3, 3), np.uint8))
    return inside, np.asarray(around - close, np.float32), (int(low[0]), int(low[1]))


def _around(
    window: Window, corner: tuple[int, int], shape: tuple[int, ...]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The window's masks over every position a template may take; what lies outside the window is not seen."""
    left, top = corner[0] - _REACH_PX, corner[1] - _REACH_PX
    rows, columns = shape[0] + 2 * _REACH_PX, shape[1] + 2 * _REACH_PX
    seen = np.zeros((rows, columns), np.float32)
    filled = np.zeros((rows, columns), np.float32)
    high, wide = window.open.shape
    y0, y1, x0, x1 = max(top, 0), min(top + rows, high), max(left, 0), min(left + columns, wide)
    if y0 < y1 and x0 < x1:
        part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        seen[part] = window.open[y0:y1, x0:x1]
        filled[part] = window.filled[y0:y1, x0:x1] * seen[part]
    return filled, seen
