"""What must have come before an act, though nobody saw it: mostly the draw."""

from __future__ import annotations

from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.view import View, vouch
from tablebridge_rules.event import Drawn
from tablebridge_rules.seat import Seat

__all__ = ["IMPLIED", "draw_before"]

IMPLIED = 0.9
"""The confidence of an act that nobody saw and the turn asks for."""


def draw_before(view: View, seat: Seat, act: Fact[Any]) -> tuple[DecodedEvent, ...]:
    """The draw that must have come before `act` of the seat in turn, with what the customs put before it; nothing when
    the seat holds its draw already."""
    if not view.draw_due:
        return ()
    replacement = view.state.replacement_pending and seat is view.state.turn
    draw = vouch(Drawn(seat, replacement=replacement), [act], IMPLIED)
    return (*view.customs.before_act(view, act), draw)
