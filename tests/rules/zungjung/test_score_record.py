"""Records: hands in, scores and payments out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.errors import NotationError, NoWinError, WinError
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.score_record import read_win, score_record
from tablebridge_rules.zungjung.win import FirstTurn

THREE: dict[str, Any] = {
    "hand": "345p345p34p678m99s",
    "win_tile": "5p",
    "win": "ron",
    "from": "left",
    "seat_wind": "south",
}
CHICKEN = {**THREE, "hand": "456p78p22s", "win_tile": "9p", "melds": ["chi:123m<left", "pon:888s<across"]}
SELF_DRAW = {key: value for key, value in {**CHICKEN, "win": "tsumo"}.items() if key != "from"}


def test_a_hand_in_and_its_score_out_zj_s64_zj_p03(book: Rulebook) -> None:
    assert score_record(book, THREE) == {
        "points": 130,
        "patterns": [
            {"name": "pinghe", "value": 5, "clauses": ["ZJ-S01"]},
            {"name": "menqianqing", "value": 5, "clauses": ["ZJ-S02"]},
            {"name": "yise_san_tongshun", "value": 120, "clauses": ["ZJ-S25"]},
        ],
        "limit": "none",
        "delta": {"east": -340, "south": 390, "west": -25, "north": -25},
        "explanation": "All Sequences 5 (ZJ-S01) + Concealed Hand 5 (ZJ-S02) + "
        "Three Identical Sequences 120 (ZJ-S25) = 130 points\n"
        "340 from the responsible player, 25 from each of the two others (ZJ-P03)",
    }


@pytest.mark.parametrize(
    ("fields", "delta"),
    [
        pytest.param({"responsible": "north"}, (-25, 390, -25, -340), id="ZJ-P04 another went first"),
        pytest.param({"responsible": "nobody"}, (-130, 390, -130, -130), id="ZJ-P05 the winner's own discard"),
        pytest.param({"from": "right"}, (-25, 390, -340, -25), id="ZJ-P03 the lower seat feeds"),
    ],
)
def test_who_answers(book: Rulebook, fields: dict[str, Any], delta: tuple[int, ...]) -> None:
    assert tuple(score_record(book, {**THREE, **fields})["delta"].values()) == delta


@pytest.mark.parametrize(
    ("fields", "points"),
    [
        pytest.param({**SELF_DRAW, "haitei": True}, 10, id="ZJ-S37"),
        pytest.param({**CHICKEN, "last_tile": True}, 10, id="ZJ-S38"),
        pytest.param({**SELF_DRAW, "rinshan": True, "melds": ["chi:123m<left", "kakan:8888s<left"]}, 15, id="ZJ-S39"),
        pytest.param({**CHICKEN, "chankan": True}, 10, id="ZJ-S40"),
    ],
)
def test_circumstances(book: Rulebook, fields: dict[str, Any], points: int) -> None:
    assert score_record(book, fields)["points"] == points


def test_a_win_before_play_was_under_way_zj_s41_zj_s42(book: Rulebook) -> None:
    """Self-drawn the three triplets are concealed: 155 + 100 + 30 + 5; on a discard the runs are worth more."""
    heaven = {**THREE, "win": "tsumo", "from": None, "seat_wind": "east", "first_turn": True}
    assert read_win(heaven).first_turn is FirstTurn.HEAVENLY
    assert score_record(book, heaven)["points"] == 290
    earth = {**THREE, "first_turn": True}
    assert read_win(earth).first_turn is FirstTurn.EARTHLY
    assert score_record(book, earth)["delta"]["east"] == 50 - 3 * 285


def test_what_is_no_win(book: Rulebook) -> None:
    with pytest.raises(NoWinError, match="the tiles are no complete hand"):
        score_record(book, {**THREE, "win_tile": "9p"})
    house = replace(book, scoring=replace(book.scoring, minimum_points=5))
    with pytest.raises(NoWinError, match="the hand has fewer than 5 points"):
        score_record(house, CHICKEN)
    with pytest.raises(WinError, match="10 concealed tiles"):
        score_record(book, {**THREE, "hand": "345p345p34p99s"})
    with pytest.raises(NotationError, match="responsible is 'up'; allowed: east"):
        score_record(book, {**THREE, "responsible": "up"})
    with pytest.raises(NotationError, match="responsible is 'south', the winner; allowed: another seat wind"):
        score_record(book, {**THREE, "responsible": "south"})
    with pytest.raises(NotationError, match="first_turn is 1; expected true or false"):
        read_win({**THREE, "first_turn": 1})
