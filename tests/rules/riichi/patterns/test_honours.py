"""Dragons and winds (RL-Y01, RL-P02)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablebridge_rules.riichi.rulebook import load

Fields = dict[str, Any]

CASES: list[tuple[str, int, str, Fields, Fields]] = [
    # pattern, how often it counts, hand + winning tile + melds, circumstances, options
    ("yakuhai_haku", 1, "234m44p55z 5z chi:123s<left chi:123s<left", {}, {}),
    ("yakuhai_haku", 0, "234m4477p 4p pon:666z<left chi:123s<left", {}, {}),
    ("yakuhai_hatsu", 1, "234m4477p 4p ankan:6666z chi:123s<left", {}, {}),
    ("yakuhai_hatsu", 0, "234m4477p 4p pon:555z<left chi:123s<left", {}, {}),
    ("yakuhai_chun", 1, "234m4477p 4p pon:777z<left chi:123s<left", {}, {}),
    ("yakuhai_chun", 0, "23477m77z 7m chi:123s<left chi:123s<left", {}, {}),
    ("yakuhai_round", 1, "234m4477p 4p pon:111z<left chi:123s<left", {}, {}),
    ("yakuhai_round", 0, "234m4477p 4p pon:222z<left chi:123s<left", {}, {}),
    ("yakuhai_seat", 1, "234m4477p 4p pon:222z<left chi:123s<left", {}, {}),
    ("yakuhai_seat", 0, "234m4477p 4p pon:111z<left chi:123s<left", {}, {}),
    ("yakuhai_seat", 1, "234m4477p 4p pon:111z<left chi:123s<left", {"seat_wind": "east"}, {}),
    ("shousangen", 1, "23m77z 4m pon:555z<left pon:666z<left chi:123s<left", {}, {}),
    ("shousangen", 0, "23m44p 4m pon:555z<left pon:666z<left chi:123s<left", {}, {}),
    ("daisangen", 1, "23m44p 4m pon:555z<left pon:666z<left ankan:7777z", {}, {}),
    ("daisangen", 0, "23m77z 4m pon:555z<left pon:666z<left chi:123s<left", {}, {}),
    ("shousuushii", 1, "23m44z 4m pon:111z<left pon:222z<left pon:333z<left", {}, {}),
    ("shousuushii", 0, "23m44p 4m pon:111z<left pon:222z<left pon:333z<left", {}, {}),
    ("daisuushii", 1, "4p 4p pon:111z<left pon:222z<left pon:333z<left ankan:4444z", {}, {}),
    ("daisuushii", 0, "23m44z 4m pon:111z<left pon:222z<left pon:333z<left", {}, {}),
    ("tsuuiisou", 1, "5z 5z pon:111z<left pon:222z<left pon:333z<left ankan:4444z", {}, {}),
    ("tsuuiisou", 1, "1122334455667z 7z", {}, {}),
    ("tsuuiisou", 0, "1m 1m pon:111z<left pon:222z<left pon:333z<left ankan:4444z", {}, {}),
]

CLAUSES = load("riichi-league-tw").yaku_by_name


@pytest.mark.parametrize(
    ("pattern", "expected", "text", "fields", "options"),
    CASES,
    ids=[f"{CLAUSES[pattern].clause}-{pattern}-{expected}-{text}" for pattern, expected, text, *_ in CASES],
)
def test_honours(
    times: Callable[..., int], pattern: str, expected: int, text: str, fields: Fields, options: Fields
) -> None:
    assert times(pattern, *text.split(), options=options, **fields) == expected
