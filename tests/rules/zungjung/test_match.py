"""What a game begins with."""

from __future__ import annotations

from dataclasses import replace

from tablebridge_rules.zungjung.match import starting_points
from tablebridge_rules.zungjung.rulebook import Rulebook


def test_points_are_counted_from_zero_or_from_what_the_house_gives(book: Rulebook) -> None:
    assert starting_points(book) == (0, 0, 0, 0)
    house = replace(book, game=replace(book.game, starting_points=1000))
    assert starting_points(house) == (1000, 1000, 1000, 1000)
