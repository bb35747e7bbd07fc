"""A hand to score, and its score, as plain JSON values: the format of the scoring vectors.

`README.md` of this distribution lists the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

from tablebridge_rules.decompose import decompose
from tablebridge_rules.errors import NotationError, NoWinError
from tablebridge_rules.meld import Meld
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.payment import Delta
from tablebridge_rules.rulebook import Rulebook
from tablebridge_rules.score import Score
from tablebridge_rules.scoring import score
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.settlement import settle_win
from tablebridge_rules.tile import Tile
from tablebridge_rules.win import RiichiState, Win

__all__ = ["DEALER", "discarder_of", "liable_of", "read_win", "score_record", "winner_of", "write_score"]

DEALER = Seat.A
"""A record names winds, not chairs: east sits on A, south on B, and so on."""

_RELATIONS = {relation.name.lower(): relation for relation in Relation}
Choice = TypeVar("Choice", bound=Enum)


def score_record(rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, Any]:
    """Scores and settles a record's hand: the result's fields of `write_score`.

    Raises `NotationError` for a field that cannot be read, `WinError` for a win that cannot be at a table,
    `NoWinError` for a hand that is none, with the reason, and `ValueError` for a liable seat that cannot be.

    >>> from tablebridge_rules.rulebook import load
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
    seat_wind = _choice(record, "seat_wind", Wind)
    return Win(
        concealed=_tiles(record.get("hand"), "hand"),
        winning_tile=_tile(record.get("win_tile"), "win_tile"),
        seat_wind=seat_wind,
        round_wind=_choice(record, "round_wind", Wind),
        melds=_melds(record, seat_wind.seat(DEALER)),
        from_relation=_relation(record),
        riichi=_choice(record, "riichi", RiichiState) if "riichi" in record else RiichiState.NONE,
        ippatsu=_flag(record, "ippatsu"),
        haitei=_flag(record, "haitei"),
        houtei=_flag(record, "houtei"),
        rinshan=_flag(record, "rinshan"),
        chankan=_flag(record, "chankan"),
        first_turn=_flag(record, "first_turn") or _flag(record, "renhou"),
        indicators=_indicators(record, "dora_indicators"),
        ura_indicators=_indicators(record, "ura_indicators"),
        honba=_count(record, "honba"),
        sticks=_count(record, "riichi_sticks"),
    )


def winner_of(win: Win) -> Seat:
    """The winner's chair when east sits on `DEALER`."""
    return win.seat_wind.seat(DEALER)


def discarder_of(win: Win) -> Seat | None:
    """The discarder's chair when east sits on `DEALER`, None for a self-draw."""
    return None if win.from_relation is None else winner_of(win).after(win.from_relation.value)


def liable_of(record: Mapping[str, Any]) -> Seat | None:
    """The chair of the wind in the field `liable`, None without one."""
    return _choice(record, "liable", Wind).seat(DEALER) if record.get("liable") is not None else None


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


def _relation(record: Mapping[str, Any]) -> Relation | None:
    win, discarder = record.get("win"), record.get("from")
    if win == "tsumo" and discarder is None:
        return None
    if win == "ron" and isinstance(discarder, str) and discarder in _RELATIONS:
        return _RELATIONS[discarder]
    problem = f"win is {win!r} and from is {discarder!r}"
    raise NotationError(f"{problem}; allowed: tsumo without from, or ron from {', '.join(_RELATIONS)}")


def _choice(record: Mapping[str, Any], field: str, kind: type[Choice]) -> Choice:
    for choice in kind:
        if choice.value == record.get(field):
            return choice
    allowed = ", ".join(choice.value for choice in kind)
    raise NotationError(f"{field} is {record.get(field)!r}; allowed: {allowed}")


def _tiles(value: object, field: str) -> tuple[Tile, ...]:
    text = _text(value, field)
    try:
        return parse_tiles(text)
    except NotationError as error:
        raise NotationError(f"{field}: {error}") from error


def _tile(value: object, field: str) -> Tile:
    tiles = _tiles(value, field)
    if len(tiles) != 1:
        raise NotationError(f"{field} is {value!r}; expected one tile")
    return tiles[0]


def _melds(record: Mapping[str, Any], owner: Seat) -> tuple[Meld, ...]:
    texts = [_text(text, "a meld") for text in _list(record, "melds")]
    try:
        return tuple(parse_meld(text).meld(owner) for text in texts)
    except NotationError as error:
        raise NotationError(f"melds: {error}") from error


def _indicators(record: Mapping[str, Any], field: str) -> tuple[Tile, ...]:
    return tuple(_tile(value, field) for value in _list(record, field))


def _text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise NotationError(f"{field} is {value!r}; expected a text")
    return value


def _list(record: Mapping[str, Any], field: str) -> list[object]:
    value = record.get(field, [])
    if not isinstance(value, list):
        raise NotationError(f"{field} is {value!r}; expected a list")
    return value


def _flag(record: Mapping[str, Any], field: str) -> bool:
    value = record.get(field, False)
    if not isinstance(value, bool):
        raise NotationError(f"{field} is {value!r}; expected true or false")
    return value


def _count(record: Mapping[str, Any], field: str) -> int:
    value = record.get(field, 0)
    if type(value) is not int:
        raise NotationError(f"{field} is {value!r}; expected a whole number")
    return value
