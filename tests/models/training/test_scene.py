"""Synthetic crops: seeded, of every label, with the right turn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tile_training.faces import FaceSet, artwork_label, own_sets
from tile_training.labels import BACK, FACES, LABELS, NOT_A_TILE
from tile_training.pool import Pool, rendered
from tile_training.scene import Bench
from tile_training.virtual import virtual_samples

from tablebridge.vision.classifier import TileClassifier


@pytest.fixture(scope="module")
def sets() -> list[FaceSet]:
    return own_sets()


def test_own_faces_are_complete_and_know_what_is_symmetric(sets: list[FaceSet]) -> None:
    for face_set in sets:
        assert set(face_set.faces) == set(FACES)
    japanese = next(face_set for face_set in sets if "japanese" in face_set.name).faces
    assert japanese["4p"].symmetric
    assert japanese["9s"].symmetric
    assert not japanese["7p"].symmetric
    assert not japanese["1m"].symmetric


@pytest.mark.parametrize(
    ("stem", "label"),
    [
        ("Pin5-Dora", "0p"),
        ("Man9", "9m"),
        ("Shaa", "3z"),
        ("23-circles-7", "7p"),
        ("41-chrysanthemum", "3f"),
        ("38-winter", "4g"),
        ("Blank", None),
        ("Front", None),
    ],
)
def test_artwork_names_are_understood(stem: str, label: str | None) -> None:
    assert artwork_label(stem) == label


def test_the_same_seed_gives_the_same_crops(sets: list[FaceSet]) -> None:
    one, other = rendered(sets, 12, 9), rendered(sets, 12, 9)
    assert np.array_equal(one.crops, other.crops)
    assert np.array_equal(one.labels, other.labels)
    assert not np.array_equal(one.crops, rendered(sets, 12, 10).crops)


def test_a_tile_under_a_hand_or_a_sleeve_is_no_tile_and_mostly_hidden(sets: list[FaceSet]) -> None:
    for seed in range(20):
        one, other = (Bench(sets, np.random.default_rng(seed)).covered(label) for label in ("1z", "9s"))
        assert (one.label, one.quarter_turns) == (NOT_A_TILE, -1)
        assert one.crop.shape == other.crop.shape
        apart = np.abs(one.crop.astype(int) - other.crop).max(axis=2) > 60  # the same arm over another face
        assert apart.mean() < 0.25


def test_a_virtual_table_shows_tiles_under_hands_as_no_tiles() -> None:
    samples = list(virtual_samples(17, "chinese", per_table=40))
    hidden = [sample for sample in samples[40:] if sample.label == NOT_A_TILE]
    seen = [sample for sample in samples[40:] if sample.label in FACES]
    assert len(hidden) >= 5
    assert len(seen) >= 5
    readings = TileClassifier().classify([sample.crop for sample in seen])
    assert np.mean([reading.tile == sample.label for reading, sample in zip(readings, seen, strict=True)]) > 0.7


def test_crops_carry_labels_and_turns(sets: list[FaceSet]) -> None:
    bench = Bench(sets, np.random.default_rng(2))
    samples = [bench.tile("7m") for _ in range(40)]
    assert {sample.label for sample in samples} == {"7m"}
    assert {sample.quarter_turns for sample in samples} >= {0, 1, 2, 3}
    assert bench.tile(BACK).quarter_turns == -1
    nothing = bench.nothing()
    assert (nothing.label, nothing.quarter_turns) == (NOT_A_TILE, -1)


def test_the_committed_model_agrees_with_labels_and_turns_of_new_crops(sets: list[FaceSet]) -> None:
    """Guards the whole chain: drawing, labels, turning, preparing and the network's outputs mean the same."""
    bench = Bench(sets, np.random.default_rng(11))
    samples = [bench.tile(FACES[number % len(FACES)]) for number in range(180)]
    readings = TileClassifier().classify([sample.crop for sample in samples])
    right = [reading.tile == sample.label for reading, sample in zip(readings, samples, strict=True)]
    assert np.mean(right) > 0.88  # these crops are far worse than a camera's
    turned = [
        reading.quarter_turns == sample.quarter_turns
        for reading, sample in zip(readings, samples, strict=True)
        if sample.quarter_turns >= 0 and not sample.symmetric and reading.tile == sample.label
    ]
    assert len(turned) > 40
    assert np.mean(turned) > 0.95


def test_a_pool_comes_back_from_disk(sets: list[FaceSet], tmp_path: Path) -> None:
    pool = rendered(sets, 6, 1)
    pool.save(tmp_path / "pool.npz")
    again = Pool.load(tmp_path / "pool.npz")
    assert np.array_equal(pool.crops, again.crops)
    assert pool.crops.shape == (6, 48, 48, 3)
    assert (pool.labels < len(LABELS)).all()
    assert len(pool.only(pool.labels == pool.labels[0]).labels) >= 1
