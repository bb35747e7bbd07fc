"""The committed localiser's folder: complete, small, and its card says what must be said."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

MODELS = Path(__file__).parents[2] / "models"
FOLDER = MODELS / "tile_localiser"


def test_the_folder_holds_these_files_and_is_small() -> None:
    assert sorted(file.name for file in FOLDER.iterdir()) == [
        "MODEL_CARD.md",
        "failures.jpg",
        "manifest.toml",
        "model.onnx",
    ]
    assert (FOLDER / "model.onnx").stat().st_size <= 2_500_000
    assert (FOLDER / "failures.jpg").stat().st_size <= 300_000


def test_all_models_together_are_small() -> None:
    assert sum(file.stat().st_size for file in MODELS.glob("*/*.onnx")) <= 8_000_000


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
    assert f"{manifest['output']['threshold']:.2f}" in card
    for tile_set in manifest["training"]["held_out_tile_sets"]:
        assert tile_set in card
    for heading in ("## Data", "## Figures", "## Failures", "## Retrain", "## Licence"):
        assert heading in card
