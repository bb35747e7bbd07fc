"""What a row in the corner is taken for."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.meld import Meld

__all__ = ["MeldReading"]


@dataclass(frozen=True, slots=True)
class MeldReading:
    """A meld as read, how sure (0..1) its least sure face is, and the log likelihood of its faces.

    Its `from_seat` is None where the way it lies does not tell who discarded the called tile.
    """

    meld: Meld
    confidence: float
    weight: float = 0.0
