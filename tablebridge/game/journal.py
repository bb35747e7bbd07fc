"""The journal of one table: every event on disk before anyone hears of it, with a sequence that never has a gap.

SQLite in WAL mode with a full sync at each commit: what `append` returned survives a killed process and a power cut.
"""

from __future__ import annotations

import secrets
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import resources
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from tablebridge.errors import UsageError
from tablebridge.game import event_json
from tablebridge.game.decoded import DecodedEvent
from tablebridge.observation import Evidence, Witness
from tablebridge_rules.event import GameEvent, HandStarted, event_type

__all__ = ["SCHEMA_VERSION", "Journal", "JournalEntry"]

SCHEMA_VERSION = 1
"""Of the files in `journal_schemas`, one SQL file a version, run in order."""

_APPLICATION_ID = 0x54424A31  # "TBJ1": tells a journal from any other SQLite file
_BUSY_MS = 5000
_COLUMNS = "sequence, id, game, hand, type, event, at_ms, captured_at, confidence, witnesses, evidence, clauses"


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """An event on disk. `sequence` counts from 1 without a gap for each table; `id` is unique and never changes."""

    sequence: int
    id: str
    game: int
    hand: int
    type: str
    event: GameEvent
    at_ms: float
    captured_at: datetime
    confidence: float
    witnesses: tuple[Witness, ...]
    evidence: tuple[Evidence, ...]
    clauses: tuple[str, ...]


class Journal:
    """One file for one table. Opened again it goes on where it stopped; may be used from several threads."""

    def __init__(self, path: Path | str, table: str, *, now: datetime, session: str | None = None) -> None:
        """Opens or makes the file. `now` (aware UTC) dates a new one; `session` is the first part of its entries'
        ids, drawn by chance when None.

        Raises `UsageError` for a path that cannot be used, a file that is no journal, a damaged one, another
        table's, or one made by a newer version.
        """
        self.path = Path(path)
        self.table = table
        self._lock = threading.RLock()
        self._connection = self._open(now, session or secrets.token_hex(6))
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
            self._connection.close()

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

    def begin_game(self, rulebook: str, at: datetime) -> int:
        """Opens the next game, played under that rulebook from that moment (aware UTC); returns its number."""
        with self._lock, self._connection:
            self._connection.execute("INSERT INTO games VALUES (?, ?, ?)", (self._game + 1, rulebook, at.isoformat()))
            self._game += 1
        return self._game

    def append(self, events: Sequence[DecodedEvent]) -> list[JournalEntry]:
        """Writes the events in this order, all or none, and returns them as entries once they are on disk.

        Raises `ValueError` when no game was begun.
        """
        if self._game == 0:
            raise ValueError("no game in the journal: call begin_game first")
        with self._lock:
            entries, hand = [], self._hand
            for sequence, decoded in enumerate(events, self._sequence + 1):
                if isinstance(decoded.event, HandStarted):
                    hand = decoded.event.hand
                entries.append(self._entry(sequence, hand, decoded))
            with self._connection:
                marks = ", ".join("?" * 12)
                self._connection.executemany(f"INSERT INTO entries VALUES ({marks})", map(_to_row, entries))
            if entries:
                self._sequence, self._hand = entries[-1].sequence, hand
            return entries

    def entries(self, *, after: int = 0, game: int | None = None) -> list[JournalEntry]:
        """All entries with a sequence above `after` in order, of one game only when given."""
        rows = self._select("WHERE sequence > ? AND (? IS NULL OR game = ?) ORDER BY sequence", (after, game, game))
        return [_from_row(row) for row in rows]

    def unacknowledged(self, output: str) -> list[JournalEntry]:
        """What that output has not confirmed yet, in order."""
        rows = self._select(
            "WHERE NOT EXISTS (SELECT 1 FROM marks WHERE marks.output = ? AND marks.sequence = entries.sequence"
            " AND marks.acknowledged_at IS NOT NULL) ORDER BY sequence",
            (output,),
        )
        return [_from_row(row) for row in rows]

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
        return datetime.fromisoformat(row[0]) if row and row[0] else None

    def _mark(self, column: str, output: str, sequences: Iterable[int], at: datetime) -> None:
        with self._lock, self._connection:
            self._connection.executemany(
                f"INSERT INTO marks (output, sequence, {column}) VALUES (?, ?, ?) ON CONFLICT (output, sequence)"
                f" DO UPDATE SET {column} = COALESCE({column}, excluded.{column})",
                [(output, sequence, at.isoformat()) for sequence in sequences],
            )

    def _select(self, condition: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._connection.execute(f"SELECT {_COLUMNS} FROM entries {condition}", values).fetchall()

    def _entry(self, sequence: int, hand: int, decoded: DecodedEvent) -> JournalEntry:
        return JournalEntry(
            sequence=sequence,
            id=f"{self.session}-{sequence}",
            game=self._game,
            hand=hand,
            type=event_type(decoded.event),
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
            script = resources.files(__package__).joinpath("journal_schemas", f"{step}.sql").read_text("utf-8")
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


def _to_row(entry: JournalEntry) -> tuple[object, ...]:
    return (
        entry.sequence,
        entry.id,
        entry.game,
        entry.hand,
        entry.type,
        event_json.encode(entry.event),
        entry.at_ms,
        entry.captured_at.isoformat(),
        entry.confidence,
        msgspec.json.encode([witness.value for witness in entry.witnesses]).decode(),
        msgspec.json.encode([(evidence.kind, evidence.reference) for evidence in entry.evidence]).decode(),
        msgspec.json.encode(entry.clauses).decode(),
    )


def _from_row(row: tuple[Any, ...]) -> JournalEntry:
    sequence, entry_id, game, hand, kind, event, at_ms, captured_at, confidence, witnesses, evidence, clauses = row
    return JournalEntry(
        sequence=sequence,
        id=entry_id,
        game=game,
        hand=hand,
        type=kind,
        event=event_json.decode(event),
        at_ms=at_ms,
        captured_at=datetime.fromisoformat(captured_at),
        confidence=confidence,
        witnesses=tuple(Witness(name) for name in msgspec.json.decode(witnesses, type=list[str])),
        evidence=tuple(Evidence(*pair) for pair in msgspec.json.decode(evidence, type=list[tuple[str, str]])),
        clauses=msgspec.json.decode(clauses, type=tuple[str, ...]),
    )
