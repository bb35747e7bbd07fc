"""Dora, ura dora, red fives (RL-S05, RL-S06)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablebridge_rules.riichi.rulebook import load

Fields = dict[str, Any]

CASES: list[tuple[str, int, str, Fields, Fields]] = [
    # pattern, how often it counts, hand + winning tile + melds, circumstances, options
    ("dora", 2, "123m456p789s1122z 1z", {"dora_indicators": ["1z"]}, {}),
    ("dora", 3, "123m456p789s1122z 1z", {"dora_indicators": ["4z"]}, {}),
    ("dora", 5, "123m456p789s1122z 1z", {"dora_indicators": ["4z", "1z"]}, {}),
    ("dora", 3, "123m456p789s1122z 1z", {"dora_indicators": ["4z", "1z"]}, {"kan_dora": False}),
    ("dora", 0, "123m456p789s1122z 1z", {"dora_indicators": []}, {}),
    ("dora", 1, "123m456p789s1122z 1z", {"dora_indicators": ["9m"]}, {}),
    ("dora", 1, "123m456p789s1122z 1z", {"dora_indicators": ["0p"]}, {}),
    ("dora", 4, "123m456p789s1z 1z ankan:5555z", {"dora_indicators": ["7z"]}, {}),
    ("ura_dora", 5, "123m456p789s1122z 1z", {"riichi": "riichi", "ura_indicators": ["4z", "1z"]}, {}),
    ("ura_dora", 3, "123m456p789s1122z 1z", {"riichi": "riichi", "ura_indicators": ["4z", "1z"]}, {"kan_dora": False}),
    ("ura_dora", 0, "123m456p789s1122z 1z", {"riichi": "riichi", "ura_indicators": ["4z", "1z"]}, {"ura_dora": False}),
    ("ura_dora", 0, "123m456p789s1122z 1z", {}, {}),
    ("aka_dora", 1, "123m406p789s1122z 1z", {}, {}),
    ("aka_dora", 2, "406p789s1122z 1z chi:340m<left", {}, {}),
    ("aka_dora", 0, "123m456p789s1122z 1z", {}, {}),
]

CLAUSES = load("riichi-league-tw").yaku_by_name


@pytest.mark.parametrize(
    ("pattern", "expected", "text", "fields", "options"),
    CASES,
    ids=[f"{CLAUSES[pattern].clause}-{pattern}-{expected}-{text}" for pattern, expected, text, *_ in CASES],
)
def test_bonus_tiles(
    times: Callable[..., int], pattern: str, expected: int, text: str, fields: Fields, options: Fields
) -> None:
    assert times(pattern, *text.split(), options=options, **fields) == expected
