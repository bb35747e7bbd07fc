"""Hands that were laid open at a riichi table."""

from __future__ import annotations

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.view import View
from tablebridge.observation import HandRevealed, ReadTile
from tablebridge_rules.seat import Seat

__all__ = ["row_of", "shown_hands", "still_showing"]


def shown_hands(view: View) -> dict[Seat, Fact[HandRevealed]]:
    """The hands laid open, once nobody has opened or turned anything lately."""
    return {} if still_showing(view) else _recent(view)


def still_showing(view: View) -> bool:
    """Whether a hand or an indicator was turned up only now, so that more may follow."""
    since = view.hypothesis.since_ms
    ura = [fact for fact in view.facts.ura.values() if fact.at_ms >= since]
    recent = _recent(view)
    return bool(recent) and not view.settled_down([*recent.values(), *ura], view.patience.reveal)


def _recent(view: View) -> dict[Seat, Fact[HandRevealed]]:
    since = view.hypothesis.since_ms
    return {seat: one for seat, one in view.facts.reveals.items() if one.at_ms >= since and view.is_recent(one)}


def row_of(fact: Fact[HandRevealed]) -> tuple[ReadTile, ...]:
    """All tiles of an opened hand, one apart included."""
    apart = fact.latest.apart
    return fact.latest.tiles if apart is None else (*fact.latest.tiles, apart)
