"""Simples, terminals and honours (RL-Y01)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablebridge_rules.riichi.rulebook import load

Fields = dict[str, Any]

CASES: list[tuple[str, int, str, Fields, Fields]] = [
    # pattern, how often it counts, hand + winning tile + melds, circumstances, options
    ("tanyao", 1, "234m567p22456s67s 8s", {}, {}),
    ("tanyao", 0, "234m567p22456s78s 9s", {}, {}),
    ("tanyao", 0, "234m567p22456s11z 1z", {}, {}),
    ("tanyao", 1, "567p22456s67s 8s chi:234m<left", {}, {}),
    ("tanyao", 0, "567p22456s67s 8s chi:234m<left", {}, {"kuitan": False}),
    ("tanyao", 1, "2233445566m88p3s 3s", {}, {}),
    ("chanta", 1, "123m789p12s11z 3s pon:999m<left", {}, {}),
    ("chanta", 0, "234m789p12s11z 3s pon:999m<left", {}, {}),
    ("chanta", 0, "111m999p11s11z 1s pon:999m<left", {}, {}),
    ("chanta", 0, "1199m1199p1199s1z 1z", {}, {}),
    ("junchan", 1, "123m789p12s11p 3s pon:999m<left", {}, {}),
    ("junchan", 0, "123m789p12s11z 3s pon:999m<left", {}, {}),
    ("honroutou", 1, "111m999p11s11z 1s pon:999m<left", {}, {}),
    ("honroutou", 1, "1199m1199p1199s1z 1z", {}, {}),
    ("honroutou", 0, "123m999p11s11z 1s pon:999m<left", {}, {}),
    ("chinroutou", 1, "111m999p11s11p 1s pon:999m<left", {}, {}),
    ("chinroutou", 0, "111m999p11s11z 1s pon:999m<left", {}, {}),
]

CLAUSES = load("riichi-league-tw").yaku_by_name


@pytest.mark.parametrize(
    ("pattern", "expected", "text", "fields", "options"),
    CASES,
    ids=[f"{CLAUSES[pattern].clause}-{pattern}-{expected}-{text}" for pattern, expected, text, *_ in CASES],
)
def test_outside(
    times: Callable[..., int], pattern: str, expected: int, text: str, fields: Fields, options: Fields
) -> None:
    assert times(pattern, *text.split(), options=options, **fields) == expected
