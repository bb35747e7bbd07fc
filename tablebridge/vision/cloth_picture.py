"""The cloth alone: a camera's picture cut along the cloth's edge and seen from above."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.vision.rectify import OVERVIEW_PX_PER_MM, TableGeometry
from tablebridge_rules.seat import Seat

__all__ = ["ClothPicture"]

_INSET_MM = 3.0
"""Of the cloth's edge left out: twice what a camera may have moved unnoticed, and a pixel that straddles the edge."""
_STEP_PX = 16
"""Sides are whole blocks of JPEG, and hardly change when a camera is knocked."""


class ClothPicture:
    """Cuts the cloth and what lies on it out of every picture of one geometry, as seat A sees it, in the scale of the
    picture but at most 1.25 px a mm. All else is black: what is beside the cloth, and what is outside the picture.

    A camera sees the tops of tiles that lie at the cloth's edge before the rim behind them: so far, and no farther, the
    cut goes beyond the edge. That is 7 mm under a camera above the middle, 2 cm on the far side of a slanting one. What
    is held over the cloth is in it, of course: hands, a sleeve.
    """

    def __init__(self, geometry: TableGeometry) -> None:
        outline = _outline(geometry)
        low, high = outline.min(axis=0), outline.max(axis=0)
        self._scale = min(geometry.px_per_mm, OVERVIEW_PX_PER_MM)
        self.width_px, self.height_px = (
            int(-(-side // _STEP_PX)) * _STEP_PX for side in np.ceil((high - low) * self._scale)
        )
        self._middle = (low + high) / 2
        self._view = geometry.view(
            Seat.A,
            self._middle[0],
            -self._middle[1],
            self.width_px / self._scale,
            self.height_px / self._scale,
            px_per_mm=self._scale,
        )
        self._outside = ~(self._on_cloth(outline) & self._in_picture(geometry))

    def cut(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The cloth in this picture, (height_px, width_px, 3)."""
        cloth = np.asarray(self._view.cut(image), np.uint8)
        cloth[self._outside] = 0
        return cloth

    def where(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points (N, 2) of the cloth's frame in the cut: columns and rows, (N, 2) px."""
        size = np.array([self.width_px - 1, self.height_px - 1])
        return size / 2 + (np.asarray(points_mm, np.float64) - self._middle) * [self._scale, -self._scale]

    def _on_cloth(self, outline: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which pixels of the cut show the cloth and what lies on it."""
        mask = np.zeros((self.height_px, self.width_px), np.uint8)
        cv2.fillConvexPoly(mask, np.round(self.where(outline) * 16).astype(np.int32), 255, shift=4)
        return mask == 255

    def _in_picture(self, geometry: TableGeometry) -> NDArray[np.bool_]:
        """Which pixels of the cut the picture shows: what is outside it is cut as if the picture's edge went on."""
        whole = np.full((geometry.height_px, geometry.width_px), 255, np.uint8)
        whole[[0, -1], :] = whole[:, [0, -1]] = 0
        return self._view.cut(whole) == 255


def _outline(geometry: TableGeometry) -> NDArray[np.float64]:
    """Around the cloth and the tops of tiles on it as the camera sees them on the plane of the cloth, (N, 2) mm."""
    half = geometry.cloth.side_mm / 2 - _INSET_MM
    edge = np.array([[half, -half], [half, half], [-half, half], [-half, -half]])
    x, y, height = geometry.eye_mm
    eye = np.array([x, y])
    tops = eye + (edge - eye) * height / (height - geometry.cloth.tile_thick_mm)
    hull = cv2.convexHull(np.concatenate([edge, tops]).astype(np.float32))
    return np.asarray(hull[:, 0], np.float64)
