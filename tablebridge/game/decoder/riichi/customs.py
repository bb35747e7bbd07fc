"""How riichi is played on the cloth, as one value."""

from __future__ import annotations

from tablebridge.game.decoder.common_acts import COMMON_ACTS
from tablebridge.game.decoder.customs import Customs
from tablebridge.game.decoder.riichi.closing import abort_act, exhaustive_act, nine_terminals_act
from tablebridge.game.decoder.riichi.indicators import indicator_act, may_draw, unexplained
from tablebridge.game.decoder.riichi.melds import read_meld
from tablebridge.game.decoder.riichi.opening import dealt_before, opening_act
from tablebridge.game.decoder.riichi.sticks import accepted_before, declared_after, sideways, stick_act, turned_act
from tablebridge.game.decoder.riichi.wins import false_win_act, win_act
from tablebridge.game.decoder.row_acts import ROW_ACTS

__all__ = ["CUSTOMS"]

CUSTOMS = Customs(
    opening=(opening_act,),
    playing=(indicator_act, *COMMON_ACTS, *ROW_ACTS, stick_act, turned_act),
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
