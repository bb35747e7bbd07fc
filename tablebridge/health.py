"""Figures about one table's running, for the `health` topic and the end of a rehearsal."""

from __future__ import annotations

import platform
import shutil
import threading
from collections import deque
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

__all__ = ["Health"]


@dataclass(slots=True)
class Health:
    """Counters that the parts of one table keep; safe to write from their threads."""

    folder: Path
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

    def document(self, *, frames_a_second: float, waiting: int, model: str) -> dict[str, Any]:
        """What the `health` topic says; `waiting` counts observations not yet decoded."""
        with self._lock:
            times = sorted(self.frame_ms)
            disk = shutil.disk_usage(self.folder)
            return {
                "frames": self.frames,
                "frames_a_second": round(frames_a_second, 1),
                "frame_ms": {"p50": _share(times, 0.5), "p95": _share(times, 0.95)},
                "observations": self.observations,
                "waiting": waiting,
                "disk_free_mb": disk.free // 2**20,
                "model": model,
                "versions": {"tablebridge": version("tablebridge"), "python": platform.python_version()},
            }


def _share(ordered: list[float], share: float) -> float | None:
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) if ordered else None
