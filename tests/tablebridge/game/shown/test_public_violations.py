"""How many violations of the game stand is public once the referee has ruled, and never before."""

from __future__ import annotations

from datetime import UTC, datetime

from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.projection import Projection
from tablebridge.game.journal.ruling_event import Decision, Ruling
from tablebridge_rules.event import HandStarted
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.seat import Seat, Wind

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def entry(sequence: int, event: HandStarted | Ruling, game: int = 1) -> JournalEntry:
    kind = "ruling" if isinstance(event, Ruling) else "hand_started"
    return JournalEntry(sequence, f"s-{sequence}", game, 1, kind, event, 0.0, NOON, 1.0, (), (), ())


def ruling(flag: str, decision: Decision) -> Ruling:
    return Ruling(flag, "s-1", "RL-V01", Seat.A, decision)


def test_the_last_word_on_each_flag_of_the_game_counts() -> None:
    start = HandStarted(1, Wind.EAST, Seat.A, 0, 0, (25000,) * 4)
    projection = Projection("hall-1", read_rulebook("riichi-league-tw"))
    counts = []
    for sequence, (event, game) in enumerate(
        [
            (start, 1),
            (ruling("f-1", Decision.ACCEPTED), 1),
            (ruling("f-2", Decision.OVERRULED), 1),
            (ruling("f-3", Decision.ACCEPTED), 1),
            (ruling("f-1", Decision.OVERRULED), 1),
            (start, 2),
            (ruling("f-9", Decision.ACCEPTED), 2),
        ],
        1,
    ):
        projection.apply(entry(sequence, event, game))
        counts.append(projection.state().violations)
    assert counts == [0, 1, 1, 2, 1, 0, 1]
