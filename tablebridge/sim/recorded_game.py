"""Games that people played, read from their record so that the virtual table can play them again tile for tile.

A record is one event a line of JSON, plain or as `.gz`; a game begins with `game_start`, a hand with `hand_start`:

| line | fields |
|---|---|
| `hand_start` | `hand` from 0, `round` wind, `dealer`, `honba`, `sticks`, `points` A..D, `dice` (two, or null) |
| `deal` | `hands` of 13 tiles by seat, `indicator` |
| `draw` | `seat`, `tile`; `from`: `dead_wall` for a replacement |
| `discard` | `seat`, `tile`, `drawn`; after a line `riichi` it is the riichi tile |
| `riichi`, `riichi_accepted` | `seat` |
| `chi`, `pon` | `seat`, `from`, `tile`, `with` the own tiles |
| `kan` | `kind`: `ankan` (`with` four), `kakan` (`tile`), `daiminkan` (`from`, `tile`, `with` three) |
| `indicator` | `tile` |
| `win` | `seat`, `from` (null for a self-draw), `tile`, `hand` with the tile, `ura_indicators` |
| `exhaustive_draw` | `ready` seats |
| `abortive_draw` | `reason` |
| `hand_end` | `points` and `sticks` after the hand |

Other fields and lines (`game_start`, `game_end`, `game_cut`) are not needed here.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tablebridge.errors import UsageError
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    HandEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.play import AnyRulebook, begin, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import AnyTable
from tablebridge_rules.tile import Tile

__all__ = ["read_hands"]

_STACKS = (17, 17, 17, 17)
_UNPLAYED = ("game_start", "game_end", "game_cut")

Row = dict[str, Any]
_Numbered = tuple[int, Row]


def read_hands(path: Path, book: AnyRulebook, seed: int = 0) -> Iterator[list[HandEvent]]:
    """The hands of the record, in its order. Dice that were not recorded are thrown from the seed.

    Raises `UsageError` with the line that cannot be read.
    """
    hand: list[_Numbered] = []
    for number, row in _rows(path):
        try:
            kind = row["type"]
            if kind in _UNPLAYED:
                continue
            hand.append((number, row))
            if kind == "hand_end":
                yield _Hand(book, Random(f"dice of {seed}, line {number}")).read(hand)
                hand = []
        except _Unreadable as error:
            raise _not_a_record(path, error.line, error.reason) from error
        except KeyError as error:
            raise _not_a_record(path, number, f"it has no {error}") from error


def _rows(path: Path) -> Iterator[_Numbered]:
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise _not_a_record(path, number, "it is no JSON object")
                yield number, row
    except OSError as error:
        raise UsageError(
            f"cannot read the game ({error.strerror or error})", str(path), "give the file of a recorded game"
        ) from error
    except (ValueError, EOFError) as error:  # no JSON, no UTF-8, a broken archive
        raise UsageError(f"not a recorded game ({error})", str(path), "give one JSON object a line") from error


def _not_a_record(path: Path, line: int, reason: str) -> UsageError:
    return UsageError(f"not a line of a recorded game: {reason}", f"{path}, line {line}", "see docs/cli.md, simulate")


class _Unreadable(Exception):
    """A line of a hand that cannot be read."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


