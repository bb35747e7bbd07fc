"""How a hand ends in points, and what comes after it: the same dealer, the next one, the next wind, or the end."""

from __future__ import annotations

from tablebridge_rules.event import HandStarted, Settled, Won
from tablebridge_rules.payment import Delta, Payment, delta_of
from tablebridge_rules.riichi.circumstances import ready_waits, win_of
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.score import Score
from tablebridge_rules.riichi.scoring import score
from tablebridge_rules.riichi.settlement import (
    exhaustive_draw_payments,
    false_win_payments,
    settle_false_win,
    win_payments,
)
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.violations.ready import ready_kinds

__all__ = ["dealer_stays", "is_void", "next_hand", "payments", "ready_seats", "scores", "settle", "settle_false_riichi"]

_NOTHING = (0, 0, 0, 0)


def ready_seats(state: HandState, rulebook: Rulebook) -> frozenset[Seat]:
    """The seats that opened a ready hand at the exhaustive draw; one that stayed closed is not ready (RL-X13), nor is
    a dead hand (RL-F02)."""
    opened = state.exhaustive_draw.revealed if state.exhaustive_draw else ()
    return frozenset(
        seat for seat, tiles in opened if seat not in state.dead and ready_waits(state, seat, tiles, rulebook)
    )


def scores(state: HandState, rulebook: Rulebook) -> tuple[Score | None, ...]:
    """What each win of the ended hand is worth, in order; None for a false one: no yaku, furiten, a dead hand (RL-F09).

    Raises `WinError` when a win holds tiles that cannot be.
    """
    return tuple(_score(state, won, rulebook) for won in state.wins)


def _score(state: HandState, won: Won, rulebook: Rulebook) -> Score | None:
    if won.seat in state.dead or won.seat is won.from_seat:
        return None
    waiting = ready_kinds(won.concealed, len(state.at(won.seat).melds))
    called = rulebook.play.furiten_called_tiles
    if won.from_seat is not None and state.furiten(won.seat, waiting, called_tiles=called):
        return None
    return score(rulebook, win_of(state, won, rulebook))


def settle(state: HandState, rulebook: Rulebook) -> Settled:
    """The points that move at the end of `state`, a hand that is over and not settled yet.

    The first of two winners takes counters and sticks (RL-W09); after a draw the sticks stay (RL-R08). A false win
    costs its seat the payment for it; when no win stands, the sticks put down in this hand go back (option
    `after_chombo`). A false riichi that the referee has confirmed is paid for instead.

    Raises `WinError` when a win holds tiles that cannot be.
    """
    instead = settle_false_riichi(state, rulebook) if state.chombo else None
    if instead is not None:
        return instead
    delta, sticks = delta_of(payments(state, rulebook)), state.sticks
    if state.wins:
        sticks = 0 if any(scores(state, rulebook)) else sticks - _accepted(state)
    return Settled(delta, _sum(state.points, delta), sticks)


def payments(state: HandState, rulebook: Rulebook) -> tuple[Payment, ...]:
    """The single payments at the end of `state`, each with its clause; see `settle`, and raises as it does."""
    if not state.wins:
        if state.exhaustive_draw is None:
            return ()
        return exhaustive_draw_payments(rulebook, ready_seats(state, rulebook), state.dealer, _nagashi(state))
    paid: list[Payment] = []
    sticks, honba, found = state.sticks, state.honba, scores(state, rulebook)
    for won, value in zip(state.wins, found, strict=True):
        if value is None:
            paid += false_win_payments(rulebook, won.seat, state.dealer)
            continue
        liable = dict(state.at(won.seat).liable)
        paid += win_payments(rulebook, value, won.seat, won.from_seat, state.dealer, honba, sticks, liable)
        sticks, honba = 0, honba if rulebook.payment.double_ron_bonus == "honba_each" else 0
    return tuple(paid) if any(found) else (*paid, *_deposits_back(state, rulebook))


def settle_false_riichi(state: HandState, rulebook: Rulebook) -> Settled | None:
    """What is paid instead when the referee confirms that riichi hands at an exhaustive draw were not ready.

    None where there is none, or where it costs no payment (option `noten_riichi_penalty`; RL-R05, RM-Y01).
    """
    if state.exhaustive_draw is None or rulebook.foul.noten_riichi_penalty == "violation_point":
        return None
    ready = ready_seats(state, rulebook) | state.dead
    false = [seat for seat in Seat if state.at(seat).riichi.declared and seat not in ready]
    if not false:
        return None
    delta = _NOTHING
    for seat in false:
        delta = _sum(delta, settle_false_win(rulebook, seat, state.dealer))
    return _sticks_back(state, rulebook, delta)


def _sticks_back(state: HandState, rulebook: Rulebook, delta: Delta) -> Settled:
    """The settlement of a hand that does not count: the sticks put down in it go back (option `after_chombo`)."""
    delta = _sum(delta, delta_of(_deposits_back(state, rulebook)))
    return Settled(delta, _sum(state.points, delta), state.sticks - _accepted(state))


