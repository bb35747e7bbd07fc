"""Table geometry against a camera whose matrix is known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tablebridge.cloth import Cloth, seat_to_cloth
from tablebridge.errors import UsageError
from tablebridge.vision.rectify import TableGeometry, find_corner_markers
from tablebridge_rules.seat import Seat

CLOTH = Cloth()
SIZE = (1440, 1080)
CORNERS_MM = np.array([seat_to_cloth(seat, 430, 430) for seat in Seat], float)


def known_camera(tilt_deg: float, turn_deg: float, focal_px: float, distance_mm: float) -> np.ndarray:
    """3 by 4 matrix of a camera that looks at the cloth's centre, `tilt_deg` off the vertical."""
    tilt, turn = np.radians(tilt_deg), np.radians(turn_deg)
    about_up = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    look_down = np.diag([1.0, -1.0, -1.0])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    pose = np.column_stack([lean @ look_down @ about_up, [0, 0, distance_mm]])
    lens = np.array([[focal_px, 0, (SIZE[0] - 1) / 2], [0, focal_px, (SIZE[1] - 1) / 2], [0, 0, 1]])
    return lens @ pose


def pixels(camera: np.ndarray, points_mm: np.ndarray, height_mm: float) -> np.ndarray:
    solid = np.column_stack([points_mm, np.full(len(points_mm), height_mm), np.ones(len(points_mm))])
    seen = solid @ camera.T
    return seen[:, :2] / seen[:, 2:]


@pytest.mark.parametrize("tilt_deg", [12, 20, 30])
@pytest.mark.parametrize("turn_deg", [0, 37, 180])
def test_tops_of_tiles_land_where_the_cloth_says(tilt_deg: float, turn_deg: float) -> None:
    camera = known_camera(tilt_deg, turn_deg, 1500, 1500)
    geometry = TableGeometry.from_corners(pixels(camera, CORNERS_MM, 0), SIZE, CLOTH)
    points = np.array([[0, 0], [400, 100], [-300, 380], [60, -280]], float)
    for height in (0.0, 18.0, 36.0):
        assert np.abs(geometry.project(points, height) - pixels(camera, points, height)).max() < 0.1
    eye = np.linalg.svd(camera)[2][-1]
    assert np.allclose(geometry.eye_mm, eye[:3] / eye[3], rtol=0.01, atol=3)


def test_camera_straight_above_falls_back_to_a_usual_lens_and_errs_by_little() -> None:
    camera = known_camera(0, 0, 1500, 1500)
    corners = pixels(camera, CORNERS_MM, 0) + np.array([[0.4, -0.3], [-0.2, 0.5], [0.3, 0.1], [-0.4, -0.2]])
    geometry = TableGeometry.from_corners(corners, SIZE, CLOTH)
    points = np.array([[0, 250], [400, 100], [-300, 380]], float)
    # a pixel is about a millimetre: tops may be off by two, and none at all when the lens is told
    assert np.abs(geometry.project(points, 18) - pixels(camera, points, 18)).max() < 2
    told = TableGeometry.from_corners(corners, SIZE, CLOTH, focal_px=1500)
    assert np.abs(told.project(points, 18) - pixels(camera, points, 18)).max() < 1


@pytest.mark.parametrize("seat", Seat)
def test_view_shows_a_place_upright_for_its_seat(seat: Seat) -> None:
    camera = known_camera(25, 10, 1500, 1500)
    geometry = TableGeometry.from_corners(pixels(camera, CORNERS_MM, 0), SIZE, CLOTH)
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    # a mark at the upper right of the place, as its seat sees it
    mark = geometry.project(np.array([seat_to_cloth(seat, 60 + 7, 150 - 10)]), 18)[0]
    cv2.circle(image, (round(mark[0]), round(mark[1])), 3, (255, 255, 255), -1)
    cut = geometry.view(seat, 60, 150, 30, 40, height_mm=18, px_per_mm=3).cut(image)
    assert cut.shape == (120, 90, 3)
    y, x = np.array(np.nonzero(cut[:, :, 0] > 128)).mean(axis=1)
    assert (x / 3 - 15, y / 3 - 20) == pytest.approx((7, -10), abs=0.8)


@pytest.mark.parametrize(("turn_deg", "expected"), [(0, (0, -9)), (90, (9, 0)), (180, (0, 9)), (270, (-9, 0))])
def test_turned_view_keeps_the_tiles_top_up(turn_deg: float, expected: tuple[float, float]) -> None:
    """In a view turned with the tile, a mark at -out shows where the tile's own frame has it."""
    camera = known_camera(15, 0, 1500, 1500)
    geometry = TableGeometry.from_corners(pixels(camera, CORNERS_MM, 0), SIZE, CLOTH)
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    mark = geometry.project(np.array([seat_to_cloth(Seat.A, 40, 150 - 9)]), 0)[0]
    cv2.circle(image, (round(mark[0]), round(mark[1])), 3, (255, 255, 255), -1)
    cut = geometry.view(Seat.A, 40, 150, 30, 30, turn_deg=turn_deg, px_per_mm=3).cut(image)
    y, x = np.array(np.nonzero(cut[:, :, 0] > 128)).mean(axis=1)
    assert (x / 3 - 15, y / 3 - 15) == pytest.approx(expected, abs=0.8)


def test_overview_is_the_whole_cloth_at_the_set_scale() -> None:
    camera = known_camera(20, 0, 1500, 1500)
    geometry = TableGeometry.from_corners(pixels(camera, CORNERS_MM, 0), SIZE, CLOTH)
    view = geometry.overview()
    assert (view.width_px, view.height_px) == (1075, 1075)


GOOD = pixels(known_camera(20, 0, 1500, 1500), CORNERS_MM, 0)


@pytest.mark.parametrize(
    ("corners", "message"),
    [
        (GOOD[:3], "not four points"),
        (GOOD[::-1], "counter-clockwise"),
        (GOOD[[0, 2, 1, 3]], "counter-clockwise"),
        (GOOD * 0.1, "too small"),
        (np.full((4, 2), np.nan), "not four points"),
    ],
    ids=["three", "clockwise", "crossed", "tiny", "nan"],
)
def test_corners_that_cannot_be_a_cloth_are_refused(corners: np.ndarray, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        TableGeometry.from_corners(corners, SIZE, CLOTH)


def test_markers_tell_the_corners() -> None:
    camera = known_camera(20, 0, 1500, 1800)
    image = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    assert find_corner_markers(image) is None
    for number, (x, y) in enumerate(CORNERS_MM):
        print_px = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(dictionary, number, 60), 10, 10, 10, 10, cv2.BORDER_CONSTANT, value=255
        )
        # 60 mm of print outwards of the cloth's corner, its white edge of 10 mm around
        left, top = (x if x > 0 else x - 60), (y + 60 if y > 0 else y)
        square = np.array([[left, top], [left + 60, top], [left + 60, top - 60], [left, top - 60]], float)
        source = np.array([[10, 10], [70, 10], [70, 70], [10, 70]], np.float32) - 0.5
        warp = cv2.getPerspectiveTransform(source, pixels(camera, square, 0).astype(np.float32))
        cv2.warpPerspective(
            cv2.cvtColor(print_px, cv2.COLOR_GRAY2BGR), warp, SIZE, dst=image, borderMode=cv2.BORDER_TRANSPARENT
        )
    corners = find_corner_markers(image)
    assert corners is not None
    assert np.abs(np.array(corners) - pixels(camera, CORNERS_MM, 0)).max() < 1.5
