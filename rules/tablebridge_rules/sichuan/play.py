"""Sichuan mahjong as a tradition for `play`."""

from __future__ import annotations

from tablebridge_rules.payment import Delta
from tablebridge_rules.sichuan.enforcement import bear, enforce
from tablebridge_rules.sichuan.hand_end import next_hand, settle
from tablebridge_rules.sichuan.legal import legal_events, resolve
from tablebridge_rules.sichuan.opening import TILE_SET
from tablebridge_rules.sichuan.rulebook import Rulebook, load
from tablebridge_rules.sichuan.state import SichuanHand, start
from tablebridge_rules.sichuan.step import HAND_TILES, step
from tablebridge_rules.sichuan.witnessed import apply_fact, judge_fact
from tablebridge_rules.tradition import Tradition

__all__ = ["SICHUAN"]


def _opening_points(rulebook: Rulebook) -> Delta:
    each = rulebook.game.starting_points
    return each, each, each, each


SICHUAN = Tradition(
    load=load,
    rulebook=Rulebook,
    state=SichuanHand,
    tile_set=lambda rulebook: TILE_SET,
    hand_tiles=HAND_TILES,
    indicators=False,
    opening_points=_opening_points,
    start=start,
    step=step,
    legal_events=legal_events,
    resolve=resolve,
    settle=settle,
    next_hand=next_hand,
    judge_fact=judge_fact,
    apply_fact=apply_fact,
    enforce=enforce,
    bear=bear,
)
"""Hands of thirteen tiles, a void suit, play goes on after a win."""
