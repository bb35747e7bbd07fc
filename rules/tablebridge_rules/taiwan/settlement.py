"""Who pays whom at the end of a hand: wins on a discard, self-draws, several winners, fouls. Every clause is cited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.claims import winners_of
from tablebridge_rules.taiwan.payment import Payment, amount, dealer_tai, delta_of
from tablebridge_rules.taiwan.penalty import Penalty
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.score import Score
from tablebridge_rules.violation import Violation

__all__ = [
    "penalty_payments",
    "settle_exhaustive_draw",
    "settle_penalty",
    "settle_win",
    "settle_wins",
    "win_payments",
]

NOTHING: Delta = (0, 0, 0, 0)


def settle_win(
    rulebook: Rulebook,
    score: Score,
    winner: Seat,
    from_seat: Seat | None,
    dealer: Seat,
    streak: int = 0,
    *,
    announced: bool = True,
) -> Delta:
    """What A..D gain or lose by one win, before anybody's chips run out.

    `from_seat` is who discarded, added to the robbed kan, or holds the eighth flower; None for a self-draw. `streak`
    is the dealer's, `announced` whether it was. Raises `ValueError` when the score does not fit the seats.
    """
    return delta_of(win_payments(rulebook, score, winner, from_seat, dealer, streak, announced=announced))


def win_payments(
    rulebook: Rulebook,
    score: Score,
    winner: Seat,
    from_seat: Seat | None,
    dealer: Seat,
    streak: int = 0,
    *,
    announced: bool = True,
) -> tuple[Payment, ...]:
    """The single payments of a win, each with its clause; see `settle_win`."""
    if from_seat is winner:
        raise ValueError(f"{winner.value} cannot win on its own discard; a self-draw has no discarder (from_seat=None)")
    if (from_seat is None) != score.by_self_draw:
        scored = "self-draw" if score.by_self_draw else "win on a discard"
        raise ValueError(f"the score is of a {scored}, from_seat is {from_seat}: score and settle the same win")
    payers = [from_seat] if from_seat else [winner.after(steps) for steps in (1, 2, 3)]
    clause = "TW-P02" if from_seat else "TW-P03"
    extra = dealer_tai(rulebook, streak, announced=announced)
    return tuple(_payment(rulebook, payer, winner, score.tai, dealer, extra, clause) for payer in payers)


def settle_wins(
    rulebook: Rulebook,
    scores: Mapping[Seat, Score],
    from_seat: Seat,
    dealer: Seat,
    streak: int = 0,
    *,
    announced: bool = True,
) -> tuple[tuple[Seat, Delta], ...]:
    """The wins on one discard that stand, with each one's changes, in turn order (TW-P04, TW-R43)."""
    return tuple(
        (winner, settle_win(rulebook, scores[winner], winner, from_seat, dealer, streak, announced=announced))
        for winner in winners_of(rulebook, scores, from_seat)
    )


def settle_exhaustive_draw() -> Delta:
    """A drawn hand moves no points (TW-R30)."""
    return NOTHING


def settle_penalty(
    rulebook: Rulebook, violation: Violation, dealer: Seat, streak: int = 0, discarder: Seat | None = None
) -> Delta:
    """What a violation moves: full liability to everybody, a wrong call to the `discarder`, another penalty nothing."""
    return delta_of(penalty_payments(rulebook, violation, dealer, streak, discarder))


def penalty_payments(
    rulebook: Rulebook, violation: Violation, dealer: Seat, streak: int = 0, discarder: Seat | None = None
) -> tuple[Payment, ...]:
    """The single payments of a violation (TW-P05, TW-F07); see `settle_penalty`.

    Raises `ValueError` for a wrong call without a discarder.
    """
    offender = violation.seat
    if offender is None:
        return ()
    if violation.penalty == Penalty.WRONG_CALL.value:
        if discarder is None or discarder is offender:
            raise ValueError("a wrong call is paid to the discarder: name another seat than the caller")
        return (Payment(offender, discarder, rulebook.payment.tai * rulebook.payment.wrong_call_tai, ("TW-F07",)),)
    if violation.penalty == Penalty.FULL_LIABILITY.value:
        return tuple(_liability(rulebook, violation.clause, offender, dealer, streak))
    return ()


def _liability(rulebook: Rulebook, clause: str, offender: Seat, dealer: Seat, streak: int) -> Iterator[Payment]:
    """One base and eight tai to each other seat, dealer and streak tai between dealer and offender (TW-P05)."""
    options = rulebook.payment
    adds = options.false_win_dealer_tai if clause == "TW-F08" else options.penalty_dealer_tai
    extra = dealer_tai(rulebook, streak) if adds else 0
    for steps in (1, 2, 3):
        yield _payment(rulebook, offender, offender.after(steps), options.liability_tai, dealer, extra, "TW-P05")


def _payment(
    rulebook: Rulebook, payer: Seat, receiver: Seat, tai: int, dealer: Seat, extra: int, clause: str
) -> Payment:
    """One base and `tai`, and `extra` tai when the dealer pays or is paid (TW-P06)."""
    if extra and dealer in (payer, receiver):
        return Payment(payer, receiver, amount(rulebook, tai + extra), (clause, "TW-P06"))
    return Payment(payer, receiver, amount(rulebook, tai), (clause,))
