"""The end of a game in places, through the one entry for every tradition."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from tablebridge_rules.payment import Delta
from tablebridge_rules.play import read_rulebook, standings
from tablebridge_rules.riichi import standings as riichi
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.rulebook_file import shipped, tradition_of
from tablebridge_rules.seat import Seat
from tablebridge_rules.standing import Standing

A, B, C, D = Seat
CHIPS = [name for name in shipped() if tradition_of(name) != "riichi"]


@pytest.mark.parametrize("name", CHIPS)
def test_chips_are_all_that_counts(name: str) -> None:
    assert standings(read_rulebook(name), (-50, 300, -50, -200)) == (
        Standing(B, 1, 300, Fraction(300)),
        Standing(A, 2, -50, Fraction(-50)),
        Standing(C, 2, -50, Fraction(-50)),
        Standing(D, 4, -200, Fraction(-200)),
    )


@pytest.mark.parametrize("name", CHIPS)
def test_of_equals_the_first_dealer_is_told_first(name: str) -> None:
    told = standings(read_rulebook(name), (5, 5, -4, -6), B)
    assert [(one.seat, one.place) for one in told] == [(B, 1), (A, 1), (C, 3), (D, 4)]


@pytest.mark.parametrize("name", CHIPS)
def test_sticks_and_violation_points_have_no_place_in_a_game_of_chips(name: str) -> None:
    book = read_rulebook(name)
    with pytest.raises(ValueError, match="leave them out"):
        standings(book, (0, 0, 0, 0), sticks=1)
    with pytest.raises(ValueError, match="leave them out"):
        standings(book, (0, 0, 0, 0), violation_points={A: 1})


@pytest.mark.parametrize("name", shipped("riichi"))
def test_riichi_tells_uma_sticks_and_violation_points(name: str) -> None:
    book = load(name)
    found = standings(book, (31000, 29000, 25000, 15000), C, sticks=2, violation_points={D: 1})
    assert found == riichi.final_standings(book, (31000, 29000, 25000, 15000), 2, C, {D: 1})
    assert [one.uma for one in found if isinstance(one, riichi.Standing)] == list(book.game.uma)


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("points", list(permutations((31000, 29000, 25000, 15000)))[::5])
def test_places_follow_the_points(name: str, points: Delta) -> None:
    found = standings(read_rulebook(name), points)
    assert [one.place for one in found] == [1, 2, 3, 4]
    assert [points[one.seat.number] for one in found] == [31000, 29000, 25000, 15000]
