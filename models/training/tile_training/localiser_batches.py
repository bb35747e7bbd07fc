"""Endless batches for the localiser: crops are made in a process of their own and used several times, turned anew."""

from __future__ import annotations

import multiprocessing
import queue
import threading

import cv2
import numpy as np
import torch

from tile_training.localiser_crops import CropMaker, Sources
from tile_training.localiser_sample import CROP_PX, Laid
from tile_training.localiser_targets import Targets, targets_of

POOL = 6000
_FIRST, _USES = 1500, 3
"""Crops made before the first batch, and how often each one is used on average."""


def _make(sources: Sources, crops: multiprocessing.Queue[Laid]) -> None:
    cv2.setNumThreads(1)
    maker = CropMaker(sources)
    while True:
        crops.put(maker.next())


class Batches:
    """Batches of pictures with their target maps. A crop stays in the pool until `POOL` newer ones have come."""

    def __init__(self, sources: Sources, size: int, processes: int = 1) -> None:
        self._rng = np.random.default_rng([sources.seed, 10])
        self._size = size
        self._pool: list[Laid] = []
        self._taken = self._given = 0
        context = multiprocessing.get_context("fork")
        crops: multiprocessing.Queue[Laid] = context.Queue(64)
        for number in range(processes):
            part = Sources(sources.sets, sources.photos, sources.seed + 1000 * number, sources.shares)
            context.Process(target=_make, args=(part, crops), daemon=True).start()
        self._ready: queue.Queue[tuple[torch.Tensor, ...]] = queue.Queue(3)
        threading.Thread(target=self._take, args=(crops,), daemon=True).start()
        threading.Thread(target=self._fill, daemon=True).start()

    @property
    def made(self) -> int:
        """How many different crops have come so far."""
        return self._taken

    def _take(self, crops: multiprocessing.Queue[Laid]) -> None:
        while True:
            while self._taken > _FIRST + self._given * self._size / _USES:
                threading.Event().wait(0.05)
            crop = crops.get()
            if len(self._pool) < POOL:
                self._pool.append(crop)
            else:
                self._pool[self._taken % POOL] = crop
            self._taken += 1

    def _fill(self) -> None:
        while True:
            if self._taken < _FIRST:
                threading.Event().wait(0.2)
                continue
            chosen = [self._pool[index] for index in self._rng.integers(0, len(self._pool), self._size)]
            self._ready.put(as_tensors([turned(crop, int(self._rng.integers(8))) for crop in chosen]))

    def next(self) -> tuple[torch.Tensor, ...]:
        """Pictures (n, 3, h, w) in -1..1, heat, weight, shape, shaped, placed; see `Targets`."""
        self._given += 1
        return self._ready.get()


def turned(crop: Laid, way: int) -> Laid:
    """One of the eight ways to turn and mirror a square."""
    picture, quads = crop.picture, crop.quads
    if way >= 4:
        picture, quads = picture[:, ::-1], quads * [-1, 1] + [CROP_PX, 0]
        quads = quads[:, [1, 0, 3, 2]]
    for _ in range(way % 4):
        picture, quads = np.rot90(picture), np.stack([quads[..., 1], CROP_PX - quads[..., 0]], axis=2)
    return Laid(np.ascontiguousarray(picture), quads.astype(np.float32), crop.poses, crop.shaped, crop.complete)


def as_tensors(crops: list[Laid]) -> tuple[torch.Tensor, ...]:
    """Pictures and targets of a batch."""
    pictures = torch.from_numpy(np.stack([crop.picture for crop in crops])).permute(0, 3, 1, 2)
    targets = [targets_of(crop) for crop in crops]
    maps = [torch.from_numpy(np.stack([getattr(t, name) for t in targets])) for name in Targets.__dataclass_fields__]
    return pictures.to(torch.float32) / 127.5 - 1.0, *maps
