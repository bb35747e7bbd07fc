"""Frames that are missing from the line, by their sequence numbers: told once it is sure that they do not come late."""

from __future__ import annotations

from tablebridge_protocol.session import RESEND_MS, RESEND_TRIES

__all__ = ["LATE_MS", "Gaps", "numbers_text"]

LATE_MS = RESEND_MS * (RESEND_TRIES + 2)
"""A table has sent a report again for the last time by then."""


class Gaps:
    """The missing frames of one connection. `now_ms` is any clock that never goes back."""

    def __init__(self) -> None:
        self._since_ms: dict[int, float] = {}

    def skipped(self, frames: int, before: int, now_ms: float) -> None:
        """So many numbers were skipped; the one numbered `before` came after them."""
        for back in range(frames, 0, -1):
            self._since_ms[(before - back) % 256] = now_ms

    def came(self, number: int) -> None:
        """That frame has come after all."""
        self._since_ms.pop(number, None)

    def lost(self, now_ms: float) -> tuple[int, ...]:
        """The numbers that will not come any more, each told once, in the order of the line."""
        gone = tuple(number for number, since_ms in self._since_ms.items() if now_ms - since_ms >= LATE_MS)
        for number in gone:
            del self._since_ms[number]
        return gone

    def end(self) -> tuple[int, ...]:
        """The connection has ended: nothing comes late any more."""
        gone = tuple(self._since_ms)
        self._since_ms.clear()
        return gone


def numbers_text(numbers: tuple[int, ...]) -> str:
    """Sequence numbers for people, runs drawn together.

    >>> numbers_text((4, 7, 8, 9, 255, 0))
    '4, 7-9, 255-0'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == (runs[-1][-1] + 1) % 256:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
