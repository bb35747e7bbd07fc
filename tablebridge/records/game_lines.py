"""Recorded games as neutral JSON lines, one event a line, plain or gzip: read, and cut into games and hands."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tablebridge.errors import UsageError
from tablebridge.records.json_lines import LineError, numbered, read_object

__all__ = ["RecordedGame", "RecordedHand", "Row", "read_games"]

Row = Mapping[str, Any]
"""One line: `type`, and the fields of that type."""

_GZIP_MAGIC = b"\x1f\x8b"
_ENDS = ("game_end", "game_cut")


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """One hand: its `hand_start` row, and what follows it up to and with its `hand_end`."""

    start: Row
    rows: tuple[Row, ...]

    @property
    def number(self) -> object:
        """The record's own number of the hand; counts from 0."""
        return self.start.get("hand")


@dataclass(slots=True)
class RecordedGame:
    """A game: its `game_start` row, its hands, and the row that ends it; None where the file stops before it."""

    start: Row
    hands: list[RecordedHand] = field(default_factory=list)
    end: Row | None = None

    @property
    def name(self) -> str:
        """The record's own name of the game."""
        return str(self.start.get("game"))


def read_games(path: Path) -> Iterator[RecordedGame]:
    """The games of a file, in its order.

    Raises `UsageError` when the file cannot be read, or at the first line that is no event or in no game.
    """
    game: RecordedGame | None = None
    for number, row in _rows(path):
        if row["type"] == "game_start":
            if game is not None:
                yield game
            game = RecordedGame(row)
        elif game is None:
            raise UsageError(f"a {row['type']} before any game_start", f"{path} line {number}", "give whole games")
        else:
            _add(game, row, f"{path} line {number}")
    if game is not None:
        yield game


def _add(game: RecordedGame, row: Row, where: str) -> None:
    """Puts a row where it belongs: a new hand, the hand that is going on, or the game's end."""
    if row["type"] in _ENDS:
        game.end = row
    elif row["type"] == "hand_start":
        game.hands.append(RecordedHand(row, ()))
    elif not game.hands:
        raise UsageError(f"a {row['type']} before any hand_start", where, "give whole hands")
    else:
        last = game.hands[-1]
        game.hands[-1] = RecordedHand(last.start, (*last.rows, row))


def _rows(path: Path) -> Iterator[tuple[int, Row]]:
    for number, line in numbered(_content(path).splitlines()):
        try:
            row = read_object(line)
        except LineError as error:
            raise UsageError(str(error), f"{path} line {number}", "give one event a line, as JSON") from error
        if not isinstance(row.get("type"), str):
            raise UsageError("no event", f"{path} line {number}", 'an event is an object with a "type"')
        yield number, row


def _content(path: Path) -> bytes:
    try:
        content = path.read_bytes()
        return gzip.decompress(content) if content.startswith(_GZIP_MAGIC) else content
    except (OSError, EOFError, zlib.error) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise UsageError("cannot read the games", f"{path}: {why}", "give JSON lines, plain or gzip") from error
