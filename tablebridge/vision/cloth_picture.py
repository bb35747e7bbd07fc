"""The cloth alone: a camera's picture cut along the cloth's edge and seen from above."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablebridge.vision.rectify import OVERVIEW_PX_PER_MM, TableGeometry
from tablebridge_rules.seat import Seat

__all__ = ["ClothPicture"]

_INSET_MM = 3.0
"""Of the cloth's edge left out: twice what a camera may have moved unnoticed, and a pixel that straddles the edge."""
_STEP_PX = 16


class ClothPicture:
    """Cuts the cloth out of every picture of one geometry: a square as seat A sees it, in the scale of the picture but
    at most 1.25 px a mm. The outermost 3 mm are left out; what of the cloth lies outside the picture is black.

    Nothing that lies beside the cloth gets into it. What is held over the cloth does, of course: hands, a sleeve.
    """

    def __init__(self, geometry: TableGeometry) -> None:
        side_mm = geometry.cloth.side_mm - 2 * _INSET_MM
        steps = round(side_mm * min(geometry.px_per_mm, OVERVIEW_PX_PER_MM) / _STEP_PX)
        self.side_px = max(steps, 1) * _STEP_PX
        self._view = geometry.view(Seat.A, 0, 0, side_mm, side_mm, px_per_mm=self.side_px / side_mm)
        whole = np.full((geometry.height_px, geometry.width_px), 255, np.uint8)
        whole[[0, -1], :] = whole[:, [0, -1]] = 0  # what is outside is cut as if the picture's edge went on
        inside = self._view.cut(whole) == 255
        self._outside = None if inside.all() else ~inside

    def cut(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The cloth in this picture, (side_px, side_px, 3)."""
        cloth = np.asarray(self._view.cut(image), np.uint8)
        if self._outside is not None:
            cloth[self._outside] = 0
        return cloth
