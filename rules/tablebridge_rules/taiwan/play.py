"""Taiwanese mahjong as a tradition for `play`."""

from __future__ import annotations

from tablebridge_rules.taiwan.enforcement import bear, enforce
from tablebridge_rules.taiwan.hand_end import next_hand, settle
from tablebridge_rules.taiwan.legal import legal_events, resolve
from tablebridge_rules.taiwan.match import starting_points
from tablebridge_rules.taiwan.rulebook import Rulebook, load
from tablebridge_rules.taiwan.state import TaiwanHand, start
from tablebridge_rules.taiwan.step import step
from tablebridge_rules.taiwan.wall import TILE_SET
from tablebridge_rules.taiwan.win import HAND_TILES
from tablebridge_rules.taiwan.witnessed import apply_fact, judge_fact
from tablebridge_rules.tradition import Tradition

__all__ = ["TAIWAN"]

TAIWAN = Tradition(
    load=load,
    rulebook=Rulebook,
    state=TaiwanHand,
    tile_set=lambda rulebook: TILE_SET,
    hand_tiles=HAND_TILES,
    indicators=False,
    opening_points=starting_points,
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
"""Hands of sixteen tiles, flowers, tai."""
