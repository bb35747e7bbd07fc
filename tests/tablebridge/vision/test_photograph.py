"""Whole pictures without known tile size: found, read, and told which way they lie."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.localiser import TileLocaliser
from tablebridge.vision.photograph import FoundTile, find_tiles

from .pictures import Laid, table

TRAY = Path(__file__).parents[2] / "data" / "photos" / "tray.jpg"


@pytest.fixture(scope="module")
def classifier() -> TileClassifier:
    return TileClassifier()


@pytest.fixture(scope="module")
def localiser() -> TileLocaliser:
    return TileLocaliser()


def at(found: list[FoundTile], x: float, y: float) -> FoundTile | None:
    near = [f for f in found if np.hypot(f.detection.centre_px[0] - x, f.detection.centre_px[1] - y) < 8]
    return near[0] if len(near) == 1 else None


@pytest.mark.parametrize("known", [True, False], ids=["size known", "size unknown"])
def test_tiles_here_and_there(classifier: TileClassifier, localiser: TileLocaliser, known: bool) -> None:
    tiles = [Laid("3m", 80, 80), Laid("7p", 250, 90, 35), Laid("6z", 100, 230, 90), Laid("1m", 280, 230, 200)]
    found = find_tiles(table(tiles, (380, 320)), classifier, localiser, 56 if known else None)
    for tile in tiles:
        here = at(found, tile.x, tile.y)
        assert here is not None
        assert here.reading.tile == tile.tile
        # the classifier reads a face that is turned by some degrees: which quarter it is counts, not the last degree
        assert (here.rotation_deg - tile.turn_deg + 180) % 360 - 180 == pytest.approx(0, abs=20)
    assert len(found) == len(tiles)


@pytest.mark.parametrize("turn_deg", [0, 90, 160])
def test_a_long_row_of_unknown_size(classifier: TileClassifier, localiser: TileLocaliser, turn_deg: float) -> None:
    names = ["1m", "2m", "3m", "5p", "6p", "7p", "2s", "3s", "4s", "7z"]
    angle = np.radians(turn_deg)
    tiles = [
        Laid(name, 250 + (i - 4.5) * 42 * np.cos(angle), 250 - (i - 4.5) * 42 * np.sin(angle), turn_deg)
        for i, name in enumerate(names)
    ]
    found = find_tiles(table(tiles, (500, 500)), classifier, localiser)
    read = [(tile.tile, here.reading.tile) for tile in tiles if (here := at(found, tile.x, tile.y)) is not None]
    assert sum(label == name for label, name in read) >= len(tiles) - 1
    assert len(found) <= len(tiles) + 1


def test_a_large_picture_is_searched_small_and_read_at_its_own_scale(
    classifier: TileClassifier, localiser: TileLocaliser
) -> None:
    picture = cv2.resize(cv2.imread(str(TRAY)), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    found = find_tiles(picture, classifier, localiser)
    assert len(found) >= 33
    longs = [tile.detection.size_px[0] for tile in found]
    assert 240 < np.median(longs) < 340  # px of the large picture


def test_an_empty_or_dark_picture_has_no_tiles(classifier: TileClassifier, localiser: TileLocaliser) -> None:
    noise = np.random.default_rng(0).normal((70, 100, 30), 3, (240, 320, 3))
    assert find_tiles(np.clip(noise, 0, 255).astype(np.uint8), classifier, localiser) == []
    assert find_tiles(np.zeros((240, 320, 3), np.uint8), classifier, localiser) == []


def test_a_tables_corner_marker_is_no_tile(classifier: TileClassifier, localiser: TileLocaliser) -> None:
    picture = table([Laid("5m", 80, 100), Laid("2p", 320, 100)], (400, 200))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    picture[70:130, 170:230] = 255
    picture[76:124, 176:224] = cv2.aruco.generateImageMarker(dictionary, 2, 48)[:, :, None]
    found = find_tiles(picture, classifier, localiser)
    assert sorted(tile.reading.tile for tile in found) == ["2p", "5m"]
