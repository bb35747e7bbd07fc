"""One picture of the cloth and the moment it shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

__all__ = ["CameraFrame", "Picture"]

Picture = NDArray[np.uint8]
"""Rows, columns, three channels in the order blue, green, red."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraFrame:
    """A picture from the camera.

    `number` counts from 0 over the life of its source; frames that were dropped leave gaps. `at_ms` is table time,
    `captured_at` the same moment as aware UTC. `image` is BGR, height by width by 3, and must not be written to.
    """

    number: int
    at_ms: float
    captured_at: datetime
    image: Picture
