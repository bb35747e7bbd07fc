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
GREY = (60, 60, 60)
STRAIGHT = [(960.0, 690.0), (950.0, 50.0), (330.0, 40.0), (320.0, 680.0)]
SLANTED = [(1050.0, 640.0), (900.0, 110.0), (380.0, 105.0), (210.0, 660.0)]
TURNED = [(1000.0, 380.0), (620.0, 20.0), (270.0, 350.0), (640.0, 705.0)]
CUT_OFF = [(1400.0, 800.0), (1150.0, 90.0), (300.0, 60.0), (-60.0, 690.0)]


def geometry(corners: list[tuple[float, float]], **lens: object) -> TableGeometry:
    return TableGeometry.from_corners(corners, SIZE, Cloth(), **lens)  # type: ignore[arg-type]


def edge(of: TableGeometry, height_mm: float = 0.0) -> np.ndarray:
    """The cloth's outline at that height in the picture, (N, 1, 2) px in sixteenths, bent as the lens bends it."""
    half = of.cloth.side_mm / 2
    along = np.linspace(-half, half, 200)
    sides = [(along, -half), (half, along), (along[::-1], half), (-half, along[::-1])]
    points = np.concatenate([np.column_stack(np.broadcast_arrays(x, y)) for x, y in sides])
    return np.round(of.seen(points, height_mm) * 16).astype(np.int32)[:, None]


def painted(of: TableGeometry) -> np.ndarray:
    """A picture with green cloth, a grey rim as far as tiles on the cloth hide it, and all else of the forbidden
    colour."""
    picture = np.full((SIZE[1], SIZE[0], 3), FORBIDDEN, np.uint8)
    if of.lens is None:
        around = cv2.convexHull(np.concatenate([edge(of), edge(of, of.cloth.tile_thick_mm)]))
        cv2.fillConvexPoly(picture, around, GREY, shift=4)
    else:  # lines are bent: the hull of all heights is the union of many
        for height_mm in np.linspace(0, of.cloth.tile_thick_mm, 40):
            cv2.fillPoly(picture, [edge(of, height_mm)], GREY, shift=4)
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
    assert cloth[:, :, 0].max() <= max(GREEN[0], GREY[0]), "no blue of what lies beside"
    colours = cloth.astype(int)
    assert (colours[:, :, 2] - colours[:, :, 1]).max() <= 2, "nor a trace of violet where the two meet"
    green = (cloth == GREEN).all(axis=2)
    assert green.mean() > 0.6


def test_what_of_the_cloth_the_picture_does_not_show_is_black() -> None:
    of = geometry(CUT_OFF)
    cut = ClothPicture(of)
    cloth = cut.cut(np.full((SIZE[1], SIZE[0], 3), 200, np.uint8))
    hidden = np.array([[420.0, -420.0], [-420.0, -420.0]])
    assert (of.seen(hidden)[:, 0] > SIZE[0]).tolist() == [True, False]
    assert [int(cloth[row, column, 0]) for column, row in np.round(cut.where(hidden)).astype(int)] == [0, 0]


@pytest.mark.parametrize("of", [geometry(STRAIGHT), geometry(SLANTED)], ids=["straight", "slanted"])
def test_a_tile_at_the_edge_is_seen_whole_from_above(of: TableGeometry) -> None:
    """A tile's face is as high as the tile is thick: the rim behind it is hidden, and the face is not cut off."""
    half, high = of.cloth.side_mm / 2 - 4, of.cloth.tile_thick_mm
    for x, y in ((half, half), (-half, half), (half, -half), (-half, -half)):
        picture = painted(of)
        face = np.array([[x, y], [x, y - np.sign(y) * 28], [x - np.sign(x) * 21, y - np.sign(y) * 28]])
        face = np.concatenate([face, [[x - np.sign(x) * 21, y]]])
        cv2.fillConvexPoly(picture, np.round(of.seen(face, high)).astype(np.int32), (255, 255, 255))
        cut = ClothPicture(of)
        white = int((cut.cut(picture).min(axis=2) > 200).sum())
        assert white > 0.9 * 28 * 21 * (cut.width_px / 880) ** 2


def test_it_goes_no_farther_beyond_the_cloth_than_a_tile_on_it_is_high() -> None:
    of = geometry(STRAIGHT)
    cut = ClothPicture(of)
    kept = cut.cut(np.full((SIZE[1], SIZE[0], 3), 200, np.uint8)).any(axis=2)
    for beyond_mm, expected in ((426.0, True), (445.0, False)):
        for point in ((beyond_mm, 0), (-beyond_mm, 0), (0, beyond_mm), (0, -beyond_mm)):
            column, row = np.round(cut.where(np.array([point]))[0]).astype(int)
            inside = 0 <= row < cut.height_px and 0 <= column < cut.width_px
            assert (inside and bool(kept[row, column])) == expected


def test_it_shows_the_cloth_as_seat_a_sees_it_and_true_to_scale() -> None:
    of = geometry(SLANTED)
    picture = painted(of)
    cut = ClothPicture(of)
    for place in ((300.0, -350.0), (0.0, 0.0), (-200.0, 410.0)):
        centre = np.round(of.seen(np.array([place]))[0]).astype(int)
        spot = cv2.circle(picture.copy(), (int(centre[0]), int(centre[1])), 4, (255, 255, 255), -1)
        rows, columns = np.nonzero(cut.cut(spot)[:, :, 0] > 128)
        assert (columns.mean(), rows.mean()) == pytest.approx(tuple(cut.where(np.array([place]))[0]), abs=2)
    right, up = cut.where(np.array([[100.0, 0.0], [0.0, 100.0]])) - cut.where(np.array([[0.0, 0.0]]))
    assert right[0] > 0
    assert up[1] < 0


@pytest.mark.parametrize(("size", "side_px"), [((960, 540), 448), ((1920, 1080), 896), ((3840, 2160), 1088)])
def test_it_is_no_larger_than_the_picture_is_sharp(size: tuple[int, int], side_px: int) -> None:
    corners = [(x * size[0] / SIZE[0], y * size[1] / SIZE[1]) for x, y in STRAIGHT]
    assert ClothPicture(TableGeometry.from_corners(corners, size, Cloth())).width_px == pytest.approx(side_px, abs=64)
