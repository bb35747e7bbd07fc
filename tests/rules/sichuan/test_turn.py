"""The course of a hand and of a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.turn import (
    FirstWin,
    hand_is_over,
    is_audited,
    is_last_hand,
    next_dealer,
    next_in_turn,
    river_place,
    win_is_recorded,
)

A, B, C, D = Seat


@pytest.fixture
def river(book: Rulebook) -> Rulebook:
    return replace(book, play=replace(book.play, after_win="xueliu"))


def test_winners_are_passed_over_sc_r02(book: Rulebook, river: Rulebook) -> None:
    assert next_in_turn(book, A, {B, C}) is D
    assert next_in_turn(book, B, {A, B, C}) is D
    assert next_in_turn(river, A, {B, C}) is B


def test_nobody_plays_on_alone(book: Rulebook) -> None:
    with pytest.raises(ValueError, match=r"nobody plays after D: \['A', 'B', 'C'\] have won"):
        next_in_turn(book, D, {A, B, C})


@pytest.mark.parametrize(("index", "place"), [(0, (0, 0)), (5, (0, 5)), (6, (1, 0)), (13, (2, 1))])
def test_rows_of_six_sc_r15(index: int, place: tuple[int, int]) -> None:
    assert river_place(index) == place


def test_when_a_hand_is_over_sc_r02(book: Rulebook, river: Rulebook) -> None:
    assert hand_is_over(book, (), 0)
    assert not hand_is_over(book, (), 0, turn_open=True)
    assert hand_is_over(book, {A, B, C}, 5, turn_open=True)
    assert not hand_is_over(river, {A, B, C, D}, 1)
    assert hand_is_over(river, {A}, 0)


def test_which_hands_are_checked_for_readiness_sc_r23() -> None:
    assert is_audited(0, ())
    assert not is_audited(0, set(Seat))
    assert not is_audited(3, {A, B, C})


def test_every_other_seat_acknowledges_sc_r24() -> None:
    assert win_is_recorded(A, (B, C, D))
    assert not win_is_recorded(A, (A, B, C))


def test_a_self_draw_makes_its_winner_dealer_sc_r27(book: Rulebook) -> None:
    assert next_dealer(book, A, FirstWin((C,))) is C
    assert next_dealer(book, A, FirstWin((B, C, D), A)) is A


def test_a_game_has_so_many_hands(book: Rulebook) -> None:
    assert [is_last_hand(book, hand) for hand in (0, 6, 7, 8)] == [False, False, True, True]
