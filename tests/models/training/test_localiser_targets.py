"""What the network is to say, and what the daemon makes of it, are inverse to each other."""

from __future__ import annotations

import numpy as np
import pytest
from tile_training.localiser_sample import DOWN, HIDDEN, STANDING, TOO_LARGE, UP, Laid
from tile_training.localiser_targets import targets_of

from tablebridge.vision.localiser_maps import decode, overlap

PICTURE = np.zeros((256, 256, 3), np.uint8)


def quad(
    x: float, y: float, turn_deg: float, short: float = 21.0, long: float = 28.0, shear: float = 0.0
) -> np.ndarray:
    angle = np.radians(turn_deg)
    right = np.array([np.cos(angle), np.sin(angle)]) * short / 2
    down = np.array([-np.sin(angle), np.cos(angle)]) * long / 2 + shear * right
    middle = np.array([x, y])
    return np.array([middle - right - down, middle + right - down, middle + right + down, middle - right + down])


def laid(quads: list[np.ndarray], poses: list[int], *, complete: bool = True) -> Laid:
    return Laid(PICTURE, np.array(quads, np.float32), np.array(poses), np.ones(len(quads), bool), complete)


@pytest.mark.parametrize("pose", [UP, DOWN, STANDING])
@pytest.mark.parametrize("shear", [0.0, 0.5])
@pytest.mark.parametrize("turn_deg", range(0, 360, 15))
def test_a_tile_comes_back_at_any_turn(turn_deg: float, shear: float, pose: int) -> None:
    true = quad(121.3, 90.8, turn_deg, shear=shear).astype(np.float32)
    maps = targets_of(laid([true], [pose]))
    boxes = decode(maps.heat, maps.shape, 0.9)
    assert boxes.poses.tolist() == [pose]
    assert overlap(boxes.corners_px[0], true)[0] > 0.98
    first, second = np.linalg.norm(np.diff(boxes.corners_px[0][:3], axis=0), axis=1)
    assert first < second, "the first edge is the short one"


def test_touching_tiles_in_a_row_are_separate_peaks() -> None:
    row = [quad(40 + 11 * number, 100, 0, 11, 15) for number in range(14)]
    maps = targets_of(laid(row, [UP] * 14))
    assert len(decode(maps.heat, maps.shape, 0.9)) == 14


def test_a_tile_seen_at_a_slant_keeps_its_short_side_first() -> None:
    flat = quad(100, 100, 0, 21, 14).astype(np.float32)  # its long side looks the shorter
    maps = targets_of(laid([flat], [UP]))
    corners = decode(maps.heat, maps.shape, 0.9).corners_px[0]
    assert np.linalg.norm(corners[1] - corners[0]) == pytest.approx(21, abs=0.5)


def test_a_hidden_tile_is_neither_wanted_nor_wrong() -> None:
    maps = targets_of(laid([quad(100, 100, 0)], [HIDDEN]))
    assert maps.heat.max() == 0
    assert maps.weight[25, 25] == 0
    assert maps.weight[40, 40] == 1


def test_unlabelled_parts_of_a_photograph_count_little() -> None:
    maps = targets_of(laid([quad(100, 100, 0)], [UP], complete=False))
    assert maps.weight[25, 25] == 1
    assert 0 < maps.weight[50, 50] < 0.2


def test_a_box_without_outline_tells_only_its_middle() -> None:
    picture = laid([quad(100, 100, 0)], [UP])
    maps = targets_of(Laid(PICTURE, picture.quads, picture.poses, np.zeros(1, bool), False))
    assert maps.heat[UP].max() == 1
    assert maps.placed.max() == 1
    assert maps.shaped.max() == 0


def test_nothing_on_a_tile_that_is_too_large_is_a_tile() -> None:
    maps = targets_of(laid([quad(128, 128, 0, 120, 160)], [TOO_LARGE], complete=False))
    assert maps.heat.max() == 0
    assert maps.weight[32, 32] == 1
