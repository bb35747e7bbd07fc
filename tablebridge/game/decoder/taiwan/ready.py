"""MIGI, a waiting hand declared in the first turns (TW-S23): said aloud, and told by a table with a button for it."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.taiwan.flowers import way_to_play
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import ButtonPressed
from tablebridge_rules.event import ReadyDeclared

__all__ = ["declared_ready"]

_BUTTON = "riichi"
"""The wire specification's name of the button that declares a ready hand."""


def declared_ready(view: View) -> Iterator[Proposal]:
    """A press of the button that declares a ready hand; whether it was in time is for the rules to judge (TW-S36)."""
    for fact in view.told(ButtonPressed):
        if fact.latest.button == _BUTTON and fact.at_ms > view.hypothesis.event_ms:
            seat = fact.latest.seat
            # the dealer's first turn begins when everybody has passed; anybody else's press is out of time then
            before = way_to_play(view, fact) if seat is view.state.dealer else ()
            yield Proposal((*before, vouch(ReadyDeclared(seat), [fact])), (fact,), certain=True)
