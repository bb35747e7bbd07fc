"""Patterns of one suit."""

from __future__ import annotations

from tablebridge_rules.riichi.patterns.case import Case
from tablebridge_rules.riichi.patterns.masks import HONOURS, of_suit, suits_in
from tablebridge_rules.tile import Suit
from tablebridge_rules.waits import count_kinds

__all__ = ["chinitsu", "chuuren_poutou", "honitsu", "junsei_chuuren_poutou", "ryuuiisou"]

_GREEN_DRAGON = of_suit(Suit.HONOURS, 6)
_NOT_GREEN = ~(of_suit(Suit.BAMBOO, 2, 3, 4, 6, 8) | _GREEN_DRAGON)
_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def honitsu(case: Case) -> int:
    """混一色: one suit and honours. Clause RL-Y01."""
    return bool(case.kinds & HONOURS) and suits_in(case.kinds) == 1


def chinitsu(case: Case) -> int:
    """清一色: one suit and nothing else. Clause RL-Y01."""
    return not case.kinds & HONOURS and suits_in(case.kinds) == 1


def ryuuiisou(case: Case) -> int:
    """緑一色: green tiles only; the green dragon is needed where the rulebook says so. Clause RL-Y01."""
    if case.kinds & _NOT_GREEN:
        return False
    return bool(case.kinds & _GREEN_DRAGON) or not case.options.ryuuiisou_needs_hatsu


def chuuren_poutou(case: Case) -> int:
    """九蓮宝燈: 1112345678999 of one suit and one tile more, without melds. Clause RL-Y01."""
    if case.options.chuuren_form == "nine_sided_only":
        return junsei_chuuren_poutou(case)
    return not case.win.melds and bool(chinitsu(case)) and _has_gates(case, won=True)


def junsei_chuuren_poutou(case: Case) -> int:
    """純正九蓮宝燈: nine gates that waited on all nine; replaces 九蓮宝燈. Clause RL-Y01."""
    return not case.win.melds and bool(chinitsu(case)) and _has_gates(case, won=False)


def _has_gates(case: Case, won: bool) -> bool:
    """True when the tiles, the winning one included if `won`, hold 1112345678999."""
    counts = count_kinds(case.win.standing if won else case.win.concealed)
    first = case.win.winning_tile.kind.index - case.win.winning_tile.kind.rank + 1
    return all(have >= need for have, need in zip(counts[first : first + 9], _GATES, strict=True))
