"""Category 1: patterns of the hand as a whole."""

from __future__ import annotations

from tablebridge_rules.zungjung.patterns.case import Case

__all__ = ["duanyao", "menqianqing", "pinghe"]


def pinghe(case: Case) -> int:
    """平和: four sequences and a pair, whatever pair and wait. Clause ZJ-S01."""
    return case.is_regular and not case.same


def menqianqing(case: Case) -> int:
    """門前清: a regular hand without an exposed set; a win on a discard is none. Clause ZJ-S02."""
    return case.is_regular and case.win.is_closed


def duanyao(case: Case) -> int:
    """斷么九: twos to eights only. Clause ZJ-S03."""
    return all(kind.is_simple for kind in case.kinds)
