"""Time, passed in wherever it is needed: the wall clock in UTC and the table's own milliseconds."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol

__all__ = ["Clock", "FrameClock", "TableClock"]


class Clock(Protocol):
    """What every part asks for the time."""

    def utc(self) -> datetime:
        """The present moment, aware, UTC."""
        ...

    def now_ms(self) -> float:
        """Milliseconds of table time since the clock began; never goes back."""
        ...


class TableClock:
    """Real time. `scale` above 1 serves rehearsals: the simulated table plays that many times faster."""

    def __init__(self, scale: float = 1.0) -> None:
        self._scale = scale
        self._began = time.monotonic()

    def utc(self) -> datetime:
        """See `Clock`."""
        return datetime.now(UTC)

    def now_ms(self) -> float:
        """See `Clock`."""
        return (time.monotonic() - self._began) * 1000 * self._scale


class FrameClock:
    """Time told by the frames of a recording or of a table that plays as fast as it is watched."""

    def __init__(self) -> None:
        self._now_ms = 0.0

    def utc(self) -> datetime:
        """See `Clock`."""
        return datetime.now(UTC)

    def now_ms(self) -> float:
        """See `Clock`."""
        return self._now_ms

    def advance_to(self, at_ms: float) -> None:
        """Moves on to a frame's moment; an earlier one is ignored."""
        self._now_ms = max(self._now_ms, at_ms)
