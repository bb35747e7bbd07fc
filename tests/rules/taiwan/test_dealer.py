"""Who deals next, and when the match is over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.dealer import (
    Deal,
    Ending,
    MatchOver,
    Next,
    Outcome,
    Reseating,
    first_deal,
    next_deal,
    reseated_deal,
)
from tablebridge_rules.taiwan.rulebook import Rulebook

A, B, C, D = Seat
EAST, SOUTH, WEST, NORTH = Wind
DRAW = Outcome(Ending.DRAW)


def won(*winners: Seat, by: Seat | None = None) -> Outcome:
    return Outcome(Ending.WIN, winners, by)


def false_win(seat: Seat) -> Outcome:
    return Outcome(Ending.FALSE_WIN, (seat,))


@pytest.mark.parametrize(
    ("deal", "outcome", "expected"),
    [
        pytest.param(Deal(EAST, A), DRAW, Deal(EAST, A, 0, 1), id="TW-R31 a draw is streak one"),
        pytest.param(Deal(EAST, A, 0, 1), won(A), Deal(EAST, A, 0, 2), id="TW-R31 and a win streak two"),
        pytest.param(Deal(EAST, A, 0, 1), won(A, by=C), Deal(EAST, A, 0, 2), id="TW-R31 a win on a discard"),
        pytest.param(Deal(EAST, A), false_win(C), Deal(EAST, A, 0, 1), id="TW-R31 a non-dealer's false win"),
        pytest.param(Deal(EAST, A), false_win(B), Deal(EAST, A, 0, 1), id="TW-F08 the dealer stays, streak one"),
        pytest.param(Deal(EAST, A, 0, 2), false_win(A), Deal(EAST, B, 1), id="TW-R32 the dealer's false win"),
        pytest.param(Deal(SOUTH, B, 1, 3), won(C, by=D), Deal(SOUTH, C, 2), id="TW-R32 streak back to nothing"),
        pytest.param(Deal(EAST, A), won(A, B, C, by=D), Deal(EAST, A, 0, 1), id="TW-P04 the dealer among three"),
        pytest.param(Deal(EAST, D, 3), won(B), Deal(SOUTH, A), id="TW-R33 the fourth dealer loses the deal"),
        pytest.param(Deal(EAST, D, 3), won(D), Deal(EAST, D, 3, 1), id="TW-R33 the fourth dealer continues"),
        pytest.param(Deal(SOUTH, D, 3), won(C, by=A), Reseating(WEST, C), id="TW-R34 the last winner throws"),
        pytest.param(
            Deal(SOUTH, D, 3), won(A, C, B, by=D), Reseating(WEST, A), id="TW-R34 of three the nearest to the discarder"
        ),
        pytest.param(Deal(WEST, C, 3), won(A), Deal(NORTH, D), id="TW-R33 north follows west"),
        pytest.param(Deal(NORTH, C, 3), won(A, by=B), MatchOver(), id="TW-R36 the match is over"),
        pytest.param(Deal(NORTH, C, 3), DRAW, Deal(NORTH, C, 3, 1), id="TW-R36 not while the dealer continues"),
    ],
)
def test_what_follows_a_hand(book: Rulebook, deal: Deal, outcome: Outcome, expected: Next) -> None:
    assert next_deal(book, deal, outcome) == expected


def test_who_throws_when_the_round_ends_with_a_false_win_tw_r34(book: Rulebook) -> None:
    last = Deal(SOUTH, D, 3)
    assert next_deal(book, last, false_win(D), last_winner=B) == Reseating(WEST, B)
    assert next_deal(book, last, false_win(D)) == Reseating(WEST, D)


def test_the_far_winner_throws_where_the_rulebook_says_so_tw_r34(book: Rulebook) -> None:
    house = replace(book, game=replace(book.game, reseat_thrower="last_in_turn_order"))
    assert next_deal(house, Deal(SOUTH, D, 3), won(A, B, C, by=D)) == Reseating(WEST, C)


def test_the_dealer_continues_after_an_own_false_win_where_the_rulebook_says_so_tw_r32(book: Rulebook) -> None:
    house = replace(book, game=replace(book.game, dealer_false_win="dealer_continues"))
    assert next_deal(house, Deal(EAST, A), false_win(A)) == Deal(EAST, A, 0, 1)


def test_the_dealer_loses_the_deal_to_another_winner_where_the_rulebook_says_so_tw_p04(book: Rulebook) -> None:
    house = replace(book, game=replace(book.game, multi_win_dealer="passes_if_another_wins"))
    assert next_deal(house, Deal(EAST, A), won(A, B, C, by=D)) == Deal(EAST, B, 1)
    assert next_deal(house, Deal(EAST, A), won(A)) == Deal(EAST, A, 0, 1)


def test_no_new_seats_and_a_shorter_match_where_the_rulebook_says_so_tw_r34_tw_r40(book: Rulebook) -> None:
    house = replace(book, game=replace(book.game, reseat_after_round=0, rounds=3))
    assert next_deal(house, Deal(SOUTH, D, 3), won(B)) == Deal(WEST, A)
    assert next_deal(house, Deal(WEST, D, 3), won(B)) == MatchOver()


def test_the_first_hands_of_either_half_tw_r06_tw_r35() -> None:
    assert first_deal(C) == Deal(EAST, C)
    assert reseated_deal(Reseating(WEST, A), D) == Deal(WEST, D)


def test_a_match_of_four_rounds_has_sixteen_dealers_tw_r40(book: Rulebook) -> None:
    deal, seen = first_deal(B), []
    while not isinstance(deal, MatchOver):
        seen.append((deal.round_wind, deal.dealer))
        following = next_deal(book, deal, won(deal.dealer.after()))
        deal = reseated_deal(following, A) if isinstance(following, Reseating) else following  # type: ignore[assignment]
    assert [wind for wind, _ in seen] == [wind for wind in Wind for _ in range(4)]
    assert [dealer for _, dealer in seen] == [B, C, D, A] * 2 + [A, B, C, D] * 2
