"""Category 2: patterns of one suit."""

from __future__ import annotations

from collections import Counter

from tablebridge_rules.tile import Suit
from tablebridge_rules.zungjung.patterns.case import Case

__all__ = ["hunyise", "jiulian_baodeng", "qingyise"]


def hunyise(case: Case) -> int:
    """混一色: one suit and honours. Clause ZJ-S04."""
    return len(case.suits) == 2 and Suit.HONOURS in case.suits


def qingyise(case: Case) -> int:
    """清一色: one suit only. Clause ZJ-S05."""
    return len(case.suits) == 1 and Suit.HONOURS not in case.suits


def jiulian_baodeng(case: Case) -> int:
    """九蓮寶燈: 1112345678999 in the hand, won on any tile of the suit. Clause ZJ-S06."""
    ranks = Counter(tile.kind.rank for tile in case.win.concealed)
    return bool(qingyise(case)) and ranks == _NINE_GATES


_NINE_GATES = Counter((1, 1, *range(1, 10), 9, 9))
