"""Who pays whom. Worked examples of the league's clauses are in `test_league_examples.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.payment import Delta, Payment
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.scoring import Score, score
from tablebridge_rules.riichi.settlement import (
    Liable,
    settle_exhaustive_draw,
    settle_false_win,
    settle_rons,
    settle_win,
    win_payments,
)
from tablebridge_rules.riichi.win import Win
from tablebridge_rules.seat import Seat

A, B, C, D = Seat


def with_payment(book: Rulebook, **payment: Any) -> Rulebook:
    return replace(book, payment=replace(book.payment, **payment))


def scored(book: Rulebook, win: Win) -> Score:
    result = score(book, win)
    assert result is not None
    return result


DRAGONS = ("4m", "pon:555z<left", "pon:666z<right", "pon:777z<right")


@pytest.fixture
def ron_2000(common: Rulebook, a_win: Callable[..., Win]) -> Score:
    """South's 2000 by ron."""
    return scored(common, a_win("234m567p22456s67s", "8s"))


def test_every_payment_says_why(common: Rulebook, ron_2000: Score) -> None:
    assert win_payments(common, ron_2000, B, D, A, honba=2, sticks=1) == (
        Payment(D, B, 2000, "RC-P03"),
        Payment(D, B, 600, "RC-P05"),
        Payment(None, B, 1000, "RC-R02"),
    )


@pytest.mark.parametrize(
    ("winner", "dealer", "expected"),
    [(B, A, (-1100, 2300, -600, -600)), (B, B, (-1100, 3300, -1100, -1100))],
)
def test_a_self_draw_with_a_counter(
    common: Rulebook, a_win: Callable[..., Win], winner: Seat, dealer: Seat, expected: Delta
) -> None:
    wind = winner.wind(dealer).value
    result = scored(common, a_win("234m34p22345666s", "5p", win="tsumo", seat_wind=wind))
    assert settle_win(common, result, winner, None, dealer, honba=1) == expected


def test_counters_for_the_dealer_only(common: Rulebook, ron_2000: Score) -> None:
    book = with_payment(common, honba_for_non_dealer=False)
    assert settle_win(book, ron_2000, B, D, A, honba=3) == (0, 2000, 0, -2000)
    assert settle_win(book, ron_2000, B, D, B, honba=3) == (0, 2900, 0, -2900)


