"""Categories 5 and 6: sets that are alike, in one suit or across the three."""

from __future__ import annotations

from tablebridge_rules.tile import TileKind
from tablebridge_rules.zungjung.patterns.case import NUMBER_SUITS, Case

__all__ = [
    "liangban_gao",
    "sanse_tongke",
    "sanse_tongshun",
    "sanse_xiao_tongke",
    "yiban_gao",
    "yise_san_tongshun",
    "yise_si_tongshun",
]


def yiban_gao(case: Case) -> int:
    """一般高: two identical sequences. Clause ZJ-S23."""
    return _copies(case) == 2


def liangban_gao(case: Case) -> int:
    """兩般高: two groups of two identical sequences. Clause ZJ-S24."""
    return sum(count // 2 for count in case.runs.values()) == 2


def yise_san_tongshun(case: Case) -> int:
    """一色三同順: three identical sequences. Clause ZJ-S25."""
    return _copies(case) == 3


def yise_si_tongshun(case: Case) -> int:
    """一色四同順: four identical sequences. Clause ZJ-S26."""
    return _copies(case) == 4


def sanse_tongshun(case: Case) -> int:
    """三色同順: sequences of the same numbers in the three suits. Clause ZJ-S27."""
    return any(trio <= case.run_kinds for trio in _TRIOS)


def sanse_xiao_tongke(case: Case) -> int:
    """三色小同刻: triplets of a number in two suits and a pair of it in the third. Clause ZJ-S28."""
    pair = case.pair_kind
    return pair is not None and pair.is_suited and _TRIOS[pair.rank - 1] <= case.same_kinds | {pair}


def sanse_tongke(case: Case) -> int:
    """三色同刻: triplets of a number in the three suits. Clause ZJ-S29."""
    return any(trio <= case.same_kinds for trio in _TRIOS)


def _copies(case: Case) -> int:
    """The most sequences that are identical."""
    return max(case.runs.values(), default=0)


_TRIOS = tuple(frozenset(TileKind.of(suit, rank) for suit in NUMBER_SUITS) for rank in range(1, 10))
"""The kinds of each number in the three suits, ones first."""
