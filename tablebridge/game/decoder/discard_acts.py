"""Discards: a tile that came to lie in a river, in turn or out of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hypothesis import DOUBTFUL
from tablebridge.game.decoder.implied import draw_before
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import Face, View, vouch
from tablebridge.observation import RiverTileSeen
from tablebridge_rules.event import Discarded, Drawn
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase

__all__ = ["discard_act", "exchange_act", "out_of_turn_act"]

_PLAIN = 0.9  # a face so surely read that a foul with it is no misreading
_SEEN_STILL = 0.7  # how sure an act out of turn is while the seat in turn was seen to hold all its tiles
_EXCHANGED = -3.0  # log weight: less likely than any act in turn
_OUT_OF_TURN = -12.0  # log weight: rather something was missed


def discard_act(view: View) -> Iterator[Proposal]:
    """The next tile in the river of the seat in turn, by each face it may have; the draw before it may be missed."""
    seat = view.state.turn
    fact = _next_tile(view, seat)
    if fact is None or not _in_reach(view, seat, fact):
        return
    if view.state.phase is Phase.MUST_DISCARD:
        drawn: tuple[DecodedEvent, ...] = ()
    elif _draw_is_implied(view, seat, fact):
        drawn = draw_before(view, seat, fact)
    else:
        return
    for face in view.faces(fact.latest.reading):
        yield _discard(view, seat, fact, face, drawn)


def exchange_act(view: View) -> Iterator[Proposal]:
    """Another tile in the slot of the last discard, which was taken away: it was set down and taken back, and this is
    what was discarded. What was told cannot be untold, so that the referee is asked."""
    old = view.taken_discard()
    if old is None:
        return
    seat = old.latest.seat
    fact = _next_tile(view, seat)
    if fact is None or not fact.lies or fact.latest.slot != old.latest.slot:
        return
    if view.waited(fact, view.patience.implied_draw):
        doubt = f"{seat.value} has exchanged its discard: {fact.latest.reading.tile} lies there, another tile was told"
        yield Proposal((), (fact,), _EXCHANGED, doubt=doubt)


def out_of_turn_act(view: View) -> Iterator[Proposal]:
    """A tile of a seat that is not in turn, lying there for long: it happened, whatever was missed before it."""
    for seat in Seat:
        fact = _next_tile(view, seat)
        if fact is None or not fact.lies or not view.waited(fact, view.patience.missing):
            continue
        if view.may_miss_before(seat) and not view.waited(fact, view.patience.hidden):
            continue
        if seat is view.state.turn and (view.state.phase is Phase.MUST_DISCARD or view.draw_due):
            continue
        full = view.state.at(seat).concealed_count >= view.full_row(seat)
        sure = _SEEN_STILL if _sits_still(view, fact) else DOUBTFUL
        drawn = () if full else (vouch(Drawn(seat), [fact], sure),)
        for face in view.faces(fact.latest.reading)[:1]:
            proposal = _discard(view, seat, fact, face, drawn)
            events = tuple(replace(event, confidence=min(event.confidence, sure)) for event in proposal.events)
            weight, doubt = proposal.weight + _OUT_OF_TURN, _missed(view, fact)
            yield replace(proposal, events=events, weight=weight, certain=True, doubt=doubt)


def _sits_still(view: View, fact: Fact[RiverTileSeen]) -> bool:
    """Whether the row of the seat in turn was seen since its last act and holds all its tiles: then nothing of it was
    missed before the tile out of turn."""
    turn = view.state.turn
    row = view.facts.rows.get(turn)
    if row is None or row.latest.seat is fact.latest.seat or not row.at_ms > view.hypothesis.acted_ms[turn.number]:
        return False
    waiting = view.full_row(turn) - 1
    return row.latest.tiles >= waiting + (view.state.phase is Phase.MUST_DISCARD and not row.latest.drawn)


def _missed(view: View, fact: Fact[RiverTileSeen]) -> str | None:
    """What was missed before a tile out of turn, when the row of the seat in turn shows that it has discarded; None
    when nothing speaks against a foul."""
    turn = view.state.turn
    row = view.facts.rows.get(turn)
    drew_ms = view.hypothesis.acted_ms[turn.number]
    if view.state.phase is not Phase.MUST_DISCARD or row is None or not drew_ms < row.at_ms <= fact.at_ms:
        return None
    if row.latest.drawn or row.latest.tiles >= view.full_row(turn):
        return None
    tile, seat = fact.latest.reading.tile, fact.latest.seat.value
    return f"a discard of {turn.value} was not seen: the hand is in doubt from {tile} in {seat}'s river on"


def _discard(
    view: View, seat: Seat, fact: Fact[RiverTileSeen], face: Face, drawn: tuple[DecodedEvent, ...]
) -> Proposal:
    sure = min(face.confidence, fact.confidence) if str(face.tile) == fact.latest.reading.tile else face.confidence
    sideways, straight_ms = view.customs.sideways(view, fact)
    discard = vouch(Discarded(seat, face.tile, sideways), [fact], sure)
    return Proposal(
        (*drawn, discard, *view.customs.after_discard(view, fact, discard)),
        (fact,),
        face.weight,
        certain=face.confidence >= _PLAIN,
        not_before_ms=max(view.hold_of(fact, sure), straight_ms),
    )


def _next_tile(view: View, seat: Seat) -> Fact[RiverTileSeen] | None:
    fresh = view.fresh_tiles(seat)
    return fresh[0] if fresh else None


def _in_reach(view: View, seat: Seat, fact: Fact[RiverTileSeen]) -> bool:
    """Not while the tile before it is hidden; nor when it was seen and is gone without anyone having taken it: a
    sleeve, a tile set down for a moment."""
    if fact.latest.slot > view.next_slot(seat) and not view.waited(fact, view.patience.missing):
        return False
    return fact.lies or _claimed_meanwhile(view, seat)


def _draw_is_implied(view: View, seat: Seat, fact: Fact[RiverTileSeen]) -> bool:
    """Whether the turn asks for a draw that nobody saw, and nothing else may have happened instead."""
    if not view.draw_due or view.call_under_way() or _meld_waits(view, seat) or view.state.wall_left == 0:
        return False
    return view.waited(fact, view.patience.implied_draw) and view.customs.may_draw(view)


def _meld_waits(view: View, seat: Seat) -> bool:
    """Whether that seat's next meld lies there already and only waits for what came before it."""
    fact = view.here(view.facts.melds.get((seat, len(view.state.at(seat).melds))))
    return fact is not None and not view.waited(fact, view.patience.called)


def _claimed_meanwhile(view: View, seat: Seat) -> bool:
    """Whether a meld of another seat waits that may hold the tile which left this seat's river."""
    return any(fact.latest.seat is not seat for fact in view.fresh_melds())
