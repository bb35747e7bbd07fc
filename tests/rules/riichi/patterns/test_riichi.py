"""What a riichi brings (RL-R01, RL-S05)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablebridge_rules.riichi.rulebook import load

Fields = dict[str, Any]

CASES: list[tuple[str, int, str, Fields, Fields]] = [
    # pattern, how often it counts, hand + winning tile + melds, circumstances, options
    ("riichi", 1, "123m456p789s1122z 1z", {"riichi": "riichi"}, {}),
    ("riichi", 1, "123m456p789s1122z 1z", {"riichi": "double"}, {}),
    ("riichi", 0, "123m456p789s1122z 1z", {}, {}),
    ("double_riichi", 1, "123m456p789s1122z 1z", {"riichi": "double"}, {}),
    ("double_riichi", 0, "123m456p789s1122z 1z", {"riichi": "riichi"}, {}),
    ("ippatsu", 1, "123m456p789s1122z 1z", {"riichi": "riichi", "ippatsu": True}, {}),
    ("ippatsu", 0, "123m456p789s1122z 1z", {"riichi": "riichi"}, {}),
    ("ippatsu", 0, "123m456p789s1122z 1z", {"riichi": "riichi", "ippatsu": True}, {"ippatsu": False}),
    ("ippatsu", 0, "123m456p789s1122z 1z", {"riichi": "riichi", "ippatsu": True}, {"ippatsu_ron": False}),
    (
        "ippatsu",
        1,
        "123m456p789s1122z 1z",
        {"riichi": "riichi", "win": "tsumo", "ippatsu": True},
        {"ippatsu_ron": False},
    ),
    ("open_riichi", 1, "123m456p789s1122z 1z", {"riichi": "open"}, {"open_riichi": "2_han"}),
    ("open_riichi", 0, "123m456p789s1122z 1z", {"riichi": "open"}, {}),
    ("open_riichi", 0, "123m456p789s1122z 1z", {"riichi": "riichi"}, {"open_riichi": "2_han"}),
    ("double_open_riichi", 1, "123m456p789s1122z 1z", {"riichi": "double_open"}, {"open_riichi": "2_han"}),
    ("double_open_riichi", 0, "123m456p789s1122z 1z", {"riichi": "open"}, {"open_riichi": "2_han"}),
    ("double_open_riichi", 0, "123m456p789s1122z 1z", {"riichi": "double"}, {"open_riichi": "2_han"}),
    ("double_riichi", 1, "123m456p789s1122z 1z", {"riichi": "double_open"}, {}),
]

CLAUSES = load("riichi-league-tw").yaku_by_name


@pytest.mark.parametrize(
    ("pattern", "expected", "text", "fields", "options"),
    CASES,
    ids=[f"{CLAUSES[pattern].clause}-{pattern}-{expected}-{text}" for pattern, expected, text, *_ in CASES],
)
def test_riichi(
    times: Callable[..., int], pattern: str, expected: int, text: str, fields: Fields, options: Fields
) -> None:
    assert times(pattern, *text.split(), options=options, **fields) == expected
