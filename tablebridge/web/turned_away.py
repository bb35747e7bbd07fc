"""What the log says of connections that found no place: a line a minute, however many there are."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable

__all__ = ["TurnedAway"]

_log = logging.getLogger(__name__)

_EVERY_S = 60.0


class TurnedAway:
    """Counts them, and tells of the first at once and of the others a minute later. `section` of the configuration
    (`web`, `console`) is the listener's name."""

    def __init__(self, section: str, now_s: Callable[[], float] = time.monotonic) -> None:
        self._section = section
        self._now_s = now_s
        self._by_address: Counter[str] = Counter()
        self._open = 0
        self._lack: OSError | None = None
        self._told_at_s: float | None = None

    def no_room(self, address: str, are_open: int) -> None:
        """One from there was turned away, while so many were open."""
        self._by_address[address] += 1
        self._open = are_open
        self.tell()

    def cannot_accept(self, error: OSError) -> None:
        """The system gave no file number, or no memory."""
        self._lack = error
        self.tell()

    def tell(self) -> None:
        """Logs what was not told yet, if the last line is a minute old."""
        now_s = self._now_s()
        if self._told_at_s is not None and now_s - self._told_at_s < _EVERY_S:
            return
        lines = self._lines()
        for line in lines:
            _log.warning("%s: %s", self._section, line)
        if lines:
            self._told_at_s = now_s
            self._by_address.clear()
            self._lack = None

    def _lines(self) -> list[str]:
        lines = []
        if self._lack is not None:
            lines.append(
                f"no connection can be accepted now, {self._lack.strerror} (close what is not needed, or raise the "
                "process's limit of open files: LimitNOFILE of its service, ulimit -n)"
            )
        if self._by_address:
            (most_from, most), *_ = self._by_address.most_common(1)
            lines.append(
                f"connections turned away: {self._by_address.total()}, of them from {most_from}: {most}; "
                f"open: {self._open} (docs/pages.md, Connections)"
            )
        return lines
