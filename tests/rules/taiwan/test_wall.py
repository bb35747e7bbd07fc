"""The wall: where it opens, who takes what, how much of it can be drawn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.seats import HandSeats, first_hand, later_hand
from tablebridge_rules.taiwan.wall import (
    AFTER_GATE,
    TILE_SET,
    WALL_STACKS,
    draws_left,
    is_last_draw,
    kept_tiles,
    may_replace_flower,
    may_take_call,
    plan_wall,
)
from tablebridge_rules.wall import Stack

A, B, C, D = Seat


def taken_from(book: Rulebook, seats: HandSeats) -> dict[Seat, int]:
    return dict(Counter(stack.side for _, stacks in plan_wall(book, seats).deal for stack in stacks))


def test_the_set_has_144_tiles_tw_r04() -> None:
    assert len(TILE_SET) == 144
    assert sum(tile.kind.is_flower for tile in TILE_SET) == 8
    assert sorted(set(Counter(tile for tile in TILE_SET if not tile.kind.is_flower).values())) == [4]


def test_the_set_stands_in_four_walls_tw_r05() -> None:
    assert sum(WALL_STACKS) * 2 == len(TILE_SET)


def test_the_deal_begins_after_the_stacks_that_the_dice_leave_tw_r06(book: Rulebook) -> None:
    plan = plan_wall(book, first_hand(book, A, 11))
    assert plan.stacks[0] == Stack(C, 11)
    assert sum(stack.side is C for stack in plan.stacks[:7]) == 7
    assert plan.stacks[7] == Stack(B, 0)


def test_a_throw_of_eighteen_leaves_the_whole_wall_tw_r06(book: Rulebook) -> None:
    seats = first_hand(book, A, 18)
    plan = plan_wall(book, seats)
    assert plan.stacks[0] == Stack(seats.dealer.after(3), 0)
    assert plan.stacks[-1] == Stack(seats.dealer, 17)


def test_sixteen_tiles_each_from_the_dealer_on_tw_r07(book: Rulebook) -> None:
    plan = plan_wall(book, first_hand(book, D, 11))  # B deals and leaves eleven stacks
    seats = [seat for seat, _ in plan.deal]
    assert seats == [B, C, D, A] * 4
    assert plan.deal[0][1] == (Stack(B, 11), Stack(B, 12))
    assert taken_from(book, first_hand(book, D, 11)) == {B: 7, A: 18, D: 7}
    assert len(TILE_SET) - 4 * len(plan.deal) == 80


def test_a_later_hand_opens_the_wall_that_the_dice_name_tw_r08(book: Rulebook) -> None:
    seats = later_hand(D, 6 + 6 + 3)
    assert seats.opened is B
    plan = plan_wall(book, seats)
    assert plan.stacks[0] == Stack(B, 15)
    assert taken_from(book, seats) == {B: 3, A: 18, D: 11}
    assert plan.gate == (Stack(D, 11), True)


def test_the_dealer_takes_the_upper_tile_after_the_deal_tw_r09(book: Rulebook) -> None:
    plan = plan_wall(book, later_hand(D, 15))
    assert plan.deal[-1][1][1] == Stack(D, 10)
    assert plan.live(0) == (Stack(D, 11), True)
    assert plan.live(1) == (Stack(D, 11), False)
    assert plan.live(2) == (Stack(D, 12), True)
    assert AFTER_GATE == 144 - 4 * 16 - 1 == 79
    held = Counter(seat for seat, stacks in plan.deal for _ in range(2 * len(stacks))) + Counter([plan.dealer])
    assert [held[seat] for seat in (D, A, B, C)] == [17, 16, 16, 16]


def test_replacements_come_from_the_stack_beside_the_break_tw_r10(book: Rulebook) -> None:
    plan = plan_wall(book, later_hand(D, 15))
    assert [plan.tail(index) for index in range(3)] == [
        (Stack(B, 14), True),
        (Stack(B, 14), False),
        (Stack(B, 13), True),
    ]


def test_the_lower_tile_first_where_the_rulebook_says_so_tw_r09_tw_r10(book: Rulebook) -> None:
    table = replace(book.table, stack_order="lower_first", tail_order="lower_first")
    plan = plan_wall(replace(book, table=table), later_hand(D, 15))
    assert plan.gate == (Stack(D, 11), False)
    assert plan.tail(0) == (Stack(B, 14), False)


def test_every_tile_is_taken_once_from_either_end_tw_r30(book: Rulebook) -> None:
    plan = plan_wall(book, later_hand(A, 10))
    dealt = {(stack, upper) for _, stacks in plan.deal for stack in stacks for upper in (True, False)}
    live = {plan.live(index) for index in range(50)}
    tail = {plan.tail(index) for index in range(30)}
    assert len(dealt | live | tail) == 64 + 50 + 30 == 144
    with pytest.raises(IndexError):
        plan.live(80)


@pytest.mark.parametrize(
    ("wall_left", "left"),
    [
        pytest.param(AFTER_GATE, 63, id="TW-R30 63 tiles after the gate"),
        pytest.param(17, 1, id="TW-R30 one"),
        pytest.param(16, 0, id="TW-R30 sixteen stay"),
        pytest.param(15, 0, id="TW-R30 a flower took one of them"),
    ],
)
def test_sixteen_tiles_stay(book: Rulebook, wall_left: int, left: int) -> None:
    assert draws_left(book, wall_left) == left


def test_eight_stacks_stay_where_the_rulebook_says_so_tw_r30(book: Rulebook) -> None:
    house = replace(book, table=replace(book.table, dead_wall="8_stacks"))
    assert [kept_tiles(house, replacements) for replacements in (0, 1, 2)] == [16, 15, 16]
    assert [kept_tiles(book, replacements) for replacements in (0, 1, 2)] == [16, 16, 16]


def test_the_last_tile_must_be_drawn_tw_r37(book: Rulebook) -> None:
    assert is_last_draw(book, 17)
    assert not is_last_draw(book, 18)
    assert not is_last_draw(book, 16)


def test_a_flower_drawn_last_is_replaced_tw_s33(book: Rulebook) -> None:
    assert may_replace_flower(book, 16)
    house = replace(book, play=replace(book.play, haidi_flower_replacement=False))
    assert may_replace_flower(house, 17)
    assert not may_replace_flower(house, 16)


@pytest.mark.parametrize(
    ("wall_left", "allowed"),
    [pytest.param(20, True, id="TW-R44 twenty"), pytest.param(19, False, id="TW-R44 nineteen"), (18, False)],
)
def test_no_calls_from_nineteen_tiles_on(book: Rulebook, wall_left: int, allowed: bool) -> None:
    assert may_take_call(book, wall_left) is allowed
