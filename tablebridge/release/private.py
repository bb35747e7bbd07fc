"""What only the referee's role may read before it is ruled on: it does not pass the gate, and has no delay."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from tablebridge.game.flag import Flag

__all__ = ["ViolationFlag", "violation_flag"]

Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class ViolationFlag(msgspec.Struct, frozen=True, kw_only=True):
    """A violation as the referee's role reads it on `violations/<clause>`: told again whenever its `status` changes.

    `id` stays the same; the newest message on it holds. `event` is the id of the event that it lies on, `captured_at`
    (aware UTC) when it was first seen, `confidence` 0..1; `proposed_penalty` is in the words of the rulebook.
    """

    id: str
    table: str
    clause: str
    name: str
    seat: Literal["A", "B", "C", "D"] | None
    text: str
    proposed_penalty: str
    hand: int
    event: str
    captured_at: Moment
    confidence: float
    status: Literal["pending", "deferred", "accepted", "overruled", "withdrawn"]
    penalty_applied: bool


def violation_flag(flag: Flag, table: str) -> ViolationFlag:
    """The flag of `table` as a document."""
    return ViolationFlag(
        id=flag.id,
        table=table,
        clause=flag.clause,
        name=flag.name,
        seat=None if flag.seat is None else flag.seat.value,
        text=flag.text,
        proposed_penalty=flag.proposed_penalty,
        hand=flag.hand,
        event=flag.event_id,
        captured_at=flag.captured_at,
        confidence=flag.confidence,
        status=flag.state.value,
        penalty_applied=flag.penalty is not None,
    )
