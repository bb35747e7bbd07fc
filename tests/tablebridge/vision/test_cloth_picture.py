"""Of a picture only the cloth is left: whatever lies beside it, and wherever the camera hangs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tablebridge.cloth import Cloth
from tablebridge.vision.cloth_picture import ClothPicture
from tablebridge.vision.rectify import TableGeometry

SIZE = (1280, 720)
FORBIDDEN = (255, 0, 255)
"""What everything beside the cloth is painted with, blue, green, red."""
GREEN = (40, 120, 40)
STRAIGHT = [(960.0, 690.0), (950.0, 50.0), (330.0, 40.0), (320.0, 680.0)]
SLANTED = [(1050.0, 640.0), (900.0, 110.0), (380.0, 105.0), (210.0, 660.0)]
TURNED = [(1000.0, 380.0), (620.0, 20.0), (270.0, 350.0), (640.0, 705.0)]
CUT_OFF = [(1400.0, 800.0), (1150.0, 90.0), (300.0, 60.0), (-60.0, 690.0)]


def geometry(corners: list[tuple[float, float]], **lens: object) -> TableGeometry:
    return TableGeometry.from_corners(corners, SIZE, Cloth(), **lens)  # type: ignore[arg-type]


def edge(of: TableGeometry) -> np.ndarray:
    """The cloth's outline in the picture, (N, 1, 2) px in sixteenths, its sides bent as the lens bends them."""
    half = of.cloth.side_mm / 2
    along = np.linspace(-half, half, 200)
    sides = [(along, -half), (half, along), (along[::-1], half), (-half, along[::-1])]
    points = np.concatenate([np.column_stack(np.broadcast_arrays(x, y)) for x, y in sides])
    return np.round(of.seen(points) * 16).astype(np.int32)[:, None]


def painted(of: TableGeometry) -> np.ndarray:
    """A picture with green cloth and everything else of the forbidden colour."""
    picture = np.full((SIZE[1], SIZE[0], 3), FORBIDDEN, np.uint8)
    cv2.fillPoly(picture, [edge(of)], GREEN, shift=4)
    return picture


@pytest.mark.parametrize(
    "of",
    [
        geometry(STRAIGHT),
        geometry(SLANTED),
        geometry(TURNED),
        geometry(CUT_OFF),
        geometry(SLANTED, focal_px=1300.0, distortion=(-0.25, 0.08, 0, 0, 0)),
        geometry(STRAIGHT, focal_px=1300.0, distortion=(0.1, 0, 0.001, 0, 0)),
    ],
    ids=["straight", "slanted", "turned", "cut-off", "barrel", "cushion"],
)
def test_nothing_beside_the_cloth_is_left(of: TableGeometry) -> None:
    cloth = ClothPicture(of).cut(painted(of))
    assert cloth.shape[0] == cloth.shape[1]
    assert cloth[:, :, 0].max() <= GREEN[0], "no blue of what lies beside"
    assert cloth[:, :, 2].max() <= GREEN[2]
    black = (cloth == 0).all(axis=2)
    assert ((cloth == GREEN).all(axis=2) | black).all(), "cloth, or nothing"
    corners = of.seen(np.array([[430.0, -430.0], [430.0, 430.0], [-430.0, 430.0], [-430.0, -430.0]]))
    whole = bool(((corners >= 0) & (corners <= np.array(SIZE) - 1)).all())
    assert black.any() != whole


def test_it_shows_the_cloth_as_seat_a_sees_it_and_true_to_scale() -> None:
    of = geometry(SLANTED)
    picture = painted(of)
    cut = ClothPicture(of)
    for x_mm, y_mm in ((300.0, -350.0), (0.0, 0.0), (-200.0, 410.0)):
        spot = cv2.circle(
            picture.copy(),
            tuple(int(v) for v in np.round(of.seen(np.array([[x_mm, y_mm]]))[0])),
            4,
            (255, 255, 255),
            -1,
        )
        rows, columns = np.nonzero(cut.cut(spot)[:, :, 0] > 128)
        scale = cut.side_px / (Cloth().side_mm - 6)
        assert columns.mean() / scale - 427 == pytest.approx(x_mm, abs=2)
        assert 427 - rows.mean() / scale == pytest.approx(y_mm, abs=2)


@pytest.mark.parametrize(("size", "side_px"), [((960, 540), 448), ((1920, 1080), 896), ((3840, 2160), 1072)])
def test_it_is_no_larger_than_the_picture_is_sharp(size: tuple[int, int], side_px: int) -> None:
    corners = [(x * size[0] / SIZE[0], y * size[1] / SIZE[1]) for x, y in STRAIGHT]
    assert ClothPicture(TableGeometry.from_corners(corners, size, Cloth())).side_px == pytest.approx(side_px, abs=64)
