"""Final standings of a game and of a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.standings import final_standings, session_ranking, session_total
from tablebridge_rules.seat import Seat

A, B, C, D = Seat
Points = tuple[int, int, int, int]


def game(book: Rulebook, **changes: Any) -> Rulebook:
    return replace(book, game=replace(book.game, **changes))


def uma(*totals: int) -> list[Fraction]:
    return [Fraction(total) for total in totals]


@pytest.mark.parametrize(
    ("points", "places", "final", "totals"),
    [
        pytest.param((45000, 30000, 20000, 5000), "ABCD", (50000, 30000, 20000, 0), (20, 10, -10, -20), id="RL-S03"),
        pytest.param(
            (28000, 22000, 38000, 32000), "CDAB", (43000, 32000, 28000, 17000), (20, 10, -10, -20), id="RL-S04"
        ),
    ],
)
def test_places_rank_points_and_uma(
    league: Rulebook, points: Points, places: str, final: Points, totals: Points
) -> None:
    found = final_standings(league, points)
    assert "".join(one.seat.value for one in found) == places
    assert tuple(one.points for one in found) == final
    assert uma(*totals) == [one.total for one in found]
    assert [one.place for one in found] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("fouls", "totals"),
    [
        pytest.param({A: 1}, (0, 10, -10, -20), id="RL-F08 the first, once"),
        pytest.param({D: 2}, (20, 10, -10, -60), id="RL-F08 the last, twice"),
    ],
)
def test_violation_points_cost_uma(league: Rulebook, fouls: Mapping[Seat, int], totals: Points) -> None:
    found = final_standings(league, (38000, 32000, 28000, 22000), violation_points=fouls)
    assert uma(*totals) == [one.total for one in found]
    assert [one.violation_points for one in found] == [fouls.get(seat, 0) for seat in Seat]


def test_ties_share_uma_and_rank_points_rl_s04(league: Rulebook) -> None:
    found = final_standings(league, (35000, 35000, 25000, 25000))
    assert [(one.place, one.points, one.uma) for one in found] == [
        (1, 37500, Fraction(15)),
        (1, 37500, Fraction(15)),
        (3, 22500, Fraction(-15)),
        (3, 22500, Fraction(-15)),
    ]
    three = final_standings(league, (33000, 33000, 33000, 21000))
    assert [(one.points, one.uma) for one in three] == [
        (34800, Fraction(20, 3)),
        (34600, Fraction(20, 3)),
        (34600, Fraction(20, 3)),
        (16000, Fraction(-20)),
    ]


def test_ties_by_seat_order_are_an_option_rl_s04(league: Rulebook) -> None:
    book = game(league, tie_break="seat_order")
    found = final_standings(book, (30000, 30000, 30000, 30000), first_dealer=C)
    assert [(one.seat, one.place) for one in found] == [(C, 1), (D, 2), (A, 3), (B, 4)]
    assert [one.total for one in found] == uma(20, 10, -10, -20)


def test_sticks_left_over_rl_r08(league: Rulebook) -> None:
    points = (29000, 30500, 30500, 29000)
    book = game(league, rank_points="none", tie_break="seat_order")
    assert [one.points for one in final_standings(book, points, sticks=1)] == [31500, 30500, 29000, 29000]
    book = game(book, final_deposits="left_over")
    assert [one.points for one in final_standings(book, points, sticks=1)] == [30500, 30500, 29000, 29000]


def test_places_are_fixed_before_sticks_move_rl_r08(league: Rulebook) -> None:
    found = final_standings(league, (30000, 29500, 29500, 30000), sticks=1)
    assert [(one.seat, one.place) for one in found] == [(A, 1), (D, 1), (B, 3), (C, 3)]


def test_oka_and_points_count_where_the_rulebook_says_so_rl_s03(common: Rulebook) -> None:
    found = final_standings(common, (25500, 20700, 32500, 21300))
    assert [(one.seat, one.total) for one in found] == [
        (C, Fraction(425, 10)),
        (A, Fraction(55, 10)),
        (D, Fraction(-187, 10)),
        (B, Fraction(-293, 10)),
    ]


@settings(deadline=None)
@given(
    st.sampled_from(["riichi-common", "riichi-league-tw", "riichi-mjnet-2005"]),
    st.tuples(*(st.integers(-200, 600) for _ in range(3))),
    st.integers(0, 4),
    st.sampled_from(list(Seat)),
)
def test_nothing_is_lost(name: str, hundreds: tuple[int, int, int], sticks: int, first: Seat) -> None:
    book = load(name)
    whole = 4 * book.game.starting_points - sticks * book.payment.deposit
    a, b, c = (100 * part for part in hundreds)
    found = final_standings(book, (a, b, c, whole - a - b - c), sticks, first)
    assert sum(one.points for one in found) == 4 * book.game.starting_points
    assert sum(one.total for one in found) == 0


def test_a_session_is_the_sum_of_its_games_rl_s02(league: Rulebook) -> None:
    assert session_total(league, uma(20, 10, -20)) == 10
    with pytest.raises(ValueError, match="4 games, a session of riichi-league-tw has 3"):
        session_total(league, uma(20, 10, -20, 20))


def test_the_best_stretch_is_an_option_rl_s02(league: Rulebook) -> None:
    book = game(league, session_window="best_consecutive")
    assert session_total(book, uma(-20, 10, 20, 10, -10)) == 40


def test_a_session_ranks_its_players_rl_s02(league: Rulebook) -> None:
    first = dict(zip(("ann", "bea", "cho", "dai"), uma(20, 10, -10, -20), strict=True))
    second = dict(zip(("dai", "cho", "bea", "ann"), uma(20, 10, -10, -20), strict=True))
    third = dict(zip(("bea", "dai", "ann", "cho"), uma(20, 10, -10, -20), strict=True))
    ranking = session_ranking(league, (first, second, third))
    assert ranking == tuple(zip(("bea", "dai", "ann", "cho"), uma(20, 10, -10, -20), strict=True))
