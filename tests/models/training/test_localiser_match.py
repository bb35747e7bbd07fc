"""Comparing found boxes with true ones, and reading boxed photographs."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from tile_training.localiser_match import Count, match
from tile_training.localiser_photos import load_photos
from tile_training.localiser_sample import DOWN, HIDDEN, UP, Laid

from tablebridge.vision.localiser_maps import Boxes

PICTURE = np.zeros((100, 200, 3), np.uint8)


def square(x: float, side: float = 20.0) -> np.ndarray:
    return np.array([[x, 40], [x + side, 40], [x + side, 40 + side], [x, 40 + side]], np.float32)


def found(*boxes: tuple[float, float, int]) -> Boxes:
    corners = np.array([square(x) for x, _, _ in boxes], np.float32).reshape(-1, 4, 2)
    return Boxes(corners, np.array([score for _, score, _ in boxes]), np.array([pose for _, _, pose in boxes]))


TRUTH = Laid(
    PICTURE, np.array([square(10), square(60), square(110)]), np.array([UP, DOWN, HIDDEN]), np.ones(3, bool), True
)


@pytest.mark.parametrize(
    ("boxes", "taken", "right", "posed"),
    [
        pytest.param([(12, 0.9, UP), (61, 0.8, DOWN)], [0, 1], 2, 2, id="both"),
        pytest.param([(12, 0.9, DOWN)], [0], 1, 0, id="found in another pose"),
        pytest.param([(12, 0.5, UP), (10, 0.9, UP)], [-1, 0], 1, 1, id="the surer of two"),
        pytest.param([(19, 0.9, UP)], [-1], 0, 0, id="too far"),
        pytest.param([(111, 0.9, UP)], [-2], 0, 0, id="on a hidden one"),
        pytest.param([(160, 0.9, UP)], [-1], 0, 0, id="where nothing is"),
        pytest.param([], [], 0, 0, id="nothing found"),
    ],
)
def test_answers_and_tiles(boxes: list[tuple[float, float, int]], taken: list[int], right: int, posed: int) -> None:
    count = Count()
    assert match(count, found(*boxes), TRUTH) == taken
    assert (count.wanted, count.right, count.posed) == (2, right, posed)
    assert count.answers == len([place for place in taken if place != -2])


HEAD = "file,label,x0,y0,x1,y1,tile_set,mirrored\n"


@pytest.mark.parametrize(
    ("row", "shaped"),
    [
        pytest.param("a.png,5m,10,10,40,50,S,no", [True], id="upright"),
        pytest.param("a.png,5m,10,10,50,40,S,no", [True], id="on its side"),
        pytest.param("a.png,5m,10,10,50,49,S,no", [False], id="the box around a turned one"),
        pytest.param("a.png,5m,10,10,190,40,S,no", None, id="a row stretched by its publisher"),
        pytest.param("a.png,5m,10,10,40,50,S,yes", None, id="mirrored"),
    ],
)
def test_boxes_of_photographs(tmp_path: Path, row: str, shaped: list[bool] | None) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((100, 200, 3), 90, np.uint8))
    (tmp_path / "manifest.csv").write_text(HEAD + row + "\n", encoding="utf-8")
    photos = list(load_photos(tmp_path))
    if shaped is None:
        assert photos == []
        return
    ((file, tile_set, laid),) = photos
    assert (file, tile_set, laid.names, laid.complete) == ("a.png", "S", ("5m",), False)
    assert laid.shaped.tolist() == shaped
    first, second = np.linalg.norm(np.diff(laid.quads[0][:3], axis=0), axis=1)
    assert first < second


def test_a_picture_turned_by_its_publisher_tells_no_outline(tmp_path: Path) -> None:
    picture = np.full((100, 200, 3), 90, np.uint8)
    picture[:20, :20] = picture[-20:, -20:] = 0
    cv2.imwrite(str(tmp_path / "a.png"), picture)
    (tmp_path / "manifest.csv").write_text(HEAD + "a.png,5m,10,10,40,50,S,no\n", encoding="utf-8")
    ((_, _, laid),) = load_photos(tmp_path)
    assert laid.shaped.tolist() == [False]
