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
| `dice_rolled` | `seat`, `dice` |
| `dealt` | `tile`: the first indicator |
| `draw` | `seat`, `replacement`; no tile, nobody at the table sees it |
| `discard` | `seat`, `tile`, `sideways` |
| `riichi`, `riichi_accepted` | `seat` |
| `chi`, `pon`, `kan` | `seat`, `kind` of meld, `tile`, `tiles` (all of them), `from_seat` (null for a concealed kan) |
| `indicator` | `tile` |
| `win` | `seat`, `tile`, `tiles` (standing, without `tile`), `from_seat` (null for a self-draw), `ura` |
| `exhaustive_draw` | `ready`: the seats that opened a ready hand, `tiles` by seat |
| `abortive_draw` | `reason`, `seat` |
| `settled` | `delta`, `points` in seat order A..D, `sticks` left on the table |

Tiles and seats are their names. The `tile` of a call is the called one, of an added kan the added one, of a concealed
kan any of the four. `ura` are all ura indicators that the winner turned.
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
    GameEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    WallBuilt,
    Won,
    event_type,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.tile import Tile

__all__ = ["TruthRow", "row", "to_jsonl"]

TruthRow = dict[str, Any]
"""A row as it is written; see the module's table."""


def row(event: GameEvent, at_ms: float, hand: int = 0, order: int = 0) -> TruthRow:
    """The truth row of an event that can be seen from `at_ms` on.

    >>> from tablebridge_rules.seat import Seat
    >>> row(Discarded(Seat.A, Tile.parse("0p")), 1500.0, hand=2, order=7)
    {'hand': 2, 'order': 7, 'type': 'discard', 'at_ms': 1500.0, 'seat': 'A', 'tile': '0p', 'sideways': False}
    """
    return {"hand": hand, "order": order, "type": event_type(event), "at_ms": round(at_ms, 1), **_facts(event)}


def to_jsonl(rows: Iterable[TruthRow]) -> str:
    """The rows as lines of JSON."""
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in rows)


def _facts(event: GameEvent) -> TruthRow:
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
        case DiceRolled():
            return {"seat": event.seat.value, "dice": list(event.dice)}
        case Dealt():
            return {"tile": str(event.indicator)}
        case Drawn():
            return {"seat": event.seat.value, "replacement": event.replacement}
        case Discarded():
            return {"seat": event.seat.value, "tile": str(event.tile), "sideways": event.sideways}
        case RiichiDeclared() | RiichiAccepted():
            return {"seat": event.seat.value}
        case Called():
            return _call(event)
        case IndicatorTurned():
            return {"tile": str(event.tile)}
        case Won():
            return {
                "seat": event.seat.value,
                "tile": str(event.tile),
                "tiles": _names(event.concealed),
                "from_seat": event.from_seat and event.from_seat.value,
                "ura": _names(event.ura_indicators),
            }
        case ExhaustiveDraw():
            return {
                "ready": [seat.value for seat, _ in event.revealed],
                "tiles": {seat.value: _names(tiles) for seat, tiles in event.revealed},
            }
        case AbortiveDraw():
            return {"reason": event.reason, "seat": event.seat and event.seat.value}
        case Settled():
            return {"delta": list(event.delta), "points": list(event.points), "sticks": event.sticks}
        case _:
            assert_never(event)


def _call(event: Called) -> TruthRow:
    meld = event.meld
    tile = meld.own[-1] if meld.kind is MeldKind.KAN_ADDED else meld.called or meld.own[0]
    return {
        "seat": event.seat.value,
        "kind": meld.kind.value,
        "tile": str(tile),
        "tiles": _names(meld.tiles),
        "from_seat": meld.from_seat and meld.from_seat.value,
    }


def _names(tiles: Iterable[Tile]) -> list[str]:
    return [str(tile) for tile in sorted(tiles)]
