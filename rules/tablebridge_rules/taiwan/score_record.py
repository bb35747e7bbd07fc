"""A Taiwanese hand to score, and its score, as plain JSON values.

Fields beside those of the riichi records: `flowers`; `last_tile`, `replacement`, `robbing_kan` (or `haitei` and
`houtei`, `rinshan`, `chankan`), `migi`, `first_turn`; `dealer`, the seat wind of the dealer, for here it goes by the
dice; `streak` and `announced`. A record without `hand` is a win by its `flowers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablebridge_rules.errors import NoWinError
from tablebridge_rules.payment import Delta
from tablebridge_rules.record_fields import choice_of, count_of, flag_of, melds_of, relation_of, tile_in, tiles_in
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.payment import amount
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.score import Score
from tablebridge_rules.taiwan.scoring import score
from tablebridge_rules.taiwan.settlement import settle_win
from tablebridge_rules.taiwan.win import FirstTurn, FlowerWin, Win

__all__ = ["read_win", "score_record", "write_score"]

_EAST = Seat.A
"""A record names winds, not chairs: east sits on A, south on B, and so on."""

Record = Mapping[str, Any]


def score_record(rulebook: Rulebook, record: Record) -> dict[str, Any]:
    """Scores and settles a record's hand: the result's fields of `write_score`.

    Raises `NotationError` for a field that cannot be read, `WinError` for a win that cannot be at a table, and
    `NoWinError` for a hand that is none.

    >>> from tablebridge_rules.taiwan.rulebook import load
    >>> hand = {"hand": "123456m789p12367s22p", "win_tile": "8s", "win": "ron", "from": "left"}
    >>> result = score_record(load("taiwan16-ntuee-2009"), {**hand, "seat_wind": "south", "round_wind": "east"})
    >>> result["tai"], result["delta"]
    (3, {'east': -8, 'south': 8, 'west': 0, 'north': 0})
    """
    win = read_win(record)
    result = score(rulebook, win)
    if result is None:
        flowers = isinstance(win, FlowerWin)
        raise NoWinError("flowers alone are no win here" if flowers else "the tiles are no complete hand")
    winner = win.seat_wind.seat(_EAST)
    from_seat = None if win.from_relation is None else winner.after(win.from_relation.value)
    streak, announced = count_of(record, "streak"), flag_of({"announced": True, **record}, "announced")
    delta = settle_win(rulebook, result, winner, from_seat, _dealer(record), streak, announced=announced)
    return write_score(rulebook, result, delta)


def read_win(record: Record) -> Win | FlowerWin:
    """Reads a record's input fields; flags may be left out, unknown fields are ignored.

    `first_turn` is true for a win before play was under way: the dealer's self-draw is a heavenly win, another's an
    earthly one, a win on a discard a human one. Raises `NotationError` that names the field and what is allowed.
    """
    seat_wind = choice_of(record, "seat_wind", Wind)
    flowers = tiles_in(record.get("flowers", ""), "flowers")
    if "hand" not in record:
        return FlowerWin(flowers, seat_wind, relation_of(record))
    relation = relation_of(record)
    return Win(
        concealed=tiles_in(record.get("hand"), "hand"),
        winning_tile=tile_in(record.get("win_tile"), "win_tile"),
        seat_wind=seat_wind,
        round_wind=choice_of(record, "round_wind", Wind),
        melds=melds_of(record, seat_wind.seat(_EAST)),
        from_relation=relation,
        flowers=flowers,
        last_tile=flag_of(record, "last_tile", "haitei", "houtei"),
        replacement=flag_of(record, "replacement", "rinshan"),
        robbing_kan=flag_of(record, "robbing_kan", "chankan"),
        migi=flag_of(record, "migi"),
        first_turn=_first_turn(record, seat_wind, by_self_draw=relation is None),
    )


def write_score(rulebook: Rulebook, result: Score, delta: Delta) -> dict[str, Any]:
    """The result's fields: `tai patterns points delta explanation`.

    `points` is what a payer pays without dealer and streak tai, which are in `delta`, by seat wind.
    """
    return {
        "tai": result.tai,
        "patterns": [
            {"name": pattern.name, "value": pattern.tai, "clauses": list(pattern.clauses)}
            for pattern in result.patterns
        ],
        "points": {"tsumo_each" if result.by_self_draw else "ron": amount(rulebook, result.tai)},
        "delta": {wind.value: delta[wind.seat(_EAST).number] for wind in Wind},
        "explanation": result.explanation,
    }


def _dealer(record: Record) -> Seat:
    return choice_of({"dealer": Wind.EAST.value, **record}, "dealer", Wind).seat(_EAST)


def _first_turn(record: Record, seat_wind: Wind, *, by_self_draw: bool) -> FirstTurn:
    if not flag_of(record, "first_turn"):
        return FirstTurn.NONE
    if not by_self_draw:
        return FirstTurn.HUMAN
    return FirstTurn.HEAVENLY if seat_wind.seat(_EAST) is _dealer(record) else FirstTurn.EARTHLY
