"""The fold of a Zung Jung hand: one event applied gives the hand after it, and the clauses that the act broke."""

from __future__ import annotations

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
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.table import Phase, Step
from tablebridge_rules.violations.tiles import judge_copies
from tablebridge_rules.zungjung.claims import TurnStart, next_to_draw
from tablebridge_rules.zungjung.dead_hand import dead_after
from tablebridge_rules.zungjung.judge import judge
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.state import ZungJungHand, start
from tablebridge_rules.zungjung.win import HAND_TILES

__all__ = ["step"]


def step(state: ZungJungHand, event: HandEvent, rulebook: Rulebook) -> Step[ZungJungHand]:
    """Applies `event` and judges it under `rulebook`. A `HandStarted` begins a new hand and forgets the old one.

    A false win changes nothing: the hand goes on. Raises `EventError` for an event of another tradition.
    """
    if isinstance(event, HandStarted):
        return Step(start(event))
    found = judge(state, event, rulebook)
    after = state if isinstance(event, Won) and found else _apply(state, event)
    dead = dead_after(dict(state.dead), (violation for violation in found if violation.penalty))
    after = replace(after, dead=tuple(dead.items()))
    return Step(after, (*found, *judge_copies(state, after, rulebook.violations)))


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
            return _call(state, event)
        case Won():
            standing = event.concealed if event.from_seat else (*event.concealed, event.tile)
            part = state.at(event.seat).open_hand(standing)
            return replace(state.with_seat(event.seat, part), phase=Phase.ENDED, wins=(*state.wins, event))
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
    first = state.phase is Phase.MUST_DRAW and not state.replacement_pending
    after = draw(state, event)
    if event.replacement:
        return replace(after, turn_start=TurnStart.REPLACEMENT, replacements=state.replacements + 1)
    return replace(after, turn_start=TurnStart.DEAL if first else TurnStart.DRAW)


def _discard(state: ZungJungHand, event: Discarded) -> ZungJungHand:
    in_turn = event.seat is state.turn
    after = discard(state, event, next_to_draw(event.seat) if in_turn else state.turn)
    after = replace(after, discards=(*state.discards, (event.seat, event.tile)))
    # a discard out of sequence leaves the turn, and what is to be done in it, where it was (ZJ-X08)
    return after if in_turn else replace(after, phase=state.phase, replacement_pending=state.replacement_pending)


def _call(state: ZungJungHand, event: Called) -> ZungJungHand:
    after = lay_meld(state, event)
    if event.meld.kind.is_kan:
        return after
    return replace(after, turn_start=TurnStart.CHI if event.meld.kind is MeldKind.CHI else TurnStart.PON)
