"""Figures about one table's running, for the `health` topic and the end of a rehearsal."""

from __future__ import annotations

import logging
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

__all__ = ["DISK_BAD_MB", "DISK_LOW_MB", "LOOK_AGAIN_S", "DiskSpace", "DiskWord", "Health"]

_log = logging.getLogger(__name__)

DiskWord = Literal["enough", "low", "very_low"]

DISK_BAD_MB = 500
"""A journal grows by a few megabytes an evening, but other programs stop, too, when so little is left; clips of
evidence keep clear of it by themselves (`evidence.keep_free_mb`)."""
DISK_LOW_MB = 2_000
LOOK_AGAIN_S = 300.0
"""As long as the longest broadcast delay: who sees the word change learns of no moment at the table."""
_CLEAR = 1.25
"""A word is taken back only where so many times its bound is free: about the bound it would change with each clip."""


@dataclass(slots=True)
class Health:
    """Counters that the parts of one table keep; safe to write from their threads."""

    frames: int = 0
    observations: int = 0
    frame_ms: deque[float] = field(default_factory=lambda: deque(maxlen=600))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def frame_seen(self, took_ms: float, observations: int) -> None:
        """One camera frame was looked at, in `took_ms` of real time, and gave so many observations."""
        with self._lock:
            self.frames += 1
            self.observations += observations
            self.frame_ms.append(took_ms)

    def figures(self) -> dict[str, Any]:
        """What the `health` topic says of them; all of it moves with the play."""
        with self._lock:
            times = sorted(self.frame_ms)
            return {
                "frames": self.frames,
                "frame_ms": {"p50": _share(times, 0.5), "p95": _share(times, 0.95)},
                "observations": self.observations,
            }


class DiskSpace:
    """Whether there is room where `folder` is, in one word; the figure goes to the log, for the table of that name.

    A figure that anybody may read would tell of each clip that is written, and so of a flag that nobody has ruled on.
    For one thread.
    """

    def __init__(self, table: str, folder: Path, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._table = table
        self._folder = folder
        self._monotonic_s = monotonic_s
        self._looked_s: float | None = None
        self._word: DiskWord = "enough"

    @property
    def word(self) -> DiskWord:
        """`enough`, `low` (under 2,000 MB are free) or `very_low` (under 500), looked at every five minutes."""
        now_s = self._monotonic_s()
        if self._looked_s is None or now_s - self._looked_s >= LOOK_AGAIN_S:
            self._looked_s = now_s
            self._look(shutil.disk_usage(self._folder).free // 2**20)
        return self._word

    def _look(self, free_mb: int) -> None:
        bad_mb = DISK_BAD_MB * (_CLEAR if self._word == "very_low" else 1)
        low_mb = DISK_LOW_MB * (_CLEAR if self._word != "enough" else 1)
        word: DiskWord = "very_low" if free_mb < bad_mb else "low" if free_mb < low_mb else "enough"
        if word != self._word:
            self._word = word
            level = logging.INFO if word == "enough" else logging.WARNING
            _log.log(level, "table %s: %s MB are free where the journal is: %s", self._table, free_mb, self._folder)


def _share(ordered: list[float], share: float) -> float | None:
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) if ordered else None
