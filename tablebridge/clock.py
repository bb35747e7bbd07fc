"""Time, passed in wherever it is needed: the wall clock in UTC and the table's own milliseconds."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

__all__ = ["Clock", "FrameClock", "Instant", "TableClock", "now"]

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Instant:
    """A moment by the wall clock and by the machine's own count: `utc` is aware, `up_s` the seconds since the machine
    was switched on, the time asleep included. `boot` names that time on, and is empty where the system has no name
    for it."""

    utc: datetime
    boot: str = ""
    up_s: float = 0.0

    def until_s(self, later: Instant) -> float:
        """Seconds from this moment to a later one, in whatever process. Only where the machine was off between does
        the wall clock have to be believed, which somebody may have set."""
        if self.boot and self.boot == later.boot:
            return later.up_s - self.up_s
        return (later.utc - self.utc).total_seconds()


def now() -> Instant:
    """The present moment.

    Source: Linux, `proc(5)` for `random/boot_id`, `clock_gettime(2)` for `CLOCK_BOOTTIME`.
    """
    try:
        return Instant(datetime.now(UTC), _BOOT_ID.read_text("ascii").strip(), time.clock_gettime(time.CLOCK_BOOTTIME))
    except (OSError, AttributeError):
        return Instant(datetime.now(UTC))


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
