"""The last seconds of the cloth, in memory: frames wait until the view is confirmed, then stay until pushed out."""

from __future__ import annotations

import threading
from collections import deque

from tablebridge.evidence.cloth_frame import ClothFrame

__all__ = ["ClothRoll"]

_LONGEST_WAIT_MS = 10_000.0
"""Arms may hide most of the table's marks for so long; what could not be confirmed by then is let go."""


class ClothRoll:
    """A ring of one camera's frames in at most `max_bytes` of pictures; the oldest make room for the newest.

    Where the table lies in the picture is only known from the table's marks, and a camera that was knocked shows other
    things there until that is noticed. So a frame waits after `take` until `confirm` says that the table, looked at
    later, was still where it was; `doubt` drops all that wait. Only confirmed frames are ever given out.
    May be used from several threads.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._waiting: deque[ClothFrame] = deque()
        self._kept: deque[ClothFrame] = deque()
        self._bytes = 0
        self.pushed_out = False  # whether a confirmed frame has had to make room
        self.expired = 0  # frames let go because nobody confirmed them in time
        self._lock = threading.Lock()

    @property
    def bytes(self) -> int:
        """Of all pictures held, those that wait included."""
        return self._bytes

    @property
    def oldest_ms(self) -> float | None:
        """Table time of the first frame that can be given out; None when there is none."""
        with self._lock:
            return self._kept[0].at_ms if self._kept else None

    @property
    def newest_ms(self) -> float | None:
        """Table time of the last frame that can be given out; None when there is none."""
        with self._lock:
            return self._kept[-1].at_ms if self._kept else None

    def take(self, frame: ClothFrame) -> None:
        """The next frame, which waits to be confirmed. Frames come in the order of their moments."""
        with self._lock:
            self._waiting.append(frame)
            self._bytes += len(frame.jpeg)
            while frame.at_ms - self._waiting[0].at_ms > _LONGEST_WAIT_MS:
                self.expired += 1
                self._forget(self._waiting)
            while self._bytes > self._max_bytes and self._kept:
                self.pushed_out = True
                self._forget(self._kept)
            while self._bytes > self._max_bytes and self._waiting:
                self._forget(self._waiting)

    def confirm(self, until_ms: float) -> None:
        """The table was seen where it was believed to be at `until_ms`: all frames up to then show the cloth."""
        with self._lock:
            while self._waiting and self._waiting[0].at_ms <= until_ms:
                self._kept.append(self._waiting.popleft())

    def doubt(self) -> None:
        """Nobody can say what the frames that wait show: they are dropped."""
        with self._lock:
            while self._waiting:
                self._forget(self._waiting)

    def between(self, from_ms: float, to_ms: float) -> list[ClothFrame]:
        """The frames of that time, both ends included, in order."""
        with self._lock:
            return [frame for frame in self._kept if from_ms <= frame.at_ms <= to_ms]

    def find(self, ref: str) -> ClothFrame | None:
        """The frame that an observation's evidence names, while it is held."""
        with self._lock:
            return next((frame for frame in reversed(self._kept) if frame.ref == ref), None)

    def _forget(self, frames: deque[ClothFrame]) -> None:
        self._bytes -= len(frames.popleft().jpeg)
