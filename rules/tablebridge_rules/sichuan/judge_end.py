"""What is wrong with the end of a Sichuan hand: draws called too soon, hands that are shown, points that moved."""

from __future__ import annotations

from tablebridge_rules.event import ExhaustiveDraw, HandsRevealed, Settled
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.circumstances import passed_wins, revealed
from tablebridge_rules.sichuan.hand_end import due_payments, settle
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.state import SichuanHand
from tablebridge_rules.sichuan.violations import judge_exposure, judge_kept_void, judge_winner_hand
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation, one_violation

__all__ = ["judge_revealed", "judge_settled"]


def judge_revealed(state: SichuanHand, event: ExhaustiveDraw | HandsRevealed, book: Rulebook) -> tuple[Violation, ...]:
    """A draw called too soon (SC-R23), and what the hands shown tell; wins that were passed are told of once."""
    found: tuple[Violation, ...] = ()
    if isinstance(event, ExhaustiveDraw) and (state.wall_left or state.phase is not Phase.CALLS_OPEN):
        text = f"the hand was called a draw with {state.wall_left} tiles left"
        found += one_violation(book.violations.draw_too_soon, "draw_too_soon", None, text)
    for seat, tiles in event.revealed:
        found += _judge_hand(state, seat, tiles, event, book)
    return found if state.revealed else (*found, *state.passed)


def _judge_hand(
    state: SichuanHand, seat: Seat, tiles: tuple[Tile, ...], event: ExhaustiveDraw | HandsRevealed, book: Rulebook
) -> tuple[Violation, ...]:
    """Hands shown too early (SC-F02), winners' hands that changed (SC-R02), wins that had to be taken (SC-F01), and
    tiles of the void suit held back by a hand that nobody saw (SC-R01)."""
    part = state.at(seat)
    if part.has_won:
        return () if part.concealed is None else judge_winner_hand(seat, part.concealed, tiles)
    over = state.phase is Phase.ENDED or isinstance(event, ExhaustiveDraw)
    found = judge_exposure(book, seat, state.unacknowledged, acknowledged=over)
    if part.concealed is None and not part.holds_draw and part.river.discards:
        found += judge_kept_void(book, revealed(state, seat, tiles), part.river.discards[-1].tile, tiles)
    return (*found, *passed_wins(state, seat, tiles, book))


def judge_settled(state: SichuanHand, event: Settled, book: Rulebook) -> tuple[Violation, ...]:
    """A settlement before the end, twice, or of other points than the clauses of payment say.

    It is nobody's foul in particular: who reckoned is not known. Of hands that nobody has seen only the sum is judged.
    """
    if state.phase is not Phase.ENDED:
        return one_violation("SC-R23", "settled_too_soon", None, "points moved before the hand was over")
    if state.settled:
        return one_violation("SC-R23", "settled_twice", None, "points moved twice for one hand")
    if any(part.concealed is None for part in state.seats):
        if (sum(event.delta), sum(event.points), event.sticks) == (0, sum(state.points), 0):
            return ()
        text = f"the points moved by {event.delta} to {event.points}: they do not sum to what they were"
        return one_violation("SC-R23", "wrong_payment", None, text)
    due = settle(state, book)
    if event == due:
        return ()
    # the payments of the end first; where they are right, those during the hand were not
    paid = (*(() if event.delta == due.delta else due_payments(state, book)), *state.payments)
    text = f"the points moved by {event.delta} to {event.points}; due is {due.delta} to {due.points}"
    return one_violation(paid[0].clause if paid else "SC-R23", "wrong_payment", None, text)
