"""What a tai is worth, what the dealer adds, and what can be paid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.payment import Payment, affordable, amount, dealer_tai, delta_of, points_after
from tablebridge_rules.taiwan.rulebook import Rulebook

A, B, C, D = Seat


@pytest.mark.parametrize(
    ("streak", "announced", "expected"),
    [
        pytest.param(0, True, 1, id="TW-P06 dealer"),
        pytest.param(1, True, 3, id="TW-P06 streak one"),
        pytest.param(2, True, 5, id="TW-P06 streak two"),
        pytest.param(2, False, 1, id="TW-S40 not announced"),
    ],
)
def test_dealer_and_streak_tai(book: Rulebook, streak: int, announced: bool, expected: int) -> None:
    assert dealer_tai(book, streak, announced=announced) == expected


@pytest.mark.parametrize(("option", "expected"), [("2n", 5), ("n", 3), ("off", 1)])
def test_streak_tai_by_option_tw_p06(book: Rulebook, option: str, expected: int) -> None:
    house = replace(book, payment=replace(book.payment, streak_tai=option))  # type: ignore[arg-type]
    assert dealer_tai(house, 2) == expected


def test_no_announcement_where_none_is_needed_tw_s40(book: Rulebook) -> None:
    house = replace(book, play=replace(book.play, streak_announce="not_needed"))
    assert dealer_tai(house, 2, announced=False) == 5


def test_a_house_without_dealer_tai_tw_p06(book: Rulebook) -> None:
    house = replace(book, payment=replace(book.payment, dealer_tai=0, streak_tai="off"))
    assert dealer_tai(house, 3) == 0


def test_base_four_and_one_point_a_tai_tw_p01(book: Rulebook) -> None:
    assert amount(book, 0) == 4
    assert amount(book, 3) == 7


POOR: Delta = (5, 395, 200, 200)


@pytest.mark.parametrize(
    ("points", "payments", "expected"),
    [
        pytest.param(POOR, [(A, B, 7)], (0, 400, 200, 200), id="TW-R41 five of seven"),
        pytest.param((10, 390, 200, 200), [(A, C, 7), (A, B, 7)], (0, 397, 203, 200), id="TW-R41 in turn order"),
        pytest.param((10, 390, 200, 200), [(A, D, 7), (C, D, 7)], (3, 390, 193, 214), id="TW-R41 enough"),
        pytest.param((0, 400, 200, 200), [(A, B, 7)], (0, 400, 200, 200), id="TW-R41 nothing left"),
    ],
)
def test_nobody_pays_more_than_the_chips_left(
    book: Rulebook, points: Delta, payments: list[tuple[Seat, Seat, int]], expected: Delta
) -> None:
    paid = affordable(book, points, [Payment(*payment, clauses=("TW-P02",)) for payment in payments])
    assert points_after(points, paid) == expected
    assert sum(expected) == sum(points) == 800


def test_below_zero_where_the_rulebook_says_so_tw_r41(book: Rulebook) -> None:
    house = replace(book, game=replace(book.game, bust_payment="below_zero"))
    payments = (Payment(A, B, 7, ("TW-P02",)),)
    assert affordable(house, POOR, payments) == payments
    assert delta_of(payments) == (-7, 7, 0, 0)
    assert points_after(POOR, payments) == (-2, 402, 200, 200)
