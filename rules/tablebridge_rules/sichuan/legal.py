"""Who may do what next in a Sichuan hand, for one who sees every hand; and which of several claims takes effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from tablebridge_rules.event import (
    Called,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    HandEvent,
    HandsRevealed,
    VoidSuitDeclared,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.circumstances import revealed
from tablebridge_rules.sichuan.claims import Act, Claim, claims_on, discard_kinds, own_kongs
from tablebridge_rules.sichuan.claims import resolve as resolve_claims
from tablebridge_rules.sichuan.judge import judge
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.shape import SUITS, waits
from tablebridge_rules.sichuan.state import SichuanHand
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile

__all__ = ["legal_events", "resolve"]


def legal_events(state: SichuanHand, rulebook: Rulebook) -> tuple[HandEvent, ...]:
    """Everything that may happen next by the rules, where hands are known; a hidden hand offers nothing.

    A draw is given once, without its tile. A self-draw among the last tiles leaves no other choice (SC-F01). After the
    end the hands of those who did not win are shown.
    """
    if state.phase is Phase.ENDED:
        return (*_wins_on_open_tile(state, rulebook), *_reveal(state))
    events = tuple(event for event in _candidates(state, rulebook) if _is_legal(state, event, rulebook))
    forced = state.wall_left < rulebook.foul.forced_win_from and state.phase is Phase.MUST_DISCARD
    wins = tuple(event for event in events if isinstance(event, Won))
    return wins if forced and wins else events


def _is_legal(state: SichuanHand, event: HandEvent, book: Rulebook) -> bool:
    """Showing hands is always right, whatever they tell of wins that were passed; discards are chosen by the rules."""
    return isinstance(event, ExhaustiveDraw | Discarded) or not judge(state, event, book)


def _candidates(state: SichuanHand, book: Rulebook) -> Iterator[HandEvent]:
    match state.phase:
        case Phase.BEFORE_DEAL | Phase.ENDED:
            return
        case Phase.MUST_DRAW:
            yield from _wins_on_open_tile(state, book)
            yield Drawn(state.turn, replacement=state.replacement_pending)
        case Phase.MUST_DISCARD:
            if state.undeclared:
                yield from (VoidSuitDeclared(seat, suit) for seat in state.undeclared for suit in SUITS)
            else:
                yield from _own_turn(state, book)
        case Phase.CALLS_OPEN:
            yield from _wins_on_open_tile(state, book)
            yield from _calls(state, book)
            yield Drawn(state.turn) if state.wall_left else _called_draw(state)
        case _:
            assert_never(state.phase)


def _wins_on_open_tile(state: SichuanHand, book: Rulebook) -> Iterator[Won]:
    laid = state.open_tile
    if laid is None or state.settled or state.revealed:
        return
    for seat in (laid.seat.after(steps) for steps in (1, 2, 3)):
        standing = state.at(seat).concealed
        if standing is None or not _waits_for(state, seat, standing, laid.tile, book):
            continue
        if not judge(state, won := Won(seat, laid.tile, standing, laid.seat), book):
            yield won


def _waits_for(state: SichuanHand, seat: Seat, standing: tuple[Tile, ...], tile: Tile, book: Rulebook) -> bool:
    part = state.at(seat)
    return tile.kind in waits(standing, part.melds, part.void, seven_pairs=book.play.seven_pairs)


def _own_turn(state: SichuanHand, book: Rulebook) -> Iterator[HandEvent]:
    seat, part = state.turn, state.at(state.turn)
    if part.concealed is None or part.standing is None:
        return
    hand = revealed(state, seat, part.standing)
    if part.drawn is not None:
        if _waits_for(state, seat, part.standing, part.drawn, book):
            yield Won(seat, part.drawn, part.standing)
        for kind, tile in own_kongs(book, hand, part.drawn):
            if kind is MeldKind.KAN_ADDED:
                pon = next(meld for meld in part.melds if meld.kind is MeldKind.PON and meld.own[0].kind == tile)
                meld = Meld(kind, (*pon.own, Tile(tile)), pon.called, pon.from_seat)
                yield Called(seat, meld, drawn=tile == part.drawn.kind)
            else:
                yield Called(seat, Meld(kind, (Tile(tile),) * 4))
    claimed = state.last_call.called if state.last_call else None
    allowed = discard_kinds(book, hand, part.drawn, claimed)
    for one in dict.fromkeys(part.concealed):
        if one.kind in allowed:
            yield Discarded(seat, one, drawn=one == part.drawn)


def _calls(state: SichuanHand, book: Rulebook) -> Iterator[Called]:
    laid = state.last_discard
    if laid is None:
        return
    for seat in (laid.seat.after(steps) for steps in (1, 2, 3)):
        standing = state.at(seat).concealed
        acts = () if standing is None else claims_on(book, revealed(state, seat, standing), laid.tile)
        if Act.PON in acts:
            yield Called(seat, Meld(MeldKind.PON, (laid.tile,) * 2, laid.tile, laid.seat))
        if Act.KAN in acts:
            yield Called(seat, Meld(MeldKind.KAN_EXPOSED, (laid.tile,) * 3, laid.tile, laid.seat))


def _unwon(state: SichuanHand) -> tuple[tuple[Seat, tuple[Tile, ...]], ...]:
    order = (state.dealer.after(steps) for steps in range(len(Seat)))
    hands = ((seat, state.at(seat)) for seat in order)
    return tuple((seat, part.concealed) for seat, part in hands if not part.has_won and part.concealed is not None)


def _called_draw(state: SichuanHand) -> ExhaustiveDraw:
    """The wall is used up: those who have not won show their hands (SC-R23)."""
    return ExhaustiveDraw(_unwon(state))


def _reveal(state: SichuanHand) -> Iterator[HandsRevealed]:
    hands = _unwon(state)
    if hands and not state.revealed and not state.settled:
        yield HandsRevealed(hands)


def resolve(claims: Sequence[HandEvent], rulebook: Rulebook) -> tuple[HandEvent, ...]:
    """What takes effect of the claims made on one tile: every win, in the order of play, else the kong or pon.

    Clause SC-R03, SC-R28. Nothing when nobody claimed.
    """
    events = [claim for claim in claims if isinstance(claim, Won | Called)]
    acts = {MeldKind.PON: Act.PON, MeldKind.KAN_EXPOSED: Act.KAN}
    made = {
        Claim(event.seat, Act.WIN if isinstance(event, Won) else acts[event.meld.kind]): event
        for event in events
        if isinstance(event, Won) or event.meld.kind in acts
    }
    sources = [event.from_seat if isinstance(event, Won) else event.meld.from_seat for event in made.values()]
    from_seat = next((seat for seat in sources if seat is not None), None)
    return tuple(made[claim] for claim in resolve_claims(tuple(made), from_seat)) if from_seat else tuple(events[:1])
