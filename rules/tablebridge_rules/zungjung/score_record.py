"""A Zung Jung hand to score, and its score, as plain JSON values.

Fields beside those of the riichi records: `last_tile`, `replacement`, `robbing_kan` (or `haitei` and `houtei`,
`rinshan`, `chankan`), `first_turn`; `responsible`, the seat wind that answers for the winning discard, or `nobody`,
where the same tile went before (ZJ-P04, ZJ-P05). A round wind is not asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablebridge_rules.errors import NotationError, NoWinError
from tablebridge_rules.payment import Delta
from tablebridge_rules.record_fields import choice_of, flag_of, melds_of, relation_of, tile_in, tiles_in
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.score import Score
from tablebridge_rules.zungjung.scoring import score
from tablebridge_rules.zungjung.settlement import Responsibility, settle_win
from tablebridge_rules.zungjung.shape import decompose
from tablebridge_rules.zungjung.win import FirstTurn, Win

__all__ = ["read_win", "score_record", "write_score"]

_EAST = Seat.A
"""A record names winds, not chairs: east sits on A, south on B, and so on."""

_NOBODY = "nobody"

Record = Mapping[str, Any]


def score_record(rulebook: Rulebook, record: Record) -> dict[str, Any]:
    """Scores and settles a record's hand: the result's fields of `write_score`.

    Raises `NotationError` for a field that cannot be read, `WinError` for a win that cannot be at a table, and
    `NoWinError` for a hand that is none.

    >>> from tablebridge_rules.zungjung.rulebook import load
    >>> hand = {"hand": "345p345p34p678m99s", "win_tile": "5p", "win": "ron", "from": "left", "seat_wind": "south"}
    >>> result = score_record(load("zungjung-wsom-1.03"), hand)
    >>> result["points"], result["delta"]
    (130, {'east': -340, 'south': 390, 'west': -25, 'north': -25})
    """
    win = read_win(record)
    result = score(rulebook, win)
    if result is None:
        minimum = f"the hand has fewer than {rulebook.scoring.minimum_points} points"
        raise NoWinError(minimum if decompose(win) else "the tiles are no complete hand")
    winner = win.seat_wind.seat(_EAST)
    from_seat = None if win.from_relation is None else winner.after(win.from_relation.value)
    return write_score(result, settle_win(rulebook, result, winner, from_seat, _responsibility(record, winner)))


def read_win(record: Record) -> Win:
    """Reads a record's input fields; flags may be left out, unknown fields are ignored.

    `first_turn` is true for a win before play was under way: a self-draw is a heavenly win, one on a discard an
    earthly win. Raises `NotationError` that names the field, what it holds and what is allowed.
    """
    seat_wind, relation = choice_of(record, "seat_wind", Wind), relation_of(record)
    first = FirstTurn.HEAVENLY if relation is None else FirstTurn.EARTHLY
    return Win(
        concealed=tiles_in(record.get("hand"), "hand"),
        winning_tile=tile_in(record.get("win_tile"), "win_tile"),
        seat_wind=seat_wind,
        melds=melds_of(record, seat_wind.seat(_EAST)),
        from_relation=relation,
        last_tile=flag_of(record, "last_tile", "haitei", "houtei"),
        replacement=flag_of(record, "replacement", "rinshan"),
        robbing_kan=flag_of(record, "robbing_kan", "chankan"),
        first_turn=first if flag_of(record, "first_turn") else FirstTurn.NONE,
    )


def write_score(result: Score, delta: Delta) -> dict[str, Any]:
    """The result's fields: `points patterns limit delta explanation`.

    `points` is the value of the hand, `limit` none, sum or listed, `delta` what each seat wind gains or loses.
    """
    return {
        "points": result.value,
        "patterns": [
            {"name": pattern.name, "value": pattern.points, "clauses": list(pattern.clauses)}
            for pattern in result.patterns
        ],
        "limit": result.limit,
        "delta": {wind.value: delta[wind.seat(_EAST).number] for wind in Wind},
        "explanation": result.explanation,
    }


def _responsibility(record: Record, winner: Seat) -> Responsibility | None:
    """What the field `responsible` says, None when it is left out."""
    found = record.get("responsible")
    if found is None:
        return None
    if found == _NOBODY:
        return Responsibility(None, "ZJ-P05")
    seat = choice_of(record, "responsible", Wind).seat(_EAST)
    if seat is winner:
        raise NotationError(f"responsible is {found!r}, the winner; allowed: another seat wind, or {_NOBODY}")
    return Responsibility(seat, "ZJ-P04")
