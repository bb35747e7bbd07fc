"""The fold of a Zung Jung hand: one event applied gives the hand after it, and the clauses that the act broke."""

from __future__ import annotations

from typing import assert_never

from tablebridge_rules.acts import deal, discard, draw
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
from tablebridge_rules.table import Phase, Step
from tablebridge_rules.violation import Violation
from tablebridge_rules.violations.tiles import judge_copies
from tablebridge_rules.zungjung.call_step import apply_call
from tablebridge_rules.zungjung.claims import Claim, TurnStart, next_to_draw
from tablebridge_rules.zungjung.dead_hand import dead_after
from tablebridge_rules.zungjung.judge import judge
from tablebridge_rules.zungjung.judge_settled import judge_started
from tablebridge_rules.zungjung.judge_turn import is_early_tail
from tablebridge_rules.zungjung.late_claim import reopened
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.spoken import SpokenCall
from tablebridge_rules.zungjung.state import ZungJungHand, start
from tablebridge_rules.zungjung.win import HAND_TILES

__all__ = ["step"]


def step(state: ZungJungHand, event: HandEvent, rulebook: Rulebook) -> Step[ZungJungHand]:
    """Applies `event` and judges it under `rulebook`. A `HandStarted` begins a new hand and forgets the old one.

    A claim that is late and still allowed puts the drawn tile back into the wall (ZJ-R02), a win a chi aside (ZJ-R22).
    What is refused and leaves every tile where it was changes nothing: a false win, a pon after a chi (ZJ-R22), an act
    after the end. Raises `EventError` for an event of another tradition.
    """
    if isinstance(event, HandStarted):
        return Step(start(event), judge_started(state, event, rulebook))
    before = reopened(state, event, rulebook)
    found = judge(before, event, rulebook)
    if not found:
        after = _apply(before, event)
        return Step(after, judge_copies(before, after, rulebook.violations))
    after = _after_foul(state, before, event, found)
    if any(one.penalty for one in found):
        dead = dead_after(dict(after.dead), (one for one in found if one.penalty))
        after = replace(after, dead=tuple(dead.items()))
    return Step(after, (*found, *judge_copies(before, after, rulebook.violations)))


def _after_foul(
    state: ZungJungHand, before: ZungJungHand, event: HandEvent, found: tuple[Violation, ...]
) -> ZungJungHand:
    """What an act with violations makes of the hand; `before` is `state`, opened again for a late claim."""
    if state.phase is Phase.ENDED and not isinstance(event, HandsRevealed | Settled):
        return state
    if isinstance(event, Won):
        outranked = any(one.clause == "ZJ-X04" for one in found)
        return state if outranked else replace(state, false_win=event.seat)
    if isinstance(event, Settled) and state.phase is not Phase.ENDED:
        return replace(state, points=event.points)
    if any(one.name == "after_chi" for one in found):
        return state
    return _apply(before, event)


def _apply(state: ZungJungHand, event: HandEvent) -> ZungJungHand:
    match event:
        case WallBuilt():
            return replace(state, stacks=event.stacks)
        case DiceRolled():
            return replace(state, dice=event.dice)
        case TilesDealt():
            return deal(state, event.hands, HAND_TILES)
        case Drawn():
            return _draw(state, event)
        case Discarded():
            return _discard(state, event)
        case Called():
            return apply_call(state, event)
        case Won():
            standing = event.concealed if event.from_seat else (*event.concealed, event.tile)
            part = state.at(event.seat).open_hand(standing)
            return replace(state.with_seat(event.seat, part), phase=Phase.ENDED, wins=(event,), false_win=None)
        case ExhaustiveDraw() | HandsRevealed():
            for seat, tiles in event.revealed:
                state = state.with_seat(seat, state.at(seat).open_hand(tiles))
            if isinstance(event, HandsRevealed):
                return state
            return replace(state, phase=Phase.ENDED, exhausted=True, open_tile=None)
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
            | VoidSuitDeclared()
            | StreakAnnounced()
            | ReadyDeclared()
            | WonByFlowers()
        ):
            raise EventError(f"{event_type(event)} ({type(event).__name__}) is no event of a Zung Jung hand")
        case _:
            assert_never(event)


def _draw(state: ZungJungHand, event: Drawn) -> ZungJungHand:
    if is_early_tail(state, event):
        return _early_tail(state, event)
    first = state.phase is Phase.MUST_DRAW and not state.replacement_pending
    after = draw(state, event)
    waiting = tuple(call for call in state.calls if call.waits_for_exposure) if state.calls else ()
    start = TurnStart.DEAL if first else TurnStart.DRAW
    if event.replacement:
        start = TurnStart.REPLACEMENT
    replaced = state.replacements + event.replacement
    return replace(
        after, turn_start=start, replacements=replaced, calls=waiting, joined=False, false_win=None, early_tail=None
    )


def _early_tail(state: ZungJungHand, event: Drawn) -> ZungJungHand:
    """A replacement in the hand before its kan lies; whose turn it is does not change (ZJ-F03)."""
    part = replace(state.at(event.seat).take(event.tile), holds_draw=True, drawn=event.tile)
    return replace(
        state.with_seat(event.seat, part),
        wall_left=max(state.wall_left - 1, 0),
        replacements=state.replacements + 1,
        early_tail=event.seat,
        false_win=None,
    )


def _discard(state: ZungJungHand, event: Discarded) -> ZungJungHand:
    seat, call = event.seat, state.call_of(event.seat)
    before_exposure = state.phase is Phase.CALLS_OPEN and call is not None and not call.discarded
    in_turn = seat is state.turn or before_exposure
    after = discard(state, event, next_to_draw(seat) if in_turn else state.turn)
    after = replace(
        after,
        discards=(*state.discards, (seat, event.tile)),
        calls=_calls_after_discard(state, event),
        touched=(),
        joined=False,
        false_win=None,
        early_tail=None,
    )
    # a discard out of sequence leaves the turn, and what is to be done in it, where it was (ZJ-X08)
    return after if in_turn else replace(after, phase=state.phase, replacement_pending=state.replacement_pending)


def _calls_after_discard(state: ZungJungHand, event: Discarded) -> tuple[SpokenCall, ...]:
    """The call whose discard this is: one laid open, or one whose set is to follow (ZJ-R21); the others are over."""
    call, laid = state.call_of(event.seat), state.last_discard
    if call is not None:
        return (replace(call, discarded=True),)
    forgot = state.phase is Phase.CALLS_OPEN and event.seat is state.turn
    return (SpokenCall(event.seat, Claim.CHI, laid, discarded=True),) if forgot and laid is not None else ()
