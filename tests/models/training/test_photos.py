"""Real crops are split by root picture and never mirrored."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from tile_training.photos import is_validation, load_photo_tiles, plain, root_picture, shaken

PHOTOS = Path(__file__).parents[2] / "data" / "photos"


@pytest.mark.parametrize(
    ("file", "root"),
    [
        ("images/al_hand_014_jpg_7728.jpg", "al_hand_014_jpg"),
        ("images/al_hand_014_jpg_0011.jpg", "al_hand_014_jpg"),
        ("images/al_363475411_1515931729230469_4011741977313_5908.jpg", "al_363475411_1515931729230469_4011741977313"),
    ],
)
def test_copies_of_one_picture_share_a_root(file: str, root: str) -> None:
    assert root_picture(file) == root


def test_the_split_depends_on_the_root_alone() -> None:
    roots = [f"picture_{number}" for number in range(2000)]
    kept = [root for root in roots if is_validation(root)]
    assert kept == [root for root in roots if is_validation(root)]
    assert 0.09 < len(kept) / len(roots) < 0.15


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two boxes of a sheet of real tiles, one of them on a mirrored picture."""
    (tmp_path / "unseen_tiles.jpg").write_bytes((PHOTOS / "unseen_tiles.jpg").read_bytes())
    (tmp_path / "manifest.csv").write_text(
        "file,label,x0,y0,x1,y1,tile_set,mirrored\n"
        "unseen_tiles.jpg,5m,6,6,80,82,C,no\nunseen_tiles.jpg,9m,88,6,130,68,C,yes\n"
    )
    return tmp_path


def test_a_row_becomes_its_pixels_and_mirrored_ones_are_left_out(folder: Path) -> None:
    (tile,) = load_photo_tiles(folder)
    assert (tile.label, tile.tile_set, tile.box) == ("5m", "C", (74.0, 76.0))
    sheet = cv2.imread(str(folder / "unseen_tiles.jpg"))
    crop = plain(tile).astype(float)
    assert abs(crop.shape[0] - 76) <= 1
    assert abs(crop.shape[1] - 74) <= 1
    assert np.abs(cv2.resize(crop, (74, 76)) - sheet[6:82, 6:80]).mean() < 12


def test_other_tile_sets_can_be_left_unread(folder: Path) -> None:
    assert list(load_photo_tiles(folder, {"A"})) == []


def test_shaken_crops_repeat_with_the_seed_and_differ_within_it(folder: Path) -> None:
    (tile,) = load_photo_tiles(folder)
    rng, again = np.random.default_rng(5), np.random.default_rng(5)
    first, second = shaken(rng, tile), shaken(rng, tile)
    assert np.array_equal(first.crop, shaken(again, tile).crop)
    assert first.crop.shape != second.crop.shape or not np.array_equal(first.crop, second.crop)
    assert (first.label, first.quarter_turns) == ("5m", -1)
    assert shaken(rng, tile, half=True).label == "not-a-tile"
