"""Category 9: how and when the win came about."""

from __future__ import annotations

from tablebridge_rules.zungjung.patterns.case import Case
from tablebridge_rules.zungjung.win import FirstTurn

__all__ = ["dihe", "haidi", "hedi", "lingshang", "qianggang", "tianhe"]


def haidi(case: Case) -> int:
    """海底撈月: self-draw on the last tile before the king's tiles. Clause ZJ-S37; as a replacement too, ZJ-S39."""
    return case.win.last_tile and case.win.by_self_draw


def hedi(case: Case) -> int:
    """河底撈魚: the last discard of the hand; a robbed kan is no discard laid in a river. Clause ZJ-S38."""
    return case.win.last_tile and not case.win.by_self_draw and not case.win.robbing_kan


def lingshang(case: Case) -> int:
    """嶺上開花: self-draw on a kan's replacement. Clause ZJ-S39, ZJ-R30."""
    return case.win.replacement


def qianggang(case: Case) -> int:
    """搶槓: the tile was being added to a triplet. Clause ZJ-S40, ZJ-X05."""
    return case.win.robbing_kan


def tianhe(case: Case) -> int:
    """天和: East's initial fourteen tiles. Clause ZJ-S41."""
    return case.win.first_turn is FirstTurn.HEAVENLY


def dihe(case: Case) -> int:
    """地和: another's initial thirteen tiles and East's very first discard. Clause ZJ-S42."""
    return case.win.first_turn is FirstTurn.EARTHLY
