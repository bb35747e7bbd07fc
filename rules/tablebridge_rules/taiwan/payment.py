"""Single payments: what a tai is worth, what the dealer adds, and what a seat with few chips can still pay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.rulebook import Rulebook

__all__ = ["Payment", "affordable", "amount", "dealer_tai", "delta_of", "points_after"]


@dataclass(frozen=True, slots=True)
class Payment:
    """Points that go from one seat to another; `clauses` say why, that of dealer and streak tai last."""

    payer: Seat
    receiver: Seat
    points: int
    clauses: tuple[str, ...]


def dealer_tai(rulebook: Rulebook, streak: int, *, announced: bool = True) -> int:
    """What the dealer's part in a payment adds: one tai, and two for each streak number (TW-P06).

    A streak that was not announced before hands were laid down adds nothing; the dealer tai does (TW-S40).

    >>> from tablebridge_rules.taiwan.rulebook import load
    >>> [dealer_tai(load("taiwan16-ntuee-2009"), streak) for streak in range(4)]
    [1, 3, 5, 7]
    """
    counted = streak if announced or rulebook.play.streak_announce == "not_needed" else 0
    each = {"2n": 2, "n": 1, "off": 0}[rulebook.payment.streak_tai]
    return rulebook.payment.dealer_tai + each * counted


def amount(rulebook: Rulebook, tai: int) -> int:
    """The points of one base and so many tai (TW-P01)."""
    return rulebook.payment.base + rulebook.payment.tai * tai


def delta_of(payments: Iterable[Payment]) -> Delta:
    """What each seat gains or loses; sums to zero."""
    change = dict.fromkeys(Seat, 0)
    for payment in payments:
        change[payment.payer] -= payment.points
        change[payment.receiver] += payment.points
    return change[Seat.A], change[Seat.B], change[Seat.C], change[Seat.D]


def affordable(rulebook: Rulebook, points: Delta, payments: Iterable[Payment]) -> tuple[Payment, ...]:
    """The payments as they can be made from `points` (A..D): nobody pays more than the chips left (TW-R41).

    Several payees of one payer are served in turn order from the payer. With `bust_payment = "below_zero"` all is paid.
    """
    if rulebook.game.bust_payment == "below_zero":
        return tuple(payments)
    left = dict(zip(Seat, points, strict=True))
    paid = []
    for payment in sorted(payments, key=_turn_order):
        part = min(payment.points, max(0, left[payment.payer]))
        left[payment.payer] -= part
        paid.append(replace(payment, points=part))
    return tuple(paid)


def points_after(points: Delta, payments: Iterable[Payment]) -> Delta:
    """The points of A..D after these payments."""
    a, b, c, d = (before + change for before, change in zip(points, delta_of(payments), strict=True))
    return a, b, c, d


def _turn_order(payment: Payment) -> tuple[int, int]:
    payer = payment.payer.number
    return payer, (payment.receiver.number - payer) % 4
