"""Pools of ready crops on disk: made once by seed, mixed and varied again in training."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tablebridge.vision.classifier import prepare
from tile_training.faces import FaceSet
from tile_training.labels import BACK, FACES, INDEX
from tile_training.photos import PhotoTile, known_label, shaken
from tile_training.plants_and_birds import FLOWER_CHARACTERS
from tile_training.scene import Bench, Sample

INPUT_PX = 48


@dataclass(frozen=True)
class Pool:
    """Crops (n, 48, 48, 3) uint8 BGR with label indices, quarter turns (-1 unknown) and symmetry flags."""

    crops: np.ndarray
    labels: np.ndarray
    turns: np.ndarray
    symmetric: np.ndarray

    def save(self, file: Path) -> None:
        """Writes the pool as one uncompressed `.npz`."""
        np.savez(file, crops=self.crops, labels=self.labels, turns=self.turns, symmetric=self.symmetric)

    @classmethod
    def load(cls, file: Path) -> Pool:
        """Reads what `save` wrote."""
        with np.load(file) as stored:
            return cls(*(stored[name] for name in ("crops", "labels", "turns", "symmetric")))

    @classmethod
    def of(cls, samples: list[Sample]) -> Pool:
        """Prepares samples exactly as the classifier will see them."""
        return cls(
            np.stack([prepare(sample.crop, INPUT_PX) for sample in samples]),
            np.array([INDEX[sample.label] for sample in samples], np.int64),
            np.array([sample.quarter_turns for sample in samples], np.int64),
            np.array([sample.symmetric for sample in samples], bool),
        )

    def only(self, wanted: np.ndarray) -> Pool:
        """The crops where `wanted` is true."""
        return Pool(self.crops[wanted], self.labels[wanted], self.turns[wanted], self.symmetric[wanted])

    @classmethod
    def joined(cls, pools: list[Pool]) -> Pool:
        """One after another."""
        fields = ("crops", "labels", "turns", "symmetric")
        return cls(*(np.concatenate([getattr(pool, name) for pool in pools]) for name in fields))


def rendered(sets: list[FaceSet], count: int, seed: int) -> Pool:
    """`count` synthetic crops: every face equally often, about 4 % backs and 9 % of no tile."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    bench = Bench(sets, rng)
    samples = []
    for _ in range(count):
        draw = rng.random()
        if draw < 0.09:
            samples.append(bench.nothing())
        elif draw < 0.13:
            samples.append(bench.tile(BACK))
        else:
            samples.append(bench.tile(FACES[rng.integers(len(FACES))]))
    return Pool.of(samples)


def rendered_flowers(sets: list[FaceSet], count: int, seed: int) -> Pool:
    """`count` crops: flowers and seasons, each kind equally often, and one in six of any tile under a hand or a sleeve,
    which has as many shapes and colours as they have and is not to be taken for one."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    bench = Bench(sets, rng)
    labels = sorted(FLOWER_CHARACTERS)
    samples = []
    for _ in range(count):
        if rng.random() < 1 / 6:
            samples.append(bench.covered(FACES[rng.integers(len(FACES))]))
        else:
            samples.append(bench.tile(labels[rng.integers(len(labels))]))
    return Pool.of(samples)


Draw = Callable[[list[FaceSet], int, int], Pool]


def _drawn(job: tuple[Draw, list[FaceSet], int, int]) -> Pool:
    draw, *what = job
    return draw(*what)


def in_parallel(draw: Draw, sets: list[FaceSet], count: int, seed: int, processes: int) -> Pool:
    """`rendered` or `rendered_flowers` in chunks of 2,000 over some processes; the result depends on the seed only."""
    jobs = [(draw, sets, min(2000, count - start), seed + start) for start in range(0, count, 2000)]
    if processes == 1:
        return Pool.joined([_drawn(job) for job in jobs])
    with multiprocessing.get_context("fork").Pool(processes) as workers:
        return Pool.joined(workers.map(_drawn, jobs))


def photographed(tiles: list[PhotoTile], copies: int, seed: int, half_share: float = 0.05) -> Pool:
    """Every real tile `copies` times, shaken each time; rare labels are repeated up to three times as often."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    tiles = [tile for tile in tiles if known_label(tile)]
    counts = {label: sum(tile.label == label for tile in tiles) for label in {tile.label for tile in tiles}}
    usual = float(np.median(list(counts.values())))
    samples = []
    for tile in tiles:
        repeat = copies * min(3.0, max(1.0, usual / counts[tile.label]))
        times = int(repeat + rng.random())
        samples += [shaken(rng, tile, half=bool(rng.random() < half_share)) for _ in range(times)]
    return Pool.of(samples)
