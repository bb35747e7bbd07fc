"""Sichuan bloody battle on the cloth: void suits by button, wins after which the others play on, hands checked at the
end."""

from __future__ import annotations

from tablebridge.game.decoder.common_acts import COMMON_ACTS
from tablebridge.game.decoder.customs import Customs
from tablebridge.game.decoder.row_acts import ROW_ACTS
from tablebridge.game.decoder.sichuan.calls import chi
from tablebridge.game.decoder.sichuan.hands_shown import (
    all_hands_known,
    drawn_hand,
    hands_owed,
    hands_to_check,
    open_hands,
)
from tablebridge.game.decoder.sichuan.kongs import held_back_kong
from tablebridge.game.decoder.sichuan.melds import read_meld
from tablebridge.game.decoder.sichuan.opening import OPENING_ACTS
from tablebridge.game.decoder.sichuan.void_suits import void_suits
from tablebridge.game.decoder.sichuan.wins import false_wins, wins

__all__ = ["CUSTOMS"]

CUSTOMS = Customs(
    opening=OPENING_ACTS,
    playing=(void_suits, *COMMON_ACTS, *ROW_ACTS, held_back_kong, chi),
    closing=(wins, drawn_hand, false_wins),
    checking=(wins, hands_to_check),
    read_meld=read_meld,
    ready_to_settle=all_hands_known,
    owed=hands_owed,
    unexplained=open_hands,
)
"""How this tradition plays on the cloth."""
