"""One thing that a witness reported: its latest reading, when it was first seen, and whether it is gone again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tablebridge.observation import Observation

__all__ = ["Fact"]

S_co = TypeVar("S_co", covariant=True)


@dataclass(slots=True, eq=False)
class Fact(Generic[S_co]):
    """A thing seen: its latest report, the observation that told of it first, and when that arrived (table ms).

    Facts are compared by identity: the same tile read again is the same fact. `gone_ms` is None while it lies there.
    `again` is the fact of the same place and face that was gone before this one came: the tile may never have left.
    """

    latest: S_co
    first: Observation
    arrived_ms: float
    confidence: float = 1.0
    gone_ms: float | None = None
    again: Fact[S_co] | None = None
    changed_ms: float = field(init=False)  # when the latest report arrived

    def __post_init__(self) -> None:
        self.changed_ms = self.arrived_ms

    @property
    def at_ms(self) -> float:
        """Table time of the first sighting."""
        return self.first.at_ms

    @property
    def lies(self) -> bool:
        """Whether it was not taken away."""
        return self.gone_ms is None
