"""The fold of a Taiwanese hand: one event applied gives the hand after it, and the clauses that the act broke."""

from __future__ import annotations

from typing import assert_never

from tablebridge_rules.acts import deal, lay_meld
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
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.river import Discard
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import OpenTile, Phase, Step
from tablebridge_rules.taiwan.exposure import still_barred
from tablebridge_rules.taiwan.flower_step import opened_by, pass_on_flowers, replaced_in_opening, show_flowers
from tablebridge_rules.taiwan.offers import cleared_by, passed, rewound
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.seats import first_hand, later_hand
from tablebridge_rules.taiwan.state import Foul, TaiwanHand, TaiwanPlace, start
from tablebridge_rules.taiwan.violations.call import judge_unfixed
from tablebridge_rules.taiwan.violations.dead_hand import dead_after, ends_hand, escalated
from tablebridge_rules.taiwan.violations.table import judge
from tablebridge_rules.taiwan.win import HAND_TILES
from tablebridge_rules.tile import TileKind
from tablebridge_rules.violation import Violation
from tablebridge_rules.violations.call import is_meld
from tablebridge_rules.violations.tiles import judge_copies

__all__ = ["step", "with_fouls"]

FOREIGN = (Dealt, RiichiDeclared, RiichiAccepted, IndicatorTurned, AbortiveDraw, VoidSuitDeclared)
"""Events of other traditions."""

NOTHING: frozenset[TileKind] = frozenset()
Places = tuple[TaiwanPlace, TaiwanPlace, TaiwanPlace, TaiwanPlace]


def step(state: TaiwanHand, event: HandEvent, rulebook: Rulebook) -> Step[TaiwanHand]:
    """Applies `event` and judges it under `rulebook`. A `HandStarted` begins a new hand and forgets the old one.

    A win or a declaration that does not hold changes nothing but what it costs, and so does any act after the end.
    Raises `EventError` for an event of another tradition.
    """
    if isinstance(event, HandStarted):
        return Step(start(event))
    if isinstance(event, Won) and event.kans:
        state = state.with_seat(event.seat, state.at(event.seat).with_kans(event.kans))
    found = judge(state, event, rulebook)
    if state.unfixed is not None and isinstance(event, Drawn) and event.seat is state.turn:
        found += judge_unfixed(rulebook, state.unfixed)
    if not found:
        after = _apply(state, event, rulebook)
        return Step(after, judge_copies(state, after, rulebook.violations))
    found = escalated(rulebook, state.dead, found)
    if isinstance(event, Won | WonByFlowers):
        after = state
        if any(ends_hand(rulebook, violation) for violation in found):
            after = replace(_opened(state, event), phase=Phase.ENDED)
    elif _is_void(state, event):
        after = state
    else:
        after = _apply(state, event, rulebook)
    after = with_fouls(after, found, state.last_discard.seat if state.last_discard else None)
    return Step(after, (*found, *judge_copies(state, after, rulebook.violations)))


def _is_void(state: TaiwanHand, event: HandEvent) -> bool:
    """Whether a wrong act does not count: MIGI (TW-S36), a second deal, and what comes after the end of the hand."""
    after_end = state.phase is Phase.ENDED and not isinstance(event, (HandsRevealed, Settled, *FOREIGN))
    return after_end or isinstance(event, ReadyDeclared) or (isinstance(event, TilesDealt) and state.dealt)


def with_fouls(after: TaiwanHand, found: tuple[Violation, ...], discarder: Seat | None) -> TaiwanHand:
    """The hand `after` an act with what its violations leave: dead hands, and fouls to be paid at the end.

    A wrong call is paid to the `discarder` of the tile that was called (TW-F07).
    """
    fouls = tuple(Foul(violation, discarder) for violation in found)
    return replace(after, dead=dead_after(after.dead, found), fouls=(*after.fouls, *fouls))