class _Hand:
    """One hand being read: the events so far, and the state after them, which knows what a later line leaves out."""

    def __init__(self, book: AnyRulebook, rng: Random) -> None:
        self._book = book
        self._rng = rng
        self._riichi = False
        self._state: AnyTable | None = None
        self._events: list[HandEvent] = []

    def read(self, rows: Iterable[_Numbered]) -> list[HandEvent]:
        """The events of the lines of a hand. Raises `_Unreadable`."""
        for number, row in rows:
            try:
                for event in self._of(row):
                    self._add(event)
            except (KeyError, ValueError, TypeError, LookupError, RulesError) as error:
                reason = f"it has no {error}" if isinstance(error, KeyError) else str(error)
                raise _Unreadable(number, reason) from error
        return self._events

    def _add(self, event: HandEvent) -> None:
        if isinstance(event, HandStarted):
            self._state = begin(event, self._book)
        else:
            self._state = step(self._table, event, self._book).state
        self._events.append(event)

    @property
    def _table(self) -> AnyTable:
        if self._state is None:
            raise ValueError("a hand begins with hand_start")
        return self._state

    def _of(self, row: Row) -> Iterator[HandEvent]:
        match row["type"]:
            case "hand_start" | "deal" | "exhaustive_draw" | "abortive_draw" | "hand_end":
                yield from self._of_table(row)
            case "indicator":
                yield IndicatorTurned(Tile.parse(row["tile"]))
            case "riichi":
                self._riichi = True
            case "draw" | "discard" | "riichi_accepted" | "chi" | "pon" | "kan" | "win":
                yield from self._of_seat(row, Seat(row["seat"]))
            case unknown:
                raise ValueError(f"{unknown!r} is no event of a game")

    def _of_table(self, row: Row) -> Iterator[HandEvent]:
        match row["type"]:
            case "hand_start":
                dealer = Seat(row["dealer"])
                yield HandStarted(
                    row["hand"], Wind(row["round"]), dealer, row["honba"], row["sticks"], _four(row["points"])
                )
                yield WallBuilt(_STACKS)
                yield DiceRolled(dealer, tuple(row.get("dice") or (self._rng.randint(1, 6), self._rng.randint(1, 6))))
            case "deal":
                yield Dealt(Tile.parse(row["indicator"]), tuple(_tiles(row["hands"][seat.value]) for seat in Seat))
            case "exhaustive_draw":
                ready = (Seat(name) for name in row["ready"])
                yield ExhaustiveDraw(tuple((seat, self._standing(seat)) for seat in ready))
            case "abortive_draw":
                alone = row["reason"] == "nine_terminals"
                yield AbortiveDraw(row["reason"], self._table.turn if alone else None)
            case _:
                after = _four(row["points"])
                a, b, c, d = (new - old for new, old in zip(after, self._table.points, strict=True))
                yield Settled((a, b, c, d), after, row["sticks"])

    def _standing(self, seat: Seat) -> tuple[Tile, ...]:
        tiles = self._table.at(seat).concealed
        if tiles is None:
            raise ValueError(f"the hand of {seat.value} did not hold what it gave away")
        return tiles

    def _of_seat(self, row: Row, seat: Seat) -> Iterator[HandEvent]:
        match row["type"]:
            case "draw":
                yield Drawn(seat, Tile.parse(row["tile"]), row.get("from") == "dead_wall")
            case "discard":
                yield Discarded(seat, Tile.parse(row["tile"]), self._riichi, row["drawn"])
                if self._riichi:
                    yield RiichiDeclared(seat)
                self._riichi = False
            case "riichi_accepted":
                yield RiichiAccepted(seat)
            case "win":
                tile, standing = Tile.parse(row["tile"]), list(_tiles(row["hand"]))
                standing.remove(tile)
                giver = row["from"] and Seat(row["from"])
                yield Won(seat, tile, tuple(standing), giver, _tiles(row.get("ura_indicators", ())))
            case _:
                yield Called(seat, self._meld(row, seat))

    def _meld(self, row: Row, seat: Seat) -> Meld:
        kind = row.get("kind", row["type"])
        if kind == "ankan":
            return Meld(MeldKind.KAN_CONCEALED, _tiles(row["with"]))
        called = Tile.parse(row["tile"])
        if kind == "kakan":
            pon = next(
                (meld for meld in self._table.at(seat).melds if meld.tiles[0].kind == called.kind and meld.called), None
            )
            if pon is None:
                raise ValueError(f"{seat.value} has no pon of {called.kind}")
            return Meld(MeldKind.KAN_ADDED, (*pon.own, called), pon.called, pon.from_seat)
        act = MeldKind.KAN_EXPOSED if kind == "daiminkan" else MeldKind(kind)
        return Meld(act, _tiles(row["with"]), called, Seat(row["from"]))


def _tiles(names: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, names))


def _four(points: Iterable[int]) -> tuple[int, int, int, int]:
    a, b, c, d = points
    return a, b, c, d
