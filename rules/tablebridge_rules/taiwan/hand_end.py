"""How a Taiwanese hand ends in points, and what comes after it: the same dealer, the next one, new seats, the end."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge_rules.event import HandStarted, Settled
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.circumstances import win_of
from tablebridge_rules.taiwan.claims import winners_of
from tablebridge_rules.taiwan.dealer import Deal, Ending, MatchOver, Outcome, Reseating, next_deal
from tablebridge_rules.taiwan.match import is_bankrupt
from tablebridge_rules.taiwan.payment import Payment, affordable, delta_of, points_after
from tablebridge_rules.taiwan.penalty import Penalty
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.score import Score
from tablebridge_rules.taiwan.scoring import score
from tablebridge_rules.taiwan.settlement import penalty_payments, win_payments
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.taiwan.violations.dead_hand import ends_hand

__all__ = ["next_hand", "outcome", "payments", "scores", "settle"]


def outcome(state: TaiwanHand, rulebook: Rulebook) -> Outcome:
    """How the hand ended: the wins that stand, a false win that ended it, or a draw."""
    if state.wins:
        from_seat = state.wins[0].from_seat
        seats = tuple(won.seat for won in state.wins)
        return Outcome(Ending.WIN, winners_of(rulebook, seats, from_seat) if from_seat else seats, from_seat)
    false = [foul.violation for foul in state.fouls if ends_hand(rulebook, foul.violation)]
    offenders = tuple(violation.seat for violation in false if violation.seat is not None)
    return Outcome(Ending.FALSE_WIN, offenders) if offenders and not state.exhausted else Outcome(Ending.DRAW)


def scores(state: TaiwanHand, rulebook: Rulebook) -> dict[Seat, Score]:
    """What each win that stands is worth, by winner.

    Raises `WinError` when a win holds tiles that cannot be.
    """
    standing = outcome(state, rulebook).seats if state.wins else ()
    values = {won.seat: score(rulebook, win_of(state, won, rulebook)) for won in state.wins if won.seat in standing}
    return {seat: value for seat, value in values.items() if value is not None}


def payments(state: TaiwanHand, rulebook: Rulebook) -> Iterator[Payment]:
    """What is due at the end of the hand: for wins, full liability and wrong calls, in order."""
    if state.stopped:
        return  # time ran out: the hand is void and the points stay (TW-R40)
    announced = state.announced or not state.streak
    ended = outcome(state, rulebook)
    for seat, value in scores(state, rulebook).items():
        yield from win_payments(rulebook, value, seat, ended.from_seat, state.dealer, state.streak, announced=announced)
    for foul in state.fouls:
        violation, discarder = foul.violation, foul.discarder
        if violation.penalty == Penalty.WRONG_CALL.value and discarder in (None, violation.seat):
            continue  # nobody discarded, so nobody is paid
        yield from penalty_payments(rulebook, violation, state.dealer, state.streak, discarder)


def settle(state: TaiwanHand, rulebook: Rulebook) -> Settled:
    """The points that move at the end of `state`, a hand that is over and not settled yet.

    Nobody pays more than the chips left (TW-R41). Raises `WinError` when a win holds tiles that cannot be.
    """
    paid = affordable(rulebook, state.points, payments(state, rulebook))
    return Settled(delta_of(paid), points_after(state.points, paid), 0)


def next_hand(
    state: TaiwanHand, rulebook: Rulebook, first_dealer: Seat = Seat.A, last_winner: Seat | None = None
) -> HandStarted | Reseating | None:
    """What follows a settled hand: the next one, new seats to be drawn (TW-R34), or None when the match is over.

    `first_dealer` is who dealt first since seats were drawn; `last_winner` who won most recently before this hand.
    """
    if is_bankrupt(state.points) or state.time_up:
        return None
    turn = (state.dealer.number - first_dealer.number) % len(Seat)
    deal = Deal(state.round_wind, state.dealer, turn, state.streak)
    following = next_deal(rulebook, deal, outcome(state, rulebook), last_winner)
    if isinstance(following, MatchOver):
        return None
    if isinstance(following, Reseating):
        return following
    return HandStarted(state.hand + 1, following.round_wind, following.dealer, following.streak, 0, state.points)
