"""A hand to score, and its score, as plain JSON values: the format of the scoring vectors.

`README.md` of this distribution lists the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablebridge_rules.errors import NoWinError
from tablebridge_rules.payment import Delta
from tablebridge_rules.record_fields import (
    choice_of,
    count_of,
    flag_of,
    melds_of,
    relation_of,
    tile_in,
    tile_list,
    tiles_in,
)
from tablebridge_rules.riichi.readings import decompose
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.score import Score
from tablebridge_rules.riichi.scoring import score
from tablebridge_rules.riichi.settlement import settle_win
from tablebridge_rules.riichi.win import RiichiState, Win
from tablebridge_rules.seat import Seat, Wind

__all__ = ["DEALER", "discarder_of", "liable_of", "read_win", "score_record", "winner_of", "write_score"]

DEALER = Seat.A
"""A record names winds, not chairs: east sits on A, south on B, and so on."""


def score_record(rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, Any]:
    """Scores and settles a record's hand: the result's fields of `write_score`.

    Raises `NotationError` for a field that cannot be read, `WinError` for a win that cannot be at a table,
    `NoWinError` for a hand that is none, with the reason, and `ValueError` for a liable seat that cannot be.

    >>> from tablebridge_rules.riichi.rulebook import load
    >>> hand = {"hand": "234m67p345m222s66s", "win_tile": "5p", "win": "tsumo"}
    >>> result = score_record(load("riichi-league-tw"), {**hand, "seat_wind": "west", "round_wind": "east"})
    >>> result["yaku"], result["points"]
    ({'menzen_tsumo': 1, 'tanyao': 1}, {'tsumo_dealer': 1000, 'tsumo_non_dealer': 500})
    """
    win, liable = read_win(record), liable_of(record)
    result = score(rulebook, win)
    if result is None:
        raise NoWinError("no yaku counts" if decompose(win) else "the tiles are no complete hand")
    delta = settle_win(rulebook, result, winner_of(win), discarder_of(win), DEALER, win.honba, win.sticks, liable)
    return write_score(result, delta, liable)


def read_win(record: Mapping[str, Any]) -> Win:
    """Reads a record's input fields; flags, indicators and counters may be left out, other fields are ignored.

    `renhou` says the same as `first_turn`.

    Raises `NotationError` that names the field, what it holds and what is allowed.
    """
    seat_wind = choice_of(record, "seat_wind", Wind)
    return Win(
        concealed=tiles_in(record.get("hand"), "hand"),
        winning_tile=tile_in(record.get("win_tile"), "win_tile"),
        seat_wind=seat_wind,
        round_wind=choice_of(record, "round_wind", Wind),
        melds=melds_of(record, seat_wind.seat(DEALER)),
        from_relation=relation_of(record),
        riichi=choice_of(record, "riichi", RiichiState) if "riichi" in record else RiichiState.NONE,
        ippatsu=flag_of(record, "ippatsu"),
        haitei=flag_of(record, "haitei"),
        houtei=flag_of(record, "houtei"),
        rinshan=flag_of(record, "rinshan"),
        chankan=flag_of(record, "chankan"),
        first_turn=flag_of(record, "first_turn", "renhou"),
        indicators=tile_list(record, "dora_indicators"),
        ura_indicators=tile_list(record, "ura_indicators"),
        honba=count_of(record, "honba"),
        sticks=count_of(record, "riichi_sticks"),
    )


def winner_of(win: Win) -> Seat:
    """The winner's chair when east sits on `DEALER`."""
    return win.seat_wind.seat(DEALER)


def discarder_of(win: Win) -> Seat | None:
    """The discarder's chair when east sits on `DEALER`, None for a self-draw."""
    return None if win.from_relation is None else winner_of(win).after(win.from_relation.value)


def liable_of(record: Mapping[str, Any]) -> Seat | None:
    """The chair of the wind in the field `liable`, None without one."""
    return choice_of(record, "liable", Wind).seat(DEALER) if record.get("liable") is not None else None


def write_score(score: Score, delta: Delta, liable: Seat | None = None) -> dict[str, Any]:
    """The result's fields: `han fu yaku patterns yakuman limit points delta explanation`, `delta` by seat wind.

    When the `liable` seat pays a self-draw alone, `points` is what it pays, counters included.
    """
    return {
        "han": score.han,
        "fu": score.fu,
        "yaku": score.yaku,
        "patterns": [
            {"name": pattern.name, "value": pattern.value, "clauses": list(pattern.clauses)}
            for pattern in score.patterns
        ],
        "yakuman": score.yakuman,
        "limit": score.limit,
        "points": _points(score, delta, liable),
        "delta": {wind.value: delta[wind.seat(DEALER).number] for wind in Wind},
        "explanation": score.explanation,
    }


def _points(score: Score, delta: Delta, liable: Seat | None) -> dict[str, int]:
    payers = [seat for seat in Seat if delta[seat.number] < 0]
    if score.points.ron is None and payers == [liable]:
        return {"liable": -delta[payers[0].number]}
    return score.points.as_dict()
