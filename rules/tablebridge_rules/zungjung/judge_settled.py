"""What is wrong between two Zung Jung hands: other points than the rules move, another dealer than the next."""

from __future__ import annotations

from tablebridge_rules.event import HandStarted, Settled
from tablebridge_rules.table import Phase
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.zungjung.foul import foul
from tablebridge_rules.zungjung.hand_end import next_hand, payments, settle
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.state import ZungJungHand

__all__ = ["judge_settled", "judge_started"]


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


def judge_started(state: ZungJungHand, event: HandStarted, rulebook: Rulebook) -> tuple[Violation, ...]:
    """Whether the hand that follows `state`, settled, is dealt by the next seat: the deal always passes (ZJ-X02).

    Put right as a wrong dealer is (ZJ-X07). After a cycle seats are drawn, and whose deal it is is not known here.
    """
    due = next_hand(state, rulebook) if state.settled and event.hand == state.hand + 1 else None
    if not isinstance(due, HandStarted) or due.dealer is event.dealer:
        return ()
    text = f"{event.dealer.value} deals after {state.dealer.value}, the deal passes to {due.dealer.value}"
    return foul(rulebook, "ZJ-X07", "wrong_dealer", event.dealer, text)
