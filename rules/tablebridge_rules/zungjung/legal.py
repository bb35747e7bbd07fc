"""Who may do what next in a Zung Jung hand, for one who sees every hand; and which of several claims takes effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from tablebridge_rules.event import Called, Discarded, Drawn, ExhaustiveDraw, HandEvent, Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import OpenTile, Phase
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.claims import (
    Claim,
    Wish,
    added_kans,
    can_kan,
    can_pon,
    chi_pairs,
    claimants,
    concealed_kans,
)
from tablebridge_rules.zungjung.claims import resolve as resolve_wishes
from tablebridge_rules.zungjung.judge import judge
from tablebridge_rules.zungjung.judge_call import CLAIMS
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.shape import completes
from tablebridge_rules.zungjung.state import ZungJungHand
from tablebridge_rules.zungjung.wall import draws_left

__all__ = ["legal_events", "resolve"]


def legal_events(state: ZungJungHand, rulebook: Rulebook) -> tuple[HandEvent, ...]:
    """Everything that may happen next by the rules, where hands are known; a hidden hand offers nothing.

    A draw is given once, without its tile. Wins by several seats are listed one by one: `resolve` grants one. What is
    allowed and should not come about is not among them: a claim after the next draw (ZJ-R02), a discard before the
    set of a call (ZJ-R21).
    """
    return tuple(event for event in _candidates(state, rulebook) if not judge(state, event, rulebook))


def _candidates(state: ZungJungHand, book: Rulebook) -> Iterator[HandEvent]:
    match state.phase:
        case Phase.BEFORE_DEAL | Phase.ENDED:
            return
        case Phase.MUST_DRAW:
            yield from _wins_on_open_tile(state)
            yield Drawn(state.turn, replacement=state.replacement_pending)
        case Phase.MUST_DISCARD:
            yield from _own_turn(state)
        case Phase.CALLS_OPEN:
            yield from _wins_on_open_tile(state)
            if state.last_discard is not None:
                yield from _melds(state, state.last_discard)
            left = draws_left(book, state.wall_left, state.replacements)
            yield Drawn(state.turn) if left else ExhaustiveDraw()
        case _:
            assert_never(state.phase)


def _wins_on_open_tile(state: ZungJungHand) -> Iterator[Won]:
    laid = state.open_tile
    if laid is None:
        return
    for seat in claimants(laid.seat):
        part = state.at(seat)
        if part.concealed is not None and completes(laid.tile, part.concealed, part.melds):
            yield Won(seat, laid.tile, part.concealed, laid.seat)


def _own_turn(state: ZungJungHand) -> Iterator[HandEvent]:
    seat, part = state.turn, state.at(state.turn)
    if part.concealed is None:
        return
    if part.drawn is not None and part.standing is not None and completes(part.drawn, part.standing, part.melds):
        yield Won(seat, part.drawn, part.standing)
    for tile in concealed_kans(part.concealed, state.turn_start):
        yield Called(seat, Meld(MeldKind.KAN_CONCEALED, (tile,) * 4))
    for tile in added_kans(part.concealed, part.melds, state.turn_start):
        pon = next(meld for meld in part.melds if meld.kind is MeldKind.PON and meld.own[0] == tile)
        yield Called(seat, Meld(MeldKind.KAN_ADDED, (*pon.own, tile), pon.called, pon.from_seat))
    for tile in dict.fromkeys(part.concealed):
        yield Discarded(seat, tile, drawn=tile == part.drawn)


def _melds(state: ZungJungHand, laid: OpenTile) -> Iterator[Called]:
    """The sets that the others have the tiles for."""
    for seat in claimants(laid.seat):
        standing = state.at(seat).concealed
        if standing is not None:
            yield from (Called(seat, meld) for meld in _sets(seat, standing, laid))


def _sets(seat: Seat, standing: tuple[Tile, ...], laid: OpenTile) -> Iterator[Meld]:
    for pair in chi_pairs(standing, laid.tile, seat.relation_to(laid.seat)):
        yield Meld(MeldKind.CHI, pair, laid.tile, laid.seat)
    if can_pon(standing, laid.tile):
        yield Meld(MeldKind.PON, (laid.tile,) * 2, laid.tile, laid.seat)
    if can_kan(standing, laid.tile):
        yield Meld(MeldKind.KAN_EXPOSED, (laid.tile,) * 3, laid.tile, laid.seat)


def resolve(claims: Sequence[HandEvent], rulebook: Rulebook) -> tuple[HandEvent, ...]:
    """The one claim that is granted of those made on one tile (ZJ-X04); nothing when nobody claimed."""
    for claim in claims:
        from_seat = claim.from_seat if isinstance(claim, Won) else None
        if isinstance(claim, Called):
            from_seat = claim.meld.from_seat
        if from_seat is not None:
            wishes = {_wish(other): other for other in claims if isinstance(other, Won | Called)}
            granted = resolve_wishes(wishes, from_seat)
            return tuple(event for wish, event in wishes.items() if (wish.seat, wish.claim) == granted)
    return tuple(claims[:1])


def _wish(event: Won | Called) -> Wish:
    return Wish(event.seat, Claim.WIN if isinstance(event, Won) else CLAIMS[event.meld.kind])
