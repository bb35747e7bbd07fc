"""Game events to JSON and back, without loss: the text the journal keeps and the outputs publish."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

import msgspec

from tablebridge.game import event_data as data
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

__all__ = ["decode", "encode", "from_data", "to_data"]

_DECODER = msgspec.json.Decoder(data.EventData)


def encode(event: GameEvent) -> str:
    """The event as one line of JSON with its `type`.

    >>> encode(Drawn(Seat.A))
    '{"type":"draw","seat":"A","tile":null,"replacement":false}'
    """
    return msgspec.json.encode(to_data(event)).decode()


def decode(text: str | bytes) -> GameEvent:
    """The event of a line made by `encode`. Raises `msgspec.DecodeError` when it is none."""
    return from_data(_DECODER.decode(text))


def to_data(event: GameEvent) -> data.EventData:
    """The event as a document."""
    match event:
        case HandStarted(hand, wind, dealer, honba, sticks, points):
            return data.HandStartedData(
                hand=hand, round_wind=wind.value, dealer=dealer.value, honba=honba, sticks=sticks, points=points
            )
        case WallBuilt(stacks):
            return data.WallBuiltData(stacks=stacks)
        case DiceRolled(seat, dice):
            return data.DiceRolledData(seat=seat.value, dice=dice)
        case Dealt(indicator, hands):
            return data.DealtData(indicator=str(indicator), hands=_rows(hands))
        case Drawn(seat, tile, replacement):
            return data.DrawData(seat=seat.value, tile=_name(tile), replacement=replacement)
        case Discarded(seat, tile, sideways, drawn):
            return data.DiscardData(seat=seat.value, tile=str(tile), sideways=sideways, drawn=drawn)
        case RiichiDeclared(seat):
            return data.RiichiData(seat=seat.value)
        case RiichiAccepted(seat):
            return data.RiichiAcceptedData(seat=seat.value)
        case Called(seat, meld):
            return _meld_data(seat, meld)
        case IndicatorTurned(tile):
            return data.IndicatorData(tile=str(tile))
        case Won(seat, tile, concealed, from_seat, ura):
            return data.WinData(
                seat=seat.value,
                tile=str(tile),
                concealed=_names(concealed),
                from_seat=from_seat and from_seat.value,
                ura_indicators=_names(ura),
            )
        case ExhaustiveDraw(revealed):
            return data.ExhaustiveDrawData(revealed=tuple((seat.value, _names(tiles)) for seat, tiles in revealed))
        case AbortiveDraw(reason, seat):
            return data.AbortiveDrawData(reason=reason, seat=seat and seat.value)
        case Settled(delta, points, sticks):
            return data.SettledData(delta=delta, points=points, sticks=sticks)
        case _ as unreachable:
            assert_never(unreachable)


def from_data(document: data.EventData) -> GameEvent:
    """The event of a document. Raises `NotationError` for a tile that is none."""
    match document:
        case data.HandStartedData():
            return HandStarted(
                document.hand,
                Wind(document.round_wind),
                Seat(document.dealer),
                document.honba,
                document.sticks,
                document.points,
            )
        case data.WallBuiltData():
            return WallBuilt(document.stacks)
        case data.DiceRolledData():
            return DiceRolled(Seat(document.seat), document.dice)
        case data.DealtData():
            return Dealt(
                Tile.parse(document.indicator), None if document.hands is None else tuple(map(_tiles, document.hands))
            )
        case data.DrawData():
            return Drawn(Seat(document.seat), _tile(document.tile), document.replacement)
        case data.DiscardData():
            return Discarded(Seat(document.seat), Tile.parse(document.tile), document.sideways, document.drawn)
        case data.RiichiData():
            return RiichiDeclared(Seat(document.seat))
        case data.RiichiAcceptedData():
            return RiichiAccepted(Seat(document.seat))
        case data.ChiData() | data.PonData() | data.KanData():
            return _called(document)
        case data.IndicatorData():
            return IndicatorTurned(Tile.parse(document.tile))
        case data.WinData():
            return Won(
                Seat(document.seat),
                Tile.parse(document.tile),
                _tiles(document.concealed),
                Seat(document.from_seat) if document.from_seat else None,
                _tiles(document.ura_indicators),
            )
        case data.ExhaustiveDrawData():
            return ExhaustiveDraw(tuple((Seat(seat), _tiles(tiles)) for seat, tiles in document.revealed))
        case data.AbortiveDrawData():
            return AbortiveDraw(document.reason, Seat(document.seat) if document.seat else None)
        case data.SettledData():
            return Settled(document.delta, document.points, document.sticks)
        case _ as unreachable:
            assert_never(unreachable)


def _meld_data(seat: Seat, meld: Meld) -> data.EventData:
    called = _name(meld.called)
    from_seat: data.SeatName | None = meld.from_seat.value if meld.from_seat else None
    match meld.kind:
        case MeldKind.CHI:
            return data.ChiData(seat=seat.value, own=_names(meld.own), called=called, from_seat=from_seat)
        case MeldKind.PON:
            return data.PonData(seat=seat.value, own=_names(meld.own), called=called, from_seat=from_seat)
        case MeldKind.KAN_EXPOSED | MeldKind.KAN_CONCEALED | MeldKind.KAN_ADDED:
            return data.KanData(
                seat=seat.value, kind=meld.kind.value, own=_names(meld.own), called=called, from_seat=from_seat
            )


def _called(document: data.ChiData | data.PonData | data.KanData) -> Called:
    match document:
        case data.ChiData():
            kind = MeldKind.CHI
        case data.PonData():
            kind = MeldKind.PON
        case data.KanData():
            kind = MeldKind(document.kind)
    from_seat = Seat(document.from_seat) if document.from_seat else None
    return Called(Seat(document.seat), Meld(kind, _tiles(document.own), _tile(document.called), from_seat))


def _name(tile: Tile | None) -> str | None:
    return None if tile is None else str(tile)


def _tile(name: str | None) -> Tile | None:
    return None if name is None else Tile.parse(name)


def _rows(hands: tuple[tuple[Tile, ...], ...] | None) -> tuple[tuple[str, ...], ...] | None:
    return None if hands is None else tuple(map(_names, hands))


def _names(tiles: Iterable[Tile]) -> tuple[str, ...]:
    return tuple(map(str, tiles))


def _tiles(names: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, names))
