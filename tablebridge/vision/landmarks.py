"""The table's own marks in the picture, and how far they have shifted since they were remembered."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.cloth import seat_to_cloth
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.seat import Seat

__all__ = ["Landmarks", "Shift"]

_SMALL_PX_PER_MM = 0.6
_INSIDE_MM, _RIM_MM = 6.0, 46.0
"""From inside the cloth's edge to the outer edge of its rim: what lies here belongs to the table."""
_CONSOLE_MM = 6.0
_MOST_POINTS, _LEAST_POINTS = 90, 10
_LEAST_SHARE = 0.35
"""Of the marks that must be found again where a single movement puts them; the rest may be under arms."""
_ENOUGH_FOR_PERSPECTIVE = 16
_QUALITY = 0.08
_APART_PX = 9
_WINDOW_PX = 17
_LEVELS = 4
_THERE_AND_BACK_PX = 0.6
_NEAR_PX = 0.8
_CONTRAST = 80.0
"""Grey levels of the prepared picture for each factor of e between a pixel and what surrounds it."""
_FAINT = 6.0
"""Grey levels added to every pixel: in the dark a factor is mostly noise."""
_SURROUND_PX = 25
_SOFT_PX = 1.0
"""Noise has corners, too."""


@dataclass(frozen=True, slots=True, eq=False)
class Shift:
    """From straight pixels of one picture to those of another, 3 by 3: `plain` moves, turns and scales only, and hardly
    trembles; `exact` knows perspective, too."""

    plain: NDArray[np.float64]
    exact: NDArray[np.float64]


class Landmarks:
    """Corners of what belongs to the table and never moves on it: rim, markers, cloth's edge, edge of the console."""

    def __init__(self, geometry: TableGeometry) -> None:
        self._geometry = geometry
        self._shrink = max(round(geometry.px_per_mm / _SMALL_PX_PER_MM), 1)
        self._mask = self._where()
        self._picture: NDArray[np.uint8] | None = None
        self._points = np.zeros((0, 1, 2), np.float32)

    def remember(self, image: NDArray[np.uint8]) -> None:
        """Takes this picture as the one that others are compared with."""
        self._picture = self._prepared(image)
        found = cv2.goodFeaturesToTrack(
            self._picture, _MOST_POINTS, _QUALITY, _APART_PX, mask=self._mask, blockSize=5, useHarrisDetector=False
        )
        corners = self._corners()
        self._points = corners if found is None else np.concatenate([corners, np.asarray(found, np.float32)])

    def shift(self, image: NDArray[np.uint8]) -> Shift | None:
        """How this picture is shifted against the remembered one; None when too few marks are found again to tell."""
        if self._picture is None or len(self._points) < _LEAST_POINTS:
            return None
        now = self._prepared(image)
        there, came = _follow(self._picture, now, self._points)
        back, returned = _follow(now, self._picture, there)
        off = np.linalg.norm((back - self._points)[:, 0], axis=1)
        good = came & returned & (off < _THERE_AND_BACK_PX)
        needed = max(_LEAST_POINTS, _LEAST_SHARE * len(self._points))
        if good.sum() < needed:
            return None
        before, after = self._straight(self._points[good]), self._straight(there[good])
        near = _NEAR_PX * self._shrink
        stiff, inside = cv2.estimateAffinePartial2D(before, after, method=cv2.RANSAC, ransacReprojThreshold=near)
        if stiff is None or inside.sum() < needed:
            return None
        plain = np.vstack([stiff, [0.0, 0.0, 1.0]])
        return Shift(plain, self._exactly(before, after, near, plain))

    def _exactly(
        self, before: NDArray[np.float64], after: NDArray[np.float64], near: float, plain: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Perspective, too, where there are marks enough to tell it."""
        if len(before) < _ENOUGH_FOR_PERSPECTIVE:
            return plain
        matrix, inside = cv2.findHomography(before, after, cv2.RANSAC, near)
        if matrix is None or inside.sum() < _ENOUGH_FOR_PERSPECTIVE:
            return plain
        return np.asarray(matrix, np.float64)

    def _corners(self) -> NDArray[np.float32]:
        """The corners of cloth and console: marks that every table has."""
        geometry, cloth = self._geometry, self._geometry.cloth
        places = [
            seat_to_cloth(seat, reach, reach) for reach in (cloth.side_mm / 2, cloth.console_mm / 2) for seat in Seat
        ]
        small = (geometry.seen(np.array(places)) + 0.5) / self._shrink - 0.5
        height, width = self._mask.shape
        inside = ((small > 1) & (small < np.array([width, height]) - 2)).all(axis=1)
        return np.asarray(small[inside][:, None], np.float32)

    def _straight(self, small_px: NDArray[np.float32]) -> NDArray[np.float64]:
        """Pixels of the small picture as straight ones of the camera's."""
        seen = (small_px[:, 0].astype(np.float64) + 0.5) * self._shrink - 0.5
        return seen if self._geometry.lens is None else self._geometry.lens.straighten(seen)

    def _prepared(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Small, and how much brighter each pixel is than what surrounds it, as a factor: the same in any light, and
        whatever lies elsewhere."""
        height, width = image.shape[:2]
        size = (width // self._shrink, height // self._shrink)
        used = image[: size[1] * self._shrink, : size[0] * self._shrink]
        small = cv2.cvtColor(cv2.resize(used, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        small = cv2.GaussianBlur(small, (5, 5), _SOFT_PX)
        bright = cv2.log(small.astype(np.float32) + _FAINT)
        around = cv2.blur(bright, (_SURROUND_PX, _SURROUND_PX))
        return np.asarray(np.clip((bright - around) * _CONTRAST + 128, 0, 255), np.uint8)

    def _where(self) -> NDArray[np.uint8]:
        """Mask of the small picture: 255 where the table's marks are."""
        geometry, cloth = self._geometry, self._geometry.cloth
        mask = np.zeros((geometry.height_px // self._shrink, geometry.width_px // self._shrink), np.uint8)
        half, console = cloth.side_mm / 2, cloth.console_mm / 2
        for reach, value in (
            (half + _RIM_MM, 255),
            (half - _INSIDE_MM, 0),
            (console + _CONSOLE_MM, 255),
            (console - _CONSOLE_MM, 0),
        ):
            corners = geometry.seen(np.array([seat_to_cloth(seat, reach, reach) for seat in Seat]))
            small = (corners + 0.5) / self._shrink - 0.5
            cv2.fillConvexPoly(mask, np.round(small).astype(np.int32), value)
        return mask


def _follow(
    before: NDArray[np.uint8], after: NDArray[np.uint8], points: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Where points (N, 1, 2) of one picture are in another, and which of them were found."""
    there, found, _ = cv2.calcOpticalFlowPyrLK(
        before, after, points, points.copy(), winSize=(_WINDOW_PX, _WINDOW_PX), maxLevel=_LEVELS
    )
    return np.asarray(there, np.float32), np.asarray(found.ravel() == 1)
