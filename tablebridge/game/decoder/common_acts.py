"""The acts that every table has: draw, discard, melds, and those out of turn."""

from __future__ import annotations

from tablebridge.game.decoder.customs import Act
from tablebridge.game.decoder.discard_acts import discard_act, exchange_act, out_of_turn_act
from tablebridge.game.decoder.draw_acts import draw_act, draw_before_act, early_draw_act
from tablebridge.game.decoder.meld_acts import forced_meld_act, meld_act, unseen_discard_act

__all__ = ["COMMON_ACTS"]

COMMON_ACTS: tuple[Act, ...] = (
    meld_act,
    unseen_discard_act,
    discard_act,
    draw_act,
    early_draw_act,
    draw_before_act,
    exchange_act,
    out_of_turn_act,
    forced_meld_act,
)
"""For `Customs.playing`, in the order in which they win when equally likely."""
