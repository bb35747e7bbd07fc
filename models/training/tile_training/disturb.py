"""The last, cheap variation of prepared crops, a batch at a time: place, colour, light, sharpness, stroke, cover."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from tile_training.labels import FACES, INDEX

_FIVES = torch.tensor([INDEX[face] for face in FACES if face[0] in "05" and face[1] in "mps"])
"""Told apart by colour alone, so their colours may only change a little."""


def vary(rng: np.random.Generator, crops: np.ndarray, labels: np.ndarray) -> torch.Tensor:
    """Crops (n, size, size, 3) uint8 BGR with their label indices; gives (n, 3, size, size) floats, about -1..1."""
    x = torch.from_numpy(crops).permute(0, 3, 1, 2).to(torch.float32) / 127.5 - 1.0
    draw = _Draw(rng, len(x))
    x = _moved(x, draw)
    x = _recoloured(x, draw, torch.isin(torch.from_numpy(labels), _FIVES))
    x = _restroked(x, draw)
    x = _refocused(x, draw)
    x = _lit(x, draw)
    return _covered(x, draw)


class _Draw:
    """Random numbers for a batch of `count` crops."""

    def __init__(self, rng: np.random.Generator, count: int) -> None:
        self.rng, self.count = rng, count

    def normal(self, scale: float, *shape: int) -> torch.Tensor:
        return torch.from_numpy(self.rng.normal(0, scale, (self.count, *shape)).astype(np.float32))

    def uniform(self, low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.from_numpy(self.rng.uniform(low, high, (self.count, *shape)).astype(np.float32))

    def some(self, share: float) -> torch.Tensor:
        """Which of the crops, about that share of them."""
        return torch.from_numpy(self.rng.random(self.count) < share)


def _moved(x: torch.Tensor, draw: _Draw) -> torch.Tensor:
    """Shifted, grown, turned by some degrees, sheared."""
    angle, theta = draw.normal(0.06), torch.zeros(draw.count, 2, 3)
    theta[:, 0, 0] = theta[:, 1, 1] = torch.cos(angle)
    theta[:, 0, 1], theta[:, 1, 0] = -torch.sin(angle), torch.sin(angle)
    theta[:, :, :2] += draw.normal(0.04, 2, 2)
    theta[:, :, 2] = draw.normal(0.035, 2)
    grid = nn.functional.affine_grid(theta, list(x.shape), align_corners=False)
    return nn.functional.grid_sample(x, grid, padding_mode="reflection", align_corners=False)


def _recoloured(x: torch.Tensor, draw: _Draw, careful: torch.Tensor) -> torch.Tensor:
    """Another printer's inks and another camera's colours: channels mixed about their mean, some crops nearly grey."""
    mix = draw.normal(0.16, 3, 3)
    mix = mix * torch.where(draw.some(0.5), 1.0, 0.25)[:, None, None]
    grey = draw.uniform(0.3, 0.95)[:, None, None] * draw.some(0.12)[:, None, None]
    mix = mix * (1 - 0.85 * careful.float())[:, None, None]
    grey = grey * (1 - careful.float())[:, None, None]
    matrix = (1 - grey) * torch.eye(3) + grey / 3 + mix
    matrix = matrix / matrix.sum(dim=2, keepdim=True).clamp(min=0.3)  # what is white stays white
    return torch.bmm(matrix, (x + 1).flatten(2)).reshape(x.shape).clamp(-0.2, 2.4) - 1


def _restroked(x: torch.Tensor, draw: _Draw) -> torch.Tensor:
    """Thicker or thinner strokes in a fifth of the crops."""
    thick, thin = draw.some(0.1), draw.some(0.1)
    if bool(thick.any()):
        x[thick] = torch.lerp(x[thick], -nn.functional.max_pool2d(-x[thick], 3, 1, 1), 0.7)
    if bool(thin.any()):
        x[thin] = torch.lerp(x[thin], nn.functional.max_pool2d(x[thin], 3, 1, 1), 0.7)
    return x


def _refocused(x: torch.Tensor, draw: _Draw) -> torch.Tensor:
    """Softer or sharper by the difference to a blurred copy."""
    soft = nn.functional.avg_pool2d(nn.functional.pad(x, (1, 1, 1, 1), mode="reflect"), 3, 1)
    amount = (draw.uniform(-1.0, 0.8) * draw.some(0.5))[:, None, None, None]
    return x + (x - soft) * amount


def _lit(x: torch.Tensor, draw: _Draw) -> torch.Tensor:
    """Contrast, level, cast, a gradient across, noise; now and then a lamp's reflection."""
    size = x.shape[-1]
    line = torch.linspace(-1, 1, size)
    slope = draw.normal(0.12, 2)
    light = slope[:, 0, None, None] * line[None, None, :] + slope[:, 1, None, None] * line[None, :, None]
    x = x * torch.exp(draw.normal(0.14, 1, 1, 1)) + draw.normal(0.1, 3, 1, 1) + light[:, None]
    centre, width = draw.uniform(-0.8, 0.8, 2), draw.uniform(0.05, 0.35)
    distance = (line[None, None, :] - centre[:, 0, None, None]) ** 2 + (
        line[None, :, None] - centre[:, 1, None, None]
    ) ** 2
    glare = torch.exp(-distance / width[:, None, None] ** 2) * (draw.uniform(0.2, 1.2) * draw.some(0.15))[:, None, None]
    x = x + glare[:, None]
    noise = torch.from_numpy(draw.rng.standard_normal(x.shape, dtype=np.float32))
    return (x + noise * draw.uniform(0, 0.08)[:, None, None, None]).clamp(-1.3, 1.6)


def _covered(x: torch.Tensor, draw: _Draw) -> torch.Tensor:
    """Something small lies over a third of the crops."""
    size = x.shape[-1]
    for index in range(0, draw.count, 3):
        hole = int(draw.rng.integers(2, size // 4))
        top, left = draw.rng.integers(0, size - hole, 2)
        x[index, :, top : top + hole, left : left + hole] = float(draw.rng.uniform(-1, 1))
    return x
