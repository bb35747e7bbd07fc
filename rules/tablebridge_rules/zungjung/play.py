"""Zung Jung mahjong as a tradition for `play`."""

from __future__ import annotations

from tablebridge_rules.tradition import Tradition
from tablebridge_rules.zungjung.enforcement import bear, enforce
from tablebridge_rules.zungjung.hand_end import next_hand, settle
from tablebridge_rules.zungjung.legal import legal_events, resolve
from tablebridge_rules.zungjung.match import starting_points
from tablebridge_rules.zungjung.rulebook import Rulebook, load
from tablebridge_rules.zungjung.state import ZungJungHand, start
from tablebridge_rules.zungjung.step import step
from tablebridge_rules.zungjung.wall import TILE_SET
from tablebridge_rules.zungjung.win import HAND_TILES
from tablebridge_rules.zungjung.witnessed import apply_fact, judge_fact

__all__ = ["ZUNG_JUNG"]

ZUNG_JUNG = Tradition(
    load=load,
    rulebook=Rulebook,
    state=ZungJungHand,
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
"""Hands of thirteen tiles, one winner, the deal always passes."""
