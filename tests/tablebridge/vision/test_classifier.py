"""The committed network on tiles drawn by the project and on photographs of a set it never saw."""

from __future__ import annotations

import csv
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablebridge.faces import STYLES
from tablebridge.vision.classifier import TileClassifier, prepare
from tablebridge.vision.model_file import default_folder, load
from tablebridge_rules.tile import ALL_TILES

from .pictures import CLOTH, crop_of

PHOTOS = Path(__file__).parents[2] / "data" / "photos"
SAME_UPSIDE_DOWN = {"1p", "2p", "3p", "4p", "5p", "8p", "9p", "0p", "2s", "4s", "5s", "6s", "8s", "9s", "0s", "5z"}


@pytest.fixture(scope="module")
def classifier() -> TileClassifier:
    return TileClassifier()


@pytest.mark.parametrize("style", sorted(STYLES))
@pytest.mark.parametrize("size", [(26, 35), (42, 56), (72, 96)], ids=lambda size: f"{size[1]}px")
def test_every_face_is_read_at_the_sizes_a_camera_gives(
    classifier: TileClassifier, style: str, size: tuple[int, int]
) -> None:
    names = [str(tile) for tile in ALL_TILES]
    read = [reading.tile for reading in classifier.classify([crop_of(name, style, size=size) for name in names])]
    wrong = [(name, found) for name, found in zip(names, read, strict=True) if name != found]
    assert len(wrong) <= 1, wrong  # a single slip in 45 is within what the card promises


@pytest.mark.parametrize("turns", range(4))
def test_a_turned_face_is_read_and_its_turn_told(classifier: TileClassifier, turns: int) -> None:
    names = [str(tile) for tile in ALL_TILES]
    readings = classifier.classify([crop_of(name, "japanese", size=(36, 48), turns=turns) for name in names])
    right = sum(reading.tile == name for name, reading in zip(names, readings, strict=True))
    assert right >= len(names) - 1
    told = [
        (reading.quarter_turns - turns) % (2 if name in SAME_UPSIDE_DOWN else 4) == 0
        for name, reading in zip(names, readings, strict=True)
        if reading.quarter_turns is not None
    ]
    assert sum(told) >= len(names) - 2


def test_backs_have_no_upright(classifier: TileClassifier) -> None:
    readings = classifier.classify([crop_of("back", style) for style in STYLES])
    assert [(reading.tile, reading.quarter_turns) for reading in readings] == [("back", None)] * len(STYLES)


def test_cloth_and_half_tiles_are_no_tiles(classifier: TileClassifier) -> None:
    cloth = np.random.default_rng(1).normal(0, 3, (40, 30, 3)) + CLOTH
    crops = [np.clip(cloth, 0, 255).astype(np.uint8)]
    for name in ("5m", "7s", "9p"):
        crop = crop_of(name, "japanese")
        crops.append(np.vstack([crop[20:], crop[:20]]))  # the halves of two tiles one above the other
    readings = classifier.classify(crops)
    assert not readings[0].is_face
    assert readings[0].quarter_turns is None
    assert sum(reading.tile == "not-a-tile" or reading.confidence < 0.8 for reading in readings[1:]) >= 2


def test_photographs_of_a_set_never_trained_on() -> None:
    classifier = TileClassifier(load(default_folder().parent / "tile_classifier_folds" / "without-C"))
    sheet = cv2.imread(str(PHOTOS / "unseen_tiles.jpg"))
    with (PHOTOS / "unseen_tiles.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert {row["tile_set"] for row in rows} <= set(classifier.model.held_out)
    crops = [sheet[int(row["y0"]) : int(row["y1"]), int(row["x0"]) : int(row["x1"])] for row in rows]
    wrong = [
        (row["label"], reading.tile)
        for row, reading in zip(rows, classifier.classify(crops), strict=True)
        if row["label"] != reading.tile
    ]
    assert len(wrong) <= 1, wrong


def test_confidence_and_candidates_agree(classifier: TileClassifier) -> None:
    (reading,) = classifier.classify([crop_of("3s", "chinese")])
    names, parts = zip(*reading.candidates, strict=True)
    assert (names[0], parts[0]) == (reading.tile, reading.confidence)
    assert list(parts) == sorted(parts, reverse=True)
    assert len(set(names)) == len(names) == 5
    assert 0 < sum(parts) <= 1 + 1e-4


def test_order_and_batches_do_not_change_a_reading(classifier: TileClassifier) -> None:
    crops = [crop_of(str(tile), "chinese") for tile in ALL_TILES] * 2  # more than one batch
    together = classifier.classify(crops)
    assert [reading.tile for reading in together[:45]] == [reading.tile for reading in together[45:]]
    alone = classifier.classify([crops[7]])[0]
    assert alone.tile == together[7].tile
    assert alone.confidence == pytest.approx(together[7].confidence, abs=1e-4)


def test_nothing_in_nothing_out(classifier: TileClassifier) -> None:
    assert classifier.classify([]) == []


@pytest.mark.parametrize(
    "crop",
    [np.zeros((0, 5, 3), np.uint8), np.zeros((5, 5), np.uint8), np.zeros((5, 5, 3), np.float32)],
    ids=["empty", "grey", "float"],
)
def test_what_is_no_picture_is_refused(classifier: TileClassifier, crop: np.ndarray) -> None:
    with pytest.raises(ValueError, match="crop 0 is"):
        classifier.classify([crop])


@pytest.mark.parametrize("shape", [(10, 90), (200, 70), (64, 64), (1, 1)])
def test_any_size_becomes_the_networks_square(shape: tuple[int, int]) -> None:
    assert prepare(np.full((*shape, 3), 99, np.uint8), 64).tolist() == np.full((64, 64, 3), 99).tolist()
