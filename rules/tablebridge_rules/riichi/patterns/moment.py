"""Patterns of the moment: how and when the winning tile came."""

from __future__ import annotations

from tablebridge_rules.riichi.patterns.case import Case

__all__ = [
    "chankan",
    "chiihou",
    "haitei_raoyue",
    "houtei_raoyui",
    "menzen_tsumo",
    "renhou",
    "rinshan_kaihou",
    "tenhou",
]


def menzen_tsumo(case: Case) -> int:
    """門前清自摸和: a closed hand by self-draw. Clause RL-Y01."""
    return case.by_self_draw and case.is_closed


def haitei_raoyue(case: Case) -> int:
    """海底撈月: the last tile of the live wall. Clause RL-Y01."""
    return case.win.haitei


def houtei_raoyui(case: Case) -> int:
    """河底撈魚: the last discard. Clause RL-Y01."""
    return case.win.houtei


def rinshan_kaihou(case: Case) -> int:
    """嶺上開花: the replacement tile of a kan. Clause RL-Y01."""
    return case.win.rinshan


def chankan(case: Case) -> int:
    """搶槓: the tile that another seat added to a pon. Clause RL-Y01."""
    return case.win.chankan


def tenhou(case: Case) -> int:
    """天和: the dealer's hand is complete as dealt. Clause RL-Y01."""
    return case.win.first_turn and case.win.by_self_draw and case.win.is_dealer


def chiihou(case: Case) -> int:
    """地和: another seat's first draw completes the hand, before any call. Clause RL-Y01."""
    return case.win.first_turn and case.win.by_self_draw and not case.win.is_dealer


def renhou(case: Case) -> int:
    """人和: a ron before the own first draw and before any call. Clause RL-Y01."""
    return case.options.renhou != "off" and case.win.first_turn and not case.win.by_self_draw