def _apply(state: TaiwanHand, event: HandEvent, book: Rulebook) -> TaiwanHand:
    match event:
        case WallBuilt():
            return replace(state, stacks=event.stacks)
        case FirstDealerThrown():
            return replace(state, dice=event.dice, by_dice=first_hand(book, event.seat, sum(event.dice)))
        case DiceRolled():
            if state.dealt:  # no throw for the wall: the seat winds stay
                return state
            return replace(state, dice=event.dice, by_dice=later_hand(state.dealer, sum(event.dice)))
        case StreakAnnounced():
            return replace(state, announced=True)
        case TilesDealt():
            return deal(state, event.hands, HAND_TILES)
        case Drawn():
            return _draw(state, event)
        case FlowersShown():
            return show_flowers(state, event, book)
        case FlowersPassed():
            return pass_on_flowers(state, event.seat)
        case ReadyDeclared():
            part = replace(state.at(event.seat), migi=True, migi_at=len(state.offers))
            return state.with_seat(event.seat, part)
        case Discarded():
            return _discard(state, event, book)
        case Called():
            return _call(state, event, book)
        case Won() | WonByFlowers():
            return _win(state, event)
        case ExhaustiveDraw() | HandsRevealed():
            return _reveal(state, event)
        case Settled():
            return replace(state, points=event.points, phase=Phase.ENDED, settled=True)
        case (
            HandStarted()
            | Dealt()
            | RiichiDeclared()
            | RiichiAccepted()
            | IndicatorTurned()
            | AbortiveDraw()
            | VoidSuitDeclared()
        ):
            raise EventError(f"{event_type(event)} ({type(event).__name__}) is no event of a Taiwanese hand")
        case _:
            assert_never(event)


def _draw(state: TaiwanHand, event: Drawn) -> TaiwanHand:
    seat, phase = event.seat, state.phase
    if seat is not state.turn or phase is Phase.MUST_DISCARD:
        return _draw_too_many(state, event)
    part, laid = state.at(seat), state.open_tile
    due = max(state.due - state.replacement_pending, 0)
    drawn = replace(
        part,
        concealed=None if part.concealed is None or event.tile is None else (*part.concealed, event.tile),
        concealed_count=part.concealed_count + 1,
        holds_draw=True,
        drawn=event.tile,
    )
    after = replace(
        state,
        seats=_seats_with(state, seat, drawn),
        wall_left=max(state.wall_left - 1, 0),
        phase=Phase.MUST_DRAW if due else Phase.MUST_DISCARD,
        replacement_pending=due > 0,
        drew_replacement=event.replacement,
        replacements=state.replacements + event.replacement,
        due=due,
        shown=(),
        open_tile=None,
        passed_by=laid if laid is not None and laid.kan is None else None,
        joined=False,
        unfixed=None,
    )
    if due:
        return after
    if state.opening:
        return replaced_in_opening(after, state.opening, seat)
    if phase is Phase.MUST_DRAW and not state.replacement_pending and seat is state.dealer:
        return replace(after, opening=opened_by(seat))
    return after


def _seats_with(state: TaiwanHand, seat: Seat, part: TaiwanPlace) -> Places:
    seats = list(state.seats)
    seats[seat.number] = part
    return seats[0], seats[1], seats[2], seats[3]


def _draw_too_many(state: TaiwanHand, event: Drawn) -> TaiwanHand:
    """A tile too many, drawn out of turn or twice: it stays in that hand, and the order of turns goes on (TW-F19)."""
    part = state.at(event.seat).take(event.tile)
    state = state.with_seat(event.seat, replace(part, surplus=part.surplus + 1))
    return replace(state, wall_left=max(state.wall_left - 1, 0), replacements=state.replacements + event.replacement)


