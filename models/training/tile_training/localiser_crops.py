"""Crops for the localiser's training from all sources: composed scenes, virtual tables, photographs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tile_training.faces import FaceSet
from tile_training.localiser_photos import load_photos
from tile_training.localiser_sample import Laid, random_crop, relit
from tile_training.localiser_scene import SceneBench
from tile_training.localiser_virtual import virtual_table
from tile_training.photos import is_validation, root_picture
from tile_training.virtual import STYLE_NAMES

_CROPS_A_SCENE = 10
_VIRTUAL_TABLES = 48
_TILTS = (0.0, 3.0, 8.0, 15.0, 20.0, 30.0, 30.0, 38.0, 45.0, 48.0)
_SIZES = ((1920, 1080), (1440, 1080), (2560, 1440), (1280, 720))


@dataclass(frozen=True)
class Sources:
    """What crops come from: shares of composed scenes, virtual tables and photographs."""

    sets: list[FaceSet]
    photos: list[Laid]
    seed: int
    shares: tuple[float, float, float] = (0.5, 0.22, 0.28)


def training_photos(folder: Path, held_out: set[str]) -> list[Laid]:
    """The photographs that may be trained on."""
    return [
        laid
        for file, tile_set, laid in load_photos(folder)
        if tile_set not in held_out and not is_validation(root_picture(file))
    ]


class CropMaker:
    """Crops from all sources, decided by the seed alone."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._rng = np.random.default_rng([sources.seed, 9])
        self._bench = SceneBench(sources.sets, self._rng)
        self._tables: list[Laid] = []
        self._made = 0
        self._ready: list[Laid] = []

    def next(self) -> Laid:
        """One crop, lit and photographed in some way."""
        rng = self._rng
        shares = np.array(self._sources.shares) * [1, 1, bool(self._sources.photos)]
        kind = int(rng.choice(3, p=shares / shares.sum()))
        if kind == 0:
            crop = self._composed()
        elif kind == 1:
            crop = self._virtual()
        else:
            crop = random_crop(rng, self._sources.photos[rng.integers(len(self._sources.photos))])
        return Laid(relit(rng, crop.picture), crop.quads, crop.poses, crop.shaped, crop.complete)

    def _composed(self) -> Laid:
        if not self._ready:
            scene = self._bench.empty() if self._rng.random() < 0.07 else self._bench.scene()
            self._ready = [random_crop(self._rng, scene) for _ in range(_CROPS_A_SCENE)]
        return self._ready.pop(int(self._rng.integers(len(self._ready))))

    def _virtual(self) -> Laid:
        if len(self._tables) < _VIRTUAL_TABLES and (not self._tables or self._rng.random() < 0.05):
            rng, number = self._rng, 100 * self._sources.seed + self._made
            style = STYLE_NAMES[number % len(STYLE_NAMES)]
            tilt = _TILTS[rng.integers(len(_TILTS))]
            self._tables.append(virtual_table(number, style, tilt, _SIZES[rng.integers(len(_SIZES))]))
            self._made += 1
        return random_crop(self._rng, self._tables[self._rng.integers(len(self._tables))])
