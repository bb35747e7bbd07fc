"""How Taiwanese mahjong is played on the cloth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from tablebridge.game.decoder.common_acts import COMMON_ACTS
from tablebridge.game.decoder.customs import Customs
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.open_hands import unexplained_hands
from tablebridge.game.decoder.open_wins import false_wins, wins
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.row_acts import ROW_ACTS
from tablebridge.game.decoder.taiwan.flower_wins import flower_wins
from tablebridge.game.decoder.taiwan.flowers import (
    dealt_before,
    draws_before,
    may_draw,
    opening_over,
    replaced,
    shown,
    unexplained_flowers,
)
from tablebridge.game.decoder.taiwan.melds import read_meld
from tablebridge.game.decoder.taiwan.opening import OPENING
from tablebridge.game.decoder.taiwan.ready import declared_ready
from tablebridge.game.decoder.unusual_calls import far_run, late_call
from tablebridge.game.decoder.unwon_hands import checked, drawn_hand, settled_down
from tablebridge.game.decoder.view import View
from tablebridge_rules.meld import Meld
from tablebridge_rules.table import AnyTable
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.taiwan.waits import is_complete
from tablebridge_rules.taiwan.wall import draws_left
from tablebridge_rules.tile import Tile

__all__ = ["CUSTOMS"]


def _complete(tile: Tile, standing: tuple[Tile, ...], melds: tuple[Meld, ...]) -> bool:
    return is_complete((*standing, tile), len(melds))


def _wins(view: View) -> Iterator[Proposal]:
    return wins(view, _complete)


def _false_wins(view: View) -> Iterator[Proposal]:
    return false_wins(view, _complete)


def _drawn(view: View) -> Iterator[Proposal]:
    state = view.state
    return drawn_hand(view, draws_left(cast(Rulebook, view.rulebook), state.wall_left, state.replacements))


def _replaced(table: AnyTable) -> int:
    return cast(TaiwanHand, table).replacements


def _unexplained(view: View) -> Iterator[tuple[Fact[Any], str]]:
    yield from unexplained_flowers(view)
    yield from unexplained_hands(view)


CUSTOMS = Customs(
    opening=OPENING,
    playing=(shown, replaced, opening_over, declared_ready, *COMMON_ACTS, *ROW_ACTS, late_call, far_run),
    closing=(_wins, flower_wins, _drawn, _false_wins),
    checking=(checked,),
    read_meld=read_meld,
    before_act=draws_before,
    joined=dealt_before,
    replaced=_replaced,
    may_draw=may_draw,
    ready_to_settle=settled_down,
    unexplained=_unexplained,
)
"""Flowers, sixteen tiles, no sideways tile."""
