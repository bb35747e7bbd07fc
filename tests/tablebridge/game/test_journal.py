import os
import signal
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebridge.errors import UsageError
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal import SCHEMA_VERSION, Journal
from tablebridge.observation import Evidence, Witness
from tablebridge_rules.event import Discarded, Drawn, GameEvent, HandStarted, RiichiDeclared
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def decoded(event: GameEvent, at_ms: float = 0.0) -> DecodedEvent:
    return DecodedEvent(
        event,
        at_ms,
        NOON + timedelta(milliseconds=at_ms),
        0.75,
        (Witness.CAMERA, Witness.TABLE),
        (Evidence("frame", "1203"), Evidence("bytes", "77")),
        ("RL-T01",),
    )


def journal(path: Path, table: str = "t1") -> Journal:
    return Journal(path / "t1.sqlite", table, now=NOON, session="5e55")


def started(hand: int) -> HandStarted:
    return HandStarted(hand, Wind.EAST, Seat.A, 0, 0, (30000, 30000, 30000, 30000))


def test_an_entry_keeps_everything_that_vouches_for_it(tmp_path: Path) -> None:
    with journal(tmp_path) as book:
        book.begin_game("riichi-league-tw", NOON)
        written = book.append([decoded(started(3)), decoded(Discarded(Seat.A, Tile.parse("0s")), 12.5)])
        assert book.entries() == written
        entry = written[1]
    assert (entry.sequence, entry.id, entry.game, entry.hand, entry.type) == (2, "5e55-2", 1, 3, "discard")
    assert (entry.at_ms, entry.captured_at, entry.confidence) == (12.5, NOON + timedelta(milliseconds=12.5), 0.75)
    assert entry.witnesses == (Witness.CAMERA, Witness.TABLE)
    assert entry.evidence == (Evidence("frame", "1203"), Evidence("bytes", "77"))
    assert entry.clauses == ("RL-T01",)


def test_opened_again_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with journal(tmp_path) as book:
        book.begin_game("riichi-league-tw", NOON)
        first = book.append([decoded(started(1)), decoded(Drawn(Seat.A))])
    with Journal(tmp_path / "t1.sqlite", "t1", now=NOON + timedelta(days=1)) as again:
        assert (again.last_sequence, again.game, again.session, again.rulebook) == (2, 1, "5e55", "riichi-league-tw")
        assert again.entries() == first
        (entry,) = again.append([decoded(Drawn(Seat.B))])
        assert (entry.sequence, entry.hand, entry.id) == (3, 1, "5e55-3")


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(st.sampled_from(Seat), max_size=4), max_size=8), st.sets(st.integers(0, 7)))
def test_the_sequence_has_no_gap_over_any_appends_and_restarts(
    tmp_path_factory: pytest.TempPathFactory, batches: list[list[Seat]], restarts: set[int]
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    book = journal(folder)
    book.begin_game("riichi-league-tw", NOON)
    for number, batch in enumerate(batches):
        if number in restarts:
            book.close()
            book = journal(folder)
        book.append([decoded(Drawn(seat)) for seat in batch])
    entries = book.entries()
    book.close()
    assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
    assert [entry.event for entry in entries] == [Drawn(seat) for batch in batches for seat in batch]
    assert len({entry.id for entry in entries}) == len(entries)


def test_games_are_told_apart(tmp_path: Path) -> None:
    with journal(tmp_path) as book:
        book.begin_game("riichi-league-tw", NOON)
        book.append([decoded(started(1))])
        assert book.begin_game("house", NOON) == 2
        second = book.append([decoded(started(1))])
        assert book.entries(game=2) == second
        assert book.rulebook == "house"
        assert [entry.sequence for entry in book.entries()] == [1, 2]


def test_without_a_game_nothing_is_written(tmp_path: Path) -> None:
    with journal(tmp_path) as book, pytest.raises(ValueError, match="begin_game"):
        book.append([decoded(Drawn(Seat.A))])


def test_each_output_has_its_own_marks(tmp_path: Path) -> None:
    with journal(tmp_path) as book:
        book.begin_game("riichi-league-tw", NOON)
        book.append([decoded(Drawn(seat)) for seat in Seat])
        book.mark_released("mqtt", [1, 2, 3], NOON)
        book.mark_acknowledged("mqtt", [1, 3], NOON)
        book.mark_released("mqtt", [1], NOON + timedelta(seconds=9))
        assert [entry.sequence for entry in book.unacknowledged("mqtt")] == [2, 4]
        assert [entry.sequence for entry in book.unacknowledged("web")] == [1, 2, 3, 4]
        assert book.released_at("mqtt", 1) == NOON
        assert book.released_at("mqtt", 4) is None
        assert book.released_at("web", 1) is None
    with journal(tmp_path) as again:
        assert [entry.sequence for entry in again.unacknowledged("mqtt")] == [2, 4]


WRITER = """
import sys
from datetime import UTC, datetime
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal import Journal
from tablebridge_rules.event import Drawn
from tablebridge_rules.seat import Seat

now = datetime(2026, 11, 30, tzinfo=UTC)
book = Journal(sys.argv[1], "t1", now=now)
book.begin_game("riichi-league-tw", now)
while True:
    for entry in book.append([DecodedEvent(Drawn(Seat.A), 0.0, now)]):
        print(entry.sequence, flush=True)
"""


def test_a_killed_process_loses_nothing_it_told(tmp_path: Path) -> None:
    path = tmp_path / "t1.sqlite"
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = 0
    while told < 20:
        told = int(process.stdout.readline())
    os.kill(process.pid, signal.SIGKILL)
    told = max([told, *map(int, process.stdout.read().split())])
    process.stdout.close()
    process.wait()
    with Journal(path, "t1", now=NOON) as book:
        assert book.last_sequence >= told
        assert [entry.sequence for entry in book.entries()] == list(range(1, book.last_sequence + 1))
        assert book.append([decoded(RiichiDeclared(Seat.B))])[0].sequence == book.last_sequence


def foreign_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE shopping (what TEXT)")
    connection.commit()
    connection.close()


def newer_journal(path: Path) -> None:
    Journal(path, "t1", now=NOON).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()


def other_tables_journal(path: Path) -> None:
    Journal(path, "t2", now=NOON).close()


def damaged_journal(path: Path) -> None:
    with Journal(path, "t1", now=NOON) as book:
        book.begin_game("riichi-league-tw", NOON)
        book.append([decoded(Drawn(Seat.A)) for _ in range(400)])
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        pytest.param(lambda path: path.write_bytes(b"not a database, just text " * 40), "cannot be read", id="text"),
        pytest.param(foreign_database, "not a tablebridge journal", id="foreign database"),
        pytest.param(newer_journal, f"version {SCHEMA_VERSION + 1}", id="newer"),
        pytest.param(other_tables_journal, "table 't2', not 't1'", id="other table"),
        pytest.param(damaged_journal, "journal", id="damaged"),
        pytest.param(lambda path: path.mkdir(), "cannot open", id="folder"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_clear_line(tmp_path: Path, make: object, said: str) -> None:
    path = tmp_path / "t1.sqlite"
    assert callable(make)
    make(path)
    with pytest.raises(UsageError, match=said) as caught:
        Journal(path, "t1", now=NOON)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_that_does_not_exist_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot open"):
        Journal(tmp_path / "nowhere" / "t1.sqlite", "t1", now=NOON)


def test_an_empty_file_becomes_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "t1.sqlite"
    path.touch()
    with Journal(path, "t1", now=NOON) as book:
        assert book.last_sequence == 0
