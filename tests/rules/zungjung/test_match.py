"""A game from its first points to its ranking."""

from __future__ import annotations

from dataclasses import replace

from tablebridge_rules.seat import Seat
from tablebridge_rules.zungjung.match import Place, final_places, starting_points
from tablebridge_rules.zungjung.rulebook import Rulebook


def test_points_are_counted_from_zero_or_from_what_the_house_gives(book: Rulebook) -> None:
    assert starting_points(book) == (0, 0, 0, 0)
    house = replace(book, game=replace(book.game, starting_points=1000))
    assert starting_points(house) == (1000, 1000, 1000, 1000)


def test_equal_points_share_the_better_place() -> None:
    assert final_places((-50, 300, -50, -200)) == (
        Place(1, Seat.B, 300),
        Place(2, Seat.A, -50),
        Place(2, Seat.C, -50),
        Place(4, Seat.D, -200),
    )
