"""Sequence numbers: which frames are new, which came twice, which are missing.

Each side counts its own frames 0..255 and round again. A report that is sent again keeps its number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["WINDOW", "Arrival", "Order", "SequenceTracker"]

WINDOW = 32
"""How far back a late frame is still known from a repeated one. A table has far fewer reports under way."""

_MODULUS = 256
_MASK = (1 << WINDOW) - 1


class Order(Enum):
    """How a sequence number stands to those before it."""

    NEW = "new"
    LATE = "late"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True)
class Arrival:
    """`order` of one frame, and how many frames before it are `missing` as of now because of it."""

    order: Order
    missing: int = 0


class SequenceTracker:
    """Judges sequence numbers as they arrive. `lost` counts frames that were skipped and have not come late."""

    def __init__(self) -> None:
        self.lost = 0
        self._last: int | None = None
        self._seen = 0  # bit n is set when the frame n before the last one has come

    def start(self, sequence: int) -> None:
        """Counts from here: the peer has just begun, or begun again. What was lost stays lost."""
        self._last = sequence
        self._seen = _MASK  # nothing before the start is expected, so nothing before it is missing

    def accept(self, sequence: int) -> Arrival:
        """Takes the next frame's number in; the first ever is new."""
        if self._last is None:
            self.start(sequence)
            return Arrival(Order.NEW)
        ahead = (sequence - self._last) % _MODULUS
        behind = (self._last - sequence) % _MODULUS
        if behind < WINDOW:
            return self._look_back(behind)
        # Far behind is no late frame: the peer's counter jumped, and every number in between is missing.
        return self._move_on(sequence, ahead)

    def _look_back(self, behind: int) -> Arrival:
        bit = 1 << behind
        if self._seen & bit:
            return Arrival(Order.DUPLICATE)
        self._seen |= bit
        self.lost -= 1
        return Arrival(Order.LATE)

    def _move_on(self, sequence: int, ahead: int) -> Arrival:
        self._last = sequence
        self._seen = (self._seen << ahead | 1) & _MASK
        self.lost += ahead - 1
        return Arrival(Order.NEW, missing=ahead - 1)
