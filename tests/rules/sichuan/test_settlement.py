"""Who pays whom while the hand goes on: options, and what cannot be settled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.meld import MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.payment import Payment, delta_of
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.sichuan.rulebook import Rulebook, load
from tablebridge_rules.sichuan.score import Score
from tablebridge_rules.sichuan.scoring import score
from tablebridge_rules.sichuan.settlement import (
    KongMade,
    active_seats,
    kong_payments,
    payments_without,
    refunds,
    settle_discard_wins,
    settle_kong,
    settle_win,
    transfer_payments,
    win_payments,
)
from tablebridge_rules.sichuan.win import Win

A, B, C, D = Seat
ADDED, CONCEALED, DIRECT = MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED, MeldKind.KAN_EXPOSED
BOOK = load("sichuan-bloody")
RIVER = replace(BOOK, play=replace(BOOK.play, after_win="xueliu"))


def with_payment(book: Rulebook, **options: Any) -> Rulebook:
    return replace(book, payment=replace(book.payment, **options))


def flush(*, drawn: bool) -> Score:
    """A flush of 2 fan."""
    tiles = parse_tiles("123m456m789m88m234m")
    result = score(BOOK, Win(tiles[:-1], tiles[-1], from_relation=None if drawn else Relation.LEFT))
    assert result is not None
    return result


def test_every_payment_says_why() -> None:
    assert win_payments(BOOK, flush(drawn=True), A, None, {B, C}) == (
        Payment(D, A, 4, "SC-P07"),
        Payment(D, A, 1, "SC-S24"),
    )
    assert win_payments(BOOK, flush(drawn=False), A, D) == (Payment(D, A, 4, "SC-P06"),)


def test_sc_r02_in_the_river_of_blood_everybody_plays_on() -> None:
    assert active_seats(RIVER, {A, B}) == tuple(Seat)
    assert settle_win(RIVER, flush(drawn=True), A, None, {A, B}) == (15, -5, -5, -5)
    assert settle_kong(RIVER, KongMade(A, CONCEALED), {A, B}) == (6, -2, -2, -2)


def test_winners_are_paid_in_the_order_of_play() -> None:
    scores = {A: flush(drawn=False), C: flush(drawn=False), D: flush(drawn=False)}
    settled = settle_discard_wins(BOOK, scores, B)
    assert [winner for winner, _ in settled] == [C, D, A]
    assert [sum(delta[seat] for _, delta in settled) for seat in range(4)] == [4, -12, 4, 4]


@pytest.mark.parametrize(
    ("winner", "from_seat", "won", "message"),
    [
        (A, A, (), "A cannot win from A: both must be in the hand"),
        (A, B, (A,), "A cannot win from B: both must be in the hand"),
        (A, B, (B,), "A cannot win from B: both must be in the hand"),
        (A, None, (), "the score is of a win on another's tile: score and settle the same win"),
    ],
)
def test_a_win_that_does_not_fit_its_seats(
    winner: Seat, from_seat: Seat | None, won: tuple[Seat, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        settle_win(BOOK, flush(drawn=False), winner, from_seat, won)


def test_a_self_draw_from_somebody() -> None:
    with pytest.raises(ValueError, match="the score is of a self-draw"):
        settle_win(BOOK, flush(drawn=True), A, B)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ((A, MeldKind.PON), "a pon is no kong"),
        ((A, DIRECT), "a direct kong, and only that, has a discarder"),
        ((A, DIRECT, A), "a direct kong, and only that, has a discarder"),
        ((A, CONCEALED, B), "a direct kong, and only that, has a discarder"),
        ((A, CONCEALED, None, True, True), "only an added kong can be robbed"),
    ],
)
def test_what_is_no_kong(fields: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        KongMade(*fields)


def test_sc_p02_a_tile_held_back_pays_nothing() -> None:
    held_back = KongMade(A, ADDED, fresh=False)
    assert settle_kong(BOOK, held_back) == (0, 0, 0, 0)
    assert settle_kong(with_payment(BOOK, wind_only_if_fresh=False), held_back) == (3, -1, -1, -1)


def test_sc_r02_winners_may_be_made_to_pay_kongs() -> None:
    assert settle_kong(with_payment(BOOK, kong_payers="all"), KongMade(A, CONCEALED), {B}) == (6, -2, -2, -2)


def test_units_are_of_the_base() -> None:
    book = with_payment(BOOK, base=10, wind_unit=2, rain_unit=5)
    assert settle_kong(book, KongMade(A, ADDED)) == (60, -20, -20, -20)
    assert settle_kong(book, KongMade(A, DIRECT, C)) == (50, 0, -50, 0)


def test_sc_p05_refunds_go_to_those_who_paid() -> None:
    income = (*kong_payments(BOOK, KongMade(A, CONCEALED), {B}), Payment(None, A, 9, "X"))
    assert refunds(income, "SC-P05") == (Payment(A, C, 2, "SC-P05"), Payment(A, D, 2, "SC-P05"))


@pytest.mark.parametrize(
    ("kong", "winners", "expected"),
    [
        pytest.param(KongMade(A, CONCEALED), [C], (-6, 0, 6, 0), id="SC-P10 to the winner"),
        pytest.param(KongMade(A, DIRECT, C), [D, B, C], (-2, 2, 0, 0), id="SC-P10 too little to share"),
        pytest.param(KongMade(A, CONCEALED), [D, B], (-6, 3, 0, 3), id="SC-P10 shared"),
        pytest.param(KongMade(A, ADDED, fresh=False), [B], (0, 0, 0, 0), id="SC-P10 a kong that paid nothing"),
    ],
)
def test_kong_money_is_passed_on(kong: KongMade, winners: list[Seat], expected: tuple[int, ...]) -> None:
    book = with_payment(BOOK, transfer_on_kong_shoot=True)
    passed = transfer_payments(book, kong_payments(book, kong), A, winners)
    assert delta_of(passed) == expected
    assert {payment.clause for payment in passed} <= {"SC-P10"}


@given(
    st.sampled_from(list(Seat)),
    st.sampled_from([None, 1, 2, 3]),
    st.sampled_from([ADDED, CONCEALED, DIRECT]),
    st.sets(st.sampled_from(list(Seat)), max_size=2),
    st.sampled_from([BOOK, RIVER, with_payment(BOOK, base=7, kong_payers="all")]),
)
def test_payments_sum_to_zero(seat: Seat, steps: int | None, kind: MeldKind, others: set[Seat], book: Rulebook) -> None:
    other = None if steps is None else seat.after(steps)
    won = others - {seat, other}
    assert sum(settle_win(book, flush(drawn=other is None), seat, other, won)) == 0
    discarder = seat.after(steps or 1) if kind is DIRECT else None
    assert sum(settle_kong(book, KongMade(seat, kind, discarder), won)) == 0


def test_of_payments_that_are_alike_each_is_taken_once() -> None:
    one, other = Payment(B, A, 2, "SC-P03"), Payment(C, A, 2, "SC-P03")
    assert payments_without((one, other, one), (one,)) == (other, one)
    assert payments_without((other,), (one, other)) == ()
