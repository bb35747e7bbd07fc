"""What lies between a discard and the next act: the riichi stick, and the draw that nobody saw."""

from __future__ import annotations

from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.facts import Fact
from tablebridge.game.situation import Situation, vouch
from tablebridge_rules.event import Drawn, RiichiAccepted
from tablebridge_rules.seat import Seat

__all__ = ["draw_before", "passing"]

_IMPLIED = 0.9  # nobody saw the draw; the turn asks for it


def passing(now: Situation, act: Fact[Any]) -> list[DecodedEvent]:
    """The riichi that stands now that `act` follows it: its tile passed (RL-R03). Mostly nothing."""
    laid = now.hand.last_discard
    if laid is None:
        return []
    riichi = now.hand.at(laid.seat).riichi
    if not riichi.declared or riichi.accepted:
        return []
    stick = now.facts.sticks.get(laid.seat)
    seen = stick is not None and stick.latest.present
    facts = [stick] if stick is not None and seen else [act]
    return [vouch(RiichiAccepted(laid.seat), facts, 1.0 if seen else _IMPLIED)]


def draw_before(now: Situation, seat: Seat, act: Fact[Any]) -> list[DecodedEvent]:
    """The draw that must have come before `act` of the seat in turn; nothing when it holds its draw already."""
    if not now.draw_due:
        return []
    event = Drawn(seat, replacement=now.hand.replacement_pending and seat is now.hand.turn)
    return [*passing(now, act), vouch(event, [act], _IMPLIED)]
