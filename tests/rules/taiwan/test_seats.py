"""Seats and dice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.patterns.flowers import proper_flowers
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.seats import HandSeats, draw_order, first_hand, later_hand, new_seats, pointed_seat
from tablebridge_rules.tile import Tile

A, B, C, D = Seat


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        pytest.param(3, C, id="TW-R02 three is opposite"),
        pytest.param(16, D, id="TW-R02 sixteen is left"),
        pytest.param(17, A, id="TW-R02 seventeen is the thrower"),
        pytest.param(18, B, id="TW-R02 eighteen is right"),
        *(pytest.param(total, A, id=f"TW-R02 {total}") for total in (5, 9, 13)),
        *(pytest.param(total, B, id=f"TW-R02 {total}") for total in (6, 10, 14)),
        *(pytest.param(total, C, id=f"TW-R02 {total}") for total in (7, 11, 15)),
        *(pytest.param(total, D, id=f"TW-R02 {total}") for total in (4, 8, 12)),
    ],
)
def test_the_seat_that_three_dice_point_at(total: int, expected: Seat) -> None:
    assert pointed_seat(A, total) is expected
    assert pointed_seat(C, total) is expected.after(2)


@pytest.mark.parametrize("total", [2, 19])
def test_totals_that_three_dice_cannot_make_tw_r02(total: int) -> None:
    with pytest.raises(ValueError, match=f"a total of {total}: three dice make 3 to 18"):
        pointed_seat(A, total)


def test_the_wind_tiles_are_drawn_anticlockwise_from_the_east_seat_tw_r01() -> None:
    assert draw_order(B, 2 + 5 + 6) == (B, C, D, A)
    assert draw_order(A, 2 + 5 + 4) == (C, D, A, B)


DRAWN = {A: Wind.WEST, B: Wind.EAST, C: Wind.NORTH, D: Wind.SOUTH}


def test_who_drew_east_sits_where_the_dice_say_tw_r01(book: Rulebook) -> None:
    assert new_seats(book, A, DRAWN) == {B: A, D: B, A: C, C: D}


def test_who_drew_east_stays_where_the_rulebook_says_so_tw_r01(book: Rulebook) -> None:
    house = replace(book, table=replace(book.table, seat_draw_mode="drawer_stays"))
    assert new_seats(house, A, DRAWN) == {B: B, D: C, A: D, C: A}


@pytest.mark.parametrize("drawn", [{A: Wind.EAST}, dict.fromkeys(Seat, Wind.EAST)])
def test_a_draw_that_is_none(book: Rulebook, drawn: dict[Seat, Wind]) -> None:
    with pytest.raises(ValueError, match="each of the four seats draws another wind"):
        new_seats(book, A, drawn)


def test_the_winds_run_anticlockwise_tw_r03() -> None:
    assert [wind.seat(A) for wind in Wind] == [A, B, C, D]


def test_the_first_dealer_opens_the_own_wall_tw_r06(book: Rulebook) -> None:
    assert first_hand(book, A, 4 + 5 + 2) == HandSeats(dealer=C, east=C, opened=C, stacks_left=11)
    assert first_hand(book, A, 6 + 6 + 6) == HandSeats(dealer=B, east=B, opened=B, stacks_left=18)


def test_the_west_round_begins_as_the_east_round_did_tw_r35(book: Rulebook) -> None:
    assert first_hand(book, D, 3 + 1 + 2) == HandSeats(dealer=A, east=A, opened=A, stacks_left=6)


def test_the_thrower_is_east_where_the_rulebook_says_so_tw_r06(book: Rulebook) -> None:
    house = replace(book, table=replace(book.table, first_hand_seat_wind="thrower_is_east"))
    assert first_hand(house, A, 11) == HandSeats(dealer=C, east=A, opened=C, stacks_left=11)


def test_seat_winds_go_by_the_dice_and_not_by_the_dealer_tw_s31() -> None:
    seats = later_hand(D, 6 + 6 + 3)
    assert seats.opened is seats.east is B  # opposite of D
    assert {seat: seats.wind(seat) for seat in Seat} == {B: Wind.EAST, C: Wind.SOUTH, D: Wind.WEST, A: Wind.NORTH}
    every = [Tile.parse(f"{rank}{suit}") for suit in "fg" for rank in range(1, 5)]
    assert [str(tile) for tile in proper_flowers(every, seats.wind(B))] == ["1f", "1g"]
    assert [str(tile) for tile in proper_flowers(every, seats.wind(A))] == ["4f", "4g"]
