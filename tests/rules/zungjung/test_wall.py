"""The wall."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tablebridge_rules.seat import Seat
from tablebridge_rules.wall import Stack, break_wall
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.wall import (
    AFTER_DEAL,
    DEALT,
    TILE_SET,
    WALL_STACKS,
    deal_order,
    draws_left,
    is_last_draw,
    kept_tiles,
    may_replace,
    replacement_place,
)


def test_four_walls_of_seventeen_stacks_zj_x01() -> None:
    assert len(TILE_SET) == 136 == 2 * sum(WALL_STACKS)
    assert len(WALL_STACKS) == 4
    assert set(Counter(TILE_SET).values()) == {4}
    assert not any(tile.kind.is_flower for tile in TILE_SET)


def test_thirteen_tiles_each_and_one_more_for_east_zj_x01_zj_x03() -> None:
    taken: Counter[Seat] = Counter()
    for seat, tiles in deal_order(Seat.C):
        taken[seat] += tiles
    assert taken == {Seat.A: 13, Seat.B: 13, Seat.C: 14, Seat.D: 13}
    assert taken.total() == DEALT == 53
    assert deal_order(Seat.C)[:5] == ((Seat.C, 4), (Seat.D, 4), (Seat.A, 4), (Seat.B, 4), (Seat.C, 4))


def test_sixty_nine_draws_and_fourteen_tiles_left_zj_x03(book: Rulebook) -> None:
    assert AFTER_DEAL == 83
    assert draws_left(book, AFTER_DEAL) == 69
    assert draws_left(book, AFTER_DEAL - 69) == 0
    assert kept_tiles(book) == 14


def test_the_last_draw_zj_s37_zj_x03(book: Rulebook) -> None:
    assert [is_last_draw(book, wall_left) for wall_left in (16, 15, 14)] == [False, True, False]


def test_each_replacement_shortens_the_live_wall_zj_x03_zj_r29(book: Rulebook) -> None:
    assert draws_left(book, AFTER_DEAL - 1, replacements=1) == 68
    assert may_replace(book, 15)
    assert not may_replace(book, 14)


def test_the_kings_tiles_may_shrink_where_the_rulebook_says_so_zj_x03(book: Rulebook) -> None:
    house = replace(book, table=replace(book.table, dead_wall_after_kong="shrinks"))
    assert draws_left(house, AFTER_DEAL - 1, replacements=1) == 69
    assert kept_tiles(house, replacements=15) == 0
    assert may_replace(house, 14)
    assert not may_replace(house, 0)


@pytest.mark.parametrize("kept", [0, 14])
def test_the_king_s_tiles_are_an_option_zj_x03(book: Rulebook, kept: int) -> None:
    house = replace(book, table=replace(book.table, dead_wall_tiles=kept))
    assert draws_left(house, AFTER_DEAL) == 83 - kept


def test_replacements_come_from_the_tail_zj_r29_zj_x03() -> None:
    order = break_wall(Seat.A, 5)
    places = [replacement_place(order, index) for index in range(3)]
    assert places == [(Stack(Seat.A, 4), True), (Stack(Seat.A, 4), False), (Stack(Seat.A, 3), True)]
