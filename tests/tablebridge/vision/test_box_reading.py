"""Tiles that lie turned in their upright boxes, with neighbours in the corners."""

from __future__ import annotations

import numpy as np
import pytest

from tablebridge.vision.box_reading import clearest_cut, cuts, read_in_boxes
from tablebridge.vision.classifier import TileClassifier

from .pictures import Laid, table

NAMES = ("1m", "7p", "2z", "6s", "9m", "3p", "7z", "2s")
TILE = (42, 56)


def row(turn_deg: float) -> tuple[np.ndarray, list[tuple[float, float, float, float]]]:
    """A slanted row of tiles close to each other, and the upright boxes around them."""
    angle = np.radians(turn_deg)
    step = np.array([np.cos(angle), -np.sin(angle)]) * TILE[0]
    middle = np.array([300.0, 220.0])
    placed = [middle + step * (number - len(NAMES) / 2) for number in range(len(NAMES))]
    tiles = [Laid(name, *place, turn_deg) for name, place in zip(NAMES, placed, strict=True)]
    wide = abs(np.cos(angle)) * TILE[0] + abs(np.sin(angle)) * TILE[1]
    high = abs(np.sin(angle)) * TILE[0] + abs(np.cos(angle)) * TILE[1]
    boxes = [(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2) for x, y in placed]
    return table(tiles, (600, 440), TILE), boxes


def test_the_first_cut_is_the_box_itself() -> None:
    assert cuts((10, 20, 40, 60))[0].tolist() == [[10, 20], [40, 20], [40, 60], [10, 60]]


@pytest.mark.parametrize("turn_deg", [15, 30, 45, 60, 75, 105, 120, 135, 150, 165])
def test_one_of_the_turned_cuts_is_the_tile(turn_deg: float) -> None:
    angle = np.radians(turn_deg)
    along, across = np.array([np.sin(angle), -np.cos(angle)]) * 56, np.array([np.cos(angle), np.sin(angle)]) * 42
    tile = np.array([(along - across) / 2, (along + across) / 2, (across - along) / 2, -(along + across) / 2]) + 100
    (left, top), (right, bottom) = tile.min(axis=0), tile.max(axis=0)
    offers = cuts((left, top, right, bottom))[1:]
    assert min(float(np.abs(offer - tile).max()) for offer in offers) < 3


@pytest.mark.parametrize("box", [(0, 0, 30, 70), (0, 0, 90, 40)], ids=["high", "wide"])
def test_a_box_that_no_turned_tile_has_is_only_itself(box: tuple[float, float, float, float]) -> None:
    assert len(cuts(box)) == 1


@pytest.mark.parametrize("turn_deg", [0, 30, -30, 45, 90])
def test_turned_tiles_are_read_in_their_boxes(classifier: TileClassifier, turn_deg: float) -> None:
    image, boxes = row(turn_deg)
    found = read_in_boxes(image, boxes, classifier)
    right = sum(each.reading.tile == name for each, name in zip(found, NAMES, strict=True))
    assert right >= len(NAMES) - 1, [each.reading.tile for each in found]
    for each, (left, top, end, low) in zip(found, boxes, strict=True):
        assert each.corners_px.mean(axis=0) == pytest.approx([(left + end) / 2, (top + low) / 2], abs=0.6)


def test_no_boxes_no_readings(classifier: TileClassifier) -> None:
    assert read_in_boxes(np.zeros((20, 20, 3), np.uint8), [], classifier) == []


def test_bare_cloth_stays_no_tile(classifier: TileClassifier) -> None:
    cloth = np.clip(np.random.default_rng(1).normal((70, 100, 30), 3, (120, 120, 3)), 0, 255).astype(np.uint8)
    (found,) = read_in_boxes(cloth, [(30, 30, 90, 90)], classifier)
    assert not found.reading.is_face


class Sure:
    """Gives the cut with one number this part of its belief in 5m, the others a tenth."""

    labels = ("5m", "6m")

    def __init__(self, number: int, part: float, quarter_turns: int) -> None:
        self._number, self._part, self._turns = number, part, quarter_turns

    def answers(self, crops: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """See `TileClassifier.answers`."""
        kinds = np.tile(np.array([0.1, 0.9], np.float32), (len(crops), 1))
        kinds[self._number] = self._part, 1 - self._part
        turns = np.tile(np.array([1, 0, 0, 0], np.float32), (len(crops), 1))
        turns[self._number] = np.eye(4, dtype=np.float32)[self._turns]
        return kinds, turns


@pytest.mark.parametrize(
    ("part", "quarter_turns", "chosen"),
    [(0.9, 0, 2), (0.9, 2, 2), (0.9, 1, 0), (0.25, 0, 0)],
    ids=["clear", "on its head", "lies across", "hardly clearer"],
)
def test_what_is_taught_is_the_clearest_cut_along_a_tile(part: float, quarter_turns: int, chosen: int) -> None:
    image = np.random.default_rng(3).integers(0, 256, (80, 80, 3)).astype(np.uint8)
    box = (20.0, 20.0, 60.0, 60.0)
    crop = clearest_cut(image, box, "5m", Sure(2, part, quarter_turns))  # type: ignore[arg-type]
    corners = cuts(box)[chosen]
    high, wide = (round(float(np.linalg.norm(corners[end] - corners[0]))) for end in (3, 1))
    assert crop.shape[:2] == (high, wide)
