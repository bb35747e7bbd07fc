"""Patterns of how and when the win came about."""

from __future__ import annotations

from tablebridge_rules.taiwan.patterns.case import Case
from tablebridge_rules.taiwan.win import FirstTurn

__all__ = [
    "buqiu",
    "dihu",
    "haidi",
    "lingshang",
    "menqing",
    "migi",
    "qianggang",
    "renhu",
    "tianhu",
    "zimo",
]


def menqing(case: Case) -> int:
    """門清: no call; concealed kans are none. Clause TW-S01, TW-S34."""
    return case.win.is_closed and case.is_added("menqing")


def zimo(case: Case) -> int:
    """自摸: the tile came from the wall or its tail. Clause TW-S06."""
    return case.win.by_self_draw and case.is_added("zimo")


def buqiu(case: Case) -> int:
    """不求: a self-draw without any call. Clause TW-S10."""
    return case.win.by_self_draw and case.win.is_closed and case.is_added("buqiu")


def haidi(case: Case) -> int:
    """海底: self-draw on the last tile; the last discard where the rulebook says so. Clause TW-S07."""
    return case.win.last_tile and (case.win.by_self_draw or case.options.haidi_discard)


def lingshang(case: Case) -> int:
    """嶺上: self-draw on a tile from the tail. Clause TW-S08; with the last tile both count, TW-S33."""
    return case.win.replacement and case.is_added("lingshang")


def qianggang(case: Case) -> int:
    """搶槓: the tile was being added to a triplet. Clause TW-S09."""
    return case.win.robbing_kan


def migi(case: Case) -> int:
    """MIGI: ready was declared in the first two turns, before any call. Clause TW-S23."""
    return case.win.migi


def tianhu(case: Case) -> int:
    """天胡: the dealer's opening hand. Clause TW-S28."""
    return case.win.first_turn is FirstTurn.HEAVENLY


def dihu(case: Case) -> int:
    """地胡: another seat's first draw, before any call. Clause TW-S29."""
    return case.win.first_turn is FirstTurn.EARTHLY


def renhu(case: Case) -> int:
    """人胡: a discard before the own first draw, before any call. Clause TW-S30."""
    return case.win.first_turn is FirstTurn.HUMAN
