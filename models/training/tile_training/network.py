"""The network: a plain stack of convolutions with two answers, which face and which way up."""

from __future__ import annotations

import torch
from torch import nn

from tile_training.labels import LABELS


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
    """From (n, 3, 64, 64) in -1..1 to logits of the labels and of four quarter turns."""

    def __init__(self, drop: float = 0.15) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _block(3, 24, 2),
            _block(24, 32),
            _block(32, 64, 2),
            _Residual(64),
            _block(64, 96, 2),
            _Residual(96),
            _block(96, 160, 2),
            _block(160, 160),
        )
        self.drop = nn.Dropout(drop)
        self.kinds = nn.Linear(160 * 2, len(LABELS))
        self.turns = nn.Linear(160 * 2, 4)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (n, labels) and (n, 4)."""
        maps = self.features(x)
        pooled = self.drop(torch.cat([maps.mean(dim=(2, 3)), maps.amax(dim=(2, 3))], dim=1))
        return self.kinds(pooled), self.turns(pooled)


class Exported(nn.Module):
    """What goes into the file: takes uint8 BGR crops (n, 64, 64, 3), gives calibrated probabilities."""

    def __init__(self, net: TileNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Probabilities of labels and of quarter turns."""
        x = crops.to(torch.float32).permute(0, 3, 1, 2) / 127.5 - 1.0
        kinds, turns = self.net(x)
        return torch.softmax(kinds / self.temperature, dim=1), torch.softmax(turns, dim=1)
