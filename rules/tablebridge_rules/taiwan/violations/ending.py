"""What is wrong with the end of a hand: hands laid down, a draw called too soon, hands revealed, points that moved.

Clause TW-R18, TW-R19, TW-R28, TW-R30, TW-R37, TW-R39, TW-R41, TW-F08, TW-F17, TW-F21 to TW-F25, TW-P01 to TW-P05.
"""

from __future__ import annotations

from tablebridge_rules.errors import WinError
from tablebridge_rules.event import ExhaustiveDraw, HandsRevealed, Settled, Won, WonByFlowers
from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.circumstances import laid_down, situation
from tablebridge_rules.taiwan.claims import Claim
from tablebridge_rules.taiwan.flowers import may_declare_eight, may_rob_flower
from tablebridge_rules.taiwan.foul import foul
from tablebridge_rules.taiwan.hand_end import outcome, payments, settle
from tablebridge_rules.taiwan.offers import offered_in_migi
from tablebridge_rules.taiwan.payment import Payment, delta_of
from tablebridge_rules.taiwan.penalty import Penalty
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.taiwan.violations.call import judge_rights
from tablebridge_rules.taiwan.violations.dead_hand import DEAD_HAND_WIN
from tablebridge_rules.taiwan.violations.win import judge_false_migi, judge_migi_pass, judge_win
from tablebridge_rules.taiwan.wall import draws_left
from tablebridge_rules.violation import Violation, one_violation

__all__ = ["judge_draw_called", "judge_flower_win", "judge_laid_down", "judge_revealed", "judge_settled"]


def judge_laid_down(state: TaiwanHand, event: Won, book: Rulebook) -> tuple[Violation, ...]:
    """What makes a hand that is laid down no win: no tile to win on, a right that is lost, else the hand itself."""
    seat, laid = event.seat, state.open_tile or state.passed_by
    if event.from_seat is None:
        at_hand = state.phase is Phase.MUST_DISCARD and state.turn is seat and state.at(seat).holds_draw
        why = "without having drawn"
    else:
        at_hand = laid is not None and (laid.seat, laid.tile) == (event.from_seat, event.tile) and laid.seat is not seat
        why = "which is not the open tile"
    if not at_hand:
        return foul(book, "TW-F08", "false_win", seat, f"{seat.value} laid the hand down on {event.tile}, {why}")
    discarded = laid is not None and laid.kan is None  # no claim on a discard when a kan is robbed
    if event.from_seat is not None and discarded and state.last_discard is not None and seat not in state.dead:
        at = situation(state, seat, event.concealed)
        if lost := judge_rights(book, seat, Claim.WIN, at):
            return lost
    return judge_win(book, seat, laid_down(state, event)) or _passed_under_migi(state, event, book)


def _passed_under_migi(state: TaiwanHand, event: Won, book: Rulebook) -> tuple[Violation, ...]:
    """A hand that passed a win under MIGI has been dead since, and now that it is open that can be seen (TW-F17)."""
    seat = event.seat
    passed = judge_migi_pass(book, seat, event.concealed, offered_in_migi(state, seat))
    return (
        foul(book, "TW-F24", DEAD_HAND_WIN, seat, f"{passed[0].text} (TW-F17), so its hand was dead") if passed else ()
    )


def judge_flower_win(state: TaiwanHand, event: WonByFlowers, book: Rulebook) -> tuple[Violation, ...]:
    """Whether all eight flowers are there before the discard, or seven and another has the eighth (TW-S37, TW-S38)."""
    seat = event.seat
    if seat in state.dead:
        text = f"{seat.value} declared a win by flowers with a dead hand (TW-F16)"
        return foul(book, "TW-F24", DEAD_HAND_WIN, seat, text)
    if seat in state.restricted:
        text = f"{seat.value} declared a win by flowers: the referee lets it only draw and discard"
        return foul(book, "TW-R42", "draw_and_discard", seat, text, Penalty.REFUSED)
    if event.from_seat is None:
        stands = may_declare_eight(event.flowers, has_discarded=state.actor is not seat)
    else:
        stands = _robs_flower(state, event, event.from_seat, book)
    if stands:
        return ()
    return foul(book, "TW-F08", "false_win", seat, f"{seat.value} declared a win by flowers that is none")


