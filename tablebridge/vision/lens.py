"""A lens that bends straight lines: from the picture as it is to the picture as a pinhole would show it, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tablebridge.errors import UsageError

__all__ = ["Lens"]

_TERMS = (4, 5, 8)
_ROUNDS = 40
_CLOSE_PX = 1e-4


@dataclass(frozen=True, slots=True)
class Lens:
    """Focal length and principal point in pixels, and OpenCV's distortion `k1 k2 p1 p2 [k3 [k4 k5 k6]]`.

    *Straight* pixels are those of a pinhole with the same focal length; *seen* pixels are the camera's own.
    """

    focal_px: float
    centre_px: tuple[float, float]
    distortion: tuple[float, ...]

    @classmethod
    def of(cls, focal_px: float | None, image_size_px: tuple[int, int], distortion: Sequence[float]) -> Lens | None:
        """None for a lens without distortion.

        Raises `UsageError` for numbers that are no distortion, and where the focal length they belong to is missing.
        """
        if not any(distortion):
            return None
        if len(distortion) not in _TERMS or not np.isfinite(distortion).all():
            raise UsageError(
                "these are not the numbers of a lens",
                f"distortion {list(distortion)}",
                "give k1, k2, p1, p2 and k3 as a calibration with OpenCV prints them",
            )
        if focal_px is None:
            raise UsageError(
                "a lens's distortion is told without its focal length",
                f"distortion {list(distortion)}",
                "set focal_px, too: both come from the same calibration",
            )
        width, height = image_size_px
        return cls(focal_px, ((width - 1) / 2, (height - 1) / 2), tuple(distortion))

    def scaled(self, factor: float) -> Lens:
        """The lens of a picture made smaller (`factor` below 1) or larger; whole numbers are middles of pixels."""
        x, y = self.centre_px
        return replace(
            self,
            focal_px=self.focal_px * factor,
            centre_px=((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5),
        )

    def bend(self, straight_px: NDArray[np.floating]) -> NDArray[np.float64]:
        """Straight pixels (N, 2) to seen ones."""
        middle = np.array(self.centre_px)
        x, y = ((np.asarray(straight_px, np.float64) - middle) / self.focal_px).T
        k1, k2, p1, p2, k3, k4, k5, k6 = (*self.distortion, *(0.0,) * (8 - len(self.distortion)))
        square = x * x + y * y
        radial = (1 + square * (k1 + square * (k2 + square * k3))) / (1 + square * (k4 + square * (k5 + square * k6)))
        bent_x = x * radial + 2 * p1 * x * y + p2 * (square + 2 * x * x)
        bent_y = y * radial + p1 * (square + 2 * y * y) + 2 * p2 * x * y
        return np.column_stack([bent_x, bent_y]) * self.focal_px + middle

    def straighten(self, seen_px: NDArray[np.floating]) -> NDArray[np.float64]:
        """Seen pixels (N, 2) to straight ones: the inverse of `bend`."""
        seen = np.asarray(seen_px, np.float64)
        straight = seen
        for _ in range(_ROUNDS):  # what is bent too far is taken back; a lens bends little enough for this to close in
            off = self.bend(straight) - seen
            straight = straight - off
            if not len(off) or np.abs(off).max() < _CLOSE_PX:
                break
        return straight
