"""Draws: a row that shows one tile more, or a wall that has one stack less."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.open_hands import shown_hands
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import StandingRow
from tablebridge_rules.event import Drawn
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase

__all__ = ["draw_act", "draw_before_act", "early_draw_act", "extra_draws", "row_with_draw"]

_OUT_OF_TURN = -4.0  # log weight: three acts would have been missed otherwise
_TOO_EARLY = -11.0  # only the discard of the seat before would have been missed
_SEEN_BEFORE = 1.5  # log weight: the row and the arm ask for it
_REACH_MS = 200.0  # an arm is told of a moment after it comes
_DOUBTFUL = 0.6  # that only the rows tell


def draw_act(view: View) -> Iterator[Proposal]:
    """The draw of the seat in turn, seen in its row or in the wall."""
    seat = view.state.turn
    if not view.draw_due or view.state.wall_left == 0 or view.call_under_way() or not view.customs.may_draw(view):
        return
    seen = [fact for fact in (row_with_draw(view, seat), _wall_after_draw(view)) if fact is not None]
    if seen and (seen[0] is row_with_draw(view, seat) or not _drawn_by_another(view, seat)):
        event = Drawn(seat, replacement=view.state.replacement_pending)
        yield Proposal((*view.customs.before_act(view, seen[0]), vouch(event, seen)), certain=True)


def _drawn_by_another(view: View, seat: Seat) -> bool:
    """Whether another seat shows the tile that the wall has lost, in its row or its river: then something came before
    that is hidden, such as a win that gives the turn to that seat."""
    others = [other for other in Seat if other is not seat]
    rows = (row_with_draw(view, other) for other in others)
    return any(row is not None and row.latest.drawn for row in rows) or any(map(view.fresh_tiles, others))


def early_draw_act(view: View) -> Iterator[Proposal]:
    """A tile drawn by a seat that is not in turn, while the seat in turn sits there as before."""
    for fact in extra_draws(view):
        if view.waited(fact, view.patience.missing):
            event = vouch(Drawn(fact.latest.seat), [fact], _DOUBTFUL)
            early = _follows_the_discarder(view, fact.latest.seat)
            yield Proposal((event,), weight=_TOO_EARLY if early else _OUT_OF_TURN, certain=True)


def draw_before_act(view: View) -> Iterator[Proposal]:
    """A tile that stood apart before a seat not in turn when the seat in turn had not yet reached for its draw or its
    discard: it was drawn out of turn, however soon that came."""
    turn = view.state.turn
    act, reached_ms = _act_in_turn(view), view.facts.reached_ms.get(turn)
    if act is None or reached_ms is None or not reached_ms <= act.at_ms:
        return
    if view.state.wall_left == 0 or view.taken_discard() is not None or view.fresh_melds() or shown_hands(view):
        return
    for seat in Seat:
        row = row_with_draw(view, seat) if seat is not turn and not view.fresh_tiles(seat) else None
        if row is None or not row.latest.drawn or view.state.concealed_count(seat) >= view.full_row(seat):
            continue
        if row.at_ms < reached_ms - _REACH_MS:
            yield Proposal((vouch(Drawn(seat), [row], _DOUBTFUL),), weight=_SEEN_BEFORE, certain=True)


def _act_in_turn(view: View) -> Fact[Any] | None:
    """What shows that the seat in turn has done what was due: the one new tile in its river, or its drawn tile."""
    if view.state.phase is Phase.MUST_DISCARD:
        fresh = view.fresh_tiles(view.state.turn)
        return fresh[0] if len(fresh) == 1 else None
    return row_with_draw(view, view.state.turn) if view.draw_due else None


def extra_draws(view: View) -> Iterator[Fact[StandingRow]]:
    """The rows with a drawn tile apart of seats that are not in turn, if the row of the seat in turn proves that it has
    not acted: then nothing was missed."""
    state = view.state
    if view.taken_discard() is not None or not (state.wall_left == 0 or _sits_still(view, state.turn)):
        return
    if view.fresh_melds() or any(view.fresh_tiles(seat) for seat in Seat):
        return  # something was missed, or may be just now
    if shown_hands(view):
        return  # a win that is not told yet may give the turn to another seat (SC-R02)
    for seat in Seat:
        # with no tile left not even the seat in turn may draw
        wrong = seat is not state.turn or (state.wall_left == 0 and view.draw_due)
        fact = row_with_draw(view, seat) if wrong else None
        if fact is None or not fact.latest.drawn or state.concealed_count(seat) >= view.full_row(seat):
            continue
        if not view.may_miss_before(seat):
            yield fact


def _follows_the_discarder(view: View, seat: Seat) -> bool:
    return view.state.phase is Phase.MUST_DISCARD and seat is view.state.turn.after(1)


def _sits_still(view: View, seat: Seat) -> bool:
    """Whether the newest row of the seat in turn is what it was before its act."""
    row = view.facts.rows.get(seat)
    if row is None or row.at_ms < view.hypothesis.since_ms or view.fresh_tiles(seat):
        return False
    if view.state.phase is Phase.MUST_DISCARD:
        return row.latest.tiles == view.full_row(seat) - (1 if row.latest.drawn else 0)
    return row.latest.tiles == view.full_row(seat) - 1 and not row.latest.drawn


def row_with_draw(view: View, seat: Seat) -> Fact[StandingRow] | None:
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
