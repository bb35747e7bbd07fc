"""What the fold of a Zung Jung hand itself shows to be wrong: each act with the state in which it was done."""

from __future__ import annotations

from dataclasses import replace

from tablebridge_rules.event import (
    Called,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    HandEvent,
    HandsRevealed,
    Settled,
    TilesDealt,
    WallBuilt,
    Won,
    event_type,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.table import Phase
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violations.call import judge_added, judge_laid, judge_source
from tablebridge_rules.violations.turn import judge_deal, judge_draw, judge_held
from tablebridge_rules.violations.turn import judge_discard_turn as judge_discard_phase
from tablebridge_rules.zungjung.circumstances import situation, win_of
from tablebridge_rules.zungjung.claims import Claim
from tablebridge_rules.zungjung.foul import foul
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.state import ZungJungHand
from tablebridge_rules.zungjung.violations.call import judge_own_kan
from tablebridge_rules.zungjung.violations.claim import judge_claim
from tablebridge_rules.zungjung.violations.setup import judge_thrower, judge_walls
from tablebridge_rules.zungjung.violations.turn import judge_discard_turn, judge_draw_turn
from tablebridge_rules.zungjung.violations.win import judge_win
from tablebridge_rules.zungjung.wall import draws_left, kept_tiles, may_replace

__all__ = ["judge"]

_CLAIMS = {MeldKind.CHI: Claim.CHI, MeldKind.PON: Claim.PON, MeldKind.KAN_EXPOSED: Claim.KAN}


def judge(state: ZungJungHand, event: HandEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The violations of `event`, done in `state`, each with its penalty where the rulebook has one."""
    leads_to = dict(rulebook.penalties)
    return tuple(
        found if found.penalty or found.clause not in leads_to else replace(found, penalty=leads_to[found.clause].value)
        for found in _judge(state, event, rulebook)
    )


def _judge(state: ZungJungHand, event: HandEvent, book: Rulebook) -> tuple[Violation, ...]:
    cited = book.violations
    if state.phase is Phase.ENDED and not isinstance(event, HandsRevealed | Settled):
        seat = getattr(event, "seat", None)
        return one_violation(cited.hand_over, "hand_over", seat, f"{event_type(event)} after the hand was over")
    match event:
        case WallBuilt():
            return judge_walls(book, event.stacks)
        case DiceRolled():
            return judge_thrower(book, event.seat, state.dealer, tile_taken=state.dealt)
        case TilesDealt():
            return judge_deal(event, cited)
        case Drawn():
            kept = 0 if event.replacement else kept_tiles(book, state.replacements)
            return judge_draw_turn(book, event.seat, state.turn) or judge_draw(state, event, cited, kept)
        case Discarded():
            turn = judge_discard_turn(book, event.seat, state.turn, event.tile)
            return (turn or judge_discard_phase(state, event, cited)) + judge_held(state, event, cited)
        case Called():
            return _judge_call(state, event, book)
        case Won():
            return _judge_win(state, event, book)
        case ExhaustiveDraw():
            return _judge_draw_called(state, book)
        case _:
            return ()


def _judge_call(state: ZungJungHand, event: Called, book: Rulebook) -> tuple[Violation, ...]:
    """What is wrong with a call: the tiles laid, else where they came from, else whether it may be made."""
    cited, meld, seat = book.violations, event.meld, event.seat
    found = judge_laid(state, event, cited) or judge_source(state, event, cited) or judge_added(state, event, cited)
    if found:
        return found
    replaced = may_replace(book, state.wall_left, state.replacements)
    if meld.called is None or meld.from_seat is None or meld.kind is MeldKind.KAN_ADDED:
        return judge_own_kan(book, seat, meld.kind, state.turn_start, replacement_left=replaced)
    at = situation(state, seat, meld.called, meld.from_seat, meld.own)
    found = judge_claim(book, seat, _CLAIMS[meld.kind], at)
    if found or replaced or not meld.kind.is_kan:
        return found
    return foul(book, "ZJ-X03", "no_replacement", seat, f"{seat.value} made a kan and no tile is left to replace it")


def _judge_win(state: ZungJungHand, event: Won, book: Rulebook) -> tuple[Violation, ...]:
    """Whether the tile is there to be won, and the hand wins with it (ZJ-R11, ZJ-R12, ZJ-R14)."""
    seat, laid = event.seat, state.open_tile
    if event.from_seat is None:
        at_hand = state.phase is Phase.MUST_DISCARD and state.turn is seat and state.at(seat).holds_draw
    else:
        at_hand = laid is not None and (laid.seat, laid.tile) == (event.from_seat, event.tile) and laid.seat is not seat
    if not at_hand:
        return foul(
            book, "ZJ-R14", "false_win", seat, f"{seat.value} announced a win on {event.tile}, not there to win"
        )
    win = win_of(state, event, book)
    if win.problems:
        return foul(book, "ZJ-R14", "false_win", seat, f"{seat.value} announced a win: {'; '.join(win.problems)}")
    return judge_win(book, seat, win, dead=state.dead_hand(seat))


def _judge_draw_called(state: ZungJungHand, book: Rulebook) -> tuple[Violation, ...]:
    left = draws_left(book, state.wall_left, state.replacements)
    if not left and state.phase is Phase.CALLS_OPEN:
        return ()
    text = f"the hand was called a draw with {left} tiles to be drawn"
    return one_violation(book.violations.draw_too_soon, "draw_too_soon", None, text)
