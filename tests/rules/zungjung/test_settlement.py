"""Who pays whom, and who answers for a winning discard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.rulebook import Rulebook, load
from tablebridge_rules.zungjung.score import Score
from tablebridge_rules.zungjung.settlement import (
    Responsibility,
    responsible_for,
    settle_exhaustive_draw,
    settle_win,
    win_payments,
)
from tablebridge_rules.zungjung.shape import decompose
from tablebridge_rules.zungjung.win import Win

E, S, W, N = Seat
FIVE, ONE = parse_tiles("5p1m")
READING = decompose(Win(parse_tiles("123456m222p78s55p"), Tile.parse("9s"), Wind.SOUTH))[0]


def scored(value: int, *, by_self_draw: bool = False) -> Score:
    return Score(value, (), by_self_draw, READING)


@pytest.mark.parametrize(
    ("value", "winner", "from_seat", "expected"),
    [
        pytest.param(160, S, None, (-160, 480, -160, -160), id="ZJ-P01 self-draw"),
        pytest.param(10, S, None, (-10, 30, -10, -10), id="ZJ-R11 a small self-draw"),
        pytest.param(20, S, W, (-20, 60, -20, -20), id="ZJ-P02 twenty"),
        pytest.param(25, S, W, (-25, 75, -25, -25), id="ZJ-P02 twenty-five"),
        pytest.param(1, S, W, (-1, 3, -1, -1), id="ZJ-P02 a chicken hand"),
        pytest.param(160, S, W, (-25, 480, -430, -25), id="ZJ-P03 the feeder answers"),
        pytest.param(26, S, W, (-25, 78, -28, -25), id="ZJ-P03 twenty-six"),
        pytest.param(320, S, W, (-25, 960, -910, -25), id="ZJ-P03 the limit"),
    ],
)
def test_a_win(book: Rulebook, value: int, winner: Seat, from_seat: Seat | None, expected: Delta) -> None:
    assert settle_win(book, scored(value, by_self_draw=from_seat is None), winner, from_seat) == expected


def test_the_feeder_is_who_discarded_zj_r12(book: Rulebook) -> None:
    """West discards 9s, South waits on it."""
    assert responsible_for(book, S, Tile.parse("9s"), W) == Responsibility(W, "ZJ-P03")


def test_a_win_on_a_replacement_is_a_self_draw_zj_r30(book: Rulebook) -> None:
    """South's kan was West's discard; West pays like the others."""
    assert settle_win(book, scored(40, by_self_draw=True), S, None) == (-40, 120, -40, -40)


def test_a_robbed_kan_pays_as_a_discard_zj_p06_zj_x05(book: Rulebook) -> None:
    """South adds to a triplet and West wins on the tile: 50 points."""
    answers = responsible_for(book, W, FIVE, S, robbed=True)
    assert answers == Responsibility(S, "ZJ-P06")
    assert settle_win(book, scored(50), W, S, answers) == (-25, -100, 150, -25)
    assert {one.clause for one in win_payments(book, scored(50), W, S, answers)} == {"ZJ-P06"}


PASSED = [(E, FIVE), (S, ONE), (W, FIVE), (N, FIVE)]


def test_the_first_of_the_go_round_answers_zj_p04(book: Rulebook) -> None:
    """South has discarded, lets West's 5p pass and wins 40 points on North's."""
    answers = responsible_for(book, S, FIVE, N, PASSED)
    assert answers == Responsibility(W, "ZJ-P04")
    assert settle_win(book, scored(40), S, N, answers) == (-25, 120, -70, -25)


def test_a_small_hand_is_shared_whoever_answers_zj_p04_zj_p02(book: Rulebook) -> None:
    answers = responsible_for(book, S, FIVE, N, PASSED)
    assert settle_win(book, scored(20), S, N, answers) == (-20, 60, -20, -20)


def test_the_winner_s_own_discard_frees_everybody_zj_p05_zj_r14(book: Rulebook) -> None:
    """South discards 5p and then wins 40 points on West's."""
    answers = responsible_for(book, S, FIVE, W, [(E, ONE), (S, FIVE), (W, FIVE)])
    assert answers == Responsibility(None, "ZJ-P05")
    assert settle_win(book, scored(40), S, W, answers) == (-40, 120, -40, -40)
    assert {one.clause for one in win_payments(book, scored(40), S, W, answers)} == {"ZJ-P05"}


