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
from tablebridge.game.journal.journal import SCHEMA_VERSION, Journal
from tablebridge.game.journal.unwritable import JournalUnwritable
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
from tablebridge.game.journal.journal import Journal
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


# --- one writer ------------------------------------------------------------------------------------------------


def test_another_process_is_refused_until_the_first_is_killed_and_may_read_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "t1.sqlite"
    first = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert first.stdout is not None
        assert first.stdout.readline() == "1\n"
        with pytest.raises(UsageError) as caught:
            Journal(path, "t1", now=NOON)
        reader = sqlite3.connect(path)
        assert reader.execute("SELECT COUNT(*) FROM entries").fetchone()[0] >= 1
        reader.close()
    finally:
        first.kill()
        first.communicate()
    assert str(caught.value) == (
        f"the journal is in use by another tablebridge: {path} (end that one, or name another journal)"
    )
    Journal(path, "t1", now=NOON).close()


def test_a_link_to_a_journal_in_use_is_that_journal(tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite"
    link.symlink_to(tmp_path / "t1.sqlite")
    with journal(tmp_path), pytest.raises(UsageError, match="in use by another tablebridge"):
        Journal(link, "t1", now=NOON)


def test_a_journal_that_was_refused_is_not_in_use(tmp_path: Path) -> None:
    path = tmp_path / "t1.sqlite"
    foreign_database(path)
    with pytest.raises(UsageError, match="not a tablebridge journal"):
        Journal(path, "t1", now=NOON)
    path.unlink()
    Journal(path, "t1", now=NOON).close()


# --- a disk that is full ---------------------------------------------------------------------------------------


def fill_disk(book: Journal) -> None:
    """SQLite says from now on, as soon as the last page is full, what it says on a full disk."""
    book._connection.execute("PRAGMA max_page_count = 1")


def free_disk(book: Journal) -> None:
    book._connection.execute("PRAGMA max_page_count = 1000000")


def append_until_full(book: Journal) -> JournalUnwritable:
    for _ in range(1000):
        try:
            book.append([decoded(Drawn(Seat.A))])
        except JournalUnwritable as unwritable:
            return unwritable
    pytest.fail("the journal never became full")


def test_what_cannot_be_written_changes_nothing_and_may_be_written_later(tmp_path: Path) -> None:
    with journal(tmp_path) as book:
        book.begin_game("riichi-league-tw", NOON)
        fill_disk(book)
        unwritable = append_until_full(book)
        last, many = book.last_sequence, [decoded(started(1))] * 50
        with pytest.raises(JournalUnwritable):
            book.append(many, new_game="house")
        assert (book.last_sequence, book.game, len(book.entries())) == (last, 1, last)
        free_disk(book)
        written = book.append(many, new_game="house")
        assert [entry.sequence for entry in written] == list(range(last + 1, last + 51))
        assert ({entry.game for entry in written}, book.game, book.rulebook) == ({2}, 2, "house")
        assert book.entries(after=last) == written
    assert str(unwritable) == (
        f"the journal cannot be written, database or disk is full: {book.path} (free space on its disk)"
    )
    assert unwritable.reason == "database or disk is full"


def test_marks_wait_for_space_and_hold_meanwhile(tmp_path: Path) -> None:
    with journal(tmp_path) as book:
        book.begin_game("riichi-league-tw", NOON)
        book.append([decoded(Drawn(Seat.A)) for _ in range(400)])
        fill_disk(book)
        sequences = range(1, 401)
        book.mark_released("mqtt", sequences, NOON)
        book.mark_acknowledged("mqtt", sequences, NOON)
        on_disk = book._connection.execute("SELECT COUNT(*) FROM marks").fetchone()[0]
        assert on_disk < 400
        assert book.unacknowledged("mqtt") == []
        assert {book.released_at("mqtt", sequence) for sequence in sequences} == {NOON}
        assert len(book.unacknowledged("web")) == 400
        free_disk(book)
    with journal(tmp_path) as again:
        assert again.unacknowledged("mqtt") == []
        assert {again.released_at("mqtt", sequence) for sequence in sequences} == {NOON}


LIMITED_WRITER = """
import resource
import sys
from datetime import UTC, datetime
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal.journal import Journal
from tablebridge.game.journal.unwritable import JournalUnwritable
from tablebridge_rules.event import Drawn
from tablebridge_rules.seat import Seat

now = datetime(2026, 11, 30, tzinfo=UTC)
with Journal(sys.argv[1], "t1", now=now) as book:
    book.begin_game("riichi-league-tw", now)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65536, hard))
    told = 0
    try:
        while True:
            told = book.append([DecodedEvent(Drawn(Seat.A), 0.0, now)])[-1].sequence
    except JournalUnwritable as unwritable:
        print(unwritable)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    print(told, book.append([DecodedEvent(Drawn(Seat.B), 0.0, now)])[-1].sequence)
"""


def test_a_limit_of_the_operating_system_is_outlived(tmp_path: Path) -> None:
    path = tmp_path / "t1.sqlite"
    done = subprocess.run([sys.executable, "-c", LIMITED_WRITER, str(path)], capture_output=True, text=True, check=True)
    line, sequences = done.stdout.splitlines()
    assert line.startswith("the journal cannot be written, disk I/O error: ")
    assert "free space on its disk" in line
    told, after = map(int, sequences.split())
    assert after == told + 1
    with Journal(path, "t1", now=NOON) as book:
        assert [entry.sequence for entry in book.entries()] == list(range(1, after + 1))


@pytest.mark.parametrize(
    ("error", "blames_the_disk"),
    [
        (sqlite3.OperationalError("disk I/O error"), True),
        (sqlite3.DatabaseError("database disk image is malformed"), True),
        (sqlite3.IntegrityError("UNIQUE constraint failed"), False),
        (sqlite3.ProgrammingError("Cannot operate on a closed database."), False),
    ],
    ids=["disk", "damaged", "twice", "closed"],
)
def test_only_the_disk_is_waited_for_not_a_mistake_of_ours(error: sqlite3.Error, blames_the_disk: bool) -> None:
    assert JournalUnwritable.is_cause(error) is blames_the_disk
