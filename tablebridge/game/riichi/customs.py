"""How riichi is played on the cloth, as one value."""

from __future__ import annotations

from tablebridge.game.common_acts import COMMON_ACTS
from tablebridge.game.customs import Customs
from tablebridge.game.riichi.closing import abort_act, exhaustive_act, nine_terminals_act
from tablebridge.game.riichi.indicators import indicator_act, may_draw, unexplained
from tablebridge.game.riichi.melds import read_meld
from tablebridge.game.riichi.opening import dealt_before, opening_act
from tablebridge.game.riichi.sticks import accepted_before, declared_after, sideways, stick_act
from tablebridge.game.riichi.wins import false_win_act, win_act
from tablebridge.game.row_acts import ROW_ACTS

__all__ = ["CUSTOMS"]

CUSTOMS = Customs(
    opening=(opening_act,),
    playing=(indicator_act, *COMMON_ACTS, *ROW_ACTS, stick_act),
    closing=(win_act, false_win_act, nine_terminals_act, abort_act, exhaustive_act),
    read_meld=read_meld,
    before_act=accepted_before,
    after_discard=declared_after,
    joined=dealt_before,
    sideways=sideways,
    may_draw=may_draw,
    unexplained=unexplained,
)
"""Riichi's word to the decoder."""
