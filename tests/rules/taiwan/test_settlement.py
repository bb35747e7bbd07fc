"""Who pays whom."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.foul import foul
from tablebridge_rules.taiwan.rulebook import Rulebook, load
from tablebridge_rules.taiwan.score import Score
from tablebridge_rules.taiwan.settlement import (
    penalty_payments,
    settle_exhaustive_draw,
    settle_penalty,
    settle_win,
    settle_wins,
    win_payments,
)
from tablebridge_rules.violation import Violation

E, S, W, N = Seat  # east deals unless a test says otherwise


def scored(tai: int, *, by_self_draw: bool = False) -> Score:
    return Score(tai, (), by_self_draw)


@pytest.mark.parametrize(
    ("tai", "winner", "from_seat", "dealer", "streak", "expected"),
    [
        pytest.param(3, S, W, E, 0, (0, 7, -7, 0), id="TW-P02 between non-dealers"),
        pytest.param(3, S, E, E, 0, (-8, 8, 0, 0), id="TW-P02 from the dealer"),
        pytest.param(3, E, S, E, 2, (12, -12, 0, 0), id="TW-P06 the dealer wins at streak two"),
        pytest.param(3, S, None, E, 0, (-8, 22, -7, -7), id="TW-P03 a non-dealer draws"),
        pytest.param(3, E, None, E, 2, (36, -12, -12, -12), id="TW-P06 the dealer draws at streak two"),
        pytest.param(3, S, None, E, 1, (-10, 24, -7, -7), id="TW-P06 a non-dealer draws at streak one"),
        pytest.param(3, S, W, E, 4, (0, 7, -7, 0), id="TW-P06 the dealer has no part"),
        pytest.param(0, S, W, E, 0, (0, 4, -4, 0), id="TW-S02 no tai pays the base"),
        pytest.param(8, S, W, E, 0, (0, 12, -12, 0), id="TW-S24 seven rob one"),
        pytest.param(8, S, None, E, 0, (-13, 37, -12, -12), id="TW-S25 eight flowers"),
        pytest.param(8, E, None, E, 0, (39, -13, -13, -13), id="TW-S38 the dealer's eight flowers"),
    ],
)
def test_a_win(
    book: Rulebook, tai: int, winner: Seat, from_seat: Seat | None, dealer: Seat, streak: int, expected: Delta
) -> None:
    result = scored(tai, by_self_draw=from_seat is None)
    assert settle_win(book, result, winner, from_seat, dealer, streak) == expected


def test_a_streak_that_was_not_announced_tw_s40(book: Rulebook) -> None:
    result = scored(3, by_self_draw=True)
    assert settle_win(book, result, E, None, E, 2, announced=False) == (24, -8, -8, -8)
    assert settle_win(book, result, E, None, E, 2, announced=True) == (36, -12, -12, -12)


def test_three_wins_on_one_discard_tw_p04(book: Rulebook) -> None:
    """North discards; the dealer (1 tai), south (2) and west (5) win."""
    settled = settle_wins(book, {W: scored(5), S: scored(2), E: scored(1)}, N, E)
    assert settled == ((E, (6, 0, 0, -6)), (S, (0, 6, 0, -6)), (W, (0, 0, 9, -9)))
    assert sum(delta[N.number] for _, delta in settled) == -21


def test_of_two_wins_the_first_in_turn_order_counts_tw_r43(book: Rulebook) -> None:
    assert settle_wins(book, {S: scored(2), E: scored(1)}, N, E) == ((E, (6, 0, 0, -6)),)


def test_payments_cite_their_clause(book: Rulebook) -> None:
    (by_discard,) = win_payments(book, scored(1), S, W, E)
    assert by_discard.clauses == ("TW-P02",)
    drawn = {one.payer: one.clauses for one in win_payments(book, scored(1, by_self_draw=True), S, None, E)}
    assert drawn == {W: ("TW-P03",), N: ("TW-P03",), E: ("TW-P03", "TW-P06")}
    liable = penalty_payments(book, foul(book, "TW-F09", "x", S, "x")[0], E)
    assert [one.clauses for one in liable] == [("TW-P05",), ("TW-P05",), ("TW-P05", "TW-P06")]


def test_a_score_that_does_not_fit(book: Rulebook) -> None:
    with pytest.raises(ValueError, match="B cannot win on its own discard"):
        settle_win(book, scored(1), S, S, E)
    with pytest.raises(ValueError, match="the score is of a win on a discard"):
        settle_win(book, scored(1), S, None, E)
    with pytest.raises(ValueError, match="the score is of a self-draw"):
        settle_win(book, scored(1, by_self_draw=True), S, W, E)


def test_a_drawn_hand_moves_nothing_tw_r30() -> None:
    assert settle_exhaustive_draw() == (0, 0, 0, 0)


@pytest.mark.parametrize("clause", ["TW-F08", "TW-F09", "TW-F21", "TW-F22", "TW-F23", "TW-F24", "TW-F25", "TW-F26"])
@pytest.mark.parametrize(
    ("offender", "dealer", "streak", "expected"),
    [
        pytest.param(S, E, 0, (13, -37, 12, 12), id="TW-P05 a non-dealer"),
        pytest.param(E, E, 2, (-51, 17, 17, 17), id="TW-P05 the dealer at streak two"),
        pytest.param(S, E, 1, (15, -39, 12, 12), id="TW-P05 a non-dealer, streak one"),
    ],
)
def test_full_liability(
    book: Rulebook, clause: str, offender: Seat, dealer: Seat, streak: int, expected: Delta
) -> None:
    (violation,) = foul(book, clause, "x", offender, "x")
    assert settle_penalty(book, violation, dealer, streak) == expected


def test_full_liability_without_dealer_tai_tw_p05_tw_f08(book: Rulebook) -> None:
    house = replace(book, payment=replace(book.payment, penalty_dealer_tai=False))
    assert settle_penalty(house, foul(book, "TW-F24", "x", S, "x")[0], E, 2) == (12, -36, 12, 12)
    assert settle_penalty(house, foul(book, "TW-F08", "x", S, "x")[0], E, 0) == (13, -37, 12, 12)
    house = replace(book, payment=replace(book.payment, false_win_dealer_tai=False))
    assert settle_penalty(house, foul(book, "TW-F08", "x", S, "x")[0], E, 0) == (12, -36, 12, 12)


def test_a_wrong_call_pays_the_discarder_one_point_tw_f07(book: Rulebook) -> None:
    (violation,) = foul(book, "TW-F07", "x", S, "x")
    assert settle_penalty(book, violation, E, discarder=W) == (0, -1, 1, 0)
    assert penalty_payments(book, violation, E, discarder=W)[0].clauses == ("TW-F07",)
    for discarder in (None, S):
        with pytest.raises(ValueError, match="a wrong call is paid to the discarder"):
            settle_penalty(book, violation, E, discarder=discarder)


def test_other_penalties_move_nothing(book: Rulebook) -> None:
    assert settle_penalty(book, foul(book, "TW-F13", "x", S, "x")[0], E) == (0, 0, 0, 0)
    assert settle_penalty(book, Violation("TW-R05", "x", None, "x", "full_liability"), E) == (0, 0, 0, 0)


seats, tai, streaks = st.sampled_from(Seat), st.integers(0, 60), st.integers(0, 9)


@given(seats, st.integers(0, 3), seats, tai, streaks, st.booleans())
def test_payments_sum_to_zero(winner: Seat, steps: int, dealer: Seat, value: int, streak: int, announced: bool) -> None:
    book = load("taiwan16-ntuee-2009")
    from_seat = winner.after(steps) if steps else None
    delta = settle_win(
        book, scored(value, by_self_draw=not steps), winner, from_seat, dealer, streak, announced=announced
    )
    assert sum(delta) == 0
    assert delta[winner.number] >= 4
    violation = foul(book, "TW-F24", "x", winner, "x")[0]
    assert sum(settle_penalty(book, violation, dealer, streak)) == 0


@given(seats, st.integers(0, 3), seats, st.integers(1, 3), tai)
def test_rotated_seats_give_the_rotated_result(winner: Seat, steps: int, dealer: Seat, turn: int, value: int) -> None:
    book = load("taiwan16-ntuee-2009")
    from_seat = winner.after(steps) if steps else None
    result = scored(value, by_self_draw=not steps)
    delta = settle_win(book, result, winner, from_seat, dealer)
    turned = settle_win(book, result, winner.after(turn), from_seat and from_seat.after(turn), dealer.after(turn))
    assert [turned[seat.after(turn).number] for seat in Seat] == list(delta)
