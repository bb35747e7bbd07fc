"""How Zung Jung mahjong is played on the cloth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tablebridge.game.decoder.common_acts import COMMON_ACTS
from tablebridge.game.decoder.customs import Customs
from tablebridge.game.decoder.open_hands import unexplained_hands
from tablebridge.game.decoder.open_wins import false_wins, wins
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.row_acts import ROW_ACTS
from tablebridge.game.decoder.unusual_calls import far_run, late_call
from tablebridge.game.decoder.unwon_hands import checked, drawn_hand, settled_down
from tablebridge.game.decoder.view import View
from tablebridge.game.decoder.zungjung.melds import read_meld
from tablebridge.game.decoder.zungjung.opening import OPENING
from tablebridge_rules.table import AnyTable
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.shape import completes
from tablebridge_rules.zungjung.state import ZungJungHand
from tablebridge_rules.zungjung.wall import draws_left

__all__ = ["CUSTOMS"]


def _wins(view: View) -> Iterator[Proposal]:
    return wins(view, completes)


def _false_wins(view: View) -> Iterator[Proposal]:
    return false_wins(view, completes)


def _drawn(view: View) -> Iterator[Proposal]:
    state = view.state
    return drawn_hand(view, draws_left(cast(Rulebook, view.rulebook), state.wall_left, state.replacements))


def _replaced(table: AnyTable) -> int:
    return cast(ZungJungHand, table).replacements


CUSTOMS = Customs(
    opening=OPENING,
    playing=(*COMMON_ACTS, *ROW_ACTS, late_call, far_run),
    closing=(_wins, _drawn, _false_wins),
    checking=(checked,),
    read_meld=read_meld,
    replaced=_replaced,
    ready_to_settle=settled_down,
    unexplained=unexplained_hands,
)
"""Thirteen tiles, one winner, a sideways tile in every claimed set."""
