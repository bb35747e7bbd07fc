"""How and when the winning tile came (RL-Y01)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablebridge_rules.riichi.rulebook import load

Fields = dict[str, Any]

CASES: list[tuple[str, int, str, Fields, Fields]] = [
    # pattern, how often it counts, hand + winning tile + melds, circumstances, options
    ("menzen_tsumo", 1, "123m456p789s1122z 1z", {"win": "tsumo"}, {}),
    ("menzen_tsumo", 0, "123m456p789s1122z 1z", {}, {}),
    ("menzen_tsumo", 0, "123m456p1122z 1z chi:789s<left", {"win": "tsumo"}, {}),
    ("menzen_tsumo", 1, "123m456p1122z 1z ankan:9999s", {"win": "tsumo"}, {}),
    ("haitei_raoyue", 1, "123m456p789s1122z 1z", {"win": "tsumo", "haitei": True}, {}),
    ("haitei_raoyue", 0, "123m456p789s1122z 1z", {"win": "tsumo"}, {}),
    ("houtei_raoyui", 1, "123m456p789s1122z 1z", {"houtei": True}, {}),
    ("houtei_raoyui", 0, "123m456p789s1122z 1z", {}, {}),
    ("rinshan_kaihou", 1, "123m456p1122z 1z ankan:9999s", {"win": "tsumo", "rinshan": True}, {}),
    ("rinshan_kaihou", 0, "123m456p789s1122z 1z", {"win": "tsumo"}, {}),
    ("chankan", 1, "123m456p789s1122z 1z", {"chankan": True}, {}),
    ("chankan", 0, "123m456p789s1122z 1z", {}, {}),
    ("tenhou", 1, "123m456p789s1122z 1z", {"win": "tsumo", "first_turn": True, "seat_wind": "east"}, {}),
    ("tenhou", 0, "123m456p789s1122z 1z", {"win": "tsumo", "first_turn": True}, {}),
    ("tenhou", 0, "123m456p789s1122z 1z", {"win": "tsumo", "seat_wind": "east"}, {}),
    ("chiihou", 1, "123m456p789s1122z 1z", {"win": "tsumo", "first_turn": True}, {}),
    ("chiihou", 0, "123m456p789s1122z 1z", {"win": "tsumo"}, {}),
    ("chiihou", 0, "123m456p789s1122z 1z", {"win": "tsumo", "first_turn": True, "seat_wind": "east"}, {}),
    ("chiihou", 0, "123m456p789s1122z 1z", {"first_turn": True}, {}),
    ("renhou", 1, "123m456p789s1122z 1z", {"first_turn": True}, {"renhou": "mangan"}),
    ("renhou", 0, "123m456p789s1122z 1z", {"first_turn": True}, {}),
    ("renhou", 0, "123m456p789s1122z 1z", {"win": "tsumo", "first_turn": True}, {"renhou": "yakuman"}),
    ("renhou", 0, "123m456p789s1122z 1z", {}, {"renhou": "mangan"}),
]

CLAUSES = load("riichi-league-tw").yaku_by_name


@pytest.mark.parametrize(
    ("pattern", "expected", "text", "fields", "options"),
    CASES,
    ids=[f"{CLAUSES[pattern].clause}-{pattern}-{expected}-{text}" for pattern, expected, text, *_ in CASES],
)
def test_moment(
    times: Callable[..., int], pattern: str, expected: int, text: str, fields: Fields, options: Fields
) -> None:
    assert times(pattern, *text.split(), options=options, **fields) == expected
