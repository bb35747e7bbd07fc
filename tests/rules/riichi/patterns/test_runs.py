"""Runs: pinfu, equal runs, a straight, the same run in three suits (RL-Y01)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablebridge_rules.riichi.rulebook import load

Fields = dict[str, Any]

CASES: list[tuple[str, int, str, Fields, Fields]] = [
    # pattern, how often it counts, hand + winning tile + melds, circumstances, options
    ("pinfu", 1, "234m567p22456s78s 9s", {}, {}),
    ("pinfu", 0, "234m567p22456s79s 8s", {}, {}),
    ("pinfu", 0, "234m567p22456s89s 7s", {}, {}),
    ("pinfu", 0, "234m567p2456789s 2s", {}, {}),
    ("pinfu", 0, "234m567p45678s22z 9s", {}, {}),
    ("pinfu", 0, "234m567p45678s11z 9s", {}, {}),
    ("pinfu", 0, "234m567p45678s55z 9s", {}, {}),
    ("pinfu", 1, "234m567p45678s33z 9s", {}, {}),
    ("pinfu", 0, "567p22456s78s 9s chi:234m<left", {}, {}),
    ("pinfu", 0, "222m567p22456s78s 9s", {}, {}),
    ("pinfu", 1, "234m567p22456s78s 9s", {"win": "tsumo"}, {}),
    ("pinfu", 0, "234m567p22456s78s 9s", {"win": "tsumo"}, {"pinfu_tsumo": False}),
    ("pinfu", 0, "1122335577m11p1z 1z", {}, {}),
    ("iipeikou", 1, "223344m567p2278s 9s", {}, {}),
    ("iipeikou", 1, "22344m567p22789s 3m", {}, {}),
    ("iipeikou", 0, "567p2278s234m 9s chi:234m<left", {}, {}),
    ("iipeikou", 0, "234m345m567p2278s 9s", {}, {}),
    ("ryanpeikou", 1, "223344m556677p2s 2s", {}, {}),
    ("ryanpeikou", 1, "222233334444m1z 1z", {}, {}),
    ("ryanpeikou", 0, "223344m567p2278s 9s", {}, {}),
    ("sanshoku_doujun", 1, "234m234p2344s567m 4s", {}, {}),
    ("sanshoku_doujun", 1, "234p2344s567m 4s chi:234m<left", {}, {}),
    ("sanshoku_doujun", 0, "234m234p3454s567m 4s", {}, {}),
    ("sanshoku_doujun", 0, "234m345p4564s567m 4s", {}, {}),
    ("ittsuu", 1, "123456789m2344p 4p", {}, {}),
    ("ittsuu", 1, "123789m2344p 4p chi:456m<left", {}, {}),
    ("ittsuu", 0, "123456m789p2344p 4p", {}, {}),
]

CLAUSES = load("riichi-league-tw").yaku_by_name


@pytest.mark.parametrize(
    ("pattern", "expected", "text", "fields", "options"),
    CASES,
    ids=[f"{CLAUSES[pattern].clause}-{pattern}-{expected}-{text}" for pattern, expected, text, *_ in CASES],
)
def test_runs(
    times: Callable[..., int], pattern: str, expected: int, text: str, fields: Fields, options: Fields
) -> None:
    assert times(pattern, *text.split(), options=options, **fields) == expected
