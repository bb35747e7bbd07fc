"""The seating draw and the throws that open a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.seating import (
    Throw,
    draw_problem,
    draw_winds,
    needs_full_draw,
    opening_throws,
    seat_of_throw,
    wind_positions,
)
from tablebridge_rules.seat import Seat, Wind

A, B, C, D = Seat
E, S, W, N = Wind


@pytest.mark.parametrize(
    ("tiles", "problem"),
    [
        pytest.param("12p1234z", None, id="RL-S08 usual"),
        pytest.param("8m3s4321z", None, id="RL-S08 any odd and even"),
        pytest.param("13p1234z", "2 odd and 0 even number tiles, expected one of each", id="RL-S08 two odd"),
        pytest.param("1p1234z", "1 odd and 0 even number tiles, expected one of each", id="RL-S08 five tiles"),
        pytest.param("12p1134z", "expected one tile of each wind", id="RL-S08 a wind twice"),
        pytest.param("12p12345z", "5z has no part in the draw", id="RL-S08 a dragon"),
    ],
)
def test_the_tiles_of_the_draw(tiles: str, problem: str | None) -> None:
    assert draw_problem(parse_tiles(tiles)) == problem


@pytest.mark.parametrize(
    ("thrower", "total", "seat"),
    [
        pytest.param(A, 7, C, id="RL-S09 provisional east"),
        pytest.param(C, 6, D, id="RL-S10 east position"),
        pytest.param(A, 8, D, id="RL-D03 first dealer"),
        pytest.param(A, 5, A, id="RL-S09 five is the thrower"),
        pytest.param(B, 12, A, id="RL-S09 twelve is the left"),
    ],
)
def test_a_throw_names_a_seat(thrower: Seat, total: int, seat: Seat) -> None:
    assert seat_of_throw(thrower, total) is seat


def test_dice_show_at_least_one() -> None:
    with pytest.raises(ValueError, match="a throw of 0"):
        seat_of_throw(A, 0)


def test_wind_seats_rl_s11() -> None:
    assert wind_positions(D) == {E: D, S: A, W: B, N: C}


def test_winds_are_drawn_from_the_odd_end_rl_s12(league: Rulebook) -> None:
    drawn = draw_winds(league, (W, E, N, S), start=D, east=D, total=8)
    assert drawn == ((D, W, B), (A, E, D), (B, N, C), (C, S, A))


@pytest.mark.parametrize(("total", "first"), [(7, W), (8, S)], ids=["RL-S12 odd", "RL-S12 even"])
def test_the_throw_chooses_the_end_where_the_rulebook_says_so(league: Rulebook, total: int, first: Wind) -> None:
    book = replace(league, table=replace(league.table, seat_draw_end="dice_parity"))
    assert draw_winds(book, (W, E, N, S), start=D, east=D, total=total)[0][1] is first


def test_a_row_is_the_four_winds_rl_s12(league: Rulebook) -> None:
    with pytest.raises(ValueError, match="the four winds, each once"):
        draw_winds(league, (W, W, N, S), start=D, east=D, total=8)


def test_the_same_players_only_throw_again_rl_s13(league: Rulebook) -> None:
    assert not needs_full_draw(("ann", "bea", "cho", "dai"), ("dai", "cho", "bea", "ann"))
    assert needs_full_draw(("ann", "bea", "cho", "dai"), ("ann", "bea", "cho", "eve"))
    assert opening_throws(league, full_draw=False)[0] is Throw.EAST_POSITION


def test_the_throw_before_the_first_hand_is_for_the_dealer_rl_d02(league: Rulebook) -> None:
    assert opening_throws(league)[-2:] == (Throw.FIRST_DEALER, Throw.WALL_BREAK)


def test_a_book_without_a_draw_begins_with_the_dealer_rm_p01(common: Rulebook) -> None:
    assert opening_throws(common) == (Throw.FIRST_DEALER, Throw.WALL_BREAK)
