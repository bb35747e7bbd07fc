"""Recorded rows as events of the rules, for a hand in which every tile is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablebridge.records.game_lines import Row
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

__all__ = ["ActReader", "four_points", "hand_started", "read_tiles"]


def hand_started(row: Row) -> HandStarted:
    """The start of a hand. Raises `KeyError` or `ValueError` for a row that is none."""
    return HandStarted(
        hand=row["hand"],
        round_wind=Wind(row["round"]),
        dealer=Seat(row["dealer"]),
        honba=row["honba"],
        sticks=row["sticks"],
        points=four_points(row["points"]),
    )


def four_points(numbers: Iterable[int]) -> tuple[int, int, int, int]:
    """The numbers of A..D. Raises `ValueError` when they are not four."""
    a, b, c, d = numbers
    return a, b, c, d


def read_tiles(names: Iterable[str]) -> tuple[Tile, ...]:
    """The tiles of those names. Raises `NotationError` for one that is no tile."""
    return tuple(map(Tile.parse, names))


class ActReader:
    """Turns one hand's rows into events, in order; it remembers what a later row leaves out.

    A `riichi` row comes before its discard and marks it; the rules' event comes after the discard.
    """

    def __init__(self) -> None:
        self._riichi: Seat | None = None

    def events(self, row: Row, state: HandState) -> Iterator[GameEvent]:
        """The events of `row`, which happens in `state`; none for rows that only tell what follows from others.

        Raises `KeyError`, `ValueError` or a `RulesError` for a row that cannot be read.
        """
        match row["type"]:
            case "deal":
                yield Dealt(Tile.parse(row["indicator"]), tuple(read_tiles(row["hands"][seat.value]) for seat in Seat))
            case "draw":
                yield Drawn(Seat(row["seat"]), Tile.parse(row["tile"]), row.get("from") == "dead_wall")
            case "riichi":
                if self._riichi:
                    raise ValueError(f"riichi of {row['seat']} while that of {self._riichi.value} has no discard")
                self._riichi = Seat(row["seat"])
            case "discard":
                yield from self._discard(row, state)
            case "riichi_accepted":
                yield RiichiAccepted(Seat(row["seat"]))
            case "chi" | "pon" | "kan":
                yield Called(Seat(row["seat"]), _meld(row, state))
            case "indicator":
                yield IndicatorTurned(Tile.parse(row["tile"]))
            case "win":
                yield _won(row)
            case "exhaustive_draw":
                yield _exhaustive_draw(row, state)
            case "abortive_draw":
                by = state.turn if row["reason"] == "nine_terminals" else None
                yield AbortiveDraw(row["reason"], by)
            case "hand_end":
                pass
            case other:
                raise ValueError(f"a row of type {other!r} in a hand")

    def _discard(self, row: Row, state: HandState) -> Iterator[GameEvent]:
        seat, riichi = Seat(row["seat"]), self._riichi is not None
        if riichi and seat is not self._riichi:
            raise ValueError(f"a discard of {seat.value} after the riichi of another seat")
        self._riichi = None
        part = state.at(seat)
        # a record does not tell that the tile after a called riichi tile is laid sideways
        owes = part.riichi.declared and not any(discard.sideways for discard in part.river.lying)
        yield Discarded(seat, Tile.parse(row["tile"]), riichi or owes, row.get("drawn"))
        if riichi:
            yield RiichiDeclared(seat)


def _meld(row: Row, state: HandState) -> Meld:
    kind = row.get("kind", row["type"])
    if kind == "ankan":
        return Meld(MeldKind.KAN_CONCEALED, read_tiles(row["with"]))
    tile = Tile.parse(row["tile"])
    if kind == "kakan":
        return _added_kan(tile, state.at(Seat(row["seat"])).melds)
    act = MeldKind.KAN_EXPOSED if kind == "daiminkan" else MeldKind(kind)
    return Meld(act, read_tiles(row["with"]), tile, Seat(row["from"]))


def _added_kan(tile: Tile, melds: tuple[Meld, ...]) -> Meld:
    for pon in melds:
        if pon.kind is MeldKind.PON and pon.own[0].kind == tile.kind:
            return Meld(MeldKind.KAN_ADDED, (*pon.own, tile), pon.called, pon.from_seat)
    raise ValueError(f"{tile} is added to no pon")


def _won(row: Row) -> Won:
    standing, tile = list(read_tiles(row["hand"])), Tile.parse(row["tile"])
    if tile not in standing:
        raise ValueError(f"the winning tile {tile} is not among the standing tiles")
    standing.remove(tile)
    from_seat = Seat(row["from"]) if row["from"] is not None else None
    return Won(Seat(row["seat"]), tile, tuple(standing), from_seat, read_tiles(row.get("ura_indicators", ())))


def _exhaustive_draw(row: Row, state: HandState) -> ExhaustiveDraw:
    """The draw with the hands of the seats that the record calls ready, in the order of showing."""
    ready = {Seat(name) for name in row["ready"]}
    shown = (state.dealer.after(steps) for steps in range(len(Seat)))
    return ExhaustiveDraw(tuple((seat, state.at(seat).concealed or ()) for seat in shown if seat in ready))
