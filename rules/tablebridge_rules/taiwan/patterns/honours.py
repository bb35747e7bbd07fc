"""Patterns of winds and dragons."""

from __future__ import annotations

from tablebridge_rules.taiwan.patterns.case import Case
from tablebridge_rules.tile import Suit

__all__ = ["da_sanyuan", "da_sixi", "fengpai", "jianpai", "xiao_sanyuan", "xiao_sixi", "ziyise"]


def fengpai(case: Case) -> int:
    """風牌: a triplet of the seat wind, one of the round wind; twice for the wind that is both. TW-S04, TW-S32."""
    winds = (case.win.seat_wind.number, case.win.round_wind.number)
    return sum(winds.count(kind.rank - 1) for kind in case.same_kinds if kind.is_wind)


def jianpai(case: Case) -> int:
    """箭牌: each triplet of a dragon. Clause TW-S05."""
    return sum(kind.is_dragon for kind in case.same_kinds)


def xiao_sanyuan(case: Case) -> int:
    """小三元: triplets of two dragons and a pair of the third. Clause TW-S17."""
    return jianpai(case) == 2 and case.pair_kind.is_dragon


def da_sanyuan(case: Case) -> int:
    """大三元: triplets of all three dragons. Clause TW-S21."""
    return jianpai(case) == 3


def xiao_sixi(case: Case) -> int:
    """小四喜: triplets of three winds and a pair of the fourth. Clause TW-S22."""
    return _winds(case) == 3 and case.pair_kind.is_wind


def da_sixi(case: Case) -> int:
    """大四喜: triplets of all four winds. Clause TW-S26."""
    return _winds(case) == 4


def ziyise(case: Case) -> int:
    """字一色: honours only. Clause TW-S27, TW-S39."""
    return case.suits == {Suit.HONOURS}


def _winds(case: Case) -> int:
    return sum(kind.is_wind for kind in case.same_kinds)
