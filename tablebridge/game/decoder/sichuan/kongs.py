"""Kongs added with a tile that was held back, which bring no money (SC-P02)."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.implied import draw_before
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import MeldSeen, StandingRow
from tablebridge_rules.event import Called
from tablebridge_rules.meld import KAN_TILES, Meld, MeldKind
from tablebridge_rules.seat import Seat

__all__ = ["held_back_kong"]

_UNDECIDED = -0.5  # log weight: near enough to the usual kong that neither is told
_SEEN = 3.0  # the drawn tile still stands apart
_ROW_MS = 800.0  # the row is seen that long after the meld
_SAME_ACT_MS = 400.0


def held_back_kong(view: View) -> Iterator[Proposal]:
    """A fourth tile added to a pon while the drawn one still stands apart; until the row was seen it may be so."""
    if not view.draw_due and not view.state.at(view.state.turn).holds_draw:
        return
    for fact in view.fresh_melds():
        seat, index = fact.latest.seat, fact.latest.index
        melds = view.state.at(seat).melds
        if seat is not view.state.turn or index >= len(melds) or len(fact.latest.tiles) != KAN_TILES:
            continue
        weight = _weight(view, seat, fact)
        if melds[index].kind is MeldKind.PON and weight is not None:
            yield _proposal(view, seat, melds[index], fact, weight)


def _weight(view: View, seat: Seat, fact: Fact[MeldSeen]) -> float | None:
    """How much speaks for it; None when the drawn tile was seen to be the one that was added, or nothing was seen."""
    row = view.facts.rows.get(seat)
    if row is not None and row.at_ms >= fact.at_ms - _SAME_ACT_MS:
        return _SEEN if _stands_apart(row.latest, view.full_row(seat)) else None
    return None if view.waited(fact, _ROW_MS) else _UNDECIDED


def _stands_apart(row: StandingRow, full: int) -> bool:
    return row.drawn and row.tiles == full - 2


def _proposal(view: View, seat: Seat, pon: Meld, fact: Fact[MeldSeen], weight: float) -> Proposal:
    meld = Meld(MeldKind.KAN_ADDED, (*pon.own, pon.own[0]), pon.called, pon.from_seat)
    events = (*draw_before(view, seat, fact), vouch(Called(seat, meld, drawn=False), [fact]))
    return Proposal(events, weight=weight, certain=True)
