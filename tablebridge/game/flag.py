"""A flag: what a clause says was done wrong, with its proof, until the referee has ruled on it and after."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from tablebridge.observation import Evidence
from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat
from tablebridge_rules.violation import Violation

__all__ = ["AppliedPenalty", "Flag", "FlagState", "flag_id"]


class FlagState(Enum):
    """What has become of a flag. Only the referee's word makes any of it public."""

    PENDING = "pending"
    DEFERRED = "deferred"  # to be ruled on later: still nobody's business but the referee's
    ACCEPTED = "accepted"
    OVERRULED = "overruled"
    WITHDRAWN = "withdrawn"  # a correction showed that it never happened

    @property
    def open(self) -> bool:
        """Whether the referee has still to decide."""
        return self in (FlagState.PENDING, FlagState.DEFERRED)


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedPenalty:
    """What a flag has cost: the penalty that the rulebook lays down (`by_rules`), or what the referee set.

    `delta` are the points A..D that the referee moves, summing to zero, and zeros where only the rulebook moves them;
    `violation_points` count in the standings of a book that has them. `id` is that of its journal entry.
    """

    id: str
    by_rules: bool
    delta: Delta = (0, 0, 0, 0)
    violation_points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """One violation of one event, for the referee.

    `id` is made of event, clause, kind and seat: the same violation found again is the same flag. `sequence` is that of
    the event `event_id`; `at_ms` table time, `captured_at` aware UTC and `confidence` (0..1) are the event's.
    `proposed_penalty` is in the words of the rulebook's option, empty where it names none. `reason` and `by` are of the
    latest ruling. `witnessed`: a witness or the referee told of it, so that it does not fall with what the rules find
    in the events. Its clip is found by its id (`tablebridge.evidence`).
    """

    id: str
    clause: str
    name: str
    seat: Seat | None
    text: str
    proposed_penalty: str
    game: int
    hand: int
    event_id: str
    sequence: int
    at_ms: float
    captured_at: datetime
    confidence: float
    evidence: tuple[Evidence, ...] = ()
    state: FlagState = FlagState.PENDING
    reason: str = ""
    by: str = ""
    penalty: AppliedPenalty | None = None
    witnessed: bool = False

    @property
    def violation(self) -> Violation:
        """What the flag is raised for."""
        return Violation(self.clause, self.name, self.seat, self.text, self.proposed_penalty)


def flag_id(event_id: str, violation: Violation) -> str:
    """The id of the flag for `violation` of the event: the same whenever it is found, fit for a file's name.

    >>> flag_id("4f2a-17", Violation("RL-T01", "turn_order", Seat.B, "B discarded out of turn"))
    '4f2a-17.RL-T01.turn_order.B'
    """
    seat = violation.seat.value if violation.seat is not None else "table"
    return f"{event_id}.{violation.clause}.{violation.name}.{seat}"
