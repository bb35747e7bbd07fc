"""Calls: a meld that appears in a corner, or grows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hypothesis import DOUBTFUL
from tablebridge.game.decoder.implied import draw_before
from tablebridge.game.decoder.meld_reading import MeldReading
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import MeldSeen
from tablebridge_rules.event import Called, Discarded
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile

__all__ = ["added_tile", "forced_meld_act", "meld_act", "unseen_discard_act"]

_MISREAD = -3.0  # log weight: the discard or the meld was misread
_UNSEEN = -0.5  # a discard that only the meld shows
_FROM_AFAR = -8.0  # a run called from another seat than the left; one that is no run at all is as unlikely already
_FORCED = -12.0  # a call out of place: rather something was missed
_PLAIN = 0.9


def meld_act(view: View) -> Iterator[Proposal]:
    """Each meld that lies there unexplained: called from the last discard, or of the seat's own tiles in its turn."""
    for fact in view.fresh_melds():
        seat, index = fact.latest.seat, fact.latest.index
        melds = view.state.at(seat).melds
        if index < len(melds):
            yield from _added_kan(view, seat, melds[index], fact)
        elif index == len(melds):
            yield from _new_meld(view, seat, fact)


def unseen_discard_act(view: View) -> Iterator[Proposal]:
    """A meld of a tile that was taken before its slot was read: the meld is the witness of the discard, too."""
    giver = view.state.turn
    for fact in view.fresh_melds():
        seat = fact.latest.seat
        if giver is seat or not _is_next(view, fact) or not view.waited(fact, view.patience.lost_discard):
            continue
        fresh = view.fresh_tiles(giver)
        if any(tile.lies and tile.at_ms <= fact.at_ms for tile in fresh):
            continue  # that seat's discard lies there and will be told first
        if view.may_hide(giver) and not view.waited(fact, view.patience.hidden):
            continue  # perhaps it lies under an arm, and another seat's was called after it
        gone = tuple(tile for tile in fresh if not tile.lies)
        for reading in view.customs.read_meld(view, fact, None):
            called = reading.meld.called
            if called is None or not comes_from(reading, giver, seat) or reading.meld.from_seat not in (None, giver):
                continue
            discard = vouch(Discarded(giver, called), [fact], reading.confidence)
            events = (*draw_before(view, giver, fact), discard, _call(seat, giver, reading, fact))
            yield _proposal(view, events, fact, reading, _UNSEEN, uses=gone)


def forced_meld_act(view: View) -> Iterator[Proposal]:
    """An open meld that has been lying there for long and fits nowhere: told as it lies, by the place of its tiles."""
    for fact in view.fresh_melds():
        if not _is_next(view, fact) or not view.waited(fact, view.patience.missing):
            continue
        if view.may_hide(view.state.turn) and not view.waited(fact, view.patience.hidden):
            continue
        for reading in [*view.customs.read_meld(view, fact, None)][:1]:
            if reading.meld.from_seat is not None:
                call = _call(fact.latest.seat, reading.meld.from_seat, reading, fact)
                doubtful = replace(call, confidence=min(call.confidence, DOUBTFUL))
                forced = _proposal(view, (doubtful,), fact, reading, _FORCED)
                yield replace(forced, certain=True)


def comes_from(reading: MeldReading, giver: Seat, owner: Seat) -> bool:
    """A run comes from the left; of a triplet the place of the sideways tile is only how it was laid."""
    return reading.meld.kind is not MeldKind.CHI or giver.after(1) is owner


def _is_next(view: View, fact: Fact[MeldSeen]) -> bool:
    return fact.latest.index == len(view.state.at(fact.latest.seat).melds)


