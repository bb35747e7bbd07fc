"""What an ended hand is worth: the settlement as an event, and the result as the public sees it."""

from __future__ import annotations

from collections.abc import Sequence

from tablebridge.game.shown import shown_of
from tablebridge.game.shown.public import PublicPayment, PublicResult, PublicWin
from tablebridge_rules import play
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import Settled
from tablebridge_rules.payment import Delta
from tablebridge_rules.play import AnyRulebook
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable

__all__ = ["public_result", "public_wins", "settlement"]


def settlement(state: AnyTable, rulebook: AnyRulebook) -> tuple[Settled, tuple[str, ...]]:
    """The points that move at the end of `state` (over, not settled), and the clauses behind them, each once.

    Raises `RulesError` where a hand that counts is not known.
    """
    settled = play.settle(state, rulebook)
    return settled, tuple(dict.fromkeys(shown_of(rulebook).cited(state, rulebook)))


def public_result(
    state: AnyTable, rulebook: AnyRulebook, before_wins: Sequence[AnyTable] = (), settled: Settled | None = None
) -> PublicResult | None:
    """How the hand ended, None while it goes on.

    `state` is the hand just before its settlement, `before_wins` the hands just before each of its wins, `settled` what
    moved once that is told. Payments that do not come to it are left out: a referee has ruled otherwise.
    """
    shown = shown_of(rulebook)
    ended = shown.ended(state, rulebook)
    if ended is None:
        return None
    payments = _payments(state, rulebook)
    moved = _moved(payments)
    made = settled is not None and moved == _sum(settled.delta, shown.paid_before(state))
    return PublicResult(
        kind=ended.kind,
        reason=ended.reason,
        wins=public_wins(state, rulebook, before_wins),
        payments=payments if made else (),
        delta=None if settled is None else moved if made else settled.delta,
    )


def public_wins(state: AnyTable, rulebook: AnyRulebook, before_wins: Sequence[AnyTable]) -> tuple[PublicWin, ...]:
    """The wins of the hand so far, valued where that can be told; `before_wins` are the hands just before each."""
    shown = shown_of(rulebook)
    try:
        return shown.wins(state, rulebook, before_wins)
    except RulesError:
        return shown.bare_wins(state)


def _payments(state: AnyTable, rulebook: AnyRulebook) -> tuple[PublicPayment, ...]:
    try:
        return shown_of(rulebook).payments(state, rulebook)
    except RulesError:
        return ()


def _moved(payments: Sequence[PublicPayment]) -> Delta:
    change = dict.fromkeys(Seat, 0)
    for paid in payments:
        change[Seat(paid.receiver)] += paid.points
        if paid.payer is not None:
            change[Seat(paid.payer)] -= paid.points
    return change[Seat.A], change[Seat.B], change[Seat.C], change[Seat.D]


def _sum(one: Delta, other: Delta) -> Delta:
    a, b, c, d = (first + second for first, second in zip(one, other, strict=True))
    return a, b, c, d
