"""Makes the localiser's score mean frequency, and chooses the score that counts as a tile, on crops kept apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from tablebridge.vision.localiser_maps import decode, without_doubles
from tile_training.localiser_match import Count, match
from tile_training.localiser_network import LocaliserNet, maps_of
from tile_training.localiser_sample import Laid

SHARED = 0.4
"""Of the smaller box: above it two boxes are one tile."""
_LOWEST = 0.03


@dataclass(frozen=True)
class Calibration:
    """The score is the logistic function of `gain` times the network's logit plus `offset`; from `threshold` on it
    counts as a tile."""

    gain: float = 1.0
    offset: float = 0.0
    threshold: float = 0.35

    def score(self, raw: np.ndarray) -> np.ndarray:
        """From the network's own probability."""
        logit = np.log(raw / (1 - raw))
        return 1 / (1 + np.exp(-(self.gain * logit + self.offset)))


def calibrated(net: LocaliserNet, crops: list[Laid]) -> Calibration:
    """The two numbers of least cross entropy, and the threshold of the best F1, on completely known crops."""
    count = Count()
    for crop in crops:
        found = without_doubles(decode(*maps_of(net, crop.picture), _LOWEST), SHARED)
        match(count, found, crop)
    raw = np.array([score for score, _ in count.scores]).clip(1e-4, 1 - 1e-4)
    right = np.array([hit for _, hit in count.scores])
    gain, offset = _fitted(np.log(raw / (1 - raw)), right)
    scores = Calibration(gain, offset).score(raw)
    grid = np.arange(0.1, 0.95, 0.01)
    best = [2 * right[scores >= level].sum() / (count.wanted + (scores >= level).sum()) for level in grid]
    return Calibration(gain, offset, round(float(grid[int(np.argmax(best))]), 2))


def _fitted(logits: np.ndarray, right: np.ndarray) -> tuple[float, float]:
    x, y = torch.from_numpy(logits).double(), torch.from_numpy(right).double()
    numbers = torch.tensor([1.0, 0.0], dtype=torch.double, requires_grad=True)
    optimiser = torch.optim.LBFGS([numbers], max_iter=100, line_search_fn="strong_wolfe")

    def step() -> torch.Tensor:
        optimiser.zero_grad()
        loss = nn.functional.binary_cross_entropy_with_logits(numbers[0] * x + numbers[1], y)
        loss.backward()
        return loss

    optimiser.step(step)
    return float(numbers[0].detach()), float(numbers[1].detach())
