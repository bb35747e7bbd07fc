"""How a Zung Jung hand ends in points, and what comes after it: the deal always passes."""

from __future__ import annotations

from tablebridge_rules.event import HandStarted, Settled
from tablebridge_rules.payment import Payment, delta_of
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.zungjung.circumstances import win_of
from tablebridge_rules.zungjung.deal import HANDS_OF_CYCLE, Deal, GameOver, Reseating, next_deal
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.scoring import score
from tablebridge_rules.zungjung.settlement import responsible_for, win_payments
from tablebridge_rules.zungjung.state import ZungJungHand

__all__ = ["next_hand", "payments", "settle"]


def settle(state: ZungJungHand, rulebook: Rulebook) -> Settled:
    """The points that move at the end of `state`, a hand that is over and not settled yet.

    Raises `WinError` when the win holds tiles that cannot be.
    """
    delta = delta_of(payments(state, rulebook))
    a, b, c, d = (points + change for points, change in zip(state.points, delta, strict=True))
    return Settled(delta, (a, b, c, d), 0)


def payments(state: ZungJungHand, rulebook: Rulebook) -> tuple[Payment, ...]:
    """What the one winner gets, each payment with its clause; nothing after a draw, nor below the minimum.

    Who is responsible for a discard is told by the discards so far (ZJ-P03 to ZJ-P06). Raises as `settle` does.
    """
    if not state.wins:
        return ()
    won = state.wins[0]
    value = score(rulebook, win_of(state, won, rulebook))
    if value is None:
        return ()
    if won.from_seat is None:
        return win_payments(rulebook, value, won.seat, None)
    robbed = state.open_tile is not None and state.open_tile.kan is not None
    answers = responsible_for(rulebook, won.seat, won.tile, won.from_seat, state.discards, robbed=robbed)
    return win_payments(rulebook, value, won.seat, won.from_seat, answers)


def next_hand(state: ZungJungHand, rulebook: Rulebook, first_dealer: Seat = Seat.A) -> HandStarted | Reseating | None:
    """What follows a settled hand: the next one, new seats to be drawn after a cycle, or None when the game is over.

    Four hands are a cycle, whoever dealt first (ZJ-X02): `first_dealer` makes no difference.
    """
    del first_dealer
    cycle, number = divmod(state.hand, HANDS_OF_CYCLE)
    following = next_deal(rulebook, Deal(state.dealer, cycle, number))
    if isinstance(following, GameOver):
        return None
    if isinstance(following, Reseating):
        return following
    wind = tuple(Wind)[following.cycle % len(Wind)]
    return HandStarted(state.hand + 1, wind, following.dealer, 0, 0, state.points)
