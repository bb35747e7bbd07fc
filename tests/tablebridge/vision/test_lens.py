"""Lenses that bend: there and back, and a table read through one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tablebridge.cloth import Cloth
from tablebridge.errors import UsageError
from tablebridge.vision.lens import Lens
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.seat import Seat

SIZE = (1440, 1080)
BARREL = (-0.22, 0.05, 0.001, -0.0005, 0.0)
PINCUSHION = (0.12, -0.02, 0.0, 0.0)


def lens(distortion: tuple[float, ...] = BARREL) -> Lens:
    made = Lens.of(1200.0, SIZE, distortion)
    assert made is not None
    return made


@pytest.mark.parametrize("distortion", [BARREL, PINCUSHION], ids=["barrel", "pincushion"])
def test_straightening_undoes_bending(distortion: tuple[float, ...]) -> None:
    points = np.array([[30.0, 20.0], [719.5, 539.5], [1400.0, 1000.0], [200.0, 900.0]])
    bent = lens(distortion).bend(points)
    assert np.abs(bent[1] - points[1]).max() < 1e-6
    assert np.abs(bent[0] - points[0]).max() > 10
    assert np.abs(lens(distortion).straighten(bent) - points).max() < 1e-3


def test_lens_of_a_smaller_picture_bends_the_same_way() -> None:
    point = np.array([[1300.0, 950.0]])
    small = (point + 0.5) / 4 - 0.5
    assert (lens().scaled(0.25).bend(small) + 0.5) * 4 - 0.5 == pytest.approx(lens().bend(point), abs=1e-6)


def test_lens_without_distortion_is_none() -> None:
    assert Lens.of(1200.0, SIZE, ()) is None
    assert Lens.of(None, SIZE, (0.0, 0.0, 0.0, 0.0)) is None


@pytest.mark.parametrize(
    ("focal_px", "distortion", "message"),
    [
        (None, BARREL, "without its focal length"),
        (1200.0, (0.1, 0.2), "not the numbers of a lens"),
        (1200.0, (0.1, float("nan"), 0, 0), "not the numbers of a lens"),
    ],
    ids=["no-focal", "two-numbers", "nan"],
)
def test_what_is_no_lens_is_refused(focal_px: float | None, distortion: tuple[float, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Lens.of(focal_px, SIZE, distortion)


def test_bending_is_that_of_opencv() -> None:
    points = np.array([[30.0, 20.0], [1400.0, 1000.0]])
    middle, focal = np.array([719.5, 539.5]), 1200.0
    rays = np.column_stack([(points - middle) / focal, np.ones(2)])
    matrix, zero = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]]), np.zeros(3)
    expected, _ = cv2.projectPoints(rays[:, None], zero, zero, matrix, np.array(BARREL))
    assert lens().bend(points) == pytest.approx(expected.reshape(-1, 2), abs=1e-6)


def test_cuts_through_a_bent_picture_show_what_straight_ones_show() -> None:
    size = (480, 360)
    corners = [(383.0, 320.0), (376.0, 40.0), (100.0, 37.0), (97.0, 317.0)]
    glass = lens().scaled(1 / 3)
    straight = TableGeometry.from_corners(corners, size, Cloth(), focal_px=400.0)
    bent = TableGeometry.from_corners(glass.bend(np.array(corners)), size, Cloth(), focal_px=400.0, distortion=BARREL)
    rng = np.random.default_rng(4)
    image = cv2.resize(rng.integers(0, 255, (36, 48, 3), dtype=np.uint8), size, interpolation=cv2.INTER_CUBIC)
    grid = np.column_stack([each.ravel() for each in np.meshgrid(np.arange(size[0]), np.arange(size[1]))])
    where = glass.straighten(grid.astype(float)).reshape(size[1], size[0], 2).astype(np.float32)
    seen = cv2.remap(image, where, None, cv2.INTER_LINEAR)
    for seat in Seat:
        asked = (seat, 60.0, 330.0, 40.0, 50.0)
        one, other = straight.view(*asked).cut(image), bent.view(*asked).cut(seen)
        wrong = straight.view(*asked).cut(seen)
        assert np.abs(one.astype(int) - other).mean() < 4
        assert np.abs(one.astype(int) - wrong).mean() > 3 * np.abs(one.astype(int) - other).mean()
    place = np.array([[300.0, 300.0]])
    assert bent.seen(place) == pytest.approx(glass.bend(straight.project(place)), abs=0.05)
    assert straight.seen(place) == pytest.approx(straight.project(place))
