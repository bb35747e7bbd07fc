"""From pixels to millimetres: where the cloth lies in the picture, and the pieces of it that others look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.cloth import Cloth, seat_to_cloth
from tablebridge.errors import UsageError
from tablebridge.vision.lens import Lens
from tablebridge_rules.seat import Seat

__all__ = ["OVERVIEW_PX_PER_MM", "TableGeometry", "View", "find_corner_markers"]

OVERVIEW_PX_PER_MM = 1.25
"""Scale of the whole rectified table: 1075 px for a cloth of 860 mm."""

_USUAL_FOCAL = 1.04
"""Focal length over picture width of a common camera (51 degrees across): used when perspective is too weak to tell."""
_TRUSTED_FOCAL_SPREAD = 0.12
_WHAT_TO_DO = "mark the cloth's corners at the right hand of seats A, B, C and D, in this order"


@dataclass(frozen=True)
class View:
    """A rectangle of the table as one seat sees it from above: right to the right, `out` downwards.

    Its centre lies at (`right_mm`, `out_mm`) of the seat's frame, `height_mm` above the cloth; it is `width_mm` by
    `depth_mm`, turned `turn_deg` counter-clockwise. Everything at that height appears in true proportion.
    """

    to_picture: NDArray[np.float64] = field(repr=False)
    """3 by 3: from a pixel of the cut to a straight pixel (see `Lens`) of the camera's picture."""
    width_px: int
    height_px: int
    px_per_mm: float
    lens: Lens | None = None

    def cut(self, image: np.ndarray) -> np.ndarray:
        """The rectangle out of a camera picture, (height_px, width_px[, channels])."""
        if self.lens is not None:
            x, y = self._where(self.lens)
            return cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return cv2.warpPerspective(
            image,
            self.to_picture,
            (self.width_px, self.height_px),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )

    def _where(self, lens: Lens) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For each pixel of the cut the pixel of the picture as the lens bends it: x and y, (height_px, width_px)."""
        rows, columns = np.indices((self.height_px, self.width_px), np.float64)
        pixels = np.column_stack([columns.ravel(), rows.ravel(), np.ones(rows.size)]) @ self.to_picture.T
        x, y = lens.bend(pixels[:, :2] / pixels[:, 2:]).T.astype(np.float32)
        return x.reshape(self.height_px, self.width_px), y.reshape(self.height_px, self.width_px)


@dataclass(frozen=True)
class TableGeometry:
    """Where the table lies in the camera's picture.

    `camera` is the 3 by 4 matrix from (x, y, height, 1) in mm on the cloth to homogeneous pixels, straight ones where
    a `lens` bends the picture; `width_px`, `height_px` are the picture's, `focal_px` is the focal length in pixels.
    """

    cloth: Cloth
    camera: NDArray[np.float64] = field(repr=False)
    width_px: int
    height_px: int
    focal_px: float = 0.0
    lens: Lens | None = None

    @classmethod
    def from_corners(
        cls,
        corners_px: Sequence[Sequence[float]],
        image_size_px: tuple[int, int],
        cloth: Cloth,
        *,
        focal_px: float | None = None,
        distortion: Sequence[float] = (),
    ) -> TableGeometry:
        """From the cloth's four corners in a picture of `image_size_px` (width, height): at the right hand of A, B, C
        and D. Pixels are taken as square; `focal_px` None estimates it; `distortion` is that of `Lens`.

        Raises `UsageError` when these four points cannot be a cloth seen from above, or as `Lens.of` does.
        """
        corners = np.asarray(corners_px, np.float64)
        _check_corners(corners, image_size_px)
        lens = Lens.of(focal_px, image_size_px, distortion)
        if lens is not None:
            corners = lens.straighten(corners)
        centre = _middle(image_size_px)
        focal = focal_px or _focal(cloth, corners - centre) or _USUAL_FOCAL * image_size_px[0]
        return cls(cloth, _camera(cloth, corners, image_size_px, focal), *image_size_px, focal, lens)

    def moved(self, by: NDArray[np.float64]) -> TableGeometry:
        """The same table after the camera moved: `by` (3 by 3) takes straight pixels of before to those of now."""
        corners = _cloth_corners(self.cloth)
        now = cv2.perspectiveTransform(self.project(corners)[None], by)[0]
        return replace(self, camera=_camera(self.cloth, now, (self.width_px, self.height_px), self.focal_px))

    @cached_property
    def eye_mm(self) -> NDArray[np.float64]:
        """Where the camera is: (x, y, height) in mm."""
        return -np.linalg.inv(self.camera[:, :3]) @ self.camera[:, 3]

    @cached_property
    def px_per_mm(self) -> float:
        """Scale in the middle of the cloth."""
        ends = self.project(np.array([[-50.0, 0.0], [50.0, 0.0], [0.0, -50.0], [0.0, 50.0]]))
        return float(np.hypot(*(ends[1::2] - ends[0::2]).T).mean()) / 100

    def project(self, points_mm: np.ndarray, height_mm: float = 0.0) -> NDArray[np.float64]:
        """Points (N, 2) of the cloth's frame, `height_mm` above it, to (N, 2) straight pixels of the picture."""
        flat = np.asarray(points_mm, np.float64)
        solid = np.column_stack([flat, np.full(len(flat), height_mm), np.ones(len(flat))])
        seen = solid @ self.camera.T
        return seen[:, :2] / seen[:, 2:]

    def seen(self, points_mm: np.ndarray, height_mm: float = 0.0) -> NDArray[np.float64]:
        """Like `project`, but the pixels where the camera's own picture shows them, bent by its lens."""
        straight = self.project(points_mm, height_mm)
        return straight if self.lens is None else self.lens.bend(straight)

    def homography(self, height_mm: float = 0.0) -> NDArray[np.float64]:
        """3 by 3 from (x, y, 1) mm at that height to homogeneous straight pixels."""
        camera = self.camera
        return np.column_stack([camera[:, 0], camera[:, 1], camera[:, 2] * height_mm + camera[:, 3]])

    def view(
        self,
        seat: Seat,
        right_mm: float,
        out_mm: float,
        width_mm: float,
        depth_mm: float,
        *,
        height_mm: float = 0.0,
        turn_deg: float = 0.0,
        px_per_mm: float = 2.0,
    ) -> View:
        """See `View`."""
        width_px, height_px = round(width_mm * px_per_mm), round(depth_mm * px_per_mm)
        turn = np.radians(turn_deg)
        along = np.array([np.cos(turn), -np.sin(turn)])
        down = np.array([np.sin(turn), np.cos(turn)])
        first = np.array([right_mm, out_mm])
        first = first - along * (width_px - 1) / 2 / px_per_mm - down * (height_px - 1) / 2 / px_per_mm
        in_seat = np.column_stack([along / px_per_mm, down / px_per_mm, first])
        in_seat = np.vstack([in_seat, [0, 0, 1]])
        to_cloth = np.array([[*seat_to_cloth(seat, 1, 0), 0], [*seat_to_cloth(seat, 0, 1), 0], [0, 0, 1]]).T
        return View(self.homography(height_mm) @ to_cloth @ in_seat, width_px, height_px, px_per_mm, self.lens)

    def overview(self, px_per_mm: float = OVERVIEW_PX_PER_MM, height_mm: float | None = None) -> View:
        """The whole table as seat A sees it; at the height of the tops of lying tiles unless told otherwise."""
        height = self.cloth.tile_thick_mm if height_mm is None else height_mm
        side = self.cloth.side_mm
        return self.view(Seat.A, 0, 0, side, side, height_mm=height, px_per_mm=px_per_mm)


