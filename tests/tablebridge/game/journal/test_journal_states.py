"""The public state after any entry of a journal is the one that was told then."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal.journal import Journal
from tablebridge.game.journal.projection import Projection
from tablebridge.game.journal.states import JournalStates
from tablebridge.game.shown.public import PublicState
from tablebridge_rules.play import read_rulebook
from tests.tablebridge.game.played import play_game

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
BOOK = read_rulebook("riichi-league-tw")


def test_the_states_are_those_that_were_told_over_the_end_of_a_game_as_well(tmp_path: Path) -> None:
    with Journal(tmp_path / "t1.db", "t1", now=NOON) as journal:
        told = Projection("t1", BOOK)
        states: list[PublicState] = [told.state()]
        for seed in (1, 2):
            journal.begin_game(BOOK.name, NOON)
            events = [event for hand in play_game(BOOK, seed, 1) for event in hand]
            for entry in journal.append([DecodedEvent(event, 0.0, NOON) for event in events]):
                told.apply(entry)
                states.append(told.state())
        second = journal.entries(game=2)[0].sequence

        for first in (0, 1, 7, second - 2, second - 1, second, len(states) - 1):
            after = JournalStates(journal, "t1", BOOK).after
            assert [after(sequence) for sequence in range(first, len(states))] == states[first:]


@pytest.mark.parametrize(("sequence", "known"), [(1, False), (2, True)])
def test_an_entry_of_a_game_under_another_rulebook_has_no_state_under_this_one(
    tmp_path: Path, sequence: int, known: bool
) -> None:
    with Journal(tmp_path / "t1.db", "t1", now=NOON) as journal:
        for book in ("sichuan-bloody", BOOK.name):
            journal.begin_game(book, NOON)
            event = play_game(BOOK, 1, 1)[0][0]
            journal.append([DecodedEvent(event, 0.0, NOON)])
        assert (JournalStates(journal, "t1", BOOK).after(sequence) is not None) is known
