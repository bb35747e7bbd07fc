"""Records: hands in, scores and payments out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.errors import NotationError, NoWinError, WinError
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.score_record import read_win, score_record
from tablebridge_rules.taiwan.win import FirstTurn, Win

RUNS: dict[str, Any] = {
    "hand": "123456m789p12367s22p",
    "win_tile": "8s",
    "win": "ron",
    "from": "left",
    "seat_wind": "south",
    "round_wind": "east",
}
SELF_DRAW = {key: value for key, value in {**RUNS, "win": "tsumo"}.items() if key != "from"}


def test_a_hand_in_and_its_score_out_tw_p02_tw_s41(book: Rulebook) -> None:
    assert score_record(book, RUNS) == {
        "tai": 3,
        "patterns": [
            {"name": "menqing", "value": 1, "clauses": ["TW-S01", "TW-S34"]},
            {"name": "pinghu", "value": 2, "clauses": ["TW-S13", "TW-S41"]},
        ],
        "points": {"ron": 7},
        "delta": {"east": -8, "south": 8, "west": 0, "north": 0},
        "explanation": "Concealed hand 1 (TW-S01, TW-S34) + All runs 2 (TW-S13, TW-S41) = 3 tai\n"
        "base 4 + 3 tai = 7 from the discarder (TW-P02), dealer and streak tai besides (TW-P06)",
    }


@pytest.mark.parametrize(
    ("fields", "delta"),
    [
        pytest.param({}, (-8, 22, -7, -7), id="TW-P03 the dealer sits on east"),
        pytest.param({"streak": 1}, (-10, 24, -7, -7), id="TW-P06 streak one"),
        pytest.param({"streak": 1, "announced": False}, (-8, 22, -7, -7), id="TW-S40 not announced"),
        pytest.param({"dealer": "south", "streak": 2}, (-12, 36, -12, -12), id="TW-S31 the dealer has south"),
    ],
)
def test_dealer_and_streak(book: Rulebook, fields: dict[str, Any], delta: tuple[int, ...]) -> None:
    result = score_record(book, {**SELF_DRAW, **fields})
    assert result["points"] == {"tsumo_each": 7}
    assert tuple(result["delta"].values()) == delta


@pytest.mark.parametrize(
    ("fields", "tai"),
    [
        pytest.param({**SELF_DRAW, "haitei": True}, 4, id="TW-S07"),
        pytest.param({**SELF_DRAW, "last_tile": True}, 4, id="TW-S07 by its name"),
        pytest.param({**SELF_DRAW, "rinshan": True, "flowers": "3f"}, 4, id="TW-S08"),
        pytest.param({**RUNS, "chankan": True}, 4, id="TW-S09"),
        pytest.param({**RUNS, "migi": True}, 11, id="TW-S23"),
        pytest.param({**RUNS, "flowers": "2f2g"}, 5, id="TW-S03"),
        pytest.param({**RUNS, "hand": "123m789p12367s22p", "melds": ["chi:456m<left"]}, 2, id="TW-S13"),
    ],
)
def test_circumstances(book: Rulebook, fields: dict[str, Any], tai: int) -> None:
    assert score_record(book, fields)["tai"] == tai


@pytest.mark.parametrize(
    ("record", "first"),
    [
        pytest.param({**SELF_DRAW, "seat_wind": "east"}, FirstTurn.HEAVENLY, id="TW-S28"),
        pytest.param(SELF_DRAW, FirstTurn.EARTHLY, id="TW-S29"),
        pytest.param(RUNS, FirstTurn.HUMAN, id="TW-S30"),
    ],
)
def test_a_win_before_play_was_under_way(book: Rulebook, record: dict[str, Any], first: FirstTurn) -> None:
    win = read_win({**record, "first_turn": True})
    assert isinstance(win, Win)
    assert win.first_turn is first
    assert score_record(book, {**record, "first_turn": True})["tai"] == 19


def test_wins_by_flowers_tw_s24_tw_s25(book: Rulebook) -> None:
    seven = {"flowers": "1234f123g", "win": "ron", "from": "right", "seat_wind": "south"}
    assert score_record(book, seven)["delta"] == {"east": 0, "south": 12, "west": -12, "north": 0}
    eight = {"flowers": "1234f1234g", "win": "tsumo", "seat_wind": "south"}
    assert score_record(book, eight)["delta"] == {"east": -13, "south": 37, "west": -12, "north": -12}


def test_what_is_no_win(book: Rulebook) -> None:
    with pytest.raises(NoWinError, match="the tiles are no complete hand"):
        score_record(book, {**RUNS, "win_tile": "9s"})
    with pytest.raises(WinError, match="6 flowers, expected 7"):
        score_record(book, {"flowers": "1234f12g", "win": "ron", "from": "right", "seat_wind": "south"})
    with pytest.raises(NotationError, match="dealer is 'up'; allowed: east"):
        score_record(book, {**RUNS, "dealer": "up"})
    with pytest.raises(NotationError, match="first_turn is 1; expected true or false"):
        read_win({**RUNS, "first_turn": 1})


def test_flowers_alone_where_the_rulebook_has_no_such_win(book: Rulebook) -> None:
    house = replace(book, tai=tuple(pattern for pattern in book.tai if pattern.name != "ba_xian"))
    with pytest.raises(NoWinError, match="flowers alone are no win here"):
        score_record(house, {"flowers": "1234f1234g", "win": "tsumo", "seat_wind": "south"})