def find_corner_markers(image: np.ndarray) -> list[tuple[float, float]] | None:
    """The cloth's corners told by four ArUco markers (dictionary 4x4_50) with numbers 0 to 3, laid on the rim at the
    right hand of A, B, C and D so that each marker's inner corner touches the cloth's. None unless all four are seen.
    """
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)
    found, numbers, _ = detector.detectMarkers(image)
    markers = (
        {} if numbers is None else {int(n): quad.reshape(4, 2) for n, quad in zip(numbers.ravel(), found, strict=True)}
    )
    if not set(range(4)) <= set(markers):
        return None
    middle = np.mean([markers[number] for number in range(4)], axis=(0, 1))
    inner = [min(markers[number], key=lambda corner: float(np.hypot(*(corner - middle)))) for number in range(4)]
    return [(float(x), float(y)) for x, y in inner]


def _cloth_corners(cloth: Cloth) -> NDArray[np.float64]:
    half = cloth.side_mm / 2
    return np.array([seat_to_cloth(seat, half, half) for seat in Seat], np.float64)


def _check_corners(corners: NDArray[np.float64], image_size_px: tuple[int, int]) -> None:
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise UsageError("the table's corners are not four points", f"corners_px {corners.tolist()}", _WHAT_TO_DO)
    edges = np.roll(corners, -1, axis=0) - corners
    following = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
    # counter-clockwise seen from above is negative where y runs down
    if not (turns < 0).all():
        raise UsageError(
            "the table's corners do not go round the cloth counter-clockwise",
            f"corners_px {corners.tolist()}",
            _WHAT_TO_DO,
        )
    area = abs(cv2.contourArea(corners.astype(np.float32)))
    if area < 0.04 * image_size_px[0] * image_size_px[1]:
        raise UsageError(
            "the cloth is too small in the picture",
            f"corners_px {corners.tolist()}",
            "bring the camera closer; " + _WHAT_TO_DO,
        )


