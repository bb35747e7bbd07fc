"""A correction: what was told wrongly, and what happened instead, as one event."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from tablebridge_rules.event import HandEvent
from tablebridge_rules.payment import Delta

__all__ = ["Cause", "Correction", "Placed"]


class Cause(Enum):
    """Why the game is told anew."""

    CORRECTED = "corrected"  # the referee has put an event right
    HAND_VOIDED = "hand_voided"
    HAND_RESUMED = "hand_resumed"
    PENALTY = "penalty"  # applied or revoked: later points follow


@dataclass(frozen=True, slots=True)
class Placed:
    """An event that counts from now on, with its place: after the event `after`, None for the game's beginning.

    `instead` is the event whose moment and evidence it has: the one that it replaces, or else the one before it.
    `by_referee` tells what the referee entered from what the rules make of it; `clauses` are those that it cites.
    """

    id: str
    after: str | None
    event: HandEvent
    instead: str | None = None
    by_referee: bool = False
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """The events `replaces` do not count any more, and `events` do, in the order of the game.

    To follow it, take away the former, then put in each of the latter at its place, in this order: its `after` is there
    by then. `points` are those of A..D after all of it, None before the first hand.
    """

    TYPE: ClassVar[str] = "correction"
    cause: Cause
    replaces: tuple[str, ...]
    events: tuple[Placed, ...]
    points: Delta | None
