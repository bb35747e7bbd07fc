"""An event as the public may see it, made from a journal entry."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from tablebridge.game.journal import event_json
from tablebridge.game.journal.event import RefereeEvent
from tablebridge.game.journal.event import document as referee_document
from tablebridge.game.journal.journal import JournalEntry

__all__ = ["Released", "release"]

# What nobody at the table could see before the hand ended. The decoder does not know these either, but a
# referee's correction or a simulation that plays with open cards might, and the gate is the place to be sure.
_HIDDEN: dict[str, dict[str, None]] = {"draw": {"tile": None}, "dealt": {"hands": None}}


class Released(msgspec.Struct, frozen=True, kw_only=True):
    """A released event. `id` is stable over replays, `sequence` runs per table without gaps; both times are aware
    UTC: `captured_at` when the act was first seen, `released_at` when it passed the gate. Confidence is 0..1.

    `data` is the event's own document, with its `type`, without anything that is still hidden at the table.
    """

    id: str
    sequence: int
    type: str
    table: str
    hand: int
    data: dict[str, object]
    captured_at: datetime
    released_at: datetime
    confidence: float = 1.0
    witnesses: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


def release(entry: JournalEntry, table: str, released_at: datetime) -> Released:
    """The public form of a journal entry of `table`, let out at `released_at` (aware UTC)."""
    return Released(
        id=entry.id,
        sequence=entry.sequence,
        type=entry.type,
        table=table,
        hand=entry.hand,
        data=_public(_document(entry)),
        captured_at=entry.captured_at,
        released_at=released_at,
        confidence=entry.confidence,
        witnesses=tuple(witness.value for witness in entry.witnesses),
        clauses=entry.clauses,
    )


def _document(entry: JournalEntry) -> dict[str, Any]:
    if isinstance(entry.event, RefereeEvent):
        return referee_document(entry.event)
    document: dict[str, Any] = msgspec.to_builtins(event_json.to_data(entry.event))
    return document


def _public(document: dict[str, Any]) -> dict[str, object]:
    """Without what is hidden, in the events that a correction brings as in any other."""
    if document["type"] == "correction":
        placed = [one | {"event": _public(one["event"])} for one in document["events"]]
        return document | {"events": placed}
    return document | _HIDDEN.get(document["type"], {})
