"""Who deals next: continuation and streak, the change of dealer and of round, new seats, the end of the match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.claims import in_turn_order
from tablebridge_rules.taiwan.rulebook import Rulebook

__all__ = ["Deal", "Ending", "MatchOver", "Next", "Outcome", "Reseating", "first_deal", "next_deal", "reseated_deal"]

_DEALERS = 4


@dataclass(frozen=True, slots=True)
class Deal:
    """One hand's place in the match.

    `turn` is the dealer's number in the round, 0 for its first dealer; `streak` how often this dealer has continued.
    """

    round_wind: Wind
    dealer: Seat
    turn: int = 0
    streak: int = 0


class Ending(Enum):
    """How a hand ended."""

    WIN = "win"
    DRAW = "draw"
    FALSE_WIN = "false_win"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a hand: the `winners` whose wins stand (the offender for a false win), and the discarder if any."""

    ending: Ending
    seats: tuple[Seat, ...] = ()
    from_seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Reseating:
    """The round is over and seats are drawn anew: `thrower` won last and throws the dice (TW-R34)."""

    round_wind: Wind
    thrower: Seat


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The last dealer of the last round lost the deal (TW-R36)."""


Next = Deal | Reseating | MatchOver
"""What follows a hand."""


def first_deal(dealer: Seat) -> Deal:
    """The first hand of the match, dealt by the seat that the east seat's throw names (TW-R06)."""
    return Deal(Wind.EAST, dealer)


def reseated_deal(reseating: Reseating, dealer: Seat) -> Deal:
    """The first hand after new seats were drawn; its dealer is thrown for as in the first hand (TW-R35)."""
    return Deal(reseating.round_wind, dealer)


def next_deal(rulebook: Rulebook, deal: Deal, outcome: Outcome, last_winner: Seat | None = None) -> Next:
    """What follows: the dealer stays (TW-R31), the next seat deals (TW-R32, TW-R33), new seats or the end.

    `last_winner` is who won most recently before this hand; it is asked for only when a round that is followed by new
    seats ends without a win, and the outgoing dealer throws when there is none.

    >>> from tablebridge_rules.taiwan.rulebook import load
    >>> next_deal(load("taiwan16-ntuee-2009"), Deal(Wind.EAST, Seat.A), Outcome(Ending.DRAW)).streak
    1
    """
    if _continues(rulebook, deal.dealer, outcome):
        return replace(deal, streak=deal.streak + 1)
    if deal.turn + 1 < _DEALERS:
        return Deal(deal.round_wind, deal.dealer.after(), deal.turn + 1)
    played = deal.round_wind.number + 1
    if played == rulebook.game.rounds:
        return MatchOver()
    following = tuple(Wind)[played]
    if played == rulebook.game.reseat_after_round:
        return Reseating(following, _thrower(rulebook, deal, outcome, last_winner))
    return Deal(following, deal.dealer.after())


def _continues(rulebook: Rulebook, dealer: Seat, outcome: Outcome) -> bool:
    match outcome.ending:
        case Ending.DRAW:
            return True
        case Ending.FALSE_WIN:
            return dealer not in outcome.seats or rulebook.game.dealer_false_win == "dealer_continues"
        case Ending.WIN:
            if rulebook.game.multi_win_dealer == "passes_if_another_wins":
                return outcome.seats == (dealer,)
            return dealer in outcome.seats
        case _:
            assert_never(outcome.ending)


def _thrower(rulebook: Rulebook, deal: Deal, outcome: Outcome, last_winner: Seat | None) -> Seat:
    if outcome.ending is not Ending.WIN:
        return last_winner or deal.dealer
    winners = in_turn_order(outcome.seats, outcome.from_seat or deal.dealer)
    return winners[0 if rulebook.game.reseat_thrower == "first_in_turn_order" else -1]
