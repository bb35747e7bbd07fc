"""Who deals next: the deal always passes, four hands are a cycle, then seats are drawn anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.zungjung.rulebook import Rulebook

__all__ = ["HANDS_OF_CYCLE", "Deal", "GameOver", "Next", "Reseating", "new_seats", "next_deal"]

HANDS_OF_CYCLE = 4
"""Each seat deals once (ZJ-X02)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One hand's place in the game: the cycle and the hand in it, both from 0, and its dealer, who is East."""

    dealer: Seat
    cycle: int = 0
    hand: int = 0

    def wind(self, seat: Seat) -> Wind:
        """The seat wind of `seat`; a round wind counts for nothing (ZJ-S07)."""
        return seat.wind(self.dealer)


@dataclass(frozen=True, slots=True)
class Reseating:
    """A cycle is over and seats are drawn for the next, which is number `cycle`; its East deals first."""

    cycle: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The last cycle is over."""


Next = Deal | Reseating | GameOver
"""What follows a hand."""


def next_deal(rulebook: Rulebook, deal: Deal) -> Next:
    """What follows a hand, won or drawn: East never repeats (ZJ-X02).

    >>> from tablebridge_rules.zungjung.rulebook import load
    >>> next_deal(load("zungjung-wsom-1.03"), Deal(Seat.A)).dealer
    <Seat.B: 'B'>
    """
    if deal.hand + 1 < HANDS_OF_CYCLE:
        return Deal(deal.dealer.after(), deal.cycle, deal.hand + 1)
    following = deal.cycle + 1
    if following == rulebook.game.cycles:
        return GameOver()
    return Reseating(following) if rulebook.game.reseat_after_cycle else Deal(deal.dealer.after(), following)


def new_seats(east: Seat, drawn: Mapping[Seat, Wind]) -> dict[Seat, Seat]:
    """Where the player of each present seat sits down, by the wind that was drawn there; `east` is East's chair.

    Clause ZJ-X02. Raises `ValueError` when the four seats did not draw the four winds.
    """
    if set(drawn) != set(Seat) or set(drawn.values()) != set(Wind):
        raise ValueError("each of the four seats draws another wind")
    return {seat: wind.seat(east) for seat, wind in drawn.items()}
