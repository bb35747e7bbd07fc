"""How a Sichuan hand ends in points, and what comes after it."""

from __future__ import annotations

from tablebridge_rules.errors import EventError
from tablebridge_rules.event import HandStarted, Settled
from tablebridge_rules.payment import Payment, delta_of
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.audit import Audit, Revealed, audit, false_kong_payments
from tablebridge_rules.sichuan.circumstances import revealed, transfers
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.settlement import payments_without
from tablebridge_rules.sichuan.state import SichuanHand
from tablebridge_rules.sichuan.turn import is_audited, is_last_hand, next_dealer

__all__ = ["audit_of", "due_payments", "next_hand", "settle"]


def audit_of(state: SichuanHand, rulebook: Rulebook) -> Audit:
    """The checks at the end of `state`, a hand that is over: pigs, passed wins, seats that are not ready.

    Raises `EventError` when a hand is hidden: it has to be revealed first.
    """
    moved = transfers(state, rulebook)
    gone = [*((state.fresh_kong or ()) if moved else ()), *(paid for kong in state.false_kongs for paid in kong.income)]
    income = payments_without(state.kong_income, gone)
    forced = {violation.seat for violation in state.passed}
    return audit(
        rulebook,
        [_shown(state, seat) for seat in Seat],
        income,
        [seat for seat in Seat if seat in forced],
        drawn=is_audited(state.wall_left, state.won),
    )


def _shown(state: SichuanHand, seat: Seat) -> Revealed:
    standing = state.at(seat).concealed
    if standing is None:
        raise EventError(f"the hand of {seat.value} is hidden: give HandsRevealed before the checks of the end")
    return revealed(state, seat, standing)


def due_payments(state: SichuanHand, rulebook: Rulebook) -> tuple[Payment, ...]:
    """What is still to be paid at the end: kong money of the last discard, false kongs (SC-F03), and the checks.

    Raises `EventError` when a hand is hidden.
    """
    false = [paid for kong in state.false_kongs for paid in false_kong_payments(rulebook, kong.seat, kong.income)]
    return (*transfers(state, rulebook), *false, *audit_of(state, rulebook).payments)


def settle(state: SichuanHand, rulebook: Rulebook) -> Settled:
    """The points that still move at the end: the checks, and kong money of the last discard. Wins and kongs are paid.

    Raises `EventError` when a hand is hidden.
    """
    delta = delta_of(due_payments(state, rulebook))
    a, b, c, d = (points + change for points, change in zip(state.points, delta, strict=True))
    return Settled(delta, (a, b, c, d), 0)


def next_hand(state: SichuanHand, rulebook: Rulebook, first_dealer: Seat = Seat.A) -> HandStarted | None:
    """The hand that follows a settled one (SC-R27), None when the game is over; `first_dealer` makes no difference."""
    del first_dealer
    if is_last_hand(rulebook, state.hand):
        return None
    dealer = next_dealer(rulebook, state.dealer, state.first_win)
    return HandStarted(state.hand + 1, state.round_wind, dealer, 0, 0, state.points)
