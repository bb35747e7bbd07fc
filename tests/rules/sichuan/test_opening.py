"""Throws, walls and deal: limits, options, and that every tile is somewhere once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.opening import (
    OpeningStep,
    TilePlace,
    break_wall,
    deal,
    flower_replacement_order,
    opening_steps,
    second_thrower,
    throw_total,
    wall_stacks,
)
from tablebridge_rules.sichuan.rulebook import Rulebook, load
from tablebridge_rules.wall import Stack

A, B, C, D = Seat
BOOK = load("sichuan-bloody")
HEAD = replace(BOOK, table=replace(BOOK.table, kong_draw_from="head"))


@pytest.mark.parametrize("dice", [(3,), (3, 4, 5), (0, 4), (7, 1)], ids=str)
def test_what_is_no_throw_sc_r05(dice: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="no throw of two dice with faces 1 to 6"):
        throw_total(dice)


@pytest.mark.parametrize(
    ("totals", "steps"),
    [((5, 9), 0), ((2, 6, 10), 1), ((3, 7, 11), 2), ((4, 8, 12), 3)],
    ids=["SC-R08 dealer", "SC-R08 lower seat", "SC-R08 opposite", "SC-R08 upper seat"],
)
def test_the_second_thrower(totals: tuple[int, ...], steps: int) -> None:
    for total in totals:
        assert second_thrower(B, total) is B.after(steps)


def test_a_count_past_the_wall_goes_on_clockwise_sc_r10() -> None:
    """The right seat throws second; its wall has 13 stacks, 15 are counted: two of the dealer's wall are passed."""
    assert break_wall(BOOK, A, 10, 5)[:2] == (Stack(A, 2), Stack(A, 3))


def test_the_walls_are_eaten_clockwise_and_the_counted_stacks_are_the_tail_sc_r10() -> None:
    order = break_wall(BOOK, A, 5, 3)
    assert order[:2] == (Stack(A, 8), Stack(A, 9))
    assert order[6:8] == (Stack(D, 0), Stack(D, 1))
    assert order[-8:] == tuple(Stack(A, n) for n in range(8))


def test_the_deal_in_detail_sc_r11() -> None:
    order = break_wall(BOOK, B, 7, 5)
    dealt = deal(BOOK, B, order)
    assert dealt.hands[B.number][:4] == tuple(TilePlace(stack, up) for stack in order[:2] for up in (True, False))
    assert dealt.hands[C.number][:4] == tuple(TilePlace(stack, up) for stack in order[2:4] for up in (True, False))
    jumped = dealt.hands[B.number][-2:]
    assert jumped == (TilePlace(order[24], upper=True), TilePlace(order[26], upper=True))
    assert [dealt.hands[seat.number][-1] for seat in (C, D, A)] == [
        TilePlace(order[24], upper=False),
        TilePlace(order[25], upper=True),
        TilePlace(order[25], upper=False),
    ]
    assert dealt.rest[0] == TilePlace(order[26], upper=False)


def test_kong_tiles_from_the_tail_upper_first_sc_r20() -> None:
    order = break_wall(BOOK, A, 7, 5)
    dealt = deal(BOOK, A, order)
    assert [dealt.kong_tile(BOOK, 0, kongs) for kongs in range(3)] == [
        TilePlace(order[-1], upper=True),
        TilePlace(order[-1], upper=False),
        TilePlace(order[-2], upper=True),
    ]


def test_kong_tiles_from_the_head_sc_r20() -> None:
    dealt = deal(HEAD, A, break_wall(HEAD, A, 7, 5))
    assert dealt.kong_tile(HEAD, 3, 1) == dealt.live_tile(HEAD, 3, 1) == dealt.rest[4]


@pytest.mark.parametrize("book", [BOOK, HEAD], ids=["tail", "head"])
def test_an_empty_wall_gives_nothing(book: Rulebook) -> None:
    dealt = deal(book, A, break_wall(book, A, 7, 5))
    with pytest.raises(IndexError, match="no tile is left after 50 draws and 5 replacements"):
        dealt.kong_tile(book, 50, 5)
    with pytest.raises(IndexError, match="no tile is left"):
        dealt.live_tile(book, 55, 0)


@given(
    st.sampled_from(list(Seat)),
    st.tuples(st.integers(2, 12), st.integers(2, 12)),
    st.lists(st.booleans(), min_size=55, max_size=55),
    st.sampled_from([BOOK, HEAD]),
)
def test_every_tile_is_taken_once(dealer: Seat, totals: tuple[int, int], kongs: list[bool], book: Rulebook) -> None:
    order = break_wall(book, dealer, *totals)
    assert len(set(order)) == len(order) == 54
    assert sum(wall_stacks(book, dealer)) == 54
    dealt = deal(book, dealer, order)
    taken = [place for hand in dealt.hands for place in hand]
    drawn = replaced = 0
    for is_kong in kongs:
        if is_kong:
            taken.append(dealt.kong_tile(book, drawn, replaced))
            replaced += 1
        else:
            taken.append(dealt.live_tile(book, drawn, replaced))
            drawn += 1
    assert len(set(taken)) == len(taken) == 108


def test_the_steps_sc_r12() -> None:
    assert [step.value for step in opening_steps(BOOK)] == [
        "shuffle_reported",
        "wall",
        "first_throw",
        "second_throw",
        "deal",
        "void_suit",
        "discard",
    ]


def test_with_flowers_the_dealer_replaces_first_sc_r12() -> None:
    """No file can say so for 108 tiles; the order is the text's: dealer, South, West, North."""
    flowery = replace(BOOK, table=replace(BOOK.table, flowers=True))  # type: ignore[arg-type]
    assert flower_replacement_order(flowery, B) == (B, C, D, A)
    assert OpeningStep.FLOWERS in opening_steps(flowery)
