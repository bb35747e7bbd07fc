"""One suit (RL-Y01)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablebridge_rules.riichi.rulebook import load

Fields = dict[str, Any]

CASES: list[tuple[str, int, str, Fields, Fields]] = [
    # pattern, how often it counts, hand + winning tile + melds, circumstances, options
    ("honitsu", 1, "123456m2277z 7z pon:999m<left", {}, {}),
    ("honitsu", 0, "12345678m22m 9m pon:999p<left", {}, {}),
    ("honitsu", 0, "1122334455667z 7z", {}, {}),
    ("chinitsu", 1, "12345678m22m 9m pon:999m<left", {}, {}),
    ("chinitsu", 0, "123456m2277z 7z pon:999m<left", {}, {}),
    ("chinitsu", 0, "1122334455667z 7z", {}, {}),
    ("ryuuiisou", 1, "223344666888s6z 6z", {}, {}),
    ("ryuuiisou", 1, "2222333344446s 6s", {}, {}),
    ("ryuuiisou", 0, "2222333344446s 6s", {}, {"ryuuiisou_needs_hatsu": True}),
    ("ryuuiisou", 1, "223344666888s6z 6z", {}, {"ryuuiisou_needs_hatsu": True}),
    ("ryuuiisou", 0, "666s88s222s66z 8s chi:567s<left", {}, {}),
    ("chuuren_poutou", 1, "1112345678999m 5m", {}, {}),
    ("chuuren_poutou", 1, "1112245678999p 3p", {}, {}),
    ("chuuren_poutou", 0, "1112245678999p 3p", {}, {"chuuren_form": "nine_sided_only"}),
    ("chuuren_poutou", 1, "1112345678999m 5m", {}, {"chuuren_form": "nine_sided_only"}),
    ("chuuren_poutou", 0, "1113335678999p 4p", {}, {}),
    ("chuuren_poutou", 0, "1112345678m 2m ankan:9999m", {}, {}),
    ("junsei_chuuren_poutou", 1, "1112345678999m 5m", {}, {}),
    ("junsei_chuuren_poutou", 0, "1112245678999p 3p", {}, {}),
    ("junsei_chuuren_poutou", 0, "1112345678m 2m ankan:9999m", {}, {}),
    ("junsei_chuuren_poutou", 0, "123m456p789s1122z 1z", {}, {}),
    ("chuuren_poutou", 0, "123m456p789s1122z 1z", {}, {}),
]

CLAUSES = load("riichi-league-tw").yaku_by_name


@pytest.mark.parametrize(
    ("pattern", "expected", "text", "fields", "options"),
    CASES,
    ids=[f"{CLAUSES[pattern].clause}-{pattern}-{expected}-{text}" for pattern, expected, text, *_ in CASES],
)
def test_one_suit(
    times: Callable[..., int], pattern: str, expected: int, text: str, fields: Fields, options: Fields
) -> None:
    assert times(pattern, *text.split(), options=options, **fields) == expected
