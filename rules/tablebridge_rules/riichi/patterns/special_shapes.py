"""Hands that are not four sets and a pair."""

from __future__ import annotations

from tablebridge_rules.decompose import Form
from tablebridge_rules.riichi.patterns.case import Case

__all__ = ["chiitoitsu", "kokushi_musou", "kokushi_musou_13"]


def chiitoitsu(case: Case) -> int:
    """七対子: seven different pairs. Clause RL-Y01."""
    return case.form is Form.SEVEN_PAIRS


def kokushi_musou(case: Case) -> int:
    """国士無双: one of each terminal and honour, and one of them again. Clause RL-Y01."""
    return case.form is Form.THIRTEEN_ORPHANS


def kokushi_musou_13(case: Case) -> int:
    """国士無双十三面: thirteen orphans that waited on all thirteen; replaces 国士無双. Clause RL-Y01."""
    return kokushi_musou(case) and len({tile.kind for tile in case.win.concealed}) == 13
