"""Movement told from noise, drift and flicker on made-up pictures."""

from __future__ import annotations

import numpy as np
import pytest

from tablebridge.cloth import Cloth
from tablebridge.vision.change import Stillness
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.seat import Seat

CORNERS = [(900, 900), (860, 100), (140, 100), (100, 900)]
GEOMETRY = TableGeometry.from_corners(CORNERS, (1000, 1000), Cloth())


def picture(seed: int, *, gain: float = 1.0, noise: float = 4.0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    light = np.linspace(60, 140, 1000)[None, :, None] * np.ones((1000, 1000, 3))
    return np.clip(light * gain + rng.normal(0, noise, light.shape), 0, 255).astype(np.uint8)


def put_tile(image: np.ndarray, seat: Seat, right_mm: float, out_mm: float) -> np.ndarray:
    view = GEOMETRY.view(seat, right_mm, out_mm, 21, 28)
    corners = np.array([[0, 0, 1], [view.width_px - 1, 0, 1], [view.width_px - 1, view.height_px - 1, 1]], float)
    px = corners @ view.to_picture.T
    (x0, y0), (x1, y1) = (px[:, :2] / px[:, 2:]).min(axis=0), (px[:, :2] / px[:, 2:]).max(axis=0)
    image[round(y0) : round(y1), round(x0) : round(x1)] = 230
    return image


@pytest.fixture
def stillness() -> Stillness:
    return Stillness(GEOMETRY)


def test_first_frame_counts_as_movement_everywhere(stillness: Stillness) -> None:
    place = stillness.footprint(Seat.A, 0, 150, 21, 28, 18)
    assert stillness.moved_at_ms(place) == -np.inf
    stillness.see(picture(0), 40.0)
    assert stillness.moved_at_ms(place) == 40.0


@pytest.mark.parametrize("noise", [1.0, 4.0, 12.0])
def test_noise_is_no_movement(stillness: Stillness, noise: float) -> None:
    for number in range(12):
        stillness.see(picture(number, noise=noise), number * 40.0)
    assert not stillness.moving.any()


def test_light_that_drifts_or_jumps_for_the_whole_table_is_no_movement(stillness: Stillness) -> None:
    place = stillness.footprint(Seat.C, 0, 150, 200, 60)
    for number in range(20):
        stillness.see(picture(number, gain=1 + 0.02 * number + (0.08 if number > 9 else 0)), number * 40.0)
    assert stillness.moved_at_ms(place) == 0.0


@pytest.mark.parametrize("seat", Seat)
def test_tile_that_appears_moves_its_own_place_only(stillness: Stillness, seat: Seat) -> None:
    places = {
        (other, right): stillness.footprint(other, right, 145, 21, 28, 18) for other in Seat for right in (-60, 0, 60)
    }
    stillness.see(picture(0), 0.0)
    stillness.see(put_tile(picture(1), seat, 0, 145), 40.0)
    stillness.see(put_tile(picture(2), seat, 0, 145), 80.0)
    moved = {key: stillness.moved_at_ms(place) for key, place in places.items()}
    assert moved.pop((seat, 0)) == 40.0
    assert set(moved.values()) == {0.0}


def test_footprint_outside_the_picture_is_empty_and_never_moves(stillness: Stillness) -> None:
    place = stillness.footprint(Seat.A, 0, 4000, 21, 28)
    stillness.see(picture(0), 0.0)
    assert stillness.moved_at_ms(place) == -np.inf
    assert stillness.moving_share(place) == 0.0
