"""Acts against the order of play that a standing row gives away: a tile less, or a tile more, than the turn allows.

A row is counted from above whenever it has settled, so that a discard without a draw and a second draw need not be
guessed from what is missing elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import StandingRow
from tablebridge_rules.event import Discarded, Drawn
from tablebridge_rules.meld import KAN_TILES
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase

__all__ = ["ROW_ACTS"]

_SAME_MS = 400.0  # a row and a river that one hand has changed settle within this
_STEADY_MS = 500.0  # so long a short row is looked at before it is believed
_KAN_MS = 2500.0  # for the kan that an early replacement belongs to (ZJ-F03)
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
            told = vouch(
                Discarded(seat, face.tile, view.customs.sideways(view, fact)[0]), [fact, row], face.confidence, at=fact
            )
            events = (told, *view.customs.after_discard(view, fact, told))
            steady_ms = max(row.arrived_ms, fact.arrived_ms) + _STEADY_MS
            yield Proposal(events, (fact,), face.weight + _SEEN, certain=True, not_before_ms=steady_ms)


def second_draw(view: View) -> Iterator[Proposal]:
    """The row of the seat in turn with one tile more than its draw makes it; from the tail when a kan follows."""
    seat, part = view.state.turn, view.state.at(view.state.turn)
    if view.state.phase is not Phase.MUST_DISCARD or not (part.holds_draw or part.melds):
        return  # with a meld it may have called, and drawn a tile all the same
    row = _row(view, seat, view.hypothesis.event_ms)
    if row is None or _tiles(row) != part.concealed_count + 1:
        return
    kan = _lays_kan(view, seat)
    held_ms = row.arrived_ms if kan else _kan_due_ms(view, seat, row)
    draw = vouch(Drawn(seat, replacement=kan), [row])
    yield Proposal((draw,), (row,), _SEEN, certain=True, not_before_ms=held_ms)


def _kan_due_ms(view: View, seat: Seat, row: Fact[StandingRow]) -> float:
    """Until when the kan may still come: an arm that reaches in by then may be laying it."""
    due_ms = row.arrived_ms + _KAN_MS
    if not view.may_hide(seat) or view.facts.reached_ms.get(seat, due_ms) >= due_ms:
        return due_ms
    return max(due_ms, min(view.facts.hidden_until_ms(seat), row.arrived_ms + view.patience.forced))


def _lays_kan(view: View, seat: Seat) -> bool:
    return any(fact.latest.seat is seat and len(fact.latest.tiles) == KAN_TILES for fact in view.fresh_melds())


def discard_of_two_draws(view: View) -> Iterator[Proposal]:
    """A discard in turn after which the row is as long as before: the seat has drawn twice (TW-F02, ZJ-X08)."""
    seat, part = view.state.turn, view.state.at(view.state.turn)
    fresh = view.fresh_tiles(seat)
    if view.state.phase is not Phase.MUST_DISCARD or not (part.holds_draw or part.melds) or not fresh:
        return
    fact, row = fresh[0], _row(view, seat, fresh[0].at_ms - _SAME_MS)
    if row is None or row.latest.drawn or row.latest.tiles != part.concealed_count:
        return
    steady_ms = max(row.arrived_ms, fact.arrived_ms) + _STEADY_MS
    for face in view.faces(fact.latest.reading)[:1]:
        draw = vouch(Drawn(seat), [row])
        told = vouch(Discarded(seat, face.tile, view.customs.sideways(view, fact)[0]), [fact], face.confidence)
        events = (draw, told, *view.customs.after_discard(view, fact, told))
        yield Proposal(events, (fact,), face.weight + _SEEN, certain=True, not_before_ms=steady_ms)


def _row(view: View, seat: Seat, since_ms: float) -> Fact[StandingRow] | None:
    row = view.here(view.facts.rows.get(seat))
    return row if row is not None and row.at_ms > since_ms and row not in view.hypothesis.used else None


def _tiles(row: Fact[StandingRow]) -> int:
    return row.latest.tiles + row.latest.drawn


ROW_ACTS = (undrawn_discard, second_draw, discard_of_two_draws)
"""For `Customs.playing`, after the common acts."""
