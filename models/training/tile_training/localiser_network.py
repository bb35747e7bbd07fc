"""The localiser's network: convolutions down to a sixteenth of the picture and back up to a quarter."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from tablebridge.vision.localiser_maps import POSES
from tile_training.localiser_targets import SHAPE_NUMBERS

MULTIPLE_PX = 16
"""A picture's sides must be multiples of this."""


def block(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution, batch normalisation, rectifier."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions beside a short cut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = block(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """As large as it came."""
        return torch.relu(x + self.second(self.first(x)))


class LocaliserNet(nn.Module):
    """From (n, 3, h, w) in -1..1 to (n, 3, h / 4, w / 4) logits of a tile's middle, one map a pose, and
    (n, 8, h / 4, w / 4) numbers that tell its middle and its outline (see `localiser_targets`)."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(block(3, 16, 2), block(16, 32, 2), Residual(32))
        self.middle = nn.Sequential(block(32, 64, 2), Residual(64))
        self.coarse = nn.Sequential(block(64, 88, 2), Residual(88), Residual(88))
        self.from_coarse = block(88, 64, size=1)
        self.join_middle = block(64, 64)
        self.from_middle = block(64, 40, size=1)
        self.from_fine = block(32, 40, size=1)
        self.join_fine = nn.Sequential(block(40, 40), block(40, 40))
        self.heat = nn.Conv2d(40, len(POSES), 1)
        self.shape = nn.Conv2d(40, SHAPE_NUMBERS, 1)
        nn.init.constant_(self.heat.bias, -3.5)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of heat, and shape."""
        fine = self.fine(x)
        middle = self.middle(fine)
        up = nn.functional.interpolate(self.from_coarse(self.coarse(middle)), scale_factor=2, mode="nearest")
        up = self.join_middle(middle + up)
        up = nn.functional.interpolate(self.from_middle(up), scale_factor=2, mode="nearest")
        up = self.join_fine(self.from_fine(fine) + up)
        return self.heat(up), self.shape(up)


def maps_of(net: LocaliserNet, picture: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Heat (probabilities) and shape of one picture whose sides are multiples of 16."""
    with torch.inference_mode():
        x = torch.from_numpy(picture).permute(2, 0, 1)[None].float() / 127.5 - 1
        heat, shape = net(x.contiguous(memory_format=torch.channels_last))
    return torch.sigmoid(heat)[0].numpy(), shape[0].numpy()
