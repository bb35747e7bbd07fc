"""What the fold of a Sichuan hand itself shows to be wrong: each act with the state in which it was done."""

from __future__ import annotations

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
    VoidSuitDeclared,
    WallBuilt,
    Won,
    event_type,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.circumstances import passed_wins, revealed, win_of
from tablebridge_rules.sichuan.opening import second_thrower, throw_total, wall_stacks
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.scoring import score
from tablebridge_rules.sichuan.shape import SUITS
from tablebridge_rules.sichuan.state import SichuanHand
from tablebridge_rules.sichuan.violations import (
    judge_chi,
    judge_discard,
    judge_exposure,
    judge_kong_timing,
    judge_pon,
    judge_winner_hand,
)
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violations.call import judge_added, judge_laid, judge_source
from tablebridge_rules.violations.turn import (
    judge_deal,
    judge_dice,
    judge_discard_turn,
    judge_draw,
    judge_held,
    judge_wall,
)

__all__ = ["judge"]

_DICE = 2


def judge(state: SichuanHand, event: HandEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The violations of `event`, done in `state`, under `rulebook`."""
    cited = rulebook.violations
    if state.phase is Phase.ENDED and not isinstance(event, HandsRevealed | Settled | Won):
        seat = getattr(event, "seat", None)
        return one_violation(cited.hand_over, "hand_over", seat, f"{event_type(event)} after the hand was over")
    match event:
        case WallBuilt():
            return judge_wall(event, cited, wall_stacks(rulebook, state.dealer))
        case DiceRolled():
            return _judge_throw(state, event, rulebook)
        case TilesDealt():
            return judge_deal(event, cited)
        case VoidSuitDeclared():
            return _judge_void(state, event)
        case Drawn():
            return judge_draw(state, event, cited)
        case Discarded():
            return _judge_discard(state, event, rulebook)
        case Called():
            return _judge_call(state, event, rulebook)
        case Won():
            return _judge_win(state, event, rulebook)
        case ExhaustiveDraw() | HandsRevealed():
            return _judge_revealed(state, event, rulebook)
        case _:
            return ()


def _judge_throw(state: SichuanHand, event: DiceRolled, book: Rulebook) -> tuple[Violation, ...]:
    """Who throws: the dealer, then the seat that the first throw names (SC-R08)."""
    if len(state.dice) != _DICE:
        return judge_dice(state, event, book.violations)
    due = second_thrower(state.dealer, throw_total(state.dice))
    if event.seat is due:
        return ()
    text = f"{event.seat.value} threw second, {due.value} was named"
    return one_violation(book.violations.wrong_thrower, "wrong_thrower", event.seat, text)


def _judge_void(state: SichuanHand, event: VoidSuitDeclared) -> tuple[Violation, ...]:
    seat, before = event.seat, state.at(event.seat).void
    if event.suit not in SUITS:
        return one_violation("SC-R01", "no_void_suit", seat, f"{seat.value} declared {event.suit.value}: no suit here")
    if before in (None, event.suit):
        return ()
    text = f"{seat.value} changed its void suit, which cannot be changed"
    return one_violation("SC-R01", "void_suit_changed", seat, text)


def _judge_discard(state: SichuanHand, event: Discarded, book: Rulebook) -> tuple[Violation, ...]:
    seat, part = event.seat, state.at(event.seat)
    found = judge_discard_turn(state, event, book.violations)
    if state.undeclared:
        names = ", ".join(other.value for other in state.undeclared)
        text = f"{seat.value} discarded before the void suit of {names} was declared"
        found += one_violation("SC-R01", "void_suit_missing", None, text)
    claimed = state.last_call.called if state.last_call else None
    if part.standing is None:
        return found + judge_held(state, event, book.violations)
    return found + judge_discard(book, revealed(state, seat, part.standing), part.drawn, event.tile, claimed)


def _judge_call(state: SichuanHand, event: Called, book: Rulebook) -> tuple[Violation, ...]:
    """What is wrong with a call: the tiles laid, else where they came from, else whether it may be made."""
    cited, meld, seat = book.violations, event.meld, event.seat
    if meld.kind is MeldKind.CHI:
        return judge_chi(seat, meld.tiles[0])
    found = judge_laid(state, event, cited) or judge_source(state, event, cited) or judge_added(state, event, cited)
    if found:
        return found
    part = state.at(seat)
    if meld.kind is MeldKind.PON:
        return judge_pon(book, revealed(state, seat, part.standing or meld.own), meld.tiles[0])
    own = meld.kind is not MeldKind.KAN_EXPOSED
    return judge_kong_timing(seat, meld.kind.value, after_claim=own and not part.holds_draw) or _judge_kong(
        state, event, book
    )


def _judge_kong(state: SichuanHand, event: Called, book: Rulebook) -> tuple[Violation, ...]:
    seat, part, kind = event.seat, state.at(event.seat), event.meld.tiles[0].kind
    if kind.suit is part.void and not book.play.pon_void_suit:
        return one_violation("SC-R16", "kong_void_suit", seat, f"{seat.value} made a kong of {kind}, its void suit")
    if part.has_won and book.play.after_win == "xuezhan":
        return one_violation("SC-R02", "call_after_win", seat, f"{seat.value} has won and made a kong of {kind}")
    if not state.wall_left:
        text = f"{seat.value} made a kong, no tile is left to replace it"
        return one_violation(book.violations.wall_exhausted, "wall_exhausted", seat, text)
    return ()


def _judge_win(state: SichuanHand, event: Won, book: Rulebook) -> tuple[Violation, ...]:
    """Whether a win stands: the tile is there to be won, two suits, a shape, and no win before (SC-R22, SC-R02)."""
    seat, laid, part = event.seat, state.open_tile, state.at(event.seat)
    if event.from_seat is None:
        at_hand = state.phase is Phase.MUST_DISCARD and state.turn is seat and part.holds_draw
    else:
        at_hand = laid is not None and (laid.seat, laid.tile) == (event.from_seat, event.tile) and laid.seat is not seat
        at_hand = at_hand and (laid is None or laid.kan in (None, MeldKind.KAN_ADDED))
    if not at_hand:
        return one_violation("SC-R22", "false_win", seat, f"{seat.value} won on {event.tile}, which is not there")
    if part.has_won and (book.play.after_win == "xuezhan" or seat in state.winners_here):
        return one_violation("SC-R02", "won_before", seat, f"{seat.value} has won before")
    win = win_of(state, event)
    if win.problems() or score(book, win) is None:
        text = f"{seat.value} won on {event.tile}: no hand of two suits without the void one"
        return one_violation("SC-R22", "false_win", seat, text)
    return ()


def _judge_revealed(state: SichuanHand, event: ExhaustiveDraw | HandsRevealed, book: Rulebook) -> tuple[Violation, ...]:
    """Hands shown too early (SC-F02), winners' hands that changed (SC-R02), wins that had to be taken (SC-F01)."""
    found: tuple[Violation, ...] = ()
    if isinstance(event, ExhaustiveDraw) and (state.wall_left or state.phase is not Phase.CALLS_OPEN):
        text = f"the hand was called a draw with {state.wall_left} tiles left"
        found += one_violation(book.violations.draw_too_soon, "draw_too_soon", None, text)
    for seat, tiles in event.revealed:
        found += _judge_hand(state, seat, tiles, event, book)
    return (*found, *state.passed)


def _judge_hand(
    state: SichuanHand, seat: Seat, tiles: tuple[Tile, ...], event: ExhaustiveDraw | HandsRevealed, book: Rulebook
) -> tuple[Violation, ...]:
    part = state.at(seat)
    if part.has_won:
        return judge_winner_hand(seat, part.concealed or (), tiles)
    over = state.phase is Phase.ENDED or isinstance(event, ExhaustiveDraw)
    early = judge_exposure(book, seat, state.winners_here, acknowledged=over)
    return (*early, *passed_wins(state, seat, tiles, book))
