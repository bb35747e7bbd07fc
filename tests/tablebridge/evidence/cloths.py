"""Frames of a cloth that say which they are: small pictures with their number as bars of black and white."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import cv2
import numpy as np

from tablebridge.evidence import ClothFrame

NOON = datetime(2026, 5, 4, 12, 0, 0, tzinfo=UTC)
STEP_MS = 100.0
_BITS = 12
_BAR_PX = 16


def numbered_picture(number: int, side_px: int = _BITS * _BAR_PX) -> np.ndarray:
    """A picture whose bars, from the left, are the bits of `number`, highest first: white for 1."""
    bars = np.array([255 if number >> bit & 1 else 0 for bit in reversed(range(_BITS))], np.uint8)
    row = cv2.resize(bars[None], (side_px, side_px), interpolation=cv2.INTER_NEAREST)
    return cv2.cvtColor(row, cv2.COLOR_GRAY2BGR)


def number_in(picture: np.ndarray) -> int:
    """Which number its bars tell."""
    middles = picture[picture.shape[0] // 2, :, 1].reshape(_BITS, -1)[:, _BAR_PX // 2]
    return sum(1 << bit for bit, value in zip(reversed(range(_BITS)), middles, strict=True) if value > 127)


def number_of(jpeg: bytes) -> int:
    return number_in(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))


def cloth_frame(number: int, prefix: str = "") -> ClothFrame:
    """Frame `number` of a camera that takes one each `STEP_MS`, the first at noon and 0 ms."""
    at_ms = number * STEP_MS
    return ClothFrame.of(f"{prefix}{number}", at_ms, utc(at_ms), numbered_picture(number))


def utc(at_ms: float) -> datetime:
    """The moment of that table time."""
    return NOON + timedelta(milliseconds=at_ms)