def _robs_flower(state: TaiwanHand, event: WonByFlowers, holder: Seat, book: Rulebook) -> bool:
    """The eighth was just shown by its holder, or lies before it while the own turn brought the seventh (TW-S24)."""
    seat, shown = event.seat, state.at(event.seat).flowers
    if holder is seat:
        return False
    eighths = state.shown if holder is state.turn else ()
    if state.actor is seat and state.phase is Phase.MUST_DISCARD:
        eighths = state.at(holder).flowers
    hidden = tuple(tile for tile in event.flowers if tile not in shown)
    return any(may_rob_flower(book, shown, hidden, eighth) for eighth in eighths)


def judge_draw_called(state: TaiwanHand, event: ExhaustiveDraw, book: Rulebook) -> tuple[Violation, ...]:
    """Whether tiles were left, the last of which must be drawn, and what hands shown tell (TW-R30, TW-R37)."""
    left = draws_left(book, state.wall_left, state.replacements)
    found: tuple[Violation, ...] = ()
    if left or state.phase is not Phase.CALLS_OPEN:
        clause = "TW-R37" if left == 1 else book.violations.draw_too_soon
        text = f"the hand was called a draw with {left} tiles to be drawn"
        found = one_violation(clause, "draw_too_soon", None, text)
    return found + judge_revealed(state, event, book)


def judge_revealed(state: TaiwanHand, event: HandsRevealed | ExhaustiveDraw, book: Rulebook) -> tuple[Violation, ...]:
    """Hands under MIGI that were not waiting, or passed a win (TW-F21, TW-F17); a winner's was judged with its win."""
    winners = {won.seat for won in state.wins}
    found: tuple[Violation, ...] = ()
    for seat, standing in event.revealed:
        part = state.at(seat)
        if part.migi and seat not in winners:
            found += judge_false_migi(book, seat, standing) or judge_migi_pass(
                book, seat, standing, offered_in_migi(state, seat)
            )
    return found


def judge_settled(state: TaiwanHand, event: Settled, book: Rulebook) -> tuple[Violation, ...]:
    """Whether the points moved that the end of the hand moves, by the clause of the first payment that is wrong."""
    try:
        due = settle(state, book)
        payable = tuple(payments(state, book))
    except WinError:  # tiles that cannot be were found before
        return ()
    if state.phase is not Phase.ENDED:  # a hand that is stopped moves nothing (TW-R40)
        if event.delta == (0, 0, 0, 0):
            return ()
        text = f"points moved by {event.delta} before the hand was over"
        return one_violation(book.violations.draw_too_soon, "settled_too_soon", None, text)
    if event.delta != due.delta:
        clause, seat = _wrongly_paid(state, event.delta, due.delta, payable, book)
        return one_violation(clause, "wrong_payment", seat, f"points moved by {event.delta}, due are {due.delta}")
    if (event.points, event.sticks) != (due.points, due.sticks):
        text = f"the points are said to be {event.points} and {event.sticks} sticks, they are {due.points}"
        return one_violation("TW-P01", "wrong_points", None, text)
    return ()


def _wrongly_paid(
    state: TaiwanHand, paid: Delta, due: Delta, payable: tuple[Payment, ...], book: Rulebook
) -> tuple[str, Seat | None]:
    """The clause of the first payment of which one side has another sum than is due, and who was to make it."""
    if not payable:
        return "TW-R30", None
    wrong = [seat for seat in Seat if paid[seat.number] != due[seat.number]]
    first = next((one for one in payable if one.payer in wrong or one.receiver in wrong), payable[0])
    if paid == delta_of(payable):  # more than the chips left
        return "TW-R41", first.payer
    ended = outcome(state, book)
    several = ended.from_seat is not None and len(ended.seats) > 1
    return ("TW-P04" if several and first.clauses[0] == "TW-P02" else first.clauses[0]), first.payer
