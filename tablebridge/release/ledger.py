"""What one output has had and what it has confirmed, kept in the journal."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from tablebridge.game.journal.journal import Journal
from tablebridge.game.shown.public import PublicState
from tablebridge.release.gate import ReleaseGate
from tablebridge.release.released import Released, release

__all__ = ["Ledger"]


class Ledger:
    """The book of one output (`mqtt`). It subscribes to the gate: make it before the output subscribes, so that an
    event is in the book when the output sends it. May be used from several threads."""

    def __init__(self, journal: Journal, gate: ReleaseGate, output: str) -> None:
        self._journal = journal
        self._gate = gate
        self._output = output
        gate.subscribe(self._note)

    def unacknowledged(self) -> Iterable[Released]:
        """What the output has not confirmed, in order; only what has passed the gate."""
        limit = self._gate.released_sequence
        return [
            release(entry, self._journal.table, self._released_at(entry.sequence))
            for entry in self._journal.unacknowledged(self._output)
            if entry.sequence <= limit
        ]

    def history(self, first: int, count: int) -> list[Released]:
        """Up to `count` events from the sequence `first` on, confirmed or not; only what has passed the gate."""
        limit = self._gate.released_sequence
        return [
            release(entry, self._journal.table, self._released_at(entry.sequence))
            for entry in self._journal.entries(after=first - 1, at_most=count)
            if entry.sequence <= limit
        ]

    def acknowledge(self, sequence: int) -> None:
        """The output's readers have the event for good: it is never handed out again."""
        self._journal.mark_acknowledged(self._output, [sequence], datetime.now(UTC))

    def _note(self, released: Released | None, _state: PublicState) -> None:
        # after a restart everything unconfirmed passes again: without a broker that is the whole evening, and each mark
        # is a write that is waited for
        if released is not None and self._journal.released_at(self._output, released.sequence) is None:
            self._journal.mark_released(self._output, [released.sequence], released.released_at)

    def _released_at(self, sequence: int) -> datetime:
        return self._journal.released_at(self._output, sequence) or datetime.now(UTC)
