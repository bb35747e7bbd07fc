"""A gate on a clock that is set by hand, and a subscriber that remembers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablebridge.game.journal.journal import JournalEntry
from tablebridge.game.shown.public import PublicState
from tablebridge.release import Released, ReleaseGate

Played = Callable[..., JournalEntry]
StateAfter = Callable[[int], PublicState]


class Heard:
    """A subscriber that remembers sequences (None for a state without an event) and the states' sequences."""

    def __init__(self) -> None:
        self.events: list[int | None] = []
        self.states: list[int] = []

    def __call__(self, released: Released | None, state: PublicState) -> None:
        self.events.append(released and released.sequence)
        self.states.append(state.sequence)


def gate_on(clock: Any, delay_s: float, heard: Heard) -> ReleaseGate:
    """Its only subscriber is `heard`."""
    gate = ReleaseGate("hall-1", delay_s, utc=clock.utc, monotonic_s=clock.monotonic_s)
    gate.subscribe(heard)
    return gate
