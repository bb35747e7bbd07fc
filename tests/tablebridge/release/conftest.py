"""A journal to release from, and a clock that only moves when told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal.journal import Journal, JournalEntry
from tablebridge.game.shown.public import PublicState
from tablebridge.observation import Witness
from tablebridge_rules.event import Drawn, GameEvent
from tablebridge_rules.seat import Seat
from tests.tablebridge.release.hearing import Heard

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@dataclass
class ManualClock:
    """Seconds since noon."""

    now_s: float = 0.0

    def monotonic_s(self) -> float:
        return self.now_s

    def utc(self) -> datetime:
        return NOON + timedelta(seconds=self.now_s)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "hall-1.sqlite", "hall-1", now=NOON, session="s") as journal:
        journal.begin_game("riichi-league-tw", NOON)
        yield journal


@pytest.fixture
def played(journal: Journal, clock: ManualClock) -> Callable[..., JournalEntry]:
    """Journals an event seen at the clock's present moment."""

    def play(event: GameEvent | None = None) -> JournalEntry:
        decoded = DecodedEvent(
            event or Drawn(Seat.A), 0.0, clock.utc(), 0.9, (Witness.TABLE, Witness.CAMERA), clauses=("RL-T02",)
        )
        return journal.append([decoded])[0]

    return play


@pytest.fixture
def state_after() -> Callable[[int], PublicState]:
    """The public state that has folded in that many events."""
    return lambda sequence: PublicState(table="hall-1", rulebook="riichi-league-tw", sequence=sequence, phase="playing")
