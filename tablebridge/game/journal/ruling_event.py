"""What becomes public of a referee's ruling."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat
from tablebridge_rules.violation import Violation

__all__ = ["Decision", "PenaltyApplied", "PenaltyRevoked", "Ruling"]


class Decision(Enum):
    """The referee's word on a flag."""

    ACCEPTED = "accepted"
    OVERRULED = "overruled"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee has ruled on the violation `flag` of `clause` by `seat` (None: nobody's), in the event `event_id`.

    `text` and `penalty`, what the rulebook lays down, are told of one that stands only.
    """

    TYPE: ClassVar[str] = "ruling"
    flag: str
    event_id: str
    clause: str
    seat: Seat | None
    decision: Decision
    text: str = ""
    penalty: str = ""


@dataclass(frozen=True, slots=True)
class PenaltyApplied:
    """A penalty for the violation `flag` of the event `event_id` takes effect: that of the rulebook (`by_rules`), or
    what the referee set.

    `witnessed`: the violation is told by a witness or the referee, the rules do not find it in the event. `delta` are
    the points A..D that move at once, summing to zero; `points` those after it.
    """

    TYPE: ClassVar[str] = "penalty_applied"
    flag: str
    event_id: str
    clause: str
    name: str
    seat: Seat | None
    text: str
    penalty: str
    by_rules: bool
    witnessed: bool
    delta: Delta
    violation_points: int
    points: Delta

    @property
    def violation(self) -> Violation:
        """What it is for."""
        return Violation(self.clause, self.name, self.seat, self.text, self.penalty)


@dataclass(frozen=True, slots=True)
class PenaltyRevoked:
    """The penalty told by the event `applied` is taken back; `points` are those after it."""

    TYPE: ClassVar[str] = "penalty_revoked"
    applied: str
    flag: str
    clause: str
    seat: Seat | None
    points: Delta
