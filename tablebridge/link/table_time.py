"""The table's millisecond clock on the host's."""

from __future__ import annotations

from collections import deque

__all__ = ["TableTime"]

_CLOCK_MS = 1 << 32
_SAMPLES = 20  # ten seconds of heartbeats: long enough to meet a quick one, short enough to follow drift
_STOOD_STILL_MS = 300  # no line is so slow: the table's clock stood still (a rehearsal that waits), so begin anew
_OLDEST_MS = 5000  # no report is under way for longer: a stranger value is a wrong clock, not an old report


class TableTime:
    """Maps the table's moments to the host's, for one power-on of the table.

    A frame is never received before it was sent, so of the last differences between reception and the table's
    own time the smallest is the nearest to the truth.
    """

    def __init__(self) -> None:
        self._offsets_ms: deque[float] = deque(maxlen=_SAMPLES)
        self._newest_ms = 0  # unwrapped

    def heard(self, table_ms: int, now_ms: float) -> None:
        """The table said its clock shows `table_ms` (0..2**32-1), and that arrived at `now_ms` of the host."""
        self._newest_ms = self._unwrapped(table_ms) if self._offsets_ms else table_ms
        offset_ms = now_ms - self._newest_ms
        if self._offsets_ms and offset_ms - min(self._offsets_ms) > _STOOD_STILL_MS:
            self._offsets_ms.clear()
        self._offsets_ms.append(offset_ms)

    def host_ms(self, table_ms: int, now_ms: float) -> float:
        """When `table_ms` was on the host's clock; not after `now_ms`, not long before it."""
        if not self._offsets_ms:
            return now_ms
        host_ms = self._unwrapped(table_ms) + min(self._offsets_ms)
        return min(now_ms, max(now_ms - _OLDEST_MS, host_ms))

    def _unwrapped(self, table_ms: int) -> int:
        half = _CLOCK_MS // 2
        return self._newest_ms + (table_ms - self._newest_ms + half) % _CLOCK_MS - half