def _discard(state: TaiwanHand, event: Discarded, book: Rulebook) -> TaiwanHand:
    seat, tile = event.seat, event.tile
    if seat is not state.discarder:  # it goes back into the hand and is owed (TW-F20)
        return state.with_seat(seat, replace(state.at(seat), owed=tile))
    laid, missed = OpenTile(seat, tile), passed(state, seat)
    part = state.at(seat).give((tile,))
    part = replace(
        part,
        river=part.river.add(Discard(tile, event.sideways, event.drawn)),
        holds_draw=False,
        drawn=None,
        missed=missed,
        offered=NOTHING,
        since=len(state.offers) + 1,
        owed=None,
        locked=part.migi,
        seen=part.seen and (part.seen if still_barred(book, 1) else ()),
        surplus=part.concealed_count + 3 * len(part.melds) - HAND_TILES,
    )
    if missed or part.concealed is None:
        part = cleared_by(book, part, tile)
    return replace(
        state,
        seats=_seats_with(state, seat, part),
        phase=Phase.CALLS_OPEN,
        turn=seat.after(),
        last_discard=laid,
        open_tile=laid,
        offers=(*state.offers, laid),
        replacement_pending=False,
        drew_replacement=False,
        passed_by=None,
        joined=False,
        asked=False,
        touching=frozenset(),
        voiced=(),
        opening=None,
        shown=(),
        last_call=None,
        after_open_kan=False,
    )


def _call(state: TaiwanHand, event: Called, book: Rulebook) -> TaiwanHand:
    meld, seat, late = event.meld, event.seat, state.passed_by
    if meld.kind in (MeldKind.KAN_CONCEALED, MeldKind.KAN_ADDED):
        state = replace(state, last_discard=None)
    elif late is not None and meld.from_seat is late.seat and seat is not state.turn:
        state = rewound(state, late)
    part = state.at(seat)
    if part.concealed is not None:  # of a hidden hand it will be seen when it is shown
        part = replace(part, missed=passed(state, seat), offered=NOTHING, since=len(state.offers))
    state = lay_meld(state.with_seat(seat, part), event)
    laid = state.open_tile
    if laid is not None:  # the tile of an added kan, which may be robbed
        part = cleared_by(book, state.at(seat), laid.tile)
        state = state.with_seat(seat, replace(part, since=len(state.offers) + 1))
        state = replace(state, offers=(*state.offers, laid))
    return replace(
        state,
        due=int(meld.kind.is_kan),
        shown=(),
        last_call=None if meld.kind.is_kan else meld,
        calls=state.calls + (meld.kind is not MeldKind.KAN_CONCEALED),
        after_open_kan=meld.kind is MeldKind.KAN_EXPOSED,
        passed_by=None,
        joined=False,
        voiced=(),
        unfixed=None if is_meld(meld) else seat,
    )


def _win(state: TaiwanHand, event: Won | WonByFlowers) -> TaiwanHand:
    """The end of the hand; on a discard that had been drawn past, the tile drawn goes back."""
    late = state.passed_by
    if isinstance(event, Won) and event.from_seat is not None and late is not None:
        state = rewound(state, late)
    return replace(_opened(state, event), phase=Phase.ENDED, wins=(*state.wins, event))


def _opened(state: TaiwanHand, event: Won | WonByFlowers) -> TaiwanHand:
    """The state with the winner's hand laid down; a win by flowers shows no other tile."""
    if isinstance(event, WonByFlowers):
        return state
    standing = event.concealed if event.from_seat else (*event.concealed, event.tile)
    part: TaiwanPlace = state.at(event.seat).open_hand(standing)
    return state.with_seat(event.seat, replace(part, drawn=None if event.from_seat else event.tile))


def _reveal(state: TaiwanHand, event: ExhaustiveDraw | HandsRevealed) -> TaiwanHand:
    for seat, tiles in event.revealed:
        state = state.with_seat(seat, state.at(seat).open_hand(tiles))
    for seat, tiles in event.kans:
        state = state.with_seat(seat, state.at(seat).with_kans(tiles))
    if isinstance(event, HandsRevealed):
        return state
    return replace(state, phase=Phase.ENDED, exhausted=True, open_tile=None)
