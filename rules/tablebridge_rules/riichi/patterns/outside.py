"""Patterns of simples, terminals and honours."""

from __future__ import annotations

from tablebridge_rules.riichi.patterns.case import Case
from tablebridge_rules.riichi.patterns.masks import HONOURS, OUTSIDE, OUTSIDE_RUNS, SIMPLES, TERMINALS
from tablebridge_rules.riichi.patterns.triplets import toitoi

__all__ = ["chanta", "chinroutou", "honroutou", "junchan", "tanyao"]


def tanyao(case: Case) -> int:
    """断幺九: simples only; with open melds where the rulebook plays kuitan. Clause RL-Y01."""
    return not case.kinds & OUTSIDE and (case.is_closed or case.options.kuitan)


def chanta(case: Case) -> int:
    """混全帯幺九: a terminal or an honour in every group, and a run. Clause RL-Y01."""
    if not case.runs or case.runs & ~OUTSIDE_RUNS:
        return False
    return not (case.triplets | case.pair) & SIMPLES


def junchan(case: Case) -> int:
    """純全帯幺九: a terminal in every group, no honour, and a run; replaces 混全帯幺九. Clause RL-Y01."""
    return chanta(case) and not case.kinds & HONOURS


def honroutou(case: Case) -> int:
    """混老頭: terminals and honours only. Clauses RL-Y01, RM-Y32.

    Counts twice where the rulebook gives it four han with its triplets, but does not count those on their own.
    """
    if case.kinds & SIMPLES:
        return 0
    alone = case.options.honroutou_value == "4_including_toitoi" and case.triplets.bit_count() == 4 and not toitoi(case)
    return 2 if alone else 1


def chinroutou(case: Case) -> int:
    """清老頭: terminals only. Clause RL-Y01."""
    return not case.kinds & ~TERMINALS
