"""A script made into JPEGs one after the other, and the still table around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

__all__ = ["Film", "Filmed", "Shot"]

_IDLE_PICTURES = 4
"""So many pictures with different noise stand for a table at rest, because a real camera's never repeat."""


class Playing(Protocol):
    """What a film needs of a `Playback`."""

    def frame(self, at_ms: float, take: int = 0) -> np.ndarray:
        """The picture of a moment; another `take` has other noise."""
        ...


class Filmed(Protocol):
    """What a film needs of a `VirtualCamera`."""

    @property
    def fps(self) -> float:
        """Frames a second of table time."""
        ...

    @property
    def frame_count(self) -> int:
        """How many frames the script has."""
        ...

    def moment(self, number: int) -> float:
        """Table time of a frame, in ms."""
        ...

    def play(self) -> Playing:
        """The script from its beginning."""
        ...

    def tell_time(self, at_ms: float) -> None:
        """Called before each frame."""
        ...


@dataclass(frozen=True, slots=True)
class Shot:
    """One JPEG; `number` counts all that were made, `scripted` is False while the script has not begun."""

    number: int
    at_ms: float
    jpeg: bytes
    scripted: bool


class Film:
    """Makes shots in order. `number` is the script's next frame. For one thread."""

    def __init__(self, camera: Filmed, quality: int) -> None:
        self.number = 0
        self._camera = camera
        self._playback = camera.play()
        self._quality = quality
        self._made = 0
        self._idle: list[bytes] = []

    @property
    def over(self) -> bool:
        """True when the script's last frame was made."""
        return self.number >= self._camera.frame_count

    def skip_to(self, number: int) -> None:
        """Leaves out frames that come too late, but never the last: it shows how everything has come to lie."""
        self.number = max(self.number, min(number, self._camera.frame_count - 1))

    def next(self) -> Shot:
        """The script's next frame."""
        at_ms = self._camera.moment(self.number)
        self._camera.tell_time(at_ms)
        jpeg = self._encode(self._playback.frame(at_ms))
        self.number += 1
        self._idle.clear()
        return self._shot(at_ms, jpeg, scripted=True)

    def idle(self) -> Shot:
        """The table as it is while no time passes."""
        at_ms = self._camera.moment(max(self.number - 1, 0))
        if len(self._idle) < _IDLE_PICTURES:
            self._idle.append(self._encode(self._playback.frame(at_ms, take=len(self._idle) + 1)))
            return self._shot(at_ms, self._idle[-1], scripted=self.number > 0)
        return self._shot(at_ms, self._idle[self._made % _IDLE_PICTURES], scripted=self.number > 0)

    def _encode(self, frame: np.ndarray) -> bytes:
        _, jpeg = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        return jpeg.tobytes()

    def _shot(self, at_ms: float, jpeg: bytes, *, scripted: bool) -> Shot:
        self._made += 1
        return Shot(self._made, at_ms, jpeg, scripted)
