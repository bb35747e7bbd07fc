"""Lines about a table's parts that come of what happens at the table: to the public they are as old as the delay."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

__all__ = ["LateLines", "Status"]

Status = dict[str, object]
"""`status` (`online`, `offline`), a `line`, and `warning` where somebody has to act all the same."""


class LateLines:
    """What the public knows of each part: what the machine says at once, what comes of the play `delay_s` later.

    A sleeve before the camera, tiles of another set: who reads of it at once knows what is done at the table. For one
    thread at a time.
    """

    def __init__(self, delay_s: Callable[[], float], monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._delay_s = delay_s
        self._monotonic_s = monotonic_s
        self._machine: dict[str, Status] = {}
        self._play: dict[str, Status] = {}
        self._waiting: deque[tuple[float, str, Status]] = deque()

    def tell(self, part: str, status: Status) -> Status:
        """The machine says that of the part; returns what the public is told now: a part that is there again is still
        held by what held it before."""
        self._machine[part] = status
        if not _is_up(status):
            if _is_up(self._play.get(part, status)):
                self._play.pop(part, None)  # a warning is about what was there
            return status
        return self._play.get(part, status)

    def hold(self, part: str, status: Status) -> None:
        """That came of the play."""
        self._waiting.append((self._monotonic_s(), part, status))

    def due(self) -> list[tuple[str, Status]]:
        """What has become public, in order; of a part that is away itself nothing."""
        told = []
        while self._waiting and self._waiting[0][0] + self._delay_s() <= self._monotonic_s():
            _, part, status = self._waiting.popleft()
            self._play[part] = status
            machine = self._machine.get(part)
            if machine is None or _is_up(machine):
                told.append((part, status))
        return told


def _is_up(status: Status) -> bool:
    return status["status"] == "online"
