"""What the referee made of the game as documents, beside those of the acts: the schema of `events/<type>`."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablebridge.game.journal.event_data import EventData, SeatName

__all__ = ["CorrectionData", "PenaltyAppliedData", "PenaltyRevokedData", "PlacedData", "RulingData", "TableEventData"]

Points = tuple[int, int, int, int]


class PlacedData(msgspec.Struct, frozen=True, kw_only=True):
    """See `tablebridge.game.journal.correction.Placed`."""

    id: str
    after: str | None
    event: EventData
    instead: str | None = None
    by_referee: bool = False
    clauses: tuple[str, ...] = ()


class CorrectionData(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="correction"):
    """See `journal.correction.Correction`: take `replaces` away, then put each of `events` in, one by one."""

    cause: Literal["corrected", "hand_voided", "hand_resumed", "penalty"]
    replaces: tuple[str, ...]
    events: tuple[PlacedData, ...]
    points: Points | None


class RulingData(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="ruling"):
    """See `tablebridge.game.journal.ruling_event.Ruling`."""

    flag: str
    event_id: str
    clause: str
    seat: SeatName | None
    decision: Literal["accepted", "overruled"]
    text: str = ""
    penalty: str = ""


class PenaltyAppliedData(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="penalty_applied"):
    """See `tablebridge.game.journal.ruling_event.PenaltyApplied`."""

    flag: str
    event_id: str
    clause: str
    name: str
    seat: SeatName | None
    text: str
    penalty: str
    by_rules: bool
    witnessed: bool
    delta: Points
    violation_points: int
    points: Points


class PenaltyRevokedData(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="penalty_revoked"):
    """See `tablebridge.game.journal.ruling_event.PenaltyRevoked`."""

    applied: str
    flag: str
    clause: str
    seat: SeatName | None
    points: Points


TableEventData = EventData | CorrectionData | RulingData | PenaltyAppliedData | PenaltyRevokedData
"""Every event that goes out, told apart by `type`."""
