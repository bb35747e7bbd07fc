"""Indicators turned after a kan (RL-S05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.riichi.sticks import unexplained_sticks
from tablebridge.game.decoder.riichi.wins import unexplained_hands
from tablebridge.game.decoder.view import View, vouch
from tablebridge_rules.event import IndicatorTurned

__all__ = ["indicator_act", "may_draw", "unexplained"]


def indicator_act(view: View) -> Iterator[Proposal]:
    """The next indicator, when a kan calls for one."""
    fact = view.here(view.facts.indicators.get(len(view.state.indicators)))
    if fact is None or view.state.indicators_due == 0:
        return
    for face in view.faces(fact.latest.reading):
        event = vouch(IndicatorTurned(face.tile), [fact], min(face.confidence, fact.confidence))
        hold = view.hold_of(fact, face.confidence)
        yield Proposal((event,), weight=face.weight, certain=True, not_before_ms=hold)


def may_draw(view: View) -> bool:
    """Not while a kan's indicator, turned before the replacement draw (RL-S05), may still be seen."""
    if view.state.indicators_due == 0 or not view.state.replacement_pending:
        return True
    book = view.rulebook
    at_once = book.scoring.kan_dora and book.table.kan_dora_timing == "immediate"
    return not at_once or view.passed(view.hypothesis.applied_ms, view.patience.indicator)


def unexplained(view: View) -> Iterator[tuple[Fact[Any], str]]:
    """Indicators that no kan called for, sticks without a riichi, and open hands that win nothing."""
    for index, fact in view.facts.indicators.items():
        if index >= max(len(view.state.indicators), 1) and view.here(fact) is not None:
            yield fact, f"an indicator {fact.latest.reading.tile} is up without a kan"
    if view.in_play:
        yield from unexplained_sticks(view)
        yield from unexplained_hands(view)
