"""What a call makes of a Zung Jung hand, the unusual ones included: completed late, put over a chi, onto a triplet."""

from __future__ import annotations

from tablebridge_rules.acts import lay_meld, melds_with
from tablebridge_rules.event import Called
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.river import Discard, River
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import OpenTile, Phase
from tablebridge_rules.zungjung.claims import Claim, TurnStart, next_to_draw
from tablebridge_rules.zungjung.judge_call import cancelled_chi, completed_call, kan_onto_pon
from tablebridge_rules.zungjung.spoken import SpokenCall
from tablebridge_rules.zungjung.state import ZungJungHand

__all__ = ["apply_call", "ruled_discard", "without_chi"]


def apply_call(state: ZungJungHand, event: Called) -> ZungJungHand:
    """The hand after a set was laid open."""
    grown = kan_onto_pon(state, event)
    if grown is not None:
        return _grown_by_discard(state, event.seat, *grown)
    call = completed_call(state, event)
    if call is not None:
        return _completed(state, event, call)
    chi = cancelled_chi(state, event)
    if chi is not None:
        state = without_chi(state, chi)
    return _laid(state, event)


def _laid(state: ZungJungHand, event: Called) -> ZungJungHand:
    meld, seat = event.meld, event.seat
    taken, drawn = state.last_discard, state.at(seat).drawn
    early = state.early_tail is seat
    after = replace(lay_meld(state, event), early_tail=None, false_win=None, touched=(), joined=False)
    if meld.kind.is_kan:
        after = replace(after, calls=())
        return _with_early_tail(after, event, drawn) if early else after
    start = TurnStart.CHI if meld.kind is MeldKind.CHI else TurnStart.PON
    return replace(after, turn_start=start, calls=_calls_after(state, event, taken))


def _calls_after(state: ZungJungHand, event: Called, taken: OpenTile | None) -> tuple[SpokenCall, ...]:
    """A chi can still be put aside (ZJ-R22), so it is remembered, and who else had called; after a pon nothing is."""
    if event.meld.kind is not MeldKind.CHI or taken is None:
        return ()
    own = state.call_of(event.seat) or SpokenCall(event.seat, Claim.CHI, taken)
    others = tuple(call for call in state.calls if call.seat is not event.seat and call.laid == taken)
    return (replace(own, exposed=True), *others)


def _with_early_tail(state: ZungJungHand, event: Called, drawn: object) -> ZungJungHand:
    """The replacement was drawn before the kan: the hand holds it already (ZJ-F03)."""
    part = state.at(event.seat)
    kept = next((tile for tile in part.concealed or () if tile == drawn), None)
    return replace(
        state.with_seat(event.seat, replace(part, holds_draw=True, drawn=kept)),
        phase=Phase.MUST_DISCARD,
        replacement_pending=False,
        drew_replacement=True,
        turn_start=TurnStart.REPLACEMENT,
    )


def _completed(state: ZungJungHand, event: Called, call: SpokenCall) -> ZungJungHand:
    """The set follows its discard: the turn has passed on already (ZJ-R21)."""
    meld, seat = event.meld, event.seat
    giver = state.at(call.laid.seat)
    state = state.with_seat(call.laid.seat, replace(giver, river=giver.river.claim(call.laid.tile, seat)))
    part = state.at(seat).give(meld.own)
    calls = tuple(one for one in state.calls if one is not call)
    return replace(state.with_seat(seat, replace(part, melds=melds_with(part.melds, meld))), calls=calls)


def _grown_by_discard(state: ZungJungHand, seat: Seat, pon: Meld, laid: OpenTile) -> ZungJungHand:
    """A discard lies on an exposed triplet: nothing left the hand (ZJ-R27)."""
    giver, part = state.at(laid.seat), state.at(seat)
    state = state.with_seat(laid.seat, replace(giver, river=giver.river.claim(laid.tile, seat)))
    kan = Meld(MeldKind.KAN_ADDED, (*pon.own, laid.tile), pon.called, pon.from_seat)
    part = replace(part, melds=melds_with(part.melds, kan))
    return replace(
        state.with_seat(seat, part),
        turn=seat,
        phase=Phase.MUST_DRAW,
        replacement_pending=True,
        drew_replacement=False,
        open_tile=None,
        last_discard=None,
        calls=(),
    )


def without_chi(state: ZungJungHand, chi: SpokenCall) -> ZungJungHand:
    """The hand as if that chi had not been laid: its tiles are back, and the discard that followed it (ZJ-R22)."""
    part, seat = state.at(chi.seat), chi.seat
    *others, meld = part.melds
    returned = meld.own
    if chi.discarded:
        *before, last = part.river.discards
        returned = (*returned, last.tile)
        part = replace(part, river=River(tuple(before)))
        state = replace(state, discards=state.discards[:-1])
    standing = None if part.concealed is None else (*part.concealed, *returned)
    part = replace(
        part,
        concealed=standing,
        concealed_count=part.concealed_count + len(returned),
        melds=tuple(others),
    )
    giver = state.at(chi.laid.seat)
    state = state.with_seat(seat, part).with_seat(chi.laid.seat, replace(giver, river=_lying_again(giver.river)))
    return replace(
        state, turn=seat, phase=Phase.CALLS_OPEN, last_discard=chi.laid, open_tile=chi.laid, drew_replacement=False
    )


def _lying_again(river: River) -> River:
    """The river with its newest discard, which a chi took, lying there again."""
    *before, last = river.discards
    return River((*before, replace(last, claimed_by=None)))


def ruled_discard(state: ZungJungHand, laid: OpenTile) -> ZungJungHand:
    """The tile `laid` that was added to a triplet without a word is a discard, and may be claimed (ZJ-F02)."""
    seat, part = laid.seat, state.at(laid.seat)
    kan = next(meld for meld in part.melds if meld.kind is laid.kan and meld.own[-1] == laid.tile)
    pon = Meld(MeldKind.PON, kan.own[:-1], kan.called, kan.from_seat)
    melds = tuple(pon if meld is kan else meld for meld in part.melds)
    part = replace(part, melds=melds, river=part.river.add(Discard(laid.tile)))
    discarded = OpenTile(seat, laid.tile)
    return replace(
        state.with_seat(seat, part),
        turn=next_to_draw(seat),
        phase=Phase.CALLS_OPEN,
        replacement_pending=False,
        last_discard=discarded,
        open_tile=discarded,
        discards=(*state.discards, (seat, laid.tile)),
    )
