"""The committed model's folder: complete, small, and its card says what must be said."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tablebridge_rules.tile import ALL_TILES

FOLDER = Path(__file__).parents[2] / "models" / "tile_classifier"


def test_the_folder_holds_these_files_and_is_small() -> None:
    assert sorted(file.name for file in FOLDER.iterdir()) == [
        "MODEL_CARD.md",
        "labels.txt",
        "manifest.toml",
        "model.onnx",
    ]
    assert (FOLDER / "model.onnx").stat().st_size <= 4_000_000


def test_labels_are_all_faces_the_back_and_nothing() -> None:
    labels = (FOLDER / "labels.txt").read_text(encoding="utf-8").split()
    assert labels == [*(str(tile) for tile in ALL_TILES), "back", "not-a-tile"]


@pytest.mark.parametrize(
    "words",
    ["CC BY 4.0", "riichimahjongdetection/chinese-mahjong-detection", "alanchoi00/mahjong_detection", "Changes made"],
)
def test_the_card_repeats_the_attribution(words: str) -> None:
    assert words in (FOLDER / "MODEL_CARD.md").read_text(encoding="utf-8")


def test_the_card_speaks_of_this_model() -> None:
    card = (FOLDER / "MODEL_CARD.md").read_text(encoding="utf-8")
    manifest = tomllib.loads((FOLDER / "manifest.toml").read_text(encoding="utf-8"))
    assert manifest["model"]["sha256"] in card
    assert f"version {manifest['model']['version']}" in card
    for tile_set in manifest["training"]["held_out_tile_sets"]:
        assert tile_set in card
    for tile in ALL_TILES:
        assert f"| {tile} |" in card, "accuracy of every class, measured or said not to be"
    for heading in ("## Data", "## Accuracy", "## Worst", "## Retrain", "## Licence"):
        assert heading in card
