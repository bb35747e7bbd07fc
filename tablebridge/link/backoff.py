"""How long to wait before trying a port again."""

from __future__ import annotations

__all__ = ["Backoff"]


class Backoff:
    """Waits that double from `first_s` to `longest_s`, and begin anew after a success.

    Args:
        first_s: short, so that a cable put back is noticed at once.
        longest_s: how late a table that was off for long is noticed at most.
    """

    def __init__(self, first_s: float = 0.5, longest_s: float = 10.0) -> None:
        self._first_s = first_s
        self._longest_s = longest_s
        self._next_s = first_s

    def next_s(self) -> float:
        """The wait before the next try, in seconds.

        >>> waits = Backoff(first_s=1, longest_s=5)
        >>> [waits.next_s() for _ in range(4)]
        [1, 2, 4, 5]
        """
        wait_s = self._next_s
        self._next_s = min(self._longest_s, self._next_s * 2)
        return wait_s

    def succeeded(self) -> None:
        """The port answered: the next failure is a new one."""
        self._next_s = self._first_s
