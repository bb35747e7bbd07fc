"""Everything that stands in a journal as an event: the acts of the game, and what the referee made of them."""

from __future__ import annotations

from typing import Any

import msgspec

from tablebridge.game.journal.correction import Correction
from tablebridge.game.journal.ruling_event import PenaltyApplied, PenaltyRevoked, Ruling
from tablebridge_rules.event import HandEvent, event_type
from tablebridge_rules.state_json import Json, event_from_json, from_json, to_json

__all__ = ["RefereeEvent", "TableEvent", "decode", "document", "encode", "type_of"]

RefereeEvent = Correction | Ruling | PenaltyApplied | PenaltyRevoked
"""What a referee's act makes of the game, as everybody hears it."""

TableEvent = HandEvent | RefereeEvent
"""An event of the journal, and so of the outputs."""

_REFEREE: dict[str, Any] = {kind.TYPE: kind for kind in (Correction, Ruling, PenaltyApplied, PenaltyRevoked)}


def type_of(event: TableEvent) -> str:
    """The event's name on outputs."""
    return event.TYPE if isinstance(event, RefereeEvent) else event_type(event)


def document(event: TableEvent) -> dict[str, Any]:
    """The event as plain JSON values with its `type`.

    >>> from tablebridge_rules.event import Drawn
    >>> from tablebridge_rules.seat import Seat
    >>> document(Drawn(Seat.A))
    {'type': 'draw', 'seat': 'A', 'tile': None, 'replacement': False}
    """
    written: Json = to_json(event)
    return dict(written) if isinstance(written, dict) else {}


def encode(event: TableEvent) -> str:
    """The event as one line of JSON."""
    return msgspec.json.encode(document(event)).decode()


def decode(text: str | bytes) -> TableEvent:
    """The event of a line made by `encode`. Raises `JsonError` when it is none."""
    read = msgspec.json.decode(text)
    kind = _REFEREE.get(str(read.get("type"))) if isinstance(read, dict) else None
    if kind is None:
        return event_from_json(read)
    event: RefereeEvent = from_json(kind, read)
    return event
