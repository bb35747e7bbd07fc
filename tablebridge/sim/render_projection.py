"""Where the virtual camera hangs, and how it maps millimetres above the cloth to pixels."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tablebridge.cloth import Cloth, seat_to_cloth
from tablebridge_rules.seat import Seat

__all__ = ["RIM_MM", "Projection"]

RIM_MM = 44.0
"""Width of the table's rim around the cloth; corner markers of 36 mm lie on it."""

_MARGIN_PX = 6


@dataclass(frozen=True)
class Projection:
    """A pinhole camera of square pixels without distortion, its principal point in the middle of the picture.

    `matrix` is 3 by 4, from (x, y, z, 1) in mm (z above the cloth) to homogeneous pixels; whole numbers are the
    centres of pixels. `eye_mm` is where the camera is, `size` the picture's (width, height).
    """

    matrix: NDArray[np.float64] = field(repr=False)
    eye_mm: NDArray[np.float64]
    focal_px: float
    size: tuple[int, int]

    @classmethod
    def over(
        cls,
        cloth: Cloth,
        size: tuple[int, int],
        *,
        tilt_deg: float,
        azimuth_deg: float,
        roll_deg: float = 0.0,
        distance_mm: float = 1300.0,
    ) -> Projection:
        """A camera that looks at the middle of the table, its axis `tilt_deg` off the vertical towards
        `azimuth_deg` (0 = from B's side, 90 = from C's) and turned by `roll_deg` about that axis; the focal length
        is the one that just fits the rim into the picture. Seat A is at the bottom.

        Raises `ValueError` for a tilt of 60 degrees or more.
        """
        if not 0 <= tilt_deg < 60:
            raise ValueError(f"a camera tilted by {tilt_deg} degrees is not overhead; use 0 to 60")
        tilt, azimuth = np.radians(tilt_deg), np.radians(azimuth_deg)
        upwards = np.array([np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)])
        eye = distance_mm * upwards
        rotation = _rotation(-upwards, np.radians(roll_deg))
        half = cloth.side_mm / 2 + RIM_MM
        outline = np.array([(*seat_to_cloth(seat, half, half), 0.0) for seat in Seat])
        centre = (np.array(size) - 1) / 2
        seen = (outline - eye) @ rotation.T
        focal = float(((centre - _MARGIN_PX) / np.abs(seen[:, :2] / seen[:, 2:])).min())
        inner = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1]])
        matrix = inner @ np.column_stack([rotation, -rotation @ eye])
        return cls(matrix / matrix[2, 3], eye, focal, size)

    def project(self, points_mm: ArrayLike) -> NDArray[np.float64]:
        """Points (N, 3) in mm to pixels (N, 2)."""
        points = np.asarray(points_mm, np.float64)
        seen = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return seen[:, :2] / seen[:, 2:]

    def plane(self, height_mm: float = 0.0) -> NDArray[np.float64]:
        """3 by 3, from (x, y, 1) in mm at that height to homogeneous pixels."""
        columns = self.matrix
        return np.column_stack([columns[:, 0], columns[:, 1], columns[:, 2] * height_mm + columns[:, 3]])

    def px_per_mm(self, point_mm: ArrayLike) -> float:
        """Scale at a point (x, y, z), for things small against the table."""
        return self.focal_px / float(np.linalg.norm(np.asarray(point_mm, np.float64) - self.eye_mm))


def _rotation(forward: NDArray[np.float64], roll: float) -> NDArray[np.float64]:
    """Rows: the picture's right, down and forward in the cloth's frame."""
    right = np.array([1.0, 0.0, 0.0]) - forward[0] * forward
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    turned = np.cos(roll) * right + np.sin(roll) * down
    return np.stack([turned, np.cross(forward, turned), forward])
