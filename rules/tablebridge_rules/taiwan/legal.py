"""Who may do what next in a Taiwanese hand, for one who sees every hand; and which of several claims takes effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from tablebridge_rules.event import (
    Called,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FlowersPassed,
    FlowersShown,
    HandEvent,
    ReadyDeclared,
    StreakAnnounced,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.table import OpenTile, Phase
from tablebridge_rules.taiwan.claims import added_kans, chi_pairs, concealed_kans, winners_of
from tablebridge_rules.taiwan.flowers import SEVEN
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.taiwan.violations.call import judge_swap
from tablebridge_rules.taiwan.violations.table import judge
from tablebridge_rules.taiwan.waits import is_complete, shape_waits
from tablebridge_rules.taiwan.wall import draws_left, may_take_call
from tablebridge_rules.tile import Tile

__all__ = ["legal_events", "resolve"]


def legal_events(state: TaiwanHand, rulebook: Rulebook) -> tuple[HandEvent, ...]:
    """Everything that may happen next by the rules, where hands are known; a hidden hand offers nothing.

    A draw is given once, without its tile. The deal, the settlement and hands revealed after the end are no choices.
    Wins by several seats are listed one by one: `resolve` says what they come to.
    """
    candidates = tuple(_candidates(state, rulebook))
    return tuple(event for event in candidates if not judge(state, event, rulebook))


def _candidates(state: TaiwanHand, book: Rulebook) -> Iterator[HandEvent]:
    match state.phase:
        case Phase.BEFORE_DEAL:
            if state.streak and not state.announced:
                yield StreakAnnounced(state.dealer)
        case Phase.MUST_DRAW:
            yield from _wins_on_open_tile(state)
            yield from _robbed_flowers(state)
            yield Drawn(state.turn, replacement=state.replacement_pending)
        case Phase.MUST_DISCARD:
            yield from _opening(state) if state.opening else _own_turn(state, book)
        case Phase.CALLS_OPEN:
            yield from _wins_on_open_tile(state)
            yield from _robbed_flowers(state)
            yield from _after_discard(state, book)
        case Phase.ENDED:
            if not state.settled and state.wins and state.wins[-1].from_seat:
                yield from _wins_on_open_tile(state)
        case _:
            assert_never(state.phase)


def _wins_on_open_tile(state: TaiwanHand) -> Iterator[Won]:
    laid = state.open_tile
    if laid is None:
        return
    winners = {won.seat for won in state.wins}
    for seat in (laid.seat.after(steps) for steps in (1, 2, 3)):
        part = state.at(seat)
        standing = part.concealed
        if standing is None or seat in winners:
            continue
        if is_complete((*standing, laid.tile), len(part.melds)):
            yield Won(seat, laid.tile, standing, laid.seat)


def _robbed_flowers(state: TaiwanHand) -> Iterator[WonByFlowers]:
    if not state.shown:
        return
    for seat in (state.turn.after(steps) for steps in (1, 2, 3)):
        flowers = _all_flowers(state, seat)
        if len(flowers) == SEVEN:
            yield WonByFlowers(seat, flowers, state.turn)


def _flower_wins(state: TaiwanHand, seat: Seat) -> Iterator[WonByFlowers]:
    """All eight flowers, or seven of which another seat has shown the eighth (TW-S24, TW-S25)."""
    flowers = _all_flowers(state, seat)
    if len(flowers) < SEVEN:
        return
    yield WonByFlowers(seat, flowers)
    for other in (seat.after(steps) for steps in (1, 2, 3)):
        yield WonByFlowers(seat, flowers, other)


def _all_flowers(state: TaiwanHand, seat: Seat) -> tuple[Tile, ...]:
    """The flowers a seat has, shown or kept."""
    return (*state.at(seat).flowers, *_kept_flowers(state, seat))


def _kept_flowers(state: TaiwanHand, seat: Seat) -> tuple[Tile, ...]:
    return tuple(tile for tile in state.at(seat).concealed or () if tile.kind.is_flower)


def _opening(state: TaiwanHand) -> Iterator[HandEvent]:
    """The seat due shows all its flowers at once, or passes the turn on; one may be kept (TW-R10, TW-S37)."""
    seat = state.actor
    kept = _kept_flowers(state, seat)
    yield from _flower_wins(state, seat)
    if kept:
        yield FlowersShown(seat, kept)
    yield FlowersPassed(seat)


def _own_turn(state: TaiwanHand, book: Rulebook) -> Iterator[HandEvent]:
    seat, part = state.turn, state.at(state.turn)
    if part.concealed is None:
        return
    if part.drawn is not None and part.standing is not None:
        if is_complete(part.concealed, len(part.melds)):
            yield Won(seat, part.drawn, part.standing)
        yield from _flower_wins(state, seat)
        if kept := _kept_flowers(state, seat):
            yield FlowersShown(seat, kept)
        yield from _own_kans(state, part.concealed, book)
    early = not state.calls and len(part.river.discards) < book.play.migi_turns
    if early and not part.migi and _waiting_discards(part.concealed):
        yield ReadyDeclared(seat)
    keeps_waiting = part.migi and not part.locked
    for tile in _waiting_discards(part.concealed) if keeps_waiting else dict.fromkeys(part.concealed):
        yield Discarded(seat, tile, drawn=tile == part.drawn)


def _waiting_discards(standing: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The tiles whose discard leaves a waiting hand."""
    rests = {tile: (*standing[:place], *standing[place + 1 :]) for place, tile in enumerate(standing)}
    return tuple(tile for tile, rest in rests.items() if shape_waits(rest))


