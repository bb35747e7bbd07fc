"""Payments between seats."""

from __future__ import annotations

from tablebridge_rules.payment import Payment, delta_of
from tablebridge_rules.seat import Seat


def test_payments_add_up_by_seat() -> None:
    payments = (
        Payment(Seat.B, Seat.D, 1000, "X"),
        Payment(Seat.B, Seat.D, 300, "X"),
        Payment(None, Seat.D, 2000, "X"),
    )
    assert delta_of(payments) == (0, -1300, 0, 3300)
