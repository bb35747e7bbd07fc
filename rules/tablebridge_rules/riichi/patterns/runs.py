"""Patterns of runs: pinfu, equal runs, a straight, the same run in three suits."""

from __future__ import annotations

from tablebridge_rules.decompose import Form, Wait
from tablebridge_rules.riichi.patterns.case import Case
from tablebridge_rules.riichi.patterns.masks import in_three_suits, of_suit
from tablebridge_rules.tile import Suit

__all__ = ["iipeikou", "ittsuu", "pinfu", "ryanpeikou", "sanshoku_doujun"]


def pinfu(case: Case) -> int:
    """平和: a closed hand of runs with a worthless pair and a two-sided wait. Clause RL-Y01."""
    if not case.is_closed or case.triplets or case.form is not Form.STANDARD or case.pair_value:
        return False
    return case.wait is Wait.TWO_SIDED and (case.options.pinfu_tsumo or not case.by_self_draw)


def iipeikou(case: Case) -> int:
    """一盃口: two equal runs in a closed hand. Clause RL-Y01."""
    return case.is_closed and case.equal_runs >= 1


def ryanpeikou(case: Case) -> int:
    """二盃口: twice two equal runs in a closed hand; replaces 一盃口. Clause RL-Y01."""
    return case.is_closed and case.equal_runs == 2


def sanshoku_doujun(case: Case) -> int:
    """三色同順: the same run in all three suits. Clause RL-Y01."""
    return bool(in_three_suits(case.runs))


def ittsuu(case: Case) -> int:
    """一気通貫: 123, 456 and 789 of one suit. Clause RL-Y01."""
    return _STRAIGHT in (case.runs & _STRAIGHT, case.runs >> 9 & _STRAIGHT, case.runs >> 18 & _STRAIGHT)


_STRAIGHT = of_suit(Suit.CHARACTERS, 1, 4, 7)
