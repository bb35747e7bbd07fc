"""Patterns of triplets and quads."""

from __future__ import annotations

from itertools import combinations

from tablebridge_rules.decompose import Wait
from tablebridge_rules.patterns.case import Case
from tablebridge_rules.tile import Suit, TileKind

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
    return len(case.same) == 4 and called >= case.options.toitoi_min_pons


def sanankou(case: Case) -> int:
    """三暗刻: three concealed triplets or quads. Clause RL-Y01."""
    return case.concealed_same == 3


def suuankou(case: Case) -> int:
    """四暗刻: four concealed triplets or quads; by ron too where the rulebook says so. Clause RL-Y01."""
    by_ron = case.options.suuankou_ron == "any_concealed_toitoi" and case.is_closed and len(case.same) == 4
    return case.concealed_same == 4 or by_ron


def suuankou_tanki(case: Case) -> int:
    """四暗刻単騎: four concealed triplets waiting on the pair; replaces 四暗刻. Clause RL-Y01."""
    return case.concealed_same == 4 and case.reading.wait is Wait.PAIR


def sankantsu(case: Case) -> int:
    """三槓子: three quads. Clause RL-Y01."""
    return case.quads == 3


def suukantsu(case: Case) -> int:
    """四槓子: four quads. Clause RL-Y01; liability RL-P02."""
    return case.quads == 4


def sanshoku_doukou(case: Case) -> int:
    """三色同刻: the same triplet in all three suits. Clause RL-Y01."""
    ranks = [kind.rank for kind in case.same_kinds if kind.is_suited]
    return any(ranks.count(rank) == 3 for rank in ranks)


def sanrenkou(case: Case) -> int:
    """三連刻: three triplets in a row in one suit, where the rulebook plays it. Clause RM-Y28."""
    if case.options.sanrenkou == "off" or len(case.same_kinds) < 3:
        return False
    return any(are_consecutive(frozenset(three)) for three in combinations(case.same_kinds, 3))


def suurenkou(case: Case) -> int:
    """四連刻: four triplets in a row in one suit, where the rulebook plays it. Clause RL-P02."""
    if case.options.suurenkou == "off" or len(case.same_kinds) < 4:
        return False
    return are_consecutive(case.same_kinds)


def are_consecutive(kinds: frozenset[TileKind]) -> bool:
    """True for kinds of one suit without a gap, honours excepted."""
    suits = {kind.suit for kind in kinds}
    ranks = sorted(kind.rank for kind in kinds)
    return len(suits) == 1 and Suit.HONOURS not in suits and ranks[-1] - ranks[0] == len(ranks) - 1
