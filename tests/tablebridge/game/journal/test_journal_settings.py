"""What a journal keeps for the broadcast delay: when its entries came on disk, and what was set while it ran."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path

import pytest

from tablebridge.clock import Instant
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal.journal import SCHEMA_VERSION, Journal
from tablebridge.game.journal.setting import JournalSetting
from tablebridge.game.journal.unwritable import JournalUnwritable
from tablebridge_rules.event import Drawn
from tablebridge_rules.seat import Seat

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
DREW = DecodedEvent(Drawn(Seat.A), 0.0, NOON)
SETTING = JournalSetting("delay_s", "30.0", "0.0", "lee", NOON)


class Machine:
    """A machine whose clock is set by hand."""

    def __init__(self) -> None:
        self.utc, self.boot, self.up_s = NOON, "first", 100.0

    def __call__(self) -> Instant:
        return Instant(self.utc, self.boot, self.up_s)

    def pass_by(self, seconds: float) -> None:
        self.utc += timedelta(seconds=seconds)
        self.up_s += seconds


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def journal(tmp_path: Path, machine: Machine) -> Iterator[Journal]:
    with Journal(tmp_path / "t1.db", "t1", now=NOON, instant=machine) as journal:
        journal.begin_game("riichi-league-tw", NOON)
        yield journal


def test_an_entry_ages_from_when_it_was_written_however_early_it_was_seen(journal: Journal, machine: Machine) -> None:
    machine.pass_by(3600)
    first, second = journal.append([DREW, DREW])
    machine.pass_by(4)
    (third,) = journal.append([DREW])
    machine.pass_by(3)
    assert [journal.age_s(entry) for entry in (first, second, third)] == [7, 7, 3]


def test_a_clock_that_is_set_ages_nothing(journal: Journal, machine: Machine) -> None:
    (entry,) = journal.append([DREW])
    machine.pass_by(5)
    machine.utc += timedelta(hours=8)  # a time server was found at last
    assert journal.age_s(entry) == 5


def test_after_the_machine_was_off_the_wall_clock_is_all_there_is(journal: Journal, machine: Machine) -> None:
    (entry,) = journal.append([DREW])
    machine.utc, machine.boot, machine.up_s = NOON + timedelta(minutes=2), "second", 20.0
    assert journal.age_s(entry) == 120


def test_a_setting_takes_the_place_of_an_older_one_and_is_there_after_a_restart(tmp_path: Path) -> None:
    with Journal(tmp_path / "t1.db", "t1", now=NOON) as journal:
        assert journal.setting("delay_s") is None
        journal.keep(SETTING)
        later = JournalSetting("delay_s", "5.0", "0.0", "wu", NOON + timedelta(hours=1))
        journal.keep(later)
    with Journal(tmp_path / "t1.db", "t1", now=NOON) as journal:
        assert journal.setting("delay_s") == later
        assert journal.setting("another") is None


def test_a_setting_that_cannot_be_written_is_told_so(journal: Journal) -> None:
    journal._connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(JournalUnwritable, match="the journal cannot be written"):
        journal.keep(JournalSetting("delay_s", "3" * 10_000, "0.0", "lee", NOON))
    assert journal.setting("delay_s") is None


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION))
def test_an_older_journal_gets_room_for_both_and_loses_nothing(tmp_path: Path, version: int, machine: Machine) -> None:
    path = tmp_path / "t1.db"
    folder = resources.files("tablebridge.game.journal").joinpath("schemas")
    with closing(sqlite3.connect(path)) as old:
        for step in range(1, version + 1):
            old.executescript(folder.joinpath(f"{step}.sql").read_text("utf-8"))
        old.executescript(
            f"PRAGMA application_id = {0x54424A31}; PRAGMA user_version = {version};"
            f"INSERT INTO journal VALUES (1, 't1', '5e55', '{NOON.isoformat()}');"
            f"INSERT INTO games VALUES (1, 'riichi-league-tw', '{NOON.isoformat()}');"
            'INSERT INTO entries VALUES (1, \'5e55-1\', 1, 0, \'draw\', \'{"type":"draw","seat":"A"}\', 0.0,'
            f" '{NOON.isoformat()}', 1.0, '[]', '[]', '[]');"
        )
    machine.pass_by(60)
    with Journal(path, "t1", now=NOON, instant=machine) as journal:
        (entry,) = journal.entries()
        assert journal.age_s(entry) == 60  # nothing is known but when it was seen
        (newer,) = journal.append([DREW])
        machine.pass_by(1)
        assert (newer.sequence, journal.age_s(newer)) == (2, 1)
        journal.keep(SETTING)
        assert journal.setting("delay_s") == SETTING
