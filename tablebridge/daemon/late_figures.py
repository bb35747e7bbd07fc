"""Figures that move with the play: whoever watches a count of reports knows when somebody has just acted."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Figures", "LateFigures"]


@dataclass(frozen=True, slots=True)
class Figures:
    """Counted since the start: what the witnesses told, and the bytes of the table's line."""

    observations: int = 0
    waiting: int = 0
    reports: int = 0
    bytes_received: int = 0


class LateFigures:
    """Tells them as old as the broadcast delay in force, `delay_s`; from one thread. At first all are 0."""

    def __init__(self, delay_s: Callable[[], float], monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._delay_s = delay_s
        self._monotonic_s = monotonic_s
        self._waiting: deque[tuple[float, Figures]] = deque()
        self._told = Figures()

    def tell(self, now: Figures) -> Figures:
        """Takes in the present figures and gives the newest that are old enough, never older ones than before."""
        now_s = self._monotonic_s()
        self._waiting.append((now_s, now))
        while self._waiting and self._waiting[0][0] + self._delay_s() <= now_s:
            _, self._told = self._waiting.popleft()
        return self._told
