"""Draws: a row that shows one tile more, or a wall that has one stack less."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebridge.game.fact import Fact
from tablebridge.game.proposal import Proposal
from tablebridge.game.view import View, vouch
from tablebridge_rules.event import Drawn
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase

__all__ = ["draw_act", "row_with_draw"]


def draw_act(view: View) -> Iterator[Proposal]:
    """The draw of the seat in turn, seen in its row or in the wall."""
    seat = view.state.turn
    if not view.draw_due or view.state.wall_left == 0 or view.call_under_way() or not view.customs.may_draw(view):
        return
    seen = [fact for fact in (row_with_draw(view, seat), _wall_after_draw(view)) if fact is not None]
    if seen:
        event = Drawn(seat, replacement=view.state.replacement_pending)
        yield Proposal((*view.customs.before_act(view, seen[0]), vouch(event, seen)), certain=True)


def row_with_draw(view: View, seat: Seat) -> Fact[Any] | None:
    """The standing row of a seat when it shows a drawn tile since the seat's last discard or call."""
    fact = view.facts.rows.get(seat)
    hypothesis = view.hypothesis
    if fact is None or fact.at_ms <= hypothesis.acted_ms[seat.number] or fact.at_ms < hypothesis.since_ms:
        return None
    full, row = view.full_row(seat), fact.latest
    return fact if row.tiles == full or (row.drawn and row.tiles == full - 1) else None


def _wall_after_draw(view: View) -> Fact[Any] | None:
    """The wall when one stack less stands than before this draw, seen after the last discard."""
    state = view.state
    stacks = [fact for fact in view.facts.stacks.values() if fact.at_ms >= view.hypothesis.since_ms]
    if len(stacks) < len(Seat) or state.phase is not Phase.CALLS_OPEN or state.stacks is None:
        return None
    # tiles taken from the tail are paired by themselves: what is left went from the front, two a stack
    replaced = view.customs.replaced(state)
    taken = view.setting.wall_tiles - state.wall_left - replaced
    gone = 2 * (sum(state.stacks) - sum(fact.latest.stacks for fact in stacks) - replaced // 2)
    newest = max(stacks, key=lambda fact: fact.at_ms)
    sure = newest.at_ms > view.hypothesis.event_ms and view.waited(newest, view.patience.implied_draw)
    return newest if sure and gone == taken + 1 else None
