"""A stand-in for the network where only the arithmetic of teaching is tested: it embeds by fixed projections and knows
nothing of tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tablebridge_rules.tile import ALL_TILES

LABELS = (*(str(tile) for tile in ALL_TILES), "back", "not-a-tile")


@dataclass
class Model:
    """What teaching asks of a model file."""

    sha256: str = "a" * 64


class BlankNetwork:
    """Gives every crop the same probabilities, and as its embedding random features of its pixels."""

    labels = LABELS

    def __init__(self, sha256: str = "a" * 64, numbers: int = 120) -> None:
        self.model = Model(sha256)
        rng = np.random.default_rng(8)
        self._into = rng.normal(0, 1, (12 * 12 * 3, numbers)).astype(np.float32) / 20

    def embed(self, crops: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """See `TileClassifier.embed`."""
        small = [cv2.resize(crop, (12, 12), interpolation=cv2.INTER_AREA).ravel() / 127.5 - 1.0 for crop in crops]
        embedding = np.maximum(np.stack(small).astype(np.float32) @ self._into, 0)
        return np.full((len(crops), len(LABELS)), 1 / len(LABELS), np.float32), embedding
