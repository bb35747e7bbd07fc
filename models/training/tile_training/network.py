"""The network: a plain stack of convolutions with two answers, which face and which way up."""

from __future__ import annotations

import torch
from torch import nn

from tile_training.labels import LABELS

EMBEDDING = 2 * 176
"""Numbers that stand for a crop, from which a table's own set can be taught."""


def _block(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class _Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _block(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.second(self.first(x)))


class TileNet(nn.Module):
    """From (n, 3, 48, 48) in -1..1 to logits of the labels and of four quarter turns.

    Most of the work is done where the picture is small: a face is 30 to 40 px long on the cameras that parlours have.
    """

    def __init__(self, drop: float = 0.2) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _block(3, 24, 2),
            _block(24, 32),
            _block(32, 64, 2),
            _Residual(64),
            _block(64, 112, 2),
            _Residual(112),
            _Residual(112),
            _block(112, 176, 2),
            _Residual(176),
        )
        self.drop = nn.Dropout(drop)
        self.kinds = nn.Linear(EMBEDDING, len(LABELS))
        self.turns = nn.Linear(EMBEDDING, 4)

    def embed(self, x: torch.Tensor) -> torch.Tensor:
        """What the answers are read from, (n, EMBEDDING): means and peaks of the last maps."""
        maps = self.features(x)
        return torch.cat([maps.mean(dim=(2, 3)), maps.amax(dim=(2, 3))], dim=1)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (n, labels) and (n, 4)."""
        pooled = self.drop(self.embed(x))
        return self.kinds(pooled), self.turns(pooled)


class Exported(nn.Module):
    """What goes into the file: takes uint8 BGR crops (n, 48, 48, 3), gives probabilities and the embedding."""

    def __init__(self, net: TileNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Probabilities of labels and of quarter turns, and the embedding."""
        pooled = self.net.embed(crops.to(torch.float32).permute(0, 3, 1, 2) / 127.5 - 1.0)
        kinds, turns = self.net.kinds(pooled) / self.temperature, self.net.turns(pooled)
        return torch.softmax(kinds, dim=1), torch.softmax(turns, dim=1), pooled
