"""Category 3: patterns of winds and dragons."""

from __future__ import annotations

from tablebridge_rules.tile import Suit
from tablebridge_rules.zungjung.patterns.case import Case

__all__ = [
    "da_sanfeng",
    "da_sanyuan",
    "da_sixi",
    "fanpai",
    "xiao_sanfeng",
    "xiao_sanyuan",
    "xiao_sixi",
    "ziyise",
]


def fanpai(case: Case) -> int:
    """番牌: each triplet of the seat wind or of a dragon; the round wind is none. Clause ZJ-S07."""
    own = case.win.seat_wind.number
    return sum(kind.is_dragon or (kind.is_wind and kind.rank - 1 == own) for kind in case.same_kinds)


def xiao_sanyuan(case: Case) -> int:
    """小三元: triplets of two dragons and a pair of the third. Clause ZJ-S08."""
    return _dragons(case) == 2 and case.pair_kind is not None and case.pair_kind.is_dragon


def da_sanyuan(case: Case) -> int:
    """大三元: triplets of all three dragons. Clause ZJ-S09."""
    return _dragons(case) == 3


def xiao_sanfeng(case: Case) -> int:
    """小三風: triplets of two winds and a pair of a third. Clause ZJ-S10."""
    return _winds(case) == 2 and _wind_pair(case)


def da_sanfeng(case: Case) -> int:
    """大三風: triplets of three winds. Clause ZJ-S11."""
    return _winds(case) == 3


def xiao_sixi(case: Case) -> int:
    """小四喜: triplets of three winds and a pair of the fourth. Clause ZJ-S12."""
    return _winds(case) == 3 and _wind_pair(case)


def da_sixi(case: Case) -> int:
    """大四喜: triplets of all four winds. Clause ZJ-S13."""
    return _winds(case) == 4


def ziyise(case: Case) -> int:
    """字一色: honours only, as sets or as seven pairs. Clause ZJ-S14."""
    return case.suits == {Suit.HONOURS}


def _dragons(case: Case) -> int:
    return sum(kind.is_dragon for kind in case.same_kinds)


def _winds(case: Case) -> int:
    return sum(kind.is_wind for kind in case.same_kinds)


def _wind_pair(case: Case) -> bool:
    return case.pair_kind is not None and case.pair_kind.is_wind