def _middle(image_size_px: tuple[int, int]) -> NDArray[np.float64]:
    return np.array([(image_size_px[0] - 1) / 2, (image_size_px[1] - 1) / 2])


def _camera(
    cloth: Cloth, corners_px: NDArray[np.float64], image_size_px: tuple[int, int], focal: float
) -> NDArray[np.float64]:
    """The 3 by 4 matrix of a camera that sees the cloth's corners there."""
    centre = _middle(image_size_px)
    flat = _homography(_cloth_corners(cloth), corners_px - centre)
    shift = np.array([[1, 0, centre[0]], [0, 1, centre[1]], [0, 0, 1]])
    up = _upward_column(flat, focal)
    return shift @ np.column_stack([flat[:, 0], flat[:, 1], up, flat[:, 2]])


def _homography(points_mm: NDArray[np.float64], points_px: NDArray[np.float64]) -> NDArray[np.float64]:
    matrix, _ = cv2.findHomography(points_mm, points_px)
    return np.asarray(matrix, np.float64)


def _focal(cloth: Cloth, corners: NDArray[np.float64]) -> float | None:
    """Focal length in px from the corners' perspective (principal point at 0); None when a pixel's error in a corner
    would change it too much, as when the camera looks straight down."""
    points = _cloth_corners(cloth)
    focal = _focal_of(_homography(points, corners))
    if focal is None:
        return None
    moved = [corners + step for step in np.eye(8).reshape(8, 4, 2)]
    others = [_focal_of(_homography(points, other)) for other in moved]
    spread = [abs(other / focal - 1) if other else 1.0 for other in others]
    return focal if np.linalg.norm(spread) < _TRUSTED_FOCAL_SPREAD else None


def _focal_of(flat: NDArray[np.float64]) -> float | None:
    """The first two columns of a homography are images of perpendicular vectors of equal length: two equations for
    the square of the focal length, solved in least squares."""
    a, b = flat[:, 0], flat[:, 1]
    weights = np.array([a[2] * b[2], b[2] ** 2 - a[2] ** 2])
    values = np.array([-(a[0] * b[0] + a[1] * b[1]), a[0] ** 2 + a[1] ** 2 - b[0] ** 2 - b[1] ** 2])
    square = float(weights @ values) / (float(weights @ weights) or 1.0)
    return float(np.sqrt(square)) if square > 0 else None


def _upward_column(flat: NDArray[np.float64], focal: float) -> NDArray[np.float64]:
    """How a millimetre of height moves a point in homogeneous pixels. The cloth's plane keeps the homography of the
    corners exactly; only this column rests on the focal length."""
    lens = np.diag([focal, focal, 1.0])
    plane = np.linalg.inv(lens) @ flat
    scale = (np.linalg.norm(plane[:, 0]) + np.linalg.norm(plane[:, 1])) / 2
    if plane[2, 2] < 0:
        scale = -scale
    up = np.cross(plane[:, 0] / scale, plane[:, 1] / scale)
    return lens @ (up / np.linalg.norm(up)) * scale