def _deposits_back(state: HandState, rulebook: Rulebook) -> tuple[Payment, ...]:
    paid_in = [seat for seat in Seat if state.at(seat).riichi.accepted]
    return tuple(Payment(None, seat, rulebook.payment.deposit, rulebook.citations.false_win) for seat in paid_in)


def _accepted(state: HandState) -> int:
    """How many sticks were put down in this hand."""
    return sum(part.riichi.accepted for part in state.seats)


def is_void(state: HandState, event: Settled, rulebook: Rulebook) -> bool:
    """Whether `event` settles the ended hand as one with a false riichi that the referee confirmed."""
    return event == settle_false_riichi(state, rulebook)


def _is_replayed(state: HandState, rulebook: Rulebook) -> bool:
    """Whether the same hand is dealt again, its counters unchanged: no win of it stands, or a false riichi was paid
    for (option `after_chombo`; RL-F09, RM-F02)."""
    return state.void or (bool(state.wins) and not any(scores(state, rulebook)))


def _nagashi(state: HandState) -> tuple[Seat, ...]:
    """The seats whose discards are all terminals and honours, none of them called."""
    return tuple(
        seat
        for seat, river in zip(Seat, state.rivers, strict=True)
        if not any(discard.tile.kind.is_simple or discard.claimed_by for discard in river.discards)
    )


def dealer_stays(state: HandState, rulebook: Rulebook) -> bool:
    """Whether the dealer of the ended hand deals again (RL-E01 to RL-E04)."""
    if _is_replayed(state, rulebook):
        return True
    if state.wins:
        return any(won.seat is state.dealer for won in state.wins)
    if state.exhaustive_draw is not None:
        return rulebook.game.renchan == "tenpai_renchan" and state.dealer in ready_seats(state, rulebook)
    laid = state.last_discard
    triple = state.abortive_draw is not None and state.abortive_draw.reason == "triple_ron"
    passes = rulebook.game.triple_ron_dealer == "passes_if_dealer_discarded"
    return not (triple and passes and laid is not None and laid.seat is state.dealer)


def next_hand(state: HandState, rulebook: Rulebook, first_dealer: Seat = Seat.A) -> HandStarted | None:
    """The hand that follows a settled one, None when the game is over.

    `first_dealer` is the dealer of the game's first hand: when the deal comes back there, the next wind begins.
    """
    if rulebook.game.bankruptcy and min(state.points) < 0:
        return None
    if _is_replayed(state, rulebook):
        return _hand(state, state.round_wind, state.dealer, state.honba)
    stays = dealer_stays(state, rulebook)
    if stays:
        if _dealer_stops(state, rulebook, first_dealer):
            return None
        return _hand(state, state.round_wind, state.dealer, _honba(state, rulebook, stays))
    dealer = state.dealer.after(1)
    wind_number = state.round_wind.number + (dealer is first_dealer)
    if wind_number >= rulebook.game.rounds and (
        not rulebook.game.extra_round
        or wind_number > rulebook.game.rounds
        or max(state.points) >= rulebook.game.return_points
    ):
        return None
    return _hand(state, tuple(Wind)[wind_number], dealer, _honba(state, rulebook, stays))


def _hand(state: HandState, wind: Wind, dealer: Seat, honba: int) -> HandStarted:
    return HandStarted(state.hand + 1, wind, dealer, honba, state.sticks, state.points)


def _honba(state: HandState, rulebook: Rulebook, stays: bool) -> int:
    """Each repeat and each draw adds a counter, another's win clears them (RL-E02)."""
    if state.wins:
        return state.honba + 1 if stays else 0
    if state.exhaustive_draw is not None:
        return state.honba + 1 if stays or rulebook.game.honba_after_draw else 0
    return state.honba + 1 if rulebook.game.abort_dealer == "repeat_plus_counter" else state.honba


def _dealer_stops(state: HandState, rulebook: Rulebook, first_dealer: Seat) -> bool:
    """Whether the leading dealer ends the game by winning, or being ready, in the last hand (option agari_yame)."""
    game = rulebook.game
    last = state.round_wind.number >= game.rounds or (
        state.round_wind.number == game.rounds - 1 and state.dealer.after(1) is first_dealer
    )
    earned = any(won.seat is state.dealer for won in state.wins) or state.exhaustive_draw is not None
    own = state.points[state.dealer.number]
    # the last dealer sits furthest from the first, so that with equal points another one leads
    leads = all(points < own for seat, points in zip(Seat, state.points, strict=True) if seat is not state.dealer)
    enough = game.agari_yame == "automatic" or own >= game.return_points  # RM-E03 asks for the lead only
    return game.agari_yame != "off" and last and earned and leads and enough


def _sum(left: tuple[int, int, int, int], right: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    a, b, c, d = (one + other for one, other in zip(left, right, strict=True))
    return a, b, c, d