@pytest.mark.parametrize(
    ("winner", "from_seat", "dealer", "message"),
    [
        (B, B, A, "^B cannot win by ron from itself"),
        (B, None, A, "the score is of a ron, from_seat is None"),
    ],
)
def test_a_ron_that_does_not_fit_its_seats(
    common: Rulebook, ron_2000: Score, winner: Seat, from_seat: Seat | None, dealer: Seat, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        settle_win(common, ron_2000, winner, from_seat, dealer)


def test_a_self_draw_that_does_not_fit_its_seats(common: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(common, a_win("234m34p22345666s", "5p", win="tsumo"))
    with pytest.raises(ValueError, match="the score is of a self-draw, from_seat is C"):
        settle_win(common, result, B, C, A)
    with pytest.raises(ValueError, match="does not fit B with dealer B"):
        settle_win(common, result, B, None, B)


def test_counters_to_each_winner_of_a_double_ron(common: Rulebook, ron_2000: Score) -> None:
    book = with_payment(common, double_ron_bonus="honba_each")
    assert settle_rons(book, {A: ron_2000, B: ron_2000}, D, C, honba=1, sticks=2) == (
        (A, (4300, 0, 0, -2300)),
        (B, (0, 2300, 0, -2300)),
    )


def test_each_winner_of_a_double_ron_has_its_own_liability(common: Rulebook, a_win: Callable[..., Win]) -> None:
    dragons = scored(common, a_win("23m99p", *DRAGONS))
    other = scored(common, a_win("234m567p22456s67s", "8s"))
    settled = settle_rons(common, {A: other, B: dragons}, D, C, liable={B: C})
    assert settled == ((A, (2000, 0, 0, -2000)), (B, (0, 32000, -16000, -16000)))


@pytest.mark.parametrize(
    ("payment", "win", "liable", "honba", "expected"),
    [
        pytest.param({}, "tsumo", C, 1, (0, 0, -32300, 32300), id="RL-P04 the liable seat pays alone"),
        pytest.param({}, "ron", C, 1, (-16300, 0, -16000, 32300), id="RL-P05 half each"),
        pytest.param(
            {"pao_honba": "liable"}, "ron", C, 1, (-16000, 0, -16300, 32300), id="RL-P05 counters from liable"
        ),
        pytest.param({}, "ron", A, 1, (-32300, 0, 0, 32300), id="RL-P03 the liable seat dealt the tile"),
        pytest.param({"pao_list": ()}, "ron", C, 0, (-32000, 0, 0, 32000), id="RL-P02 not listed"),
        pytest.param({}, "tsumo", None, 0, (-8000, -16000, -8000, 32000), id="nobody is liable"),
        pytest.param({}, "tsumo", {"daisuushii": C}, 0, (-8000, -16000, -8000, 32000), id="liable for another yakuman"),
        pytest.param({}, "tsumo", {"daisangen": C}, 0, (0, 0, -32000, 32000), id="liable by name"),
    ],
)
def test_liability(
    common: Rulebook,
    a_win: Callable[..., Win],
    payment: dict[str, Any],
    win: str,
    liable: Liable,
    honba: int,
    expected: Delta,
) -> None:
    """D wins three dragons; B is the dealer, A deals the tile of a ron."""
    book = with_payment(common, **payment)
    result = scored(book, a_win("23m99p", *DRAGONS, win=win, seat_wind="west"))
    assert settle_win(book, result, D, A if win == "ron" else None, B, honba, 0, liable) == expected


HONOURS = ("5z", "5z", "pon:111z<left", "pon:222z<left", "pon:333z<left", "daiminkan:4444z<right")


@pytest.mark.parametrize(
    ("scope", "win", "expected"),
    [
        pytest.param("listed_share", "tsumo", (-8000, -16000, -72000, 96000), id="the listed share of a self-draw"),
        pytest.param("listed_share", "ron", (-64000, 0, -32000, 96000), id="half the listed share of a ron"),
        pytest.param("whole_hand", "tsumo", (0, 0, -96000, 96000), id="the whole hand by self-draw"),
        pytest.param("whole_hand", "ron", (-48000, 0, -48000, 96000), id="half the whole hand by ron"),
    ],
)
def test_liability_for_one_of_several_yakuman(
    common: Rulebook, a_win: Callable[..., Win], scope: str, win: str, expected: Delta
) -> None:
    """Big four winds (two yakuman, listed) with all honours (one, not listed)."""
    book = with_payment(common, pao_scope=scope)
    result = scored(book, a_win(*HONOURS, win=win, seat_wind="west"))
    assert settle_win(book, result, D, A if win == "ron" else None, B, liable=C) == expected


WINDS = ("5p", "5p", "kakan:1111z<left", "ankan:2222z", "kakan:3333z<left", "daiminkan:4444z<right")


def test_two_seats_liable_for_two_yakuman(common: Rulebook, a_win: Callable[..., Win]) -> None:
    book = with_payment(common, pao_list=("daisuushii", "suukantsu"))
    result = scored(book, a_win(*WINDS, win="tsumo", seat_wind="west"))
    liable: Mapping[str, Seat] = {"daisuushii": C, "suukantsu": A}
    assert settle_win(book, result, D, None, B, liable=liable) == (-32000, 0, -64000, 96000)
    assert settle_win(book, result, D, None, B, liable=C) == (0, 0, -96000, 96000)


def test_nobody_is_liable_for_an_own_win(common: Rulebook, a_win: Callable[..., Win]) -> None:
    with pytest.raises(ValueError, match=r"^D cannot be liable for its own win"):
        settle_win(common, scored(common, a_win("23m99p", *DRAGONS)), D, A, B, liable=D)


@pytest.mark.parametrize(
    ("nagashi", "expected"),
    [
        ({C}, (-2000, -2000, 8000, -4000)),
        ({D}, (-4000, -4000, -4000, 12000)),
        ({C, D}, (-6000, -6000, 4000, 8000)),
    ],
)
def test_nagashi_mangan_in_place_of_the_noten_payment(common: Rulebook, nagashi: set[Seat], expected: Delta) -> None:
    assert settle_exhaustive_draw(common, {A, D}, D, nagashi) == expected


LEAGUE = load("riichi-league-tw")


@given(st.sets(st.sampled_from(Seat)), st.sets(st.sampled_from(Seat)), st.sampled_from(Seat))
def test_draws_and_false_wins_are_zero_sum(ready: set[Seat], nagashi: set[Seat], dealer: Seat) -> None:
    common = load("riichi-common")
    assert sum(settle_exhaustive_draw(common, ready, dealer, nagashi)) == 0
    assert sum(settle_exhaustive_draw(LEAGUE, ready, dealer, nagashi)) == 0
    assert sum(settle_false_win(LEAGUE, dealer.after(len(ready)), dealer)) == 0
