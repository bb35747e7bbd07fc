"""Where the wall breaks and which of its stacks are what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.seat import Seat
from tablebridge_rules.wall import Stack, WallOrder, break_wall

A, B, C, D = Seat


@pytest.mark.parametrize(
    ("dealer", "total", "first", "last"),
    [
        (A, 7, Stack(C, 7), Stack(C, 6)),
        (A, 5, Stack(A, 5), Stack(A, 4)),
        (B, 2, Stack(C, 2), Stack(C, 1)),
        (D, 12, Stack(C, 12), Stack(C, 11)),
    ],
    ids=["RL-D04 7 is across", "RL-D04 5 is the dealer's own", "2 is the right", "12 is the left"],
)
def test_the_throw_names_side_and_stack(dealer: Seat, total: int, first: Stack, last: Stack) -> None:
    order = break_wall(dealer, total)
    assert (order.stacks[0], order.stacks[-1]) == (first, last)


def test_rl_d04_the_dead_wall_reaches_into_the_wall_at_the_right() -> None:
    dead = break_wall(A, 5).dead
    assert dead == (Stack(B, 15), Stack(B, 16), *(Stack(A, number) for number in range(5)))


def test_the_wall_is_eaten_towards_the_owners_left_and_then_at_the_left_players_right_end() -> None:
    order = break_wall(A, 5)
    assert order.stacks[11:14] == (Stack(A, 16), Stack(D, 0), Stack(D, 1))


def test_rl_s05_indicators_and_replacement_tiles_share_the_dead_wall() -> None:
    order = break_wall(A, 9)
    assert [order.indicator(index) for index in range(5)] == [Stack(A, number) for number in (6, 5, 4, 3, 2)]
    assert [order.replacement(index) for index in range(4)] == [
        (Stack(A, 8), True),
        (Stack(A, 8), False),
        (Stack(A, 7), True),
        (Stack(A, 7), False),
    ]


def test_rm_s01_the_first_indicator_is_on_the_third_stack_from_the_tail() -> None:
    order = break_wall(C, 4)
    assert order.indicator(0) == order.tail[2]


def test_rm_s05_every_kan_turns_the_next_one() -> None:
    order = break_wall(C, 4)
    assert [order.tail.index(order.indicator(index)) + 1 for index in range(3)] == [3, 4, 5]


def test_rl_d04_the_dealers_own_wall_is_an_option() -> None:
    order = break_wall(B, 7, wall="dealers_own_wall")
    assert (order.stacks[0], order.stacks[-1]) == (Stack(B, 7), Stack(B, 6))


@pytest.mark.parametrize("index", [-1, 5])
def test_there_is_no_sixth_indicator(index: int) -> None:
    with pytest.raises(IndexError, match="no indicator"):
        break_wall(A, 9).indicator(index)


@pytest.mark.parametrize("index", [-1, 4])
def test_there_is_no_fifth_replacement_tile(index: int) -> None:
    with pytest.raises(IndexError, match="no replacement tile"):
        break_wall(A, 9).replacement(index)


@given(st.sampled_from(list(Seat)), st.integers(2, 12))
def test_every_stack_is_taken_once(dealer: Seat, total: int) -> None:
    order: WallOrder = break_wall(dealer, total)
    assert len(set(order.stacks)) == len(order.stacks) == 68
    assert order.live + order.dead == order.stacks
    assert (len(order.live), len(order.dead)) == (61, 7)
