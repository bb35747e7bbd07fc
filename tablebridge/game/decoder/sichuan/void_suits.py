"""Void suits, entered by button at the console (SC-R01)."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge.game.decoder.implied import draw_before
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import ButtonPressed
from tablebridge_rules.event import VoidSuitDeclared
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Suit

__all__ = ["VOID_BUTTONS", "void_suits"]

VOID_BUTTONS = {
    "void_characters": Suit.CHARACTERS,
    "void_dots": Suit.DOTS,
    "void_bamboo": Suit.BAMBOO,
}
"""What each button says, by its name on the wire."""


_OUT_OF_ORDER = -3.0  # log weight: what was pressed before a discard was hardly declared after it


def void_suits(view: View) -> Iterator[Proposal]:
    """The oldest void button that says something new. It comes after the dealer's fourteenth tile, which is part of the
    deal (SC-R11), so that it tells of that draw, too."""
    for fact in view.told(ButtonPressed):
        suit = VOID_BUTTONS.get(fact.latest.button)
        seat = fact.latest.seat
        if suit is None or view.state.at(seat).void is suit:
            continue
        declared = vouch(VoidSuitDeclared(seat, suit), [fact])
        weight = 0.0 if fact.at_ms >= max(view.hypothesis.acted_ms) else _OUT_OF_ORDER
        if view.state.phase is not Phase.MUST_DRAW:
            yield Proposal((declared,), (fact,), weight)
        elif view.waited(fact, view.patience.implied_draw):
            yield Proposal((*draw_before(view, view.state.turn, fact), declared), (fact,), weight)
        return
