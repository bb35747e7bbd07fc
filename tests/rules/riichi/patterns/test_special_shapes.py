"""Seven pairs and thirteen orphans (RL-Y01)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablebridge_rules.riichi.rulebook import load

Fields = dict[str, Any]

CASES: list[tuple[str, int, str, Fields, Fields]] = [
    # pattern, how often it counts, hand + winning tile + melds, circumstances, options
    ("chiitoitsu", 1, "1122335577m11p1z 1z", {}, {}),
    ("chiitoitsu", 1, "223344m556677p2s 2s", {}, {}),
    ("chiitoitsu", 0, "123m456p789s1122z 1z", {}, {}),
    ("kokushi_musou", 1, "19m19p19s1234566z 7z", {}, {}),
    ("kokushi_musou", 0, "123m456p789s1122z 1z", {}, {}),
    ("kokushi_musou_13", 1, "19m19p19s1234567z 7z", {}, {}),
    ("kokushi_musou_13", 0, "19m19p19s1234566z 7z", {}, {}),
]

CLAUSES = load("riichi-league-tw").yaku_by_name


@pytest.mark.parametrize(
    ("pattern", "expected", "text", "fields", "options"),
    CASES,
    ids=[f"{CLAUSES[pattern].clause}-{pattern}-{expected}-{text}" for pattern, expected, text, *_ in CASES],
)
def test_special_shapes(
    times: Callable[..., int], pattern: str, expected: int, text: str, fields: Fields, options: Fields
) -> None:
    assert times(pattern, *text.split(), options=options, **fields) == expected
