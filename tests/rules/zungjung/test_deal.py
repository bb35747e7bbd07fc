"""Who deals next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.zungjung.deal import Deal, GameOver, Reseating, new_seats, next_deal
from tablebridge_rules.zungjung.rulebook import Rulebook

A, B, C, D = Seat


def test_the_deal_always_passes_zj_x02(book: Rulebook) -> None:
    """East wins hand 1; hand 2 is dealt by South. A drawn hand changes nothing."""
    second = next_deal(book, Deal(A))
    assert second == Deal(B, hand=1)
    assert isinstance(second, Deal)
    assert second.wind(B) is Wind.EAST
    assert second.wind(A) is Wind.NORTH


def test_a_cycle_is_four_hands_zj_x02(book: Rulebook) -> None:
    dealers, deal = [C], Deal(C)
    while isinstance(following := next_deal(book, deal), Deal):
        deal = following
        dealers.append(deal.dealer)
    assert dealers == [C, D, A, B]
    assert following == Reseating(1)
    assert next_deal(book, Deal(B, cycle=1, hand=3)) == GameOver()


def test_the_organiser_may_end_the_game_zj_x02(book: Rulebook) -> None:
    house = replace(book, game=replace(book.game, cycles=0))
    assert next_deal(house, Deal(B, cycle=9, hand=3)) == Reseating(10)


def test_seats_may_stay_where_the_rulebook_says_so_zj_x02(book: Rulebook) -> None:
    house = replace(book, game=replace(book.game, reseat_after_cycle=False))
    assert next_deal(house, Deal(D, hand=3)) == Deal(A, cycle=1)


def test_new_seats_by_the_winds_that_were_drawn_zj_x02() -> None:
    drawn = {A: Wind.WEST, B: Wind.EAST, C: Wind.NORTH, D: Wind.SOUTH}
    assert new_seats(A, drawn) == {B: A, D: B, A: C, C: D}


@pytest.mark.parametrize("drawn", [{A: Wind.EAST}, dict.fromkeys(Seat, Wind.EAST)])
def test_a_draw_that_is_none_zj_x02(drawn: dict[Seat, Wind]) -> None:
    with pytest.raises(ValueError, match="each of the four seats draws another wind"):
        new_seats(A, drawn)
