"""Triplets and quads (RL-Y01, RL-P02)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablebridge_rules.riichi.rulebook import load

Fields = dict[str, Any]

CASES: list[tuple[str, int, str, Fields, Fields]] = [
    # pattern, how often it counts, hand + winning tile + melds, circumstances, options
    ("toitoi", 1, "222m444p66s77s 7s pon:999m<left", {}, {}),
    ("toitoi", 1, "222m444p66s77s 7s kakan:9999m<left", {}, {}),
    ("toitoi", 0, "222m456p66s77s 7s pon:999m<left", {}, {}),
    ("toitoi", 0, "222m444p66s77s 7s pon:999m<left", {}, {"toitoi_min_pons": 2}),
    ("toitoi", 1, "444p66s77s 7s pon:999m<left pon:222m<left", {}, {"toitoi_min_pons": 2}),
    ("sanankou", 1, "222m444p666s7s234m 7s", {}, {}),
    ("sanankou", 0, "222m444p66s77s 7s pon:999m<left", {}, {}),
    ("sanankou", 1, "222m444p66s77s 7s pon:999m<left", {"win": "tsumo"}, {}),
    ("sanankou", 1, "222m66s77s444p 7s ankan:9999m", {}, {}),
    ("sanankou", 1, "222m444p66678s22z 6s", {}, {}),
    ("suuankou", 1, "222m444p666s77s99s 7s", {"win": "tsumo"}, {}),
    ("suuankou", 0, "222m444p666s77s99s 7s", {}, {}),
    ("suuankou", 1, "222m444p666s77s99s 7s", {}, {"suuankou_ron": "any_concealed_toitoi"}),
    ("suuankou", 0, "222m444p66s77s 7s pon:999m<left", {}, {"suuankou_ron": "any_concealed_toitoi"}),
    ("suuankou", 1, "222m444p666s777s9s 9s", {}, {}),
    ("suuankou_tanki", 1, "222m444p666s777s9s 9s", {}, {}),
    ("suuankou_tanki", 0, "222m444p666s77s99s 7s", {"win": "tsumo"}, {}),
    ("sankantsu", 1, "234m5p 5p ankan:9999m kakan:1111s<left daiminkan:7777z<right", {}, {}),
    ("sankantsu", 0, "234m5p 5p ankan:9999m kakan:1111s<left pon:777z<right", {}, {}),
    ("suukantsu", 1, "5p 5p ankan:9999m kakan:1111s<left daiminkan:7777z<right ankan:1111z", {}, {}),
    ("suukantsu", 0, "5p 5p ankan:9999m kakan:1111s<left daiminkan:7777z<right pon:111z<left", {}, {}),
    ("sanshoku_doukou", 1, "222m222p22s77s 2s pon:999m<left", {}, {}),
    ("sanshoku_doukou", 1, "222p2277s 2s kakan:2222m<left pon:555z<left", {}, {}),
    ("sanshoku_doukou", 0, "222m222p33s77s 3s pon:999m<left", {}, {}),
    ("sanshoku_doukou", 0, "11122233z77s 3z pon:999m<left", {}, {}),
    ("suurenkou", 1, "9m 9m pon:333s<left pon:444s<right pon:555s<across pon:666s<left", {}, {"suurenkou": "yakuman"}),
    ("suurenkou", 0, "9m 9m pon:333s<left pon:444s<right pon:555s<across pon:666s<left", {}, {}),
    ("suurenkou", 0, "9m 9m pon:333s<left pon:444s<right pon:555s<across pon:777s<left", {}, {"suurenkou": "yakuman"}),
    ("suurenkou", 0, "9m 9m pon:333s<left pon:444s<right pon:555s<across pon:666p<left", {}, {"suurenkou": "yakuman"}),
    ("suurenkou", 0, "9m 9m pon:111z<left pon:222z<right pon:333z<across pon:444z<left", {}, {"suurenkou": "yakuman"}),
    ("suurenkou", 0, "234p9m 9m pon:333s<left pon:444s<right pon:555s<across", {}, {"suurenkou": "yakuman"}),
    ("sanrenkou", 1, "78m22p555s 9m pon:333s<left pon:444s<left", {}, {"sanrenkou": "2_han"}),
    ("sanrenkou", 0, "78m22p555s 9m pon:333s<left pon:444s<left", {}, {}),
    ("sanrenkou", 0, "78m22p555s 9m pon:333s<left pon:666s<left", {}, {"sanrenkou": "2_han"}),
    ("sanrenkou", 0, "23478m22p 9m pon:333s<left pon:444s<left", {}, {"sanrenkou": "2_han"}),
    ("sanrenkou", 0, "78m22p 9m pon:555z<left pon:666z<left pon:777z<left", {}, {"sanrenkou": "2_han"}),
]

CLAUSES = load("riichi-league-tw").yaku_by_name


@pytest.mark.parametrize(
    ("pattern", "expected", "text", "fields", "options"),
    CASES,
    ids=[f"{CLAUSES[pattern].clause}-{pattern}-{expected}-{text}" for pattern, expected, text, *_ in CASES],
)
def test_triplets(
    times: Callable[..., int], pattern: str, expected: int, text: str, fields: Fields, options: Fields
) -> None:
    assert times(pattern, *text.split(), options=options, **fields) == expected
