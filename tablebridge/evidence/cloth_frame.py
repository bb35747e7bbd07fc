"""One kept picture of the cloth."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["ClothFrame"]

_QUALITY = 80


@dataclass(frozen=True, slots=True)
class ClothFrame:
    """A picture of the cloth from above, and nothing beside it, as JPEG.

    `ref` is what an observation's `Evidence("frame", …)` names. `at_ms` is table time, `captured_at` the same moment
    as aware UTC.
    """

    ref: str
    at_ms: float
    captured_at: datetime
    jpeg: bytes = field(repr=False)

    @classmethod
    def of(cls, ref: str, at_ms: float, captured_at: datetime, picture: NDArray[np.uint8]) -> ClothFrame:
        """From a picture, (height, width, 3) BGR, that shows the cloth and nothing else."""
        jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]
        return cls(ref, at_ms, captured_at, jpeg.tobytes())
