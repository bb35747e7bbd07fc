"""What the fold of a hand itself shows to be wrong: each act with the state in which it was done."""

from __future__ import annotations

from dataclasses import replace

from tablebridge_rules.event import (
    Called,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FirstDealerThrown,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    ReadyDeclared,
    Settled,
    TilesDealt,
    WallBuilt,
    Won,
    WonByFlowers,
    event_type,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.circumstances import laid_down, situation
from tablebridge_rules.taiwan.claims import Claim
from tablebridge_rules.taiwan.flowers import may_declare_eight, may_rob_flower
from tablebridge_rules.taiwan.foul import foul
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.seats import pointed_seat
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.taiwan.violations.call import OwnKan, judge_claim, judge_own_kan, judge_swap
from tablebridge_rules.taiwan.violations.flowers import judge_flower_discard, judge_opening_turn, judge_replacement
from tablebridge_rules.taiwan.violations.turn import judge_count, judge_discard_turn, judge_forced_discard
from tablebridge_rules.taiwan.violations.win import (
    judge_false_migi,
    judge_migi_declaration,
    judge_migi_pass,
    judge_win,
)
from tablebridge_rules.taiwan.wall import WALL_STACKS, draws_left, kept_tiles
from tablebridge_rules.taiwan.win import HAND_TILES
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violations.call import judge_added, judge_laid, judge_source
from tablebridge_rules.violations.turn import judge_deal, judge_dice, judge_draw, judge_held, judge_wall

__all__ = ["judge"]


def judge(state: TaiwanHand, event: HandEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The violations of `event`, done in `state`, each with its penalty where the rulebook has one."""
    costs = dict(rulebook.penalties)
    return tuple(
        found if found.penalty or found.clause not in costs else replace(found, penalty=costs[found.clause].value)
        for found in _judge(state, event, rulebook)
    )


def _judge(state: TaiwanHand, event: HandEvent, book: Rulebook) -> tuple[Violation, ...]:
    cited = book.violations
    if state.phase is Phase.ENDED and not isinstance(event, HandsRevealed | Settled | Won):
        seat = getattr(event, "seat", None)
        return one_violation(cited.hand_over, "hand_over", seat, f"{event_type(event)} after the hand was over")
    match event:
        case WallBuilt():
            return judge_wall(event, cited, WALL_STACKS)
        case FirstDealerThrown():
            return _judge_first_throw(state, event, book)
        case DiceRolled():
            return judge_dice(state, event, cited)
        case TilesDealt():
            return judge_deal(event, cited, HAND_TILES)
        case Drawn():
            kept = 0 if event.replacement else kept_tiles(book, state.replacements)
            return judge_draw(state, event, cited, kept)
        case FlowersShown():
            return _judge_flowers(state, event, book)
        case ReadyDeclared():
            return _judge_migi(state, event, book)
        case Discarded():
            return _judge_discard(state, event, book)
        case Called():
            return _judge_call(state, event, book)
        case Won():
            return _judge_win(state, event, book)
        case WonByFlowers():
            return _judge_flower_win(state, event, book)
        case ExhaustiveDraw():
            return _judge_draw_called(state, book)
        case HandsRevealed():
            return _judge_revealed(state, event, book)
        case _:
            return ()


def _judge_first_throw(state: TaiwanHand, event: FirstDealerThrown, book: Rulebook) -> tuple[Violation, ...]:
    """Whether the throw points at the dealer (TW-R06)."""
    named = pointed_seat(event.seat, sum(event.dice))
    if named is state.dealer:
        return ()
    text = f"{event.seat.value} threw {sum(event.dice)}, which names {named.value}, not {state.dealer.value}"
    return one_violation(book.violations.wrong_thrower, "wrong_thrower", None, text)


def _judge_flowers(state: TaiwanHand, event: FlowersShown, book: Rulebook) -> tuple[Violation, ...]:
    taken = len(event.tiles)
    wrong = judge_replacement(book, event.seat, event.tiles, taken)
    if wrong or state.opening is None:
        if not wrong and (event.seat is not state.turn or state.phase is not Phase.MUST_DISCARD):
            return foul(book, "TW-F03", "wrong_replacement", event.seat, f"{event.seat.value} replaced out of turn")
        return wrong
    finished = tuple(
        seat for seat in (state.dealer.after(steps) for steps in range(4)) if seat not in state.opening.due
    )
    return judge_opening_turn(book, state.dealer, finished, event.seat)


def _judge_migi(state: TaiwanHand, event: ReadyDeclared, book: Rulebook) -> tuple[Violation, ...]:
    part = state.at(event.seat)
    return judge_migi_declaration(
        book,
        event.seat,
        between_draw_and_discard=state.phase is Phase.MUST_DISCARD and state.turn is event.seat,
        own_discards=len(part.river.discards),
        calls=state.calls,
    )


def _judge_discard(state: TaiwanHand, event: Discarded, book: Rulebook) -> tuple[Violation, ...]:
    seat, part, tile = event.seat, state.at(event.seat), event.tile
    if found := judge_discard_turn(book, seat, state.turn, tile):
        return found
    found = judge_held(state, event, book.violations)
    found += judge_count(book, seat, part.concealed_count - 1, (meld.kind for meld in part.melds))
    found += judge_flower_discard(book, seat, tile)
    if part.locked and (event.drawn is False or part.drawn not in (None, tile)):
        found += foul(book, "TW-S23", "migi_locked", seat, f"{seat.value} changed its hand after MIGI")
    if part.owed is not None:
        found += judge_forced_discard(book, seat, part.owed, tile)
    if state.last_call is not None:
        found += judge_swap(book, seat, state.last_call, tile)
    return found


def _judge_call(state: TaiwanHand, event: Called, book: Rulebook) -> tuple[Violation, ...]:
    """What is wrong with a call: the tiles laid, else where they came from, else whether it may be made now."""
    cited, meld, seat = book.violations, event.meld, event.seat
    found = judge_laid(state, event, cited) or judge_source(state, event, cited)
    if found:
        return found
    if meld.kind in (MeldKind.KAN_CONCEALED, MeldKind.KAN_ADDED):
        part = state.at(seat)
        kan = OwnKan(
            kind=meld.kind,
            wall_left=state.wall_left,
            after_draw=part.holds_draw,
            dead=seat in state.dead,
            migi=part.migi,
        )
        return judge_added(state, event, cited) or judge_own_kan(book, seat, kan)
    claim = {MeldKind.CHI: Claim.CHI, MeldKind.PON: Claim.PON}.get(meld.kind, Claim.KAN)
    return judge_claim(book, seat, claim, situation(state, seat, standing=meld.own))


def _judge_win(state: TaiwanHand, event: Won, book: Rulebook) -> tuple[Violation, ...]:
    seat, laid = event.seat, state.open_tile
    if event.from_seat is None:
        at_hand = state.phase is Phase.MUST_DISCARD and state.turn is seat and state.at(seat).holds_draw
        why = "without having drawn"
    else:
        at_hand = laid is not None and (laid.seat, laid.tile) == (event.from_seat, event.tile) and laid.seat is not seat
        why = "which is not the open tile"
    if not at_hand:
        return foul(book, "TW-F08", "false_win", seat, f"{seat.value} laid the hand down on {event.tile}, {why}")
    return judge_win(book, seat, laid_down(state, event))


def _judge_flower_win(state: TaiwanHand, event: WonByFlowers, book: Rulebook) -> tuple[Violation, ...]:
    """Whether all eight are there before the discard, or seven and the eighth was just shown by another (TW-S37)."""
    seat, part = event.seat, state.at(event.seat)
    if event.from_seat is None:
        stands = may_declare_eight(event.flowers, has_discarded=state.actor is not seat)
    else:
        hidden = tuple(tile for tile in event.flowers if tile not in part.flowers)
        robbed = state.shown if event.from_seat is state.turn and seat is not state.turn else ()
        stands = any(may_rob_flower(book, part.flowers, hidden, eighth) for eighth in robbed)
    if stands:
        return ()
    return foul(book, "TW-F08", "false_win", seat, f"{seat.value} declared a win by flowers that is none")


def _judge_draw_called(state: TaiwanHand, book: Rulebook) -> tuple[Violation, ...]:
    left = draws_left(book, state.wall_left, state.replacements)
    if not left and state.phase is Phase.CALLS_OPEN:
        return ()
    text = f"the hand was called a draw with {left} tiles to be drawn"
    return one_violation(book.violations.draw_too_soon, "draw_too_soon", None, text)


def _judge_revealed(state: TaiwanHand, event: HandsRevealed, book: Rulebook) -> tuple[Violation, ...]:
    """Hands under MIGI that were not waiting, or passed a win (TW-F21, TW-F17); a winner's was judged with its win."""
    winners = {won.seat for won in state.wins}
    found: tuple[Violation, ...] = ()
    for seat, standing in event.revealed:
        part = state.at(seat)
        if part.migi and seat not in winners:
            found += judge_false_migi(book, seat, standing) or judge_migi_pass(book, seat, standing, part.since_migi)
    return found
