"""The virtual camera is a pinhole: straight down it is a plain scale, tilted it is a perspective."""

from __future__ import annotations

import numpy as np
import pytest

from tablebridge.cloth import Cloth
from tablebridge.sim.render_projection import RIM_MM, Projection

SIZE = (1440, 1080)


def _straight_down() -> Projection:
    return Projection.over(Cloth(), SIZE, tilt_deg=0, azimuth_deg=0, distance_mm=1300)


def test_from_straight_above_b_is_right_and_a_is_below() -> None:
    camera = _straight_down()
    middle, b, a = camera.project([(0, 0, 0), (300, 0, 0), (0, -300, 0)])
    scale = camera.focal_px / 1300

    assert middle == pytest.approx((719.5, 539.5))
    assert b == pytest.approx((719.5 + 300 * scale, 539.5))
    assert a == pytest.approx((719.5, 539.5 + 300 * scale))
    assert camera.px_per_mm((0, 0, 0)) == pytest.approx(scale)


def test_the_rim_just_fits_the_picture() -> None:
    camera = _straight_down()
    half = Cloth().side_mm / 2 + RIM_MM

    (_, top), (_, bottom) = camera.project([(0, half, 0), (0, -half, 0)])

    assert top == pytest.approx(6)
    assert bottom == pytest.approx(SIZE[1] - 1 - 6)


def test_height_moves_things_outwards_by_similar_triangles() -> None:
    camera = _straight_down()
    low, high = camera.project([(400, 0, 0), (400, 0, 18)])

    assert (high[0] - 719.5) / (low[0] - 719.5) == pytest.approx(1300 / (1300 - 18))


@pytest.mark.parametrize("azimuth_deg", [0, 90, 200])
def test_a_tilted_camera_hangs_on_the_named_side_and_shrinks_the_other(azimuth_deg: float) -> None:
    camera = Projection.over(Cloth(), SIZE, tilt_deg=20, azimuth_deg=azimuth_deg, roll_deg=1)
    towards = np.array([np.cos(np.radians(azimuth_deg)), np.sin(np.radians(azimuth_deg))])

    assert camera.eye_mm[:2] == pytest.approx(1300 * np.sin(np.radians(20)) * towards)
    assert camera.px_per_mm((*(300 * towards), 0)) > camera.px_per_mm((*(-300 * towards), 0)) * 1.1


def test_a_plane_agrees_with_points() -> None:
    camera = Projection.over(Cloth(), SIZE, tilt_deg=5, azimuth_deg=40, roll_deg=2)
    x, y, w = camera.plane(18) @ (120, -250, 1)

    assert (x / w, y / w) == pytest.approx(camera.project([(120, -250, 18)])[0])


@pytest.mark.parametrize("tilt_deg", [-1, 60, 90])
def test_a_camera_that_does_not_look_down_is_refused(tilt_deg: float) -> None:
    with pytest.raises(ValueError, match="not overhead"):
        Projection.over(Cloth(), SIZE, tilt_deg=tilt_deg, azimuth_deg=0)
