"""Riichi acts as MJAI events, the dictionaries that other engines read: for timing them on the same hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tablebridge_rules.event import (
    Called,
    Dealt,
    Discarded,
    Drawn,
    HandEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.tile import Tile

__all__ = ["mjai_events"]

_HONOURS = "ESWNPFC"
_CALLS = {
    MeldKind.CHI: "chi",
    MeldKind.PON: "pon",
    MeldKind.KAN_EXPOSED: "daiminkan",
    MeldKind.KAN_CONCEALED: "ankan",
    MeldKind.KAN_ADDED: "kakan",
}

Event = dict[str, Any]


def mjai_events(started: HandStarted, events: Sequence[HandEvent]) -> list[Event]:
    """The acts of one hand; a riichi stands before its discard there. What MJAI does not have is left out."""
    found: list[Event] = [{"type": "start_game"}]
    for event in events:
        if isinstance(event, RiichiDeclared):
            found.insert(len(found) - 1, {"type": "reach", "actor": event.seat.number})
        else:
            found += _events(started, event)
    return found


def _events(started: HandStarted, event: HandEvent) -> Iterator[Event]:
    match event:
        case Dealt(indicator, hands):
            yield {
                "type": "start_kyoku",
                "bakaze": _HONOURS[started.round_wind.number],
                "kyoku": started.dealer.number + 1,
                "oya": started.dealer.number,
                "honba": started.honba,
                "kyotaku": started.sticks,
                "scores": list(started.points),
                "dora_marker": _name(indicator),
                "tehais": [_names(hand) for hand in hands or ()],
            }
        case Drawn(seat, Tile() as tile):
            yield {"type": "tsumo", "actor": seat.number, "pai": _name(tile)}
        case Discarded(seat, tile, _, drawn):
            yield {"type": "dahai", "actor": seat.number, "pai": _name(tile), "tsumogiri": bool(drawn)}
        case RiichiAccepted(seat):
            yield {"type": "reach_accepted", "actor": seat.number}
        case IndicatorTurned(tile):
            yield {"type": "dora", "dora_marker": _name(tile)}
        case Called(seat, meld):
            yield {"type": _CALLS[meld.kind], "actor": seat.number, **_meld(meld)}
        case Won(seat, tile, _, giver):
            target = seat.number if giver is None else giver.number
            yield {"type": "hora", "actor": seat.number, "target": target, "pai": _name(tile)}


def _meld(meld: Meld) -> Event:
    if meld.called is None or meld.from_seat is None:
        return {"consumed": _names(meld.own)}
    if meld.kind is MeldKind.KAN_ADDED:
        return {"pai": _name(meld.own[-1]), "consumed": _names((meld.called, *meld.own[:-1]))}
    return {"pai": _name(meld.called), "target": meld.from_seat.number, "consumed": _names(meld.own)}


def _names(tiles: Sequence[Tile]) -> list[str]:
    return [_name(tile) for tile in tiles]


def _name(tile: Tile) -> str:
    if tile.kind.is_honour:
        return _HONOURS[tile.kind.rank - 1]
    return f"{tile.kind}r" if tile.red else str(tile.kind)
