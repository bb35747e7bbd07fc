"""Acts against the order of play that a standing row gives away: a tile less, or a tile more, than the turn allows.

A row is counted from above whenever it has settled, so that a discard without a draw, a second draw and a draw out of
turn need not be guessed from what is missing elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tablebridge.game.fact import Fact
from tablebridge.game.proposal import Proposal
from tablebridge.game.view import View, vouch
from tablebridge.observation import StandingRow
from tablebridge_rules.event import Discarded, Drawn
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase

__all__ = ["ROW_ACTS"]

_SAME_MS = 400.0  # a row and a river that one hand has changed settle within this
_STEADY_MS = 500.0  # so long a short row is looked at before it is believed
_MISSED_MS = 2500.0  # for a discard that would make an early draw a draw in turn
_SEEN = 1.5  # log weight: the count of a row asks for it


def undrawn_discard(view: View) -> Iterator[Proposal]:
    """A tile in the river of a seat whose row is one tile short then: it has discarded without a draw, in its turn or
    out of it."""
    for seat in Seat:
        part = view.state.at(seat)
        fresh = view.fresh_tiles(seat)
        if part.holds_draw or not fresh or (seat is view.state.turn and view.state.phase is Phase.MUST_DISCARD):
            continue
        fact, row = fresh[0], _row(view, seat, fresh[0].at_ms - _SAME_MS)
        if row is None or _tiles(row) != part.concealed_count - 1:
            continue
        for face in view.faces(fact.latest.reading)[:1]:
            told = vouch(Discarded(seat, face.tile, fact.latest.sideways), [fact, row], face.confidence, at=fact)
            events = (told, *view.customs.after_discard(view, fact, told))
            steady_ms = max(row.arrived_ms, fact.arrived_ms) + _STEADY_MS
            yield Proposal(events, (fact,), face.weight + _SEEN, certain=True, not_before_ms=steady_ms)


def second_draw(view: View) -> Iterator[Proposal]:
    """The row of the seat in turn with one tile more than its draw makes it; from the tail when a kan follows."""
    seat, part = view.state.turn, view.state.at(view.state.turn)
    if view.state.phase is not Phase.MUST_DISCARD or not part.holds_draw:
        return
    row = _row(view, seat, view.hypothesis.event_ms)
    if row is None or _tiles(row) != part.concealed_count + 1:
        return
    kan = any(fact.latest.seat is seat and len(fact.latest.tiles) == 4 for fact in view.fresh_melds())
    steady_ms = row.arrived_ms + _MISSED_MS * (not kan)
    draw = vouch(Drawn(seat, replacement=kan), [row])
    yield Proposal((draw,), (row,), _SEEN, certain=True, not_before_ms=steady_ms)


def draw_out_of_turn(view: View) -> Iterator[Proposal]:
    """A row that shows a drawn tile while another seat is in turn, and nothing was missed before it that would make it
    right: who has to discard holds its draw still, or nobody has to."""
    turn = view.state.turn
    for seat in Seat:
        part = view.state.at(seat)
        if seat is turn or part.holds_draw:
            continue
        row = _row(view, seat, max(view.hypothesis.event_ms, view.hypothesis.acted_ms[seat.number]))
        if row is None or not row.latest.drawn or _tiles(row) != part.concealed_count + 1:
            continue
        if not _turn_waits(view, row):
            continue
        draw = Proposal((vouch(Drawn(seat), [row]),), (row,), _SEEN, certain=True)
        yield replace(draw, not_before_ms=row.arrived_ms + _MISSED_MS)


def _turn_waits(view: View, row: Fact[StandingRow]) -> bool:
    """Whether the seat in turn has certainly not acted since: its row is as its last act left it."""
    state = view.state
    if state.phase is Phase.MUST_DRAW or view.call_under_way():
        return False
    own = view.facts.rows.get(state.turn)
    return own is not None and _tiles(own) == state.at(state.turn).concealed_count and own.at_ms < row.at_ms


def _row(view: View, seat: Seat, since_ms: float) -> Fact[StandingRow] | None:
    row = view.here(view.facts.rows.get(seat))
    return row if row is not None and row.at_ms > since_ms and row not in view.hypothesis.used else None


def _tiles(row: Fact[StandingRow]) -> int:
    return row.latest.tiles + row.latest.drawn


ROW_ACTS = (undrawn_discard, second_draw, draw_out_of_turn)
"""For `Customs.playing`, after the common acts."""
