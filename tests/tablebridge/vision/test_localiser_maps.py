"""From maps to boxes: peaks, outlines, and which of two boxes stays."""

from __future__ import annotations

import numpy as np
import pytest

from tablebridge.vision.localiser_maps import STRIDE, UNIT_PX, Boxes, decode, overlap, without_copies, without_doubles


def square(x: float, y: float, side: float) -> np.ndarray:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float32)


def boxes(*squares: tuple[float, float, float, float]) -> Boxes:
    corners = np.array([square(x, y, side) for x, y, side, _ in squares], np.float32).reshape(-1, 4, 2)
    return Boxes(corners, np.array([score for *_, score in squares]), np.zeros(len(squares), np.int64))


def maps(row: int, column: int, *, turn_deg: float, score: float = 0.9, pose: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """One tile of 32 by 16 px whose long axis is turned clockwise (y down) against the x axis."""
    heat, shape = np.zeros((3, 20, 30), np.float32), np.zeros((8, 20, 30), np.float32)
    heat[pose, row, column] = score
    double = np.radians(2 * turn_deg)
    shape[:, row, column] = [
        *(0.25, -0.5),
        *(np.log(32 / UNIT_PX), np.cos(double), np.sin(double)),
        *(np.log(16 / UNIT_PX), -np.cos(double), -np.sin(double)),
    ]
    return heat, shape


@pytest.mark.parametrize("turn_deg", [0, 20, 45, 90, 135, 179])
def test_a_peak_becomes_a_box(turn_deg: float) -> None:
    found = decode(*maps(7, 11, turn_deg=turn_deg, pose=1), 0.5)
    assert len(found) == 1
    assert found.poses.tolist() == [1]
    assert found.scores[0] == pytest.approx(0.9)
    assert found.corners_px[0].mean(axis=0) == pytest.approx([(11.5 + 0.25) * STRIDE, (7.5 - 0.5) * STRIDE], abs=1e-3)
    edges = np.roll(found.corners_px[0], -1, axis=0) - found.corners_px[0]
    assert np.linalg.norm(edges, axis=1) == pytest.approx([16, 32, 16, 32], abs=1e-3)
    along = np.degrees(np.arctan2(edges[1, 1], edges[1, 0]))
    assert (along - turn_deg + 90) % 180 - 90 == pytest.approx(0, abs=1e-2)
    assert np.cross(np.append(edges[0], 0), np.append(edges[1], 0))[2] > 0, "clockwise with y down"


def test_what_does_not_reach_the_least_is_no_box() -> None:
    assert len(decode(*maps(7, 11, turn_deg=0, score=0.4), 0.5)) == 0


def test_a_slope_has_one_peak() -> None:
    heat, shape = maps(7, 11, turn_deg=0)
    heat[0, 7, 12], heat[2, 8, 11] = 0.8, 0.7
    assert len(decode(heat, shape, 0.5)) == 1


@pytest.mark.parametrize(
    ("one", "other", "union", "smaller"),
    [
        pytest.param(square(0, 0, 10), square(0, 0, 10), 1, 1, id="the same"),
        pytest.param(square(0, 0, 10), square(20, 0, 10), 0, 0, id="apart"),
        pytest.param(square(0, 0, 10), square(5, 0, 10), 1 / 3, 0.5, id="half over half"),
        pytest.param(square(0, 0, 10), square(2, 2, 5), 0.25, 1, id="one in the other"),
    ],
)
def test_overlap(one: np.ndarray, other: np.ndarray, union: float, smaller: float) -> None:
    assert overlap(one, other) == pytest.approx((union, smaller), abs=1e-5)


def test_of_doubles_the_best_stays() -> None:
    kept = without_doubles(boxes((0, 0, 10, 0.5), (1, 0, 10, 0.9), (9.5, 0, 10, 0.7), (2, 2, 4, 0.6)), 0.4)
    assert kept.scores.tolist() == [0.9, 0.7]


def test_a_part_stays_beside_the_whole_where_only_copies_go() -> None:
    kept = without_copies(boxes((0, 0, 10, 0.5), (1, 0, 10, 0.9), (2, 2, 4, 0.6)), 0.6)
    assert kept.scores.tolist() == [0.9, 0.6]


def test_nothing_joined_is_nothing() -> None:
    assert len(Boxes.joined([])) == 0
    assert len(without_doubles(Boxes.joined([]), 0.4)) == 0
    assert Boxes.joined([boxes((0, 0, 10, 0.5)), boxes((5, 5, 2, 0.1))]).scores.tolist() == [0.5, 0.1]


def test_a_box_goes_back_to_the_picture_it_was_cut_from() -> None:
    placed = boxes((4, 8, 10, 0.5)).placed(0.5, 100, 50)
    assert placed.corners_px[0] == pytest.approx(square(108, 66, 20))
    assert placed.lengths_px.tolist() == placed.longer_px.tolist() == [20]
