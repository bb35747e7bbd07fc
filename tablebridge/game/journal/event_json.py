"""Game events to JSON and back, without loss: the text the journal keeps and the outputs publish.

The rules say how an event is written (`tablebridge_rules.state_json`); the documents of `event_data` are the same
fields with the types that the published schema needs.
"""

from __future__ import annotations

import msgspec

from tablebridge.game.journal import event_data as data
from tablebridge_rules.event import HandEvent
from tablebridge_rules.state_json import event_from_json, event_to_json

__all__ = ["decode", "encode", "from_data", "to_data"]

_DECODER = msgspec.json.Decoder(data.EventData)


def encode(event: HandEvent) -> str:
    """The event as one line of JSON with its `type`.

    >>> from tablebridge_rules.event import Drawn
    >>> from tablebridge_rules.seat import Seat
    >>> encode(Drawn(Seat.A))
    '{"type":"draw","seat":"A","tile":null,"replacement":false}'
    """
    return msgspec.json.encode(event_to_json(event)).decode()


def decode(text: str | bytes) -> HandEvent:
    """The event of a line made by `encode`. Raises `msgspec.DecodeError` when it is none."""
    return from_data(_DECODER.decode(text))


def to_data(event: HandEvent) -> data.EventData:
    """The event as a document."""
    document: data.EventData = msgspec.convert(event_to_json(event), data.EventData)
    return document


def from_data(document: data.EventData) -> HandEvent:
    """The event of a document. Raises `JsonError` for a tile that is none."""
    return event_from_json(msgspec.to_builtins(document))
