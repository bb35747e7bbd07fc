"""Payments between seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablebridge_rules.seat import Seat

__all__ = ["Delta", "Payment", "delta_of"]

Delta = tuple[int, int, int, int]
"""What the seats A..D gain or lose."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Points that go from one seat to another; `payer` None is the deposit on the table. `clause` says why."""

    payer: Seat | None
    receiver: Seat
    points: int
    clause: str


def delta_of(payments: Iterable[Payment]) -> Delta:
    """What each seat gains or loses; sums to what came from the deposit."""
    change = dict.fromkeys(Seat, 0)
    for payment in payments:
        change[payment.receiver] += payment.points
        if payment.payer is not None:
            change[payment.payer] -= payment.points
    return change[Seat.A], change[Seat.B], change[Seat.C], change[Seat.D]
