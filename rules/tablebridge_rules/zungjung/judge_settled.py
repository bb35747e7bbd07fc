"""Whether the points that moved at the end of a Zung Jung hand are those that its rules move."""

from __future__ import annotations

from tablebridge_rules.event import Settled
from tablebridge_rules.table import Phase
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.zungjung.hand_end import payments, settle
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.state import ZungJungHand

__all__ = ["judge_settled"]


def judge_settled(state: ZungJungHand, event: Settled, rulebook: Rulebook) -> tuple[Violation, ...]:
    """A settlement before the end, twice, or of other points than the payment clauses say (ZJ-P01 to ZJ-P06, ZJ-S60).

    It is nobody's foul in particular: who reckoned is not known.
    """
    if state.phase is not Phase.ENDED:
        return one_violation("ZJ-S60", "settled_too_soon", None, "points moved before the hand was over")
    if state.settled:
        return one_violation("ZJ-S60", "settled_twice", None, "points moved twice for one hand")
    due = settle(state, rulebook)
    if event == due:
        return ()
    paid = payments(state, rulebook)
    clause = paid[0].clause if paid else "ZJ-S60"
    text = (
        f"the points moved by {event.delta} to {event.points}, {event.sticks} left; due is {due.delta} to {due.points}"
    )
    return one_violation(clause, "wrong_payment", None, text)
