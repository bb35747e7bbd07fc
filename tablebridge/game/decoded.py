"""A game event with what vouches for it: between the decoder and the journal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tablebridge.observation import Evidence, Witness
from tablebridge_rules.event import HandEvent
from tablebridge_rules.violation import Violation

__all__ = ["DecodedEvent"]


@dataclass(frozen=True, slots=True)
class DecodedEvent:
    """An event as told by its witnesses.

    `at_ms` table time and `captured_at` aware UTC are those of the first sighting of the act; `confidence` 0..1 is
    that of the weakest thing it rests on; `clauses` are ids of the rulebook that the act or its payment cites.
    `violations` are what the rules found wrong with it.
    """

    event: HandEvent
    at_ms: float
    captured_at: datetime
    confidence: float = 1.0
    witnesses: tuple[Witness, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    clauses: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()
