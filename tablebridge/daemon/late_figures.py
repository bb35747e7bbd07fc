"""Figures that move with the play: whoever watches a count of reports knows when somebody has just acted."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["LateFigures"]

Figures = TypeVar("Figures")


class LateFigures(Generic[Figures]):
    """Tells them as old as the broadcast delay in force, `delay_s`; from one thread. `first` is told until then."""

    def __init__(
        self, first: Figures, delay_s: Callable[[], float], monotonic_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._delay_s = delay_s
        self._monotonic_s = monotonic_s
        self._waiting: deque[tuple[float, Figures]] = deque()
        self._told = first

    def tell(self, now: Figures) -> Figures:
        """Takes in the present figures and gives the newest that are old enough, never older ones than before."""
        now_s = self._monotonic_s()
        self._waiting.append((now_s, now))
        while self._waiting and self._waiting[0][0] + self._delay_s() <= now_s:
            _, self._told = self._waiting.popleft()
        return self._told
