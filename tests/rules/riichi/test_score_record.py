"""Hands and scores as JSON values."""

from __future__ import annotations

from typing import Any

import pytest

from tablebridge_rules.errors import NotationError, NoWinError
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.score_record import (
    DEALER,
    discarder_of,
    liable_of,
    read_win,
    score_record,
    winner_of,
    write_score,
)
from tablebridge_rules.riichi.scoring import score
from tablebridge_rules.riichi.settlement import settle_win
from tablebridge_rules.riichi.win import RiichiState
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.tile import Tile

GOOD: dict[str, Any] = {
    "id": "x",
    "hand": "123m456p1122z",
    "melds": ["ankan:9999s"],
    "win_tile": "1z",
    "win": "ron",
    "from": "left",
    "seat_wind": "south",
    "round_wind": "east",
    "riichi": "double",
    "ippatsu": True,
    "dora_indicators": ["1m"],
    "ura_indicators": ["2m"],
    "honba": 2,
    "riichi_sticks": 1,
    "unheard_of": "ignored",
}


def test_a_hand() -> None:
    win = read_win(GOOD)
    assert (win.seat_wind, win.round_wind, win.from_relation) == (Wind.SOUTH, Wind.EAST, Relation.LEFT)
    assert (win.riichi, win.ippatsu, win.houtei) == (RiichiState.DOUBLE, True, False)
    assert (win.indicators, win.ura_indicators) == ((Tile.parse("1m"),), (Tile.parse("2m"),))
    assert (win.honba, win.sticks, len(win.concealed)) == (2, 1, 10)


def test_chairs_of_a_record() -> None:
    assert DEALER is Seat.A
    assert winner_of(read_win(GOOD)) is Seat.B
    assert discarder_of(read_win(GOOD)) is Seat.A
    assert discarder_of(read_win({**GOOD, "win": "tsumo", "from": None})) is None
    assert liable_of({**GOOD, "liable": "north"}) is Seat.D
    assert liable_of(GOOD) is None


def test_renhou_by_name() -> None:
    assert read_win({**GOOD, "melds": [], "riichi": "none", "renhou": True}).first_turn


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("hand", None, "hand is None; expected a text"),
        ("hand", "12x", "hand: cannot read tiles in '12x' from position 0"),
        ("win_tile", "12m", "win_tile is '12m'; expected one tile"),
        ("win_tile", "", "win_tile is ''; expected one tile"),
        ("melds", "ankan:9999s", "melds is 'ankan:9999s'; expected a list"),
        ("melds", [3], "a meld is 3; expected a text"),
        ("melds", ["pon:999s"], "melds: 'pon:999s' is no meld; pon ends with <left, <across or <right"),
        ("win", "draw", "win is 'draw' and from is 'left'; allowed: tsumo without from, or ron from"),
        ("win", "tsumo", "win is 'tsumo' and from is 'left'; allowed: tsumo without from, or ron from"),
        ("from", "behind", "win is 'ron' and from is 'behind'; allowed: tsumo without from, or ron from"),
        ("seat_wind", "E", "seat_wind is 'E'; allowed: east, south, west, north"),
        ("riichi", "yes", "riichi is 'yes'; allowed: none, riichi, double"),
        ("ippatsu", 1, "ippatsu is 1; expected true or false"),
        ("dora_indicators", ["10m"], "dora_indicators is '10m'; expected one tile"),
        ("honba", "2", "honba is '2'; expected a whole number"),
        ("honba", 10_000, "honba is out of all bounds; expected 0 to 9999"),
        ("riichi_sticks", -(10**20), "riichi_sticks is out of all bounds; expected 0 to 9999"),
        ("hand", ["1m"] * 500, f"hand is {str(['1m'] * 10)[:-1]},…; expected a text"),
        ("honba", True, "honba is True; expected a whole number"),
        ("liable", "B", "liable is 'B'; allowed: east, south, west, north"),
    ],
)
def test_a_field_that_cannot_be_read_is_named(field: str, value: object, message: str) -> None:
    read = liable_of if field == "liable" else read_win
    with pytest.raises(NotationError) as caught:
        read({**GOOD, field: value})
    assert str(caught.value).startswith(message)


def test_a_score(league: Rulebook) -> None:
    win = read_win({**GOOD, "ura_indicators": []})
    result = score(league, win)
    assert result is not None
    written = write_score(result, settle_win(league, result, Seat.B, Seat.A, Seat.A, win.honba, win.sticks))
    assert written["patterns"] == [
        {"name": "double_riichi", "value": 2, "clauses": ["RL-Y01"]},
        {"name": "ippatsu", "value": 1, "clauses": ["RL-S05"]},
        {"name": "yakuhai_round", "value": 1, "clauses": ["RL-Y01"]},
        {"name": "dora", "value": 1, "clauses": ["RL-S05"]},
    ]
    assert written["yaku"] == {"double_riichi": 2, "ippatsu": 1, "yakuhai_round": 1, "dora": 1}
    assert (written["han"], written["fu"], written["limit"], written["yakuman"]) == (5, 70, "mangan", 0)
    assert written["points"] == {"ron": 8000}
    assert written["delta"] == {"east": -8600, "south": 9600, "west": 0, "north": 0}
    assert written["explanation"] == result.explanation


def test_a_liable_seat_among_other_payers_is_no_sole_payer(common: Rulebook) -> None:
    melds = ["pon:111z<left", "pon:222z<left", "pon:333z<left", "daiminkan:4444z<right"]
    tsumo: dict[str, Any] = {"win": "tsumo", "from": None, "riichi": "none", "ippatsu": False, "ura_indicators": []}
    win = read_win({**GOOD, **tsumo, "hand": "5z", "win_tile": "5z", "melds": melds})
    result = score(common, win)
    assert result is not None
    delta = settle_win(common, result, Seat.B, None, Seat.A, liable=Seat.C)
    assert write_score(result, delta, Seat.C)["points"] == {"tsumo_dealer": 48000, "tsumo_non_dealer": 24000}


PLAIN: dict[str, Any] = {"riichi": "none", "ippatsu": False, "ura_indicators": []}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hand": "123m456p1123z"}, "the tiles are no complete hand"),
        ({**PLAIN, "hand": "123m456p1133z", "win_tile": "3z", "melds": ["pon:999s<left"]}, "no yaku counts"),
    ],
)
def test_a_hand_that_is_no_win(league: Rulebook, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(NoWinError, match=message):
        score_record(league, {**GOOD, **changes})


def test_a_record_is_scored_and_settled(league: Rulebook) -> None:
    result = score_record(league, GOOD)
    assert result["yaku"] == {"double_riichi": 2, "ippatsu": 1, "yakuhai_round": 1, "dora": 1, "ura_dora": 1}
    assert result["delta"] == {"east": -12600, "south": 13600, "west": 0, "north": 0}
