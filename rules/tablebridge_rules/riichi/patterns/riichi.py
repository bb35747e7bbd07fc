"""What a riichi brings."""

from __future__ import annotations

from tablebridge_rules.riichi.patterns.case import Case
from tablebridge_rules.riichi.win import RiichiState

__all__ = ["double_open_riichi", "double_riichi", "ippatsu", "open_riichi", "riichi"]


def riichi(case: Case) -> int:
    """立直: a closed ready hand was declared. Clauses RL-R01 to RL-R03."""
    return case.win.riichi is not RiichiState.NONE


def double_riichi(case: Case) -> int:
    """ダブル立直: declared with the first discard, before any call. Clause RL-Y01."""
    return case.win.riichi.is_double


def open_riichi(case: Case) -> int:
    """オープン立直: declared with the hand laid open, where the rulebook plays it; replaces 立直. Clause RM-Y23."""
    return case.options.open_riichi != "off" and case.win.riichi.is_open


def double_open_riichi(case: Case) -> int:
    """ダブルオープン立直: both at once; replaces them. Clause RM-Y23 (open)."""
    return open_riichi(case) and case.win.riichi.is_double


def ippatsu(case: Case) -> int:
    """一発: won within one uninterrupted go-round of the riichi. Clause RL-S05 (open)."""
    allowed = case.options.ippatsu and (case.win.by_self_draw or case.options.ippatsu_ron)
    return case.win.ippatsu and allowed
