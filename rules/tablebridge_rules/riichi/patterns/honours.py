"""Patterns of dragons and winds."""

from __future__ import annotations

from tablebridge_rules.riichi.patterns.case import Case
from tablebridge_rules.riichi.patterns.masks import DRAGONS, HONOURS, WINDS, of_suit, wind_bit
from tablebridge_rules.tile import Suit

__all__ = [
    "daisangen",
    "daisuushii",
    "shousangen",
    "shousuushii",
    "tsuuiisou",
    "yakuhai_chun",
    "yakuhai_haku",
    "yakuhai_hatsu",
    "yakuhai_round",
    "yakuhai_seat",
]

_WHITE, _GREEN, _RED = (of_suit(Suit.HONOURS, rank) for rank in (5, 6, 7))


def yakuhai_haku(case: Case) -> int:
    """役牌 白: a triplet of white dragons. Clause RL-Y01."""
    return bool(case.triplets & _WHITE)


def yakuhai_hatsu(case: Case) -> int:
    """役牌 發: a triplet of green dragons. Clause RL-Y01."""
    return bool(case.triplets & _GREEN)


def yakuhai_chun(case: Case) -> int:
    """役牌 中: a triplet of red dragons. Clause RL-Y01."""
    return bool(case.triplets & _RED)


def yakuhai_round(case: Case) -> int:
    """場風: a triplet of the round wind. Clause RL-Y01."""
    return bool(case.triplets & wind_bit(case.win.round_wind))


def yakuhai_seat(case: Case) -> int:
    """自風: a triplet of the own wind; counts beside 場風 when both are the same. Clause RL-Y01."""
    return bool(case.triplets & wind_bit(case.win.seat_wind))


def shousangen(case: Case) -> int:
    """小三元: two triplets and the pair of dragons; the two triplets count besides. Clauses RL-Y01, RM-Y31.

    Counts twice where the rulebook puts four han on top of the triplets.
    """
    holds = case.pair & DRAGONS and case.triplets & DRAGONS == DRAGONS ^ case.pair
    return bool(holds) * (2 if case.options.shousangen_value == "4_plus_dragons" else 1)


def daisangen(case: Case) -> int:
    """大三元: triplets of all dragons. Clause RL-Y01; liability RL-P02."""
    return case.triplets & DRAGONS == DRAGONS


def shousuushii(case: Case) -> int:
    """小四喜: three triplets and the pair of winds. Clause RL-Y01."""
    return bool(case.pair & WINDS) and case.triplets & WINDS == WINDS ^ case.pair


def daisuushii(case: Case) -> int:
    """大四喜: triplets of all winds. Clause RL-Y01; liability RL-P02."""
    return case.triplets & WINDS == WINDS


def tsuuiisou(case: Case) -> int:
    """字一色: honours only. Clause RL-Y01."""
    return not case.kinds & ~HONOURS