def _added_kan(view: View, seat: Seat, pon: Meld, fact: Fact[MeldSeen]) -> Iterator[Proposal]:
    if pon.kind is not MeldKind.PON or len(fact.latest.tiles) != 4 or not _own_turn(view, seat, fact):
        return
    meld = Meld(MeldKind.KAN_ADDED, (*pon.own, added_tile(view, pon)), pon.called, pon.from_seat)
    yield Proposal((*draw_before(view, seat, fact), vouch(Called(seat, meld), [fact])), certain=True)


def added_tile(view: View, pon: Meld) -> Tile:
    """The fourth of the kind: the only face of which one is left, the three others lying in the pon."""
    kind = pon.own[0].kind
    if not (kind.is_suited and kind.rank == 5):
        return Tile(kind)
    reds = view.setting.whole.in_set(Tile(kind, red=True))
    return Tile(kind, red=sum(tile.red for tile in pon.tiles) < reds)


def _new_meld(view: View, seat: Seat, fact: Fact[MeldSeen]) -> Iterator[Proposal]:
    laid = view.state.last_discard
    open_to_call = view.state.phase is Phase.CALLS_OPEN and laid is not None and laid.seat is not seat
    readings = [*view.customs.read_meld(view, fact, laid.tile if open_to_call else None)]
    for reading in readings:
        if reading.meld.kind is MeldKind.KAN_CONCEALED:
            if _own_turn(view, seat, fact):
                event = vouch(Called(seat, reading.meld), [fact], reading.confidence)
                yield _proposal(view, (*draw_before(view, seat, fact), event), fact, reading)
        elif open_to_call:
            events = (*view.customs.before_act(view, fact), _call(seat, laid.seat, reading, fact))
            afar = not comes_from(reading, laid.seat, seat) and reading.weight > _FROM_AFAR
            yield _proposal(view, events, fact, reading, _FROM_AFAR if afar else 0.0)
    if not readings and open_to_call:
        yield from _misread_call(view, seat, laid.seat, fact)


def _misread_call(view: View, seat: Seat, giver: Seat, fact: Fact[MeldSeen]) -> Iterator[Proposal]:
    """The last discard left the river and nothing but this meld can hold it: then one of the two was misread, and the
    meld is told as it lies."""
    if view.taken_discard() is None or not view.waited(fact, view.patience.missing):
        return
    for reading in view.customs.read_meld(view, fact, None):
        if reading.meld.from_seat is giver and reading.meld.kind is not MeldKind.KAN_CONCEALED:
            events = (*view.customs.before_act(view, fact), _call(seat, giver, reading, fact))
            taken = view.state.last_discard.tile
            doubt = f"{taken} of {giver.value} lies in {seat.value}'s meld as {reading.meld.called}: one was misread"
            yield replace(_proposal(view, events, fact, reading, _MISREAD), certain=True, doubt=doubt)


def _call(seat: Seat, giver: Seat, reading: MeldReading, fact: Fact[MeldSeen]) -> DecodedEvent:
    return vouch(Called(seat, replace(reading.meld, from_seat=giver)), [fact], reading.confidence)


def _proposal(
    view: View,
    events: tuple[DecodedEvent, ...],
    fact: Fact[MeldSeen],
    reading: MeldReading,
    prior: float = 0.0,
    *,
    uses: tuple[Fact[object], ...] = (),
) -> Proposal:
    hold = view.hold_of(fact, reading.confidence)
    if reading.weight + prior <= _FROM_AFAR:
        hold = fact.arrived_ms + view.patience.missing  # what would make it legal may still be seen
    plain = reading.confidence >= _PLAIN
    return Proposal(events, uses, reading.weight + prior, certain=plain, not_before_ms=hold)


def _own_turn(view: View, seat: Seat, fact: Fact[MeldSeen]) -> bool:
    """Whether the seat may lay a kan of its own tiles now, its draw seen or, after some patience, not."""
    if seat is not view.state.turn:
        return False
    if view.state.phase is Phase.MUST_DISCARD:
        return True
    return view.draw_due and not view.call_under_way() and view.waited(fact, view.patience.implied_draw)
