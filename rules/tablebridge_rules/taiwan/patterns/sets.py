"""Patterns of sets, pair and wait."""

from __future__ import annotations

from tablebridge_rules.decompose import Wait
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.taiwan.patterns.case import Case
from tablebridge_rules.taiwan.waits import shape_waits
from tablebridge_rules.taiwan.win import SETS
from tablebridge_rules.tile import Suit

__all__ = ["duting", "pengpenghu", "pinghu", "quanqiu", "san_anke", "si_anke", "wu_anke"]


def duting(case: Case) -> int:
    """獨聽: only one kind of tile completes the hand. Clause TW-S02.

    Kinds are counted by shape; where the rulebook says so without those of which the own hand holds all four.
    """
    waiting = shape_waits(case.win.concealed)
    if case.options.duting_by == "tiles_not_held":
        held = [tile.kind for tile in case.win.tiles]
        held.remove(case.win.winning_tile.kind)
        waiting = frozenset(kind for kind in waiting if held.count(kind) < 4)
    return len(waiting) == 1


def quanqiu(case: Case) -> int:
    """全求: all five sets called; a concealed kan is no call. Clause TW-S11, TW-S34."""
    called = [meld for meld in case.win.melds if meld.kind is not MeldKind.KAN_CONCEALED]
    return len(called) == SETS and (not case.win.by_self_draw or case.options.quanqiu_selfdraw)


def pinghu(case: Case) -> int:
    """平胡: runs and a pair without honours, won on a discard with a two-sided wait. Clause TW-S13, TW-S41."""
    flowers = case.options.pinghu_flowers == "forbidden" and bool(case.win.flowers)
    two_sided = case.reading.wait is Wait.TWO_SIDED
    plain = not case.same and Suit.HONOURS not in case.suits
    return plain and two_sided and not case.win.by_self_draw and not flowers


def san_anke(case: Case) -> int:
    """三暗刻: three concealed triplets or more. Clause TW-S14."""
    return case.concealed_same >= 3


def si_anke(case: Case) -> int:
    """四暗刻: four concealed triplets or more. Clause TW-S18."""
    return case.concealed_same >= 4


def wu_anke(case: Case) -> int:
    """五暗刻: five concealed triplets. Clause TW-S20; 門清 and 碰碰胡 are always added, TW-S35."""
    return case.concealed_same == SETS


def pengpenghu(case: Case) -> int:
    """碰碰胡: no run. Clause TW-S16."""
    return len(case.same) == SETS
