"""The journal of one table: every event on disk before anyone hears of it, with a sequence that never has a gap.

SQLite in WAL mode with a full sync at each commit: what `append` returned survives a killed process and a power cut.
"""

from __future__ import annotations

import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from importlib import resources
from pathlib import Path
from types import TracebackType
from typing import Any

from tablebridge import clock
from tablebridge.clock import Instant
from tablebridge.errors import UsageError
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal.entry import COLUMNS, JournalEntry, RuledEvent, from_row, to_row
from tablebridge.game.journal.event import type_of
from tablebridge.game.journal.lock import JournalLock
from tablebridge.game.journal.note import JournalNote, NoteBody, body_from_text, body_to_text
from tablebridge.game.journal.setting import JournalSetting
from tablebridge.game.journal.unwritable import JournalUnwritable
from tablebridge_rules.event import HandStarted

__all__ = ["SCHEMA_VERSION", "Journal", "JournalEntry"]

SCHEMA_VERSION = 3
"""Of the files in `journal_schemas`, one SQL file a version, run in order."""

_APPLICATION_ID = 0x54424A31  # "TBJ1": tells a journal from any other SQLite file
_BUSY_MS = 5000


class Journal:
    """One file for one table, with one writer: other programs may only read it. Opened again it goes on where it
    stopped; may be used from several threads."""

    def __init__(
        self,
        path: Path | str,
        table: str,
        *,
        now: datetime,
        session: str | None = None,
        instant: Callable[[], Instant] = clock.now,
    ) -> None:
        """Opens or makes the file. `now` (aware UTC) dates a new one; `session` is the first part of its entries'
        ids, drawn by chance when None; `instant` tells when something is written.

        Raises `UsageError` for a path that cannot be used, a file that is no journal, a damaged one, another
        table's, one made by a newer version, or one that another process writes.
        """
        self.path = Path(path)
        self.table = table
        self._instant = instant
        self._lock = threading.RLock()
        self._held_marks: list[tuple[str, str, int, str]] = []  # column, output, sequence, moment: not on disk yet
        self._writer = JournalLock(self.path)
        try:
            self._connection = self._open(now, session or secrets.token_hex(6))
        except UsageError:
            self._writer.release()
            raise
        self.session: str = self._connection.execute("SELECT session FROM journal").fetchone()[0]
        last = self._connection.execute("SELECT sequence, hand FROM entries ORDER BY sequence DESC LIMIT 1").fetchone()
        self._sequence: int = last[0] if last else 0
        self._hand: int = last[1] if last else 0
        self._game: int = self._connection.execute("SELECT COALESCE(MAX(game), 0) FROM games").fetchone()[0]

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Gives the file back; nothing may be asked afterwards."""
        with self._lock:
            with suppress(JournalUnwritable):  # then an output hears some events once more after the next start
                self._write_marks()
            self._connection.close()
            self._writer.release()

    @property
    def last_sequence(self) -> int:
        """Of the newest entry; 0 for an empty journal."""
        return self._sequence

    @property
    def game(self) -> int:
        """Number of the present game, counted from 1; 0 before the first."""
        return self._game

    @property
    def rulebook(self) -> str | None:
        """Name of the present game's rulebook."""
        with self._lock:
            row = self._connection.execute("SELECT rulebook FROM games WHERE game = ?", (self._game,)).fetchone()
        return row[0] if row else None

    def games(self) -> list[tuple[int, str, datetime]]:
        """Every game: its number, the name of its rulebook, and when it began (aware UTC)."""
        with self._lock:
            rows = self._connection.execute("SELECT game, rulebook, began_at FROM games ORDER BY game").fetchall()
        return [(game, rulebook, datetime.fromisoformat(began)) for game, rulebook, began in rows]

    def begin_game(self, rulebook: str, at: datetime) -> int:
        """Opens the next game, played under that rulebook from that moment (aware UTC); returns its number.

        Raises `JournalUnwritable` when it could not be put on disk.
        """
        with self._lock:
            with self._writing() as connection:
                connection.execute("INSERT INTO games VALUES (?, ?, ?)", (self._game + 1, rulebook, at.isoformat()))
            self._game += 1
        return self._game

    def next_id(self, ahead: int = 0) -> str:
        """The id that the next event will have, or the one so many `ahead` of it."""
        return f"{self.session}-{self._sequence + 1 + ahead}"

    def prepared(self, events: Sequence[DecodedEvent | RuledEvent], *, new_game: bool = False) -> list[JournalEntry]:
        """The entries that `append` would make of the events now."""
        return list(self.preparing(events, new_game=new_game))

    def preparing(
        self, events: Iterable[DecodedEvent | RuledEvent], *, new_game: bool = False
    ) -> Iterator[JournalEntry]:
        """The same one by one, as the events come."""
        hand, game = self._hand, self._game + new_game
        for sequence, told in enumerate(events, self._sequence + 1):
            if isinstance(told.event, HandStarted):
                hand = told.event.hand
            yield self._entry(sequence, game, hand, told)

    def append(
        self,
        events: Sequence[DecodedEvent | RuledEvent],
        *,
        notes: Sequence[NoteBody] = (),
        at: datetime | None = None,
        new_game: str | None = None,
    ) -> list[JournalEntry]:
        """Writes the events in this order and the notes after them, all or none, and returns the events as entries once
        they are on disk.

        `new_game` names the rulebook of a game that begins with the first of them; `at` (aware UTC) dates the notes,
        without it the last event does. Raises `ValueError` when there is no game, and `JournalUnwritable` when they
        could not be put on disk: then nothing has changed.
        """
        if self._game == 0 and new_game is None:
            raise ValueError("no game in the journal: call begin_game first")
        if not events and not notes:
            return []
        with self._lock:
            entries = self.prepared(events, new_game=new_game is not None)
            game = self._game + (new_game is not None)
            dated = at or events[-1].captured_at
            with self._writing() as connection:
                if new_game is not None:
                    begun = events[0].captured_at.isoformat()
                    connection.execute("INSERT INTO games VALUES (?, ?, ?)", (game, new_game, begun))
                marks = ", ".join("?" * 12)
                connection.executemany(f"INSERT INTO entries VALUES ({marks})", map(to_row, entries))
                after = entries[-1].sequence if entries else self._sequence
                if entries:
                    came = self._instant()
                    row = (after, came.utc.isoformat(), came.boot, came.up_s)
                    connection.execute("INSERT INTO written VALUES (?, ?, ?, ?)", row)
                connection.executemany(
                    "INSERT INTO notes (game, after, at, kind, body) VALUES (?, ?, ?, ?, ?)",
                    [(game, after, dated.isoformat(), *body_to_text(note)) for note in notes],
                )
            self._game = game
            if entries:
                self._sequence, self._hand = entries[-1].sequence, entries[-1].hand
            return entries

    def notes(self, *, after: int = 0, game: int | None = None) -> list[JournalNote]:
        """All notes with a number above `after` in order, of one game only when given."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT number, game, after, at, kind, body FROM notes WHERE number > ? AND (? IS NULL OR game = ?)"
                " ORDER BY number",
                (after, game, game),
            ).fetchall()
        return [
            JournalNote(number, of, behind, datetime.fromisoformat(at), body_from_text(kind, body))
            for number, of, behind, at, kind, body in rows
        ]

    def entries(self, *, after: int = 0, game: int | None = None, at_most: int | None = None) -> list[JournalEntry]:
        """The entries with a sequence above `after` in order, of one game only when given, all or the first few."""
        condition = "WHERE sequence > ? AND (? IS NULL OR game = ?) ORDER BY sequence LIMIT ?"
        rows = self._select(condition, (after, game, game, -1 if at_most is None else at_most))
        return [from_row(row) for row in rows]

    def age_s(self, entry: JournalEntry) -> float:
        """How many seconds ago the entry came on disk, never too many; since it was first seen, for one of the newest
        of a file that an older version wrote."""
        with self._lock:
            row = self._connection.execute(
                "SELECT at, boot, up_s FROM written WHERE last >= ? ORDER BY last LIMIT 1", (entry.sequence,)
            ).fetchone()
        came = Instant(datetime.fromisoformat(row[0]), *row[1:]) if row else Instant(entry.captured_at)
        return came.until_s(self._instant())

    def setting(self, name: str) -> JournalSetting | None:
        """What was set under that name, if anything was."""
        with self._lock:
            row = self._connection.execute("SELECT * FROM settings WHERE name = ?", (name,)).fetchone()
        if row is None:
            return None
        kept, value, instead_of, by, at = row
        return JournalSetting(kept, value, instead_of, by, datetime.fromisoformat(at))

    def keep(self, setting: JournalSetting) -> None:
        """Puts the setting in the place of an older one of its name. Raises `JournalUnwritable`."""
        row = (setting.name, setting.value, setting.instead_of, setting.by, setting.at.isoformat())
        with self._lock, self._writing() as connection:
            connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?, ?, ?, ?)", row)

    def unacknowledged(self, output: str) -> list[JournalEntry]:
        """What that output has not confirmed yet, in order."""
        with self._lock:
            rows = self._select(
                "WHERE NOT EXISTS (SELECT 1 FROM marks WHERE marks.output = ? AND marks.sequence = entries.sequence"
                " AND marks.acknowledged_at IS NOT NULL) ORDER BY sequence",
                (output,),
            )
            held = {mark[2] for mark in self._held_marks if mark[:2] == ("acknowledged_at", output)}
        return [from_row(row) for row in rows if row[0] not in held]

    def mark_released(self, output: str, sequences: Iterable[int], at: datetime) -> None:
        """Notes that the entries were handed to that output at `at` (aware UTC); the first mark stays."""
        self._mark("released_at", output, sequences, at)

    def mark_acknowledged(self, output: str, sequences: Iterable[int], at: datetime) -> None:
        """Notes that the output has confirmed the entries: they are never handed to it again."""
        self._mark("acknowledged_at", output, sequences, at)

    def released_at(self, output: str, sequence: int) -> datetime | None:
        """When the entry was first handed to that output, if it was."""
        with self._lock:
            row = self._connection.execute(
                "SELECT released_at FROM marks WHERE output = ? AND sequence = ?", (output, sequence)
            ).fetchone()
            held = [mark[3] for mark in self._held_marks if mark[:3] == ("released_at", output, sequence)]
        moments = [row[0]] if row and row[0] else held
        return datetime.fromisoformat(moments[0]) if moments else None

    def _mark(self, column: str, output: str, sequences: Iterable[int], at: datetime) -> None:
        """Notes marks. A disk that is full now gets them with a later mark: the output need not stop for them."""
        with self._lock:
            self._held_marks += [(column, output, sequence, at.isoformat()) for sequence in sequences]
            with suppress(JournalUnwritable):
                self._write_marks()

    def _write_marks(self) -> None:
        if not self._held_marks:
            return
        with self._writing() as connection:
            for column, *mark in self._held_marks:
                connection.execute(
                    f"INSERT INTO marks (output, sequence, {column}) VALUES (?, ?, ?) ON CONFLICT (output, sequence)"
                    f" DO UPDATE SET {column} = COALESCE({column}, excluded.{column})",
                    mark,
                )
        self._held_marks.clear()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, on disk at its end or not at all."""
        try:
            with self._connection:
                yield self._connection
        except sqlite3.Error as error:
            if JournalUnwritable.is_cause(error):
                raise JournalUnwritable(error, self.path) from error
            raise

    def _select(self, condition: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._connection.execute(f"SELECT {COLUMNS} FROM entries {condition}", values).fetchall()

    def _entry(self, sequence: int, game: int, hand: int, decoded: DecodedEvent | RuledEvent) -> JournalEntry:
        return JournalEntry(
            sequence=sequence,
            id=f"{self.session}-{sequence}",
            game=game,
            hand=hand,
            type=type_of(decoded.event),
            event=decoded.event,
            at_ms=decoded.at_ms,
            captured_at=decoded.captured_at,
            confidence=decoded.confidence,
            witnesses=decoded.witnesses,
            evidence=decoded.evidence,
            clauses=decoded.clauses,
        )

    def _open(self, now: datetime, session: str) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(self.path, timeout=_BUSY_MS / 1000, check_same_thread=False)
        except sqlite3.Error as error:
            raise UsageError(f"cannot open the journal: {error}", str(self.path), "check folder and rights") from error
        try:
            self._prepare(connection, now, session)
        except sqlite3.Error as error:
            connection.close()
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
                raise JournalUnwritable(error, self.path) from error
            raise UsageError(
                f"the journal cannot be read: {error}", str(self.path), "move the file away; a new one is made"
            ) from error
        except UsageError:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection, now: datetime, session: str) -> None:
        version = self._check_file(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        for step in range(version + 1, SCHEMA_VERSION + 1):
            script = resources.files(__package__).joinpath("schemas", f"{step}.sql").read_text("utf-8")
            # one transaction a version: a process killed in the middle leaves the older file whole
            stamp = f"PRAGMA application_id = {_APPLICATION_ID}; PRAGMA user_version = {step};"
            connection.executescript(f"BEGIN; {script} {stamp} COMMIT;")
        with connection:
            connection.execute(
                "INSERT OR IGNORE INTO journal VALUES (1, ?, ?, ?)", (self.table, session, now.isoformat())
            )
        owner = connection.execute("SELECT table_name FROM journal").fetchone()[0]
        if owner != self.table:
            raise UsageError(
                f"the journal belongs to table {owner!r}, not {self.table!r}", str(self.path), "one file a table"
            )

    def _check_file(self, connection: sqlite3.Connection) -> int:
        """The file's schema version, 0 for an empty one. Raises `UsageError` for a foreign or damaged file."""
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        application: int = connection.execute("PRAGMA application_id").fetchone()[0]
        empty = connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0] == 0
        if application != _APPLICATION_ID and not (empty and application == 0 and version == 0):
            raise UsageError("not a tablebridge journal", str(self.path), "name another file")
        if version > SCHEMA_VERSION:
            raise UsageError(
                f"the journal has version {version}, this program knows up to {SCHEMA_VERSION}",
                str(self.path),
                "use the newer program",
            )
        damage: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if damage != "ok":
            raise UsageError(
                f"the journal is damaged: {damage.splitlines()[-1]}", str(self.path), "restore a copy or move it away"
            )
        return version
