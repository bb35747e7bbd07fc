"""Cases are the readings of `decompose`, in its order, told as sets of kinds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tablebridge_rules.decompose import Form, Group, Reading, Shape
from tablebridge_rules.errors import WinError
from tablebridge_rules.riichi.patterns import Case, cases
from tablebridge_rules.riichi.patterns.masks import OUTSIDE, bits
from tablebridge_rules.riichi.readings import decompose
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.score_record import read_win
from tablebridge_rules.riichi.win import Win

VECTORS = Path(__file__).parents[3] / "data" / "riichi_scoring_sample.jsonl"
HAND = "123m456p789s1122z"


def lowest(reading: Reading, holds: Callable[[Group], bool]) -> int:
    """The lowest kinds of the reading's groups of which that holds."""
    return bits(group.first for group in reading.groups if holds(group))


def assert_same(case: Case, reading: Reading, win: Win) -> None:
    assert (case.form, case.wait, case.reading) == (reading.form, reading.wait, reading)
    assert case.runs == lowest(reading, lambda group: group.is_run)
    assert case.triplets == lowest(reading, lambda group: group.is_same)
    assert case.quads == lowest(reading, lambda group: group.shape is Shape.QUAD)
    assert case.concealed == lowest(reading, lambda group: group.is_same and group.concealed)
    assert case.pair == (bits([reading.pair.first]) if reading.pair else 0)
    assert case.kinds == bits({tile.kind for tile in win.tiles})
    assert (case.is_closed, case.by_self_draw) == (win.is_closed, win.by_self_draw)


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (HAND + " 1z", {}),
        (HAND + " 3z", {}),
        ("111222333m99p11z 1z", {}),
        ("111222333m99p11z 1z", {"win": "tsumo"}),
        ("2344m567p789s111z 4m", {}),
        ("22334455667p11z 7p", {}),
        ("112233m112233p9s 9s", {}),
        ("1133557799m11p1z 1z", {}),
        ("19m19p19s1234567z 1z", {}),
        ("19m19p19s1234567z 5m", {}),
        ("19m19p19s1234566z 6z", {}),
        ("9m 9m ankan:1111m pon:222p<left chi:345s<left ankan:5555z", {}),
        ("12m11z 3m ankan:9999m kakan:2222p<left daiminkan:3333s<left", {"win": "tsumo"}),
        ("11m22p33s4455z 5z chi:234s<left", {}),
    ],
)
def test_cases_are_the_readings(a_win: Callable[..., Win], league: Rulebook, text: str, fields: dict[str, str]) -> None:
    win = a_win(*text.split(), **fields)
    for case, reading in zip(cases(win, league.scoring), decompose(win), strict=True):
        assert_same(case, reading, win)


def test_cases_of_the_vectors_are_the_readings() -> None:
    scoring = load("riichi-common").scoring
    for line in VECTORS.read_text("utf-8").splitlines():
        win = read_win(json.loads(line))
        for case, reading in zip(cases(win, scoring), decompose(win), strict=True):
            assert_same(case, reading, win)


def test_couples_of_equal_runs_are_counted(a_win: Callable[..., Win], league: Rulebook) -> None:
    hands = {"112233m456p789s1z": 1, "111222333m78p22s": 1, "223344m556677p2s": 2, "111222333m123p9s": 1}
    for hand, couples in hands.items():
        tile = {"1z": "1z", "2s": "2s", "9s": "9s"}.get(hand[-2:], "9p")
        most = max(
            case.equal_runs
            for case in cases(a_win(hand, "9p" if hand.endswith("22s") else tile), league.scoring)
            if case.form is Form.STANDARD
        )
        assert most == couples, hand


def test_thirteen_orphans_hold_every_outside_kind(a_win: Callable[..., Win], league: Rulebook) -> None:
    (case,) = cases(a_win("19m19p19s1234567z", "1z"), league.scoring)
    assert (case.form, case.kinds) == (Form.THIRTEEN_ORPHANS, OUTSIDE)


def test_an_impossible_win_is_refused(a_win: Callable[..., Win], league: Rulebook) -> None:
    with pytest.raises(WinError, match="houtei is a ron"):
        cases(a_win(HAND, "1z", houtei=True, win="tsumo"), league.scoring)
