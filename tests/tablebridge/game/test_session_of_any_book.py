"""A hand of every rulebook from reports to the journal and the public state, and again from the journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.journal import Journal
from tablebridge.game.session import GameSession
from tablebridge.sim.script import scripts
from tablebridge.sim.timeline import Script
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped
from tests.tablebridge.game.observations_of import NOON, Report
from tests.tablebridge.game.scene_reports import reports_of_script


def fed(session: GameSession, reports: list[Report]) -> list[JournalEntry]:
    told: list[JournalEntry] = []
    now_ms = reports[0].arrives_ms
    for report in reports:
        while now_ms + 250 < report.arrives_ms:
            now_ms += 250
            told += session.tick(now_ms)
        told += session.feed(report.observation)
    return told


@pytest.mark.parametrize("name", shipped())
def test_a_hand_is_in_the_journal_and_in_the_public_state(name: str, tmp_path: Path) -> None:
    book = read_rulebook(name)
    script = Script.join(scripts(6, 1, book))
    with Journal(tmp_path / "t1.db", "t1", now=NOON, session="5e55") as journal:
        session = GameSession("t1", book, journal)
        told = fed(session, reports_of_script(script))
        state = session.state
        assert [entry.type for entry in told] == [row["type"] for row in script.truth]
        assert session.flags == ()
        assert (state.rulebook, state.tradition, state.phase) == (name, book.TRADITION, "settled")
        settled = script.truth[-1]
        assert [seat.points for seat in state.seats.values()] == settled["points"]
        assert state.result is not None
        assert len(state.result.wins) == sum(row["type"] == "win" for row in script.truth)
        for seat, shown in state.seats.items():
            thrown = [row["tile"] for row in script.truth if row["type"] == "discard" and row["seat"] == seat]
            assert [discard.tile for discard in shown.river] == thrown
            shown_flowers = [row["tiles"] for row in script.truth if row["type"] == "flower" and row["seat"] == seat]
            assert sorted(shown.flowers) == sorted(tile for tiles in shown_flowers for tile in tiles)
            void = [row["suit"] for row in script.truth if row["type"] == "void_suit" and row["seat"] == seat]
            assert [shown.void_suit] == (void or [None])
    with Journal(tmp_path / "t1.db", "t1", now=NOON) as journal:
        assert GameSession("t1", book, journal).state == state
