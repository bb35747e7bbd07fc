"""Seats and dice: who a throw points at, the seat draw, seat winds and proper flowers of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.rulebook import Rulebook

__all__ = ["HandSeats", "draw_order", "first_hand", "later_hand", "new_seats", "pointed_seat"]

_FEWEST, _MOST = 3, 18
"""Three dice make totals from 3 to 18."""


@dataclass(frozen=True, slots=True)
class HandSeats:
    """Who deals, who has the east seat wind, and in whose wall the `stacks_left` are counted off."""

    dealer: Seat
    east: Seat
    opened: Seat
    stacks_left: int

    def wind(self, seat: Seat) -> Wind:
        """The seat wind of `seat`, which is also the number of its proper flowers (TW-S31)."""
        return seat.wind(self.east)


def pointed_seat(thrower: Seat, total: int) -> Seat:
    """The seat that three dice point at, counted anticlockwise with the thrower as one (TW-R02).

    Raises `ValueError` for a total that three dice cannot make.

    >>> pointed_seat(Seat.A, 11)
    <Seat.C: 'C'>
    """
    if not _FEWEST <= total <= _MOST:
        raise ValueError(f"a total of {total}: three dice make {_FEWEST} to {_MOST}")
    return thrower.after(total - 1)


def draw_order(thrower: Seat, total: int) -> tuple[Seat, ...]:
    """Who draws a wind tile, in order: the place that the dice name as the east seat first (TW-R01)."""
    east = pointed_seat(thrower, total)
    return tuple(east.after(steps) for steps in range(len(Seat)))


def new_seats(rulebook: Rulebook, east_place: Seat, drawn: Mapping[Seat, Wind]) -> dict[Seat, Seat]:
    """Where the player of each provisional seat sits down, by the wind that was drawn there (TW-R01, TW-R03).

    `east_place` is what the dice named. With `seat_draw_mode = "drawer_stays"` whoever drew east stays and the others
    move round. Raises `ValueError` when the four seats did not draw the four winds.
    """
    if set(drawn) != set(Seat) or set(drawn.values()) != set(Wind):
        raise ValueError("each of the four seats draws another wind")
    stays = rulebook.table.seat_draw_mode == "drawer_stays"
    east = next(seat for seat in Seat if drawn[seat] is Wind.EAST) if stays else east_place
    return {seat: wind.seat(east) for seat, wind in drawn.items()}


def first_hand(rulebook: Rulebook, east_seat: Seat, total: int) -> HandSeats:
    """The first hand of the match and of the round after new seats: the east seat throws for the dealer.

    The wall that is opened is the dealer's own. Clause TW-R06, TW-R35.
    """
    dealer = pointed_seat(east_seat, total)
    east = dealer if rulebook.table.first_hand_seat_wind == "dealer_is_east" else east_seat
    return HandSeats(dealer, east, dealer, total)


def later_hand(dealer: Seat, total: int) -> HandSeats:
    """Every other hand: the dealer throws, the seat pointed at has east and its wall is opened (TW-R08, TW-S31)."""
    pointed = pointed_seat(dealer, total)
    return HandSeats(dealer, pointed, pointed, total)
