"""How long to wait before the next try: longer each time, and never in step with others."""

from __future__ import annotations

import random

__all__ = ["Backoff"]


class Backoff:
    """Doubles from `first_s` up to `longest_s`; each wait is a random share, half to all of it, so that the tables
    of a hall do not all come back to a restarted broker in the same moment."""

    def __init__(self, first_s: float = 0.5, longest_s: float = 30.0, chance: random.Random | None = None) -> None:
        self._first_s = first_s
        self._longest_s = longest_s
        self._chance = chance or random.Random()
        self._tries = 0

    def next_s(self) -> float:
        """Seconds to wait now; the next answer is longer."""
        limit = min(self._longest_s, self._first_s * 2**self._tries)
        self._tries = min(self._tries + 1, 32)
        return self._chance.uniform(limit / 2, limit)

    def reset(self) -> None:
        """It worked: start over with the shortest wait."""
        self._tries = 0
