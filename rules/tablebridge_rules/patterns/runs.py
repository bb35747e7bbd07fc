"""Patterns of runs: pinfu, equal runs, a straight, the same run in three suits."""

from __future__ import annotations

from collections import Counter

from tablebridge_rules.decompose import Wait
from tablebridge_rules.patterns.case import Case

__all__ = ["iipeikou", "ittsuu", "pinfu", "ryanpeikou", "sanshoku_doujun"]


def pinfu(case: Case) -> int:
    """平和: a closed hand of runs with a worthless pair and a two-sided wait. Clause RL-Y01."""
    return (
        case.is_closed
        and len(case.runs) == 4
        and case.reading.wait is Wait.TWO_SIDED
        and case.pair_value == 0
        and (case.options.pinfu_tsumo or not case.win.by_self_draw)
    )


def iipeikou(case: Case) -> int:
    """一盃口: two equal runs in a closed hand. Clause RL-Y01."""
    return case.is_closed and _equal_runs(case) >= 1


def ryanpeikou(case: Case) -> int:
    """二盃口: twice two equal runs in a closed hand; replaces 一盃口. Clause RL-Y01."""
    return case.is_closed and _equal_runs(case) == 2


def sanshoku_doujun(case: Case) -> int:
    """三色同順: the same run in all three suits. Clause RL-Y01."""
    starts = {(kind.suit, kind.rank) for kind in case.runs}
    return any(sum(rank == wanted for _, rank in starts) == 3 for wanted in range(1, 8))


def ittsuu(case: Case) -> int:
    """一気通貫: 123, 456 and 789 of one suit. Clause RL-Y01."""
    starts = {(kind.suit, kind.rank) for kind in case.runs}
    return any({(suit, 1), (suit, 4), (suit, 7)} <= starts for suit in case.suits)


def _equal_runs(case: Case) -> int:
    """How many couples of equal runs; four equal runs are two couples."""
    return sum(count // 2 for count in Counter(case.runs).values())
