"""The ground truth of a simulated table: one row an event, as it should be published.

Every row has

| field | meaning |
|---|---|
| `hand` | the hand's number in the game, from 0 |
| `order` | the event's place in the hand, from 0 |
| `type` | the event's name as in `events/<type>` |
| `at_ms` | table time from which the act is visible and no longer covered by the arm that did it |

and, where the event has them,

| type | fields |
|---|---|
| `hand_started` | `dealer`, `round_wind`, `honba`, `sticks`, `points` |
| `wall_built` | `stacks` |
| `dice_rolled`, `first_dealer_thrown` | `seat`, `dice` |
| `streak_announced` | `seat` |
| `dealt` | `tile`: the first indicator, null where none is turned |
| `draw` | `seat`, `replacement`; no tile, nobody at the table sees it |
| `flower` | `seat`, `tiles` laid open |
| `flowers_passed`, `ready` | `seat` |
| `void_suit` | `seat`, `suit` |
| `discard` | `seat`, `tile`, `sideways` |
| `riichi`, `riichi_accepted` | `seat` |
| `chi`, `pon`, `kan` | `seat`, `kind` of meld, `tile`, `tiles` (all of them), `from_seat` (null for a concealed kan) |
| `indicator` | `tile` |
| `win` | `seat`, `tile`, `tiles` (standing, without `tile`), `from_seat` (null for a self-draw), `ura` |
| `win` by flowers alone | `seat`, `tile` (null), `tiles` (the flowers), `from_seat`, `ura` (empty) |
| `exhaustive_draw` | `ready`: the seats that opened their hand (in riichi only a ready one), `tiles` by seat |
| `hands_revealed` | `tiles` by seat |
| `abortive_draw` | `reason`, `seat` |
| `settled` | `delta`, `points` in seat order A..D, `sticks` left on the table |
| `violation` | `clause`, `name` of what was wrong, `seat` or null: a foul that the script had committed |

Tiles and seats are their names. The `tile` of a call is the called one, of an added kan the added one, of a concealed
kan any of the four, null where all of them lie face down, when `tiles` is empty. `ura` are all ura indicators that the
winner turned, in the order of the indicators above them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, assert_never

from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FirstDealerThrown,
    FlowersPassed,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    HandStarted,
    IndicatorTurned,
    ReadyDeclared,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    StreakAnnounced,
    TilesDealt,
    VoidSuitDeclared,
    WallBuilt,
    Won,
    WonByFlowers,
    event_type,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = ["TruthRow", "row", "to_jsonl", "violation_row"]

TruthRow = dict[str, Any]
"""A row as it is written; see the module's table."""


def row(event: HandEvent, at_ms: float, hand: int = 0, order: int = 0) -> TruthRow:
    """The truth row of an event that can be seen from `at_ms` on.

    >>> from tablebridge_rules.seat import Seat
    >>> row(Discarded(Seat.A, Tile.parse("0p")), 1500.0, hand=2, order=7)
    {'hand': 2, 'order': 7, 'type': 'discard', 'at_ms': 1500.0, 'seat': 'A', 'tile': '0p', 'sideways': False}
    """
    return {"hand": hand, "order": order, "type": event_type(event), "at_ms": round(at_ms, 1), **_facts(event)}


def violation_row(clause: str, name: str, seat: Seat | None, at_ms: float, hand: int = 0, order: int = 0) -> TruthRow:
    """The truth row of a foul that can be seen from `at_ms` on."""
    facts = {"clause": clause, "name": name, "seat": seat and seat.value}
    return {"hand": hand, "order": order, "type": "violation", "at_ms": round(at_ms, 1), **facts}


def to_jsonl(rows: Iterable[TruthRow]) -> str:
    """The rows as lines of JSON."""
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in rows)


def _facts(event: HandEvent) -> TruthRow:
    match event:
        case HandStarted() | WallBuilt() | DiceRolled() | FirstDealerThrown() | StreakAnnounced():
            return _opening(event)
        case Dealt():
            return {"tile": str(event.indicator)}
        case TilesDealt():
            return {"tile": None}
        case Drawn():
            return {"seat": event.seat.value, "replacement": event.replacement}
        case Discarded():
            return {"seat": event.seat.value, "tile": str(event.tile), "sideways": event.sideways}
        case FlowersShown():
            return {"seat": event.seat.value, "tiles": _names(event.tiles)}
        case VoidSuitDeclared():
            return {"seat": event.seat.value, "suit": event.suit.value}
        case RiichiDeclared() | RiichiAccepted() | FlowersPassed() | ReadyDeclared():
            return {"seat": event.seat.value}
        case Called():
            return _call(event)
        case IndicatorTurned():
            return {"tile": str(event.tile)}
        case Won() | WonByFlowers() | ExhaustiveDraw() | HandsRevealed() | AbortiveDraw() | Settled():
            return _ending(event)
        case _:
            assert_never(event)


def _opening(event: HandStarted | WallBuilt | DiceRolled | FirstDealerThrown | StreakAnnounced) -> TruthRow:
    match event:
        case HandStarted():
            return {
                "dealer": event.dealer.value,
                "round_wind": event.round_wind.value,
                "honba": event.honba,
                "sticks": event.sticks,
                "points": list(event.points),
            }
        case WallBuilt():
            return {"stacks": list(event.stacks)}
        case DiceRolled() | FirstDealerThrown():
            return {"seat": event.seat.value, "dice": list(event.dice)}
        case StreakAnnounced():
            return {"seat": event.seat.value}
        case _:
            assert_never(event)


def _ending(event: Won | WonByFlowers | ExhaustiveDraw | HandsRevealed | AbortiveDraw | Settled) -> TruthRow:
    match event:
        case Won():
            return {
                "seat": event.seat.value,
                "tile": str(event.tile),
                "tiles": _names(event.concealed),
                "from_seat": event.from_seat and event.from_seat.value,
                "ura": [str(tile) for tile in event.ura_indicators],
            }
        case WonByFlowers():
            return {
                "seat": event.seat.value,
                "tile": None,
                "tiles": _names(event.flowers),
                "from_seat": event.from_seat and event.from_seat.value,
                "ura": [],
            }
        case ExhaustiveDraw():
            return {
                "ready": [seat.value for seat, _ in event.revealed],
                "tiles": {seat.value: _names(tiles) for seat, tiles in event.revealed},
            }
        case HandsRevealed():
            return {"tiles": {seat.value: _names(tiles) for seat, tiles in event.revealed}}
        case AbortiveDraw():
            return {"reason": event.reason, "seat": event.seat and event.seat.value}
        case Settled():
            return {"delta": list(event.delta), "points": list(event.points), "sticks": event.sticks}
        case _:
            assert_never(event)


def _call(event: Called) -> TruthRow:
    meld = event.meld
    tile = meld.own[-1] if meld.kind is MeldKind.KAN_ADDED else meld.called or next(iter(meld.own), None)
    return {
        "seat": event.seat.value,
        "kind": meld.kind.value,
        "tile": tile and str(tile),
        "tiles": _names(meld.tiles),
        "from_seat": meld.from_seat and meld.from_seat.value,
    }


def _names(tiles: Iterable[Tile]) -> list[str]:
    return [str(tile) for tile in sorted(tiles)]
