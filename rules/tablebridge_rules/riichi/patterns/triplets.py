"""Patterns of triplets and quads."""

from __future__ import annotations

from tablebridge_rules.decompose import Wait
from tablebridge_rules.riichi.patterns.case import Case
from tablebridge_rules.riichi.patterns.masks import SUITS, in_three_suits

__all__ = [
    "sanankou",
    "sankantsu",
    "sanrenkou",
    "sanshoku_doukou",
    "suuankou",
    "suuankou_tanki",
    "suukantsu",
    "suurenkou",
    "toitoi",
]


def toitoi(case: Case) -> int:
    """対々和: four triplets or quads, as many of them called as the rulebook asks. Clause RL-Y01."""
    called = sum(meld.is_open for meld in case.win.melds)
    return case.triplets.bit_count() == 4 and called >= case.options.toitoi_min_pons


def sanankou(case: Case) -> int:
    """三暗刻: three concealed triplets or quads. Clause RL-Y01."""
    return case.concealed.bit_count() == 3


def suuankou(case: Case) -> int:
    """四暗刻: four concealed triplets or quads; by ron too where the rulebook says so. Clause RL-Y01."""
    by_ron = case.options.suuankou_ron == "any_concealed_toitoi" and case.is_closed and case.triplets.bit_count() == 4
    return case.concealed.bit_count() == 4 or by_ron


def suuankou_tanki(case: Case) -> int:
    """四暗刻単騎: four concealed triplets waiting on the pair; replaces 四暗刻. Clause RL-Y01."""
    return case.concealed.bit_count() == 4 and case.wait is Wait.PAIR


def sankantsu(case: Case) -> int:
    """三槓子: three quads. Clause RL-Y01."""
    return case.quads.bit_count() == 3


def suukantsu(case: Case) -> int:
    """四槓子: four quads. Clause RL-Y01; liability RL-P02."""
    return case.quads.bit_count() == 4


def sanshoku_doukou(case: Case) -> int:
    """三色同刻: the same triplet in all three suits. Clause RL-Y01."""
    return bool(in_three_suits(case.triplets))


def sanrenkou(case: Case) -> int:
    """三連刻: three triplets in a row in one suit, where the rulebook plays it. Clause RM-Y28."""
    return case.options.sanrenkou != "off" and longest_row(case.triplets) >= 3


def suurenkou(case: Case) -> int:
    """四連刻: four triplets in a row in one suit, where the rulebook plays it. Clause RL-P02."""
    return case.options.suurenkou != "off" and longest_row(case.triplets) >= 4


def longest_row(kinds: int) -> int:
    """How many kinds of one suit stand in a row without a gap, honours excepted."""
    return max(_row(kinds & suit) for suit in SUITS)


def _row(kinds: int) -> int:
    length = 0
    while kinds:
        kinds &= kinds >> 1
        length += 1
    return length
