"""A Sichuan hand to score, and its score, as plain JSON values.

Fields beside those of the riichi records: `void` (m, p or s), `won` (the seat winds that have won before in the hand),
`replacement`, `robbed`, `last_tile` (or `rinshan`, `chankan`, `haitei` and `houtei`), `after_kong`, `heavenly`,
`earthly`. `seat_wind` may be left out: then the dealer wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablebridge_rules.errors import NotationError, NoWinError
from tablebridge_rules.payment import Delta
from tablebridge_rules.record_fields import choice_of, flag_of, list_of, melds_of, relation_of, tile_in, tiles_in
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.score import Score
from tablebridge_rules.sichuan.scoring import score
from tablebridge_rules.sichuan.settlement import active_seats, settle_win
from tablebridge_rules.sichuan.shape import SUITS
from tablebridge_rules.sichuan.win import Win
from tablebridge_rules.tile import Suit

__all__ = ["read_win", "score_record", "write_score"]

_EAST = Seat.A
"""A record names winds, not chairs: east sits on A, south on B, and so on."""

Record = Mapping[str, Any]


def score_record(rulebook: Rulebook, record: Record) -> dict[str, Any]:
    """Scores and settles a record's hand: the result's fields of `write_score`.

    Raises `NotationError` for a field that cannot be read, `WinError` for a win that cannot be at a table, and
    `NoWinError` for a hand that is none.

    >>> from tablebridge_rules.sichuan.rulebook import load
    >>> hand = {"hand": "123456m78m55888s", "win_tile": "9m", "win": "tsumo", "seat_wind": "south", "won": ["west"]}
    >>> result = score_record(load("sichuan-bloody"), hand)
    >>> result["fan"], result["delta"]
    (0, {'east': -2, 'south': 4, 'west': 0, 'north': -2})
    """
    win, winner = read_win(record), _winner(record)
    result = score(rulebook, win)
    if result is None:
        raise NoWinError("the tiles are no complete hand, or hold the void suit or three suits")
    from_seat = None if win.from_relation is None else winner.after(win.from_relation.value)
    won = tuple(_won(record))
    if {winner, from_seat or winner} - set(active_seats(rulebook, won)):
        raise NotationError(f"won is {list_of(record, 'won')}; allowed: neither the winner nor who pays")
    return write_score(result, settle_win(rulebook, result, winner, from_seat, won))


def read_win(record: Record) -> Win:
    """Reads a record's input fields; flags and `void` may be left out, unknown fields are ignored.

    Raises `NotationError` that names the field, what it holds and what is allowed.
    """
    return Win(
        concealed=tiles_in(record.get("hand"), "hand"),
        winning_tile=tile_in(record.get("win_tile"), "win_tile"),
        melds=melds_of(record, _winner(record)),
        from_relation=relation_of(record),
        void=_void(record),
        replacement=flag_of(record, "replacement", "rinshan"),
        robbed=flag_of(record, "robbed", "chankan"),
        after_kong=flag_of(record, "after_kong"),
        last_tile=flag_of(record, "last_tile", "haitei", "houtei"),
        heavenly=flag_of(record, "heavenly"),
        earthly=flag_of(record, "earthly"),
    )


def write_score(result: Score, delta: Delta) -> dict[str, Any]:
    """The result's fields: `fan multiplier patterns points delta explanation`; `delta` is by seat wind."""
    return {
        "fan": result.named_fan,
        "multiplier": result.multiplier,
        "patterns": [
            {"name": pattern.name, "value": pattern.value, "clauses": list(pattern.clauses)}
            for pattern in result.patterns
        ],
        "points": {"tsumo_each" if result.by_self_draw else "ron": result.each},
        "delta": {wind.value: delta[wind.seat(_EAST).number] for wind in Wind},
        "explanation": result.explanation,
    }


def _winner(record: Record) -> Seat:
    return choice_of({"seat_wind": Wind.EAST.value, **record}, "seat_wind", Wind).seat(_EAST)


def _won(record: Record) -> list[Seat]:
    return [choice_of({"won": wind}, "won", Wind).seat(_EAST) for wind in list_of(record, "won")]


def _void(record: Record) -> Suit | None:
    if record.get("void") is None:
        return None
    found = choice_of(record, "void", Suit)
    if found not in SUITS:
        raise NotationError(f"void is {found.value!r}; allowed: {', '.join(suit.value for suit in SUITS)}")
    return found