@pytest.mark.parametrize(
    ("discards", "expected"),
    [
        pytest.param(
            [(S, FIVE), (W, ONE), (N, ONE), (E, ONE), (S, ONE)], (N, "ZJ-P03"), id="ZJ-P05 only the last turn"
        ),
        pytest.param([(W, FIVE), (N, ONE), (E, ONE), (S, ONE)], (N, "ZJ-P03"), id="ZJ-P04 before the last turn"),
        pytest.param([(E, FIVE)], (E, "ZJ-P04"), id="ZJ-P04 the winner had no turn yet"),
        pytest.param([(S, ONE), (N, FIVE), (E, FIVE)], (N, "ZJ-P03"), id="ZJ-P04 the feeder was the first himself"),
        pytest.param([(S, ONE), (E, FIVE), (W, FIVE)], (E, "ZJ-P04"), id="ZJ-P04 the first, after a call"),
        pytest.param([(S, FIVE), (W, FIVE)], (None, "ZJ-P05"), id="ZJ-P05 before ZJ-P04"),
        pytest.param([], (N, "ZJ-P03"), id="ZJ-P03 the first discard"),
    ],
)
def test_the_go_round(book: Rulebook, discards: list[tuple[Seat, Tile]], expected: tuple[Seat | None, str]) -> None:
    assert responsible_for(book, S, FIVE, N, [*discards, (N, FIVE)]) == Responsibility(*expected)


def test_no_immunity_where_the_rulebook_has_none_zj_p04(book: Rulebook) -> None:
    house = replace(book, payment=replace(book.payment, immunity_window="off"))
    assert responsible_for(house, S, FIVE, N, PASSED) == Responsibility(N, "ZJ-P03")


@pytest.mark.parametrize(
    ("value", "drawn", "clause"), [(10, True, "ZJ-P01"), (10, False, "ZJ-P02"), (30, False, "ZJ-P03")]
)
def test_payments_cite_their_clause(book: Rulebook, value: int, drawn: bool, clause: str) -> None:
    payments = win_payments(book, scored(value, by_self_draw=drawn), S, None if drawn else W)
    assert {one.clause for one in payments} == {clause}


def test_a_score_that_does_not_fit(book: Rulebook) -> None:
    with pytest.raises(ValueError, match="B cannot win on its own discard"):
        settle_win(book, scored(1), S, S)
    with pytest.raises(ValueError, match="the score is of a win on a discard"):
        settle_win(book, scored(1), S, None)
    with pytest.raises(ValueError, match="the score is of a self-draw"):
        settle_win(book, scored(1, by_self_draw=True), S, W)
    with pytest.raises(ValueError, match="B cannot be responsible for its own win"):
        settle_win(book, scored(40), S, W, Responsibility(S, "ZJ-P05"))


def test_a_drawn_hand_moves_nothing_zj_x03() -> None:
    assert settle_exhaustive_draw() == (0, 0, 0, 0)


@given(st.integers(1, 480), st.sampled_from(Seat), st.sampled_from([1, 2, 3]), st.sampled_from([None, 1, 2, 3]))
def test_payments_sum_to_zero_and_turn_with_the_seats(value: int, winner: Seat, feeder: int, first: int | None) -> None:
    book = load("zungjung-wsom-1.03")
    answers = Responsibility(winner.after(first) if first else None, "ZJ-P04")
    delta = settle_win(book, scored(value), winner, winner.after(feeder), answers)
    assert sum(delta) == 0
    assert delta[winner.number] == 3 * value
    moved = Responsibility(answers.seat.after() if answers.seat else None, "ZJ-P04")
    turned = settle_win(book, scored(value), winner.after(), winner.after(feeder + 1), moved)
    assert (turned[1], turned[2], turned[3], turned[0]) == delta