def _own_kans(state: TaiwanHand, standing: tuple[Tile, ...], book: Rulebook) -> Iterator[Called]:
    seat, part = state.turn, state.at(state.turn)
    for tile in concealed_kans(standing, part.drawn):
        yield Called(seat, Meld(MeldKind.KAN_CONCEALED, (tile,) * 4))
    for tile in added_kans(book, standing, part.melds, part.drawn):
        pon = next(meld for meld in part.melds if meld.kind is MeldKind.PON and meld.own[0] == tile)
        yield Called(seat, Meld(MeldKind.KAN_ADDED, (*pon.own, tile), pon.called, pon.from_seat))


def _after_discard(state: TaiwanHand, book: Rulebook) -> Iterator[HandEvent]:
    if state.last_discard is not None:
        yield from _melds(state, state.last_discard, book)
    if draws_left(book, state.wall_left, state.replacements):
        yield Drawn(state.turn)
    else:
        yield ExhaustiveDraw()


def _melds(state: TaiwanHand, laid: OpenTile, book: Rulebook) -> Iterator[Called]:
    """The melds that the others may make with the discard; a tile that may be discarded has to be left."""
    if not may_take_call(book, state.wall_left):
        return
    for seat in (laid.seat.after(steps) for steps in (1, 2, 3)):
        standing = state.at(seat).concealed
        if standing is None or seat in state.dead:
            continue
        for meld in _sets(seat, standing, laid):
            if _leaves_a_discard(seat, standing, meld, book):
                yield Called(seat, meld)


def _leaves_a_discard(seat: Seat, standing: tuple[Tile, ...], meld: Meld, book: Rulebook) -> bool:
    rest = list(standing)
    for tile in meld.own:
        rest.remove(tile)
    return any(not tile.kind.is_flower and not judge_swap(book, seat, meld, tile) for tile in rest)


def _sets(seat: Seat, standing: tuple[Tile, ...], laid: OpenTile) -> Iterator[Meld]:
    relation = seat.relation_to(laid.seat)
    for pair in chi_pairs(standing, laid.tile, relation) if relation is Relation.LEFT else ():
        yield Meld(MeldKind.CHI, pair, laid.tile, laid.seat)
    held = standing.count(laid.tile)
    if held >= 2:
        yield Meld(MeldKind.PON, (laid.tile,) * 2, laid.tile, laid.seat)
    if held == 3:
        yield Meld(MeldKind.KAN_EXPOSED, (laid.tile,) * 3, laid.tile, laid.seat)


def resolve(claims: Sequence[HandEvent], rulebook: Rulebook) -> tuple[HandEvent, ...]:
    """What takes effect of the claims made on one tile: a win before pon and kan, those before chi (TW-R38).

    Of two winners the first in turn order wins, three win together (TW-R43, TW-P04). Nothing when nobody claimed.
    """
    wins = {claim.seat: claim for claim in claims if isinstance(claim, Won | WonByFlowers)}
    if wins:
        from_seat = next(iter(wins.values())).from_seat
        return (
            tuple(wins[seat] for seat in winners_of(rulebook, wins, from_seat)) if from_seat else tuple(wins.values())
        )
    calls = [claim for claim in claims if isinstance(claim, Called)]
    calls.sort(key=lambda call: call.meld.kind is MeldKind.CHI)
    return tuple(calls[:1])
