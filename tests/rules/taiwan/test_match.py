"""A match from its chips to its ranking."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.payment import Delta
from tablebridge_rules.play import standings
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.match import (
    is_bankrupt,
    points_at_timeout,
    points_moved,
    starting_points,
    time_is_up,
)
from tablebridge_rules.taiwan.rulebook import Rulebook

A, B, C, D = Seat


def test_two_hundred_each_tw_p01(book: Rulebook) -> None:
    assert starting_points(book) == (200, 200, 200, 200)
    assert sum(starting_points(book)) == 800


@pytest.mark.parametrize(
    ("points", "over"),
    [
        pytest.param((0, 400, 200, 200), True, id="TW-R41 nothing left"),
        pytest.param((1, 399, 200, 200), False, id="TW-R41 one left"),
        pytest.param((-2, 402, 200, 200), True, id="TW-R41 below zero"),
    ],
)
def test_bankruptcy_ends_the_match(points: Delta, over: bool) -> None:
    assert is_bankrupt(points) is over


def test_the_time_limit_voids_the_hand_in_progress_tw_r40(book: Rulebook) -> None:
    assert time_is_up(book, 120 * 60)
    assert not time_is_up(book, 120 * 60 - 1)
    before, after = (210, 190, 200, 200), (217, 183, 200, 200)
    assert points_at_timeout(book, before, after) == before
    house = replace(book, game=replace(book.game, timeout_hand="finish"))
    assert points_at_timeout(house, before, after) == after
    assert points_at_timeout(house, before) is None


def test_no_time_limit_where_the_rulebook_has_none_tw_r40(book: Rulebook) -> None:
    assert not time_is_up(replace(book, game=replace(book.game, time_limit_s=0)), 10**6)


def test_points_follow_the_players_to_new_seats_tw_r34() -> None:
    """Everybody moves one seat on to the left."""
    assert points_moved((170, 230, 250, 150), {A: D, B: A, C: B, D: C}) == (230, 250, 150, 170)


def test_the_final_ranking_tw_r36(book: Rulebook) -> None:
    assert [(one.place, one.seat.value, one.points) for one in standings(book, (150, 300, 200, 150))] == [
        (1, "B", 300),
        (2, "C", 200),
        (3, "A", 150),
        (3, "D", 150),
    ]
