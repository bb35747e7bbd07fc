"""Chairs, winds and the way round the table."""

from __future__ import annotations

import pytest

from tablebridge_rules.seat import Relation, Seat, Wind


def test_the_seats_run_round() -> None:
    assert [Seat.C.after(steps) for steps in (0, 1, 2, 3, -1, 5)] == [Seat.C, Seat.D, Seat.A, Seat.B, Seat.B, Seat.D]
    assert [seat.number for seat in Seat] == [0, 1, 2, 3]


def test_left_plays_before_and_right_after() -> None:
    for seat in Seat:
        assert seat.relation_to(seat.after(1)) is Relation.RIGHT
        assert seat.relation_to(seat.after(2)) is Relation.ACROSS
        assert seat.relation_to(seat.after(-1)) is Relation.LEFT
    with pytest.raises(ValueError, match="0 is not a valid Relation"):
        Seat.A.relation_to(Seat.A)


@pytest.mark.parametrize("dealer", Seat)
def test_winds_are_roles_of_the_hand(dealer: Seat) -> None:
    assert dealer.wind(dealer) is Wind.EAST
    assert dealer.after(1).wind(dealer) is Wind.SOUTH
    assert [wind.seat(dealer).wind(dealer) for wind in Wind] == list(Wind)
    assert [wind.number for wind in Wind] == [0, 1, 2, 3]
