"""An event in the journal, and how it lies in its row."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from tablebridge.game.journal.event import RefereeEvent, TableEvent, decode, encode
from tablebridge.observation import Evidence, Witness

__all__ = ["COLUMNS", "JournalEntry", "RuledEvent", "from_row", "to_row"]

COLUMNS = "sequence, id, game, hand, type, event, at_ms, captured_at, confidence, witnesses, evidence, clauses"


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """An event on disk. `sequence` counts from 1 without a gap for each table; `id` is unique and never changes."""

    sequence: int
    id: str
    game: int
    hand: int
    type: str
    event: TableEvent
    at_ms: float
    captured_at: datetime
    confidence: float
    witnesses: tuple[Witness, ...]
    evidence: tuple[Evidence, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuledEvent:
    """What a referee's act makes of the game, on its way to the journal: as a `DecodedEvent` is for an act of play."""

    event: RefereeEvent
    at_ms: float
    captured_at: datetime
    clauses: tuple[str, ...] = ()
    confidence: float = 1.0
    witnesses: tuple[Witness, ...] = (Witness.REFEREE,)
    evidence: tuple[Evidence, ...] = ()


def to_row(entry: JournalEntry) -> tuple[object, ...]:
    """The entry in the order of `COLUMNS`."""
    return (
        entry.sequence,
        entry.id,
        entry.game,
        entry.hand,
        entry.type,
        encode(entry.event),
        entry.at_ms,
        entry.captured_at.isoformat(),
        entry.confidence,
        msgspec.json.encode([witness.value for witness in entry.witnesses]).decode(),
        msgspec.json.encode([(evidence.kind, evidence.reference) for evidence in entry.evidence]).decode(),
        msgspec.json.encode(entry.clauses).decode(),
    )


def from_row(row: tuple[Any, ...]) -> JournalEntry:
    """The entry of a row of `COLUMNS`."""
    sequence, entry_id, game, hand, kind, event, at_ms, captured_at, confidence, witnesses, evidence, clauses = row
    return JournalEntry(
        sequence=sequence,
        id=entry_id,
        game=game,
        hand=hand,
        type=kind,
        event=decode(event),
        at_ms=at_ms,
        captured_at=datetime.fromisoformat(captured_at),
        confidence=confidence,
        witnesses=tuple(Witness(name) for name in msgspec.json.decode(witnesses, type=list[str])),
        evidence=tuple(Evidence(*pair) for pair in msgspec.json.decode(evidence, type=list[tuple[str, str]])),
        clauses=msgspec.json.decode(clauses, type=tuple[str, ...]),
    )
