"""The fold of a Sichuan hand: one event applied gives the hand after it, and the clauses that the act broke."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from tablebridge_rules.acts import deal, discard, draw, lay_meld
from tablebridge_rules.errors import EventError
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FirstDealerThrown,
    FlowersPassed,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    HandStarted,
    IndicatorTurned,
    ReadyDeclared,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    StreakAnnounced,
    TilesDealt,
    VoidSuitDeclared,
    WallBuilt,
    Won,
    WonByFlowers,
    event_type,
)
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.payment import Payment, delta_of
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.circumstances import late_offers, passed_wins, transfers, win_of
from tablebridge_rules.sichuan.judge import judge, judge_set
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.scoring import score
from tablebridge_rules.sichuan.settlement import KongMade, kong_payments, payments_without, win_payments
from tablebridge_rules.sichuan.state import KongIncome, Offer, SichuanHand, start
from tablebridge_rules.sichuan.turn import FirstWin, hand_is_over, next_in_turn
from tablebridge_rules.table import Phase, Step
from tablebridge_rules.tile import Tile

__all__ = ["step"]

HAND_TILES = 13


def step(state: SichuanHand, event: HandEvent, rulebook: Rulebook) -> Step[SichuanHand]:
    """Applies `event` and judges it under `rulebook`. A `HandStarted` begins a new hand and forgets the old one.

    A false win changes nothing: the hand goes on. Raises `EventError` for an event of another tradition.
    """
    if isinstance(event, HandStarted):
        return Step(start(event))
    state = _turned_up(state, event)
    found = judge(state, event, rulebook)
    after = state if isinstance(event, Won) and found else _apply(state, event, rulebook)
    return Step(after, (*found, *judge_set(state, after, rulebook)))


def _turned_up(state: SichuanHand, event: HandEvent) -> SichuanHand:
    """The hand with the kongs that had lain face down and are shown with this event (SC-F03)."""
    match event:
        case Won(seat, kans=tiles) if tiles:
            shown: tuple[tuple[Seat, tuple[Tile, ...]], ...] = ((seat, tiles),)
        case ExhaustiveDraw(kans=shown) | HandsRevealed(kans=shown):
            pass
        case _:
            return state
    for seat, tiles in shown:
        state = state.with_seat(seat, state.at(seat).with_kans(tiles))
    return state


def _apply(state: SichuanHand, event: HandEvent, book: Rulebook) -> SichuanHand:
    match event:
        case WallBuilt():
            return replace(state, stacks=event.stacks)
        case DiceRolled():
            return replace(state, dice=(*state.dice, *event.dice))
        case TilesDealt():
            return deal(state, event.hands, HAND_TILES)
        case VoidSuitDeclared():
            part = state.at(event.seat)
            return state.with_seat(event.seat, replace(part, void=part.void or event.suit))
        case Drawn():
            return _draw(state, event, book)
        case Discarded():
            return _discard(state, event, book)
        case Called():
            return _call(state, event, book)
        case Won():
            return _win(state, event, book)
        case ExhaustiveDraw() | HandsRevealed():
            return _reveal(state, event, book)
        case Settled():
            return replace(state, points=event.points, phase=Phase.ENDED, settled=True)
        case (
            HandStarted()
            | Dealt()
            | RiichiDeclared()
            | RiichiAccepted()
            | IndicatorTurned()
            | AbortiveDraw()
            | FirstDealerThrown()
            | FlowersShown()
            | FlowersPassed()
            | StreakAnnounced()
            | ReadyDeclared()
            | WonByFlowers()
        ):
            raise EventError(f"{event_type(event)} ({type(event).__name__}) is no event of a Sichuan hand")
        case _:
            assert_never(event)


def _pay(state: SichuanHand, payments: Sequence[Payment]) -> SichuanHand:
    """Payments that are made at once (SC-P01)."""
    a, b, c, d = (points + change for points, change in zip(state.points, delta_of(payments), strict=True))
    return replace(state, points=(a, b, c, d), payments=(*state.payments, *payments))


def _close_tile(state: SichuanHand, book: Rulebook) -> SichuanHand:
    """Nobody takes the open tile any more: kong money follows its winners, who passed it is remembered, and a kong
    that was not robbed is paid."""
    if state.wall_left < book.foul.forced_win_from:
        for seat in Seat:
            state = state.with_seat(seat, replace(state.at(seat), late=late_offers(state, seat, book)))
    moved = transfers(state, book)
    if moved:
        kept = payments_without(state.kong_income, state.fresh_kong or ())
        state = replace(_pay(state, moved), kong_income=kept)
    state = replace(state, open_tile=None, winners_here=())
    return _kong_stands(state, state.kong, book) if state.kong else state


def _kong_stands(state: SichuanHand, kong: KongMade, book: Rulebook) -> SichuanHand:
    paid = kong_payments(book, kong, state.won)
    state = _pay(state, paid)
    return replace(state, kong=None, kong_income=(*state.kong_income, *paid), fresh_kong=paid)


def _draw(state: SichuanHand, event: Drawn, book: Rulebook) -> SichuanHand:
    if event.seat is state.turn:
        state = _close_tile(state, book)
        if not event.replacement:
            state = replace(state, fresh_kong=None)
    return draw(state, event)


def _played(state: SichuanHand, seat: Seat, book: Rulebook) -> SichuanHand:
    """A seat changes its hand: what it should have won on until now is known where the hand is."""
    part = state.at(seat)
    passed = () if part.standing is None else tuple(passed_wins(state, seat, part.standing, book))
    if passed or part.late:
        state = replace(state.with_seat(seat, replace(part, late=())), passed=(*state.passed, *passed))
    return state


def _own_late_draw(state: SichuanHand, event: Discarded, book: Rulebook) -> tuple[Offer, ...]:
    """A hand that nobody saw and that discards among the last tiles: whichever tile it drew, it could win if what it
    keeps is complete with the discard (SC-F01)."""
    if state.wall_left >= book.foul.forced_win_from:
        return ()
    return (Offer(event.tile, None, state.wall_left),)


def _discard(state: SichuanHand, event: Discarded, book: Rulebook) -> SichuanHand:
    before = state.at(event.seat)
    state = _played(state, event.seat, book)
    if before.standing is None and before.holds_draw and not before.has_won:
        state = state.with_seat(event.seat, replace(state.at(event.seat), late=_own_late_draw(state, event, book)))
    state = discard(state, event, next_in_turn(book, event.seat, state.won))
    return replace(state, last_call=None, winners_here=())


def _call(state: SichuanHand, event: Called, book: Rulebook) -> SichuanHand:
    meld, seat = event.meld, event.seat
    state = _played(state, seat, book)
    drawn = state.at(seat).drawn
    # a kong that nobody saw being held back is one of the tile just drawn
    fresh = meld.is_hidden or drawn in (None, meld.own[-1]) if event.drawn is None else event.drawn
    state = lay_meld(_close_tile(state, book), event)
    if state.at(seat).late:  # the tile called was offered to the caller too
        state = state.with_seat(seat, replace(state.at(seat), late=()))
    state = replace(state, last_call=None if meld.kind.is_kan else meld, calls=state.calls + 1, fresh_kong=None)
    if not meld.kind.is_kan:
        return state
    direct = meld.kind is MeldKind.KAN_EXPOSED
    kong = KongMade(seat, meld.kind, meld.from_seat if direct else None, fresh=fresh)
    if meld.kind is MeldKind.KAN_ADDED:
        return replace(state, kong=kong)
    state = _kong_stands(state, kong, book)
    if direct:
        return state
    made = KongIncome(len(state.concealed_kongs), seat, state.fresh_kong or ())
    return replace(state, concealed_kongs=(*state.concealed_kongs, made))


def _win(state: SichuanHand, event: Won, book: Rulebook) -> SichuanHand:
    value = score(book, win_of(state, event))
    paid = win_payments(book, value, event.seat, event.from_seat, state.won) if value else ()
    here = (*state.winners_here, event.seat)
    first = state.first_win
    if first is None or (event.from_seat and first.winners == state.winners_here):
        first = FirstWin(here, event.from_seat)
    laid = state.open_tile
    part = state.at(event.seat).open_hand(event.concealed)
    # a discard stays in its river; a drawn or robbed tile is set aside by its first winner
    aside = event.from_seat is None or (state.kong is not None and not state.winners_here)
    taken = (*part.taken, event.tile) if aside else part.taken
    part = replace(part, has_won=True, holds_draw=False, drawn=None, taken=taken, late=())
    state = _pay(replace(state.with_seat(event.seat, part), wins=(*state.wins, event), first_win=first), paid)
    if event.from_seat is None:
        laid, here = None, ()
        state = _close_tile(state, book)
    elif state.kong is not None:
        state = _robbed(state, state.kong)
    return _after_win(replace(state, open_tile=laid, winners_here=here), event, book)


def _robbed(state: SichuanHand, kong: KongMade) -> SichuanHand:
    """The kong comes to nothing (SC-P09): its tile is the winner's, the pon stays."""
    part = state.at(kong.seat)
    tile = state.open_tile.tile if state.open_tile else None
    melds = tuple(
        Meld(MeldKind.PON, meld.own[:2], meld.called, meld.from_seat)
        if meld.kind is MeldKind.KAN_ADDED and meld.own[-1] == tile
        else meld
        for meld in part.melds
    )
    return replace(state.with_seat(kong.seat, replace(part, melds=melds)), kong=None, replacement_pending=False)


def _after_win(state: SichuanHand, event: Won, book: Rulebook) -> SichuanHand:
    """Play goes on after the last of the winners, or the hand is over (SC-R02)."""
    state = replace(state, last_discard=None, last_call=None, drew_replacement=False)
    if hand_is_over(book, state.won, state.wall_left):
        return replace(state, phase=Phase.ENDED)
    from_seat = event.from_seat or event.seat
    last = max(state.winners_here or (event.seat,), key=lambda seat: (seat.number - from_seat.number) % 4)
    return replace(state, phase=Phase.CALLS_OPEN, turn=next_in_turn(book, last, state.won))


def _reveal(state: SichuanHand, event: ExhaustiveDraw | HandsRevealed, book: Rulebook) -> SichuanHand:
    drawn_out = isinstance(event, ExhaustiveDraw)
    for seat, tiles in event.revealed:
        passed = tuple(passed_wins(state, seat, tiles, book))
        part = replace(state.at(seat).open_hand(tiles), holds_draw=False, drawn=None)
        state = replace(state.with_seat(seat, part), passed=(*state.passed, *passed))
    return replace(state, phase=Phase.ENDED if drawn_out else state.phase, revealed=True)
