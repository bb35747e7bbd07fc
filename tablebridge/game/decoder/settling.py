"""The points that move at the end of a hand: the rules know them, no witness is needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View
from tablebridge.game.shown.settle import settlement
from tablebridge_rules.errors import RulesError

__all__ = ["settle_act"]


def settle_act(view: View) -> Iterator[Proposal]:
    """The settlement of an ended hand, vouched for by what ended it; nothing while the room waits for more, or when the
    tiles shown cannot be (then the end was misread)."""
    if not view.customs.ready_to_settle(view):
        return
    try:
        settled, clauses = view.remember("settlement", lambda: settlement(view.state, view.rulebook))
    except RulesError:
        return
    ending = view.hypothesis.last or DecodedEvent(settled, view.now_ms, view.captured_at)
    event = replace(ending, event=settled, clauses=clauses, violations=())
    yield Proposal((event,), certain=True)
