"""What the rules make of an event when the game before it is another: points, counters, settlements."""

from __future__ import annotations

from dataclasses import replace

from tablebridge.game.journal.played import summed
from tablebridge.game.shown.settle import settlement
from tablebridge_rules import play
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import HandEvent, HandStarted, Settled
from tablebridge_rules.play import AnyRulebook
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable, Phase

__all__ = ["cited", "consequence", "missing_settlement", "money"]


def consequence(
    before: AnyTable | None, event: HandEvent, rulebook: AnyRulebook, first_dealer: Seat, *, by_referee: bool = False
) -> HandEvent | None:
    """The event as it must be after `before`: with its own points, where it has some; None where it cannot be.

    A settlement is made by the rules of a hand that is over, unless the referee has set what moves. The hand that
    follows begins with the points that there are; who really dealt it stays, though the rules would now have another
    deal.
    """
    if before is None:
        return event
    match event:
        case Settled():
            return _settled(before, event, rulebook, by_referee)
        case HandStarted():
            return _started(before, event, rulebook, None if by_referee else first_dealer)
        case _:
            return event


def missing_settlement(before: AnyTable, rulebook: AnyRulebook) -> Settled | None:
    """The settlement of a hand that is over and has none; None when it has, or when it cannot be reckoned."""
    if before.phase is not Phase.ENDED or before.settled:
        return None
    try:
        return play.settle(before, rulebook)
    except (RulesError, ValueError):
        return None  # a hand that nobody showed, or a win with tiles that cannot be: the referee settles it


def cited(before: AnyTable, rulebook: AnyRulebook) -> tuple[str, ...]:
    """The clauses behind the settlement of a hand that is over; none where it cannot be reckoned."""
    try:
        return settlement(before, rulebook)[1]
    except (RulesError, ValueError):
        return ()


def money(points: tuple[int, ...], sticks: int, rulebook: AnyRulebook) -> int:
    """All points of a table, those that lie on it as sticks included: no act of a game changes it."""
    return sum(points) + sticks * getattr(rulebook.payment, "deposit", 0)  # only riichi has sticks


def _settled(before: AnyTable, event: Settled, rulebook: AnyRulebook, by_referee: bool) -> Settled | None:
    if before.phase is not Phase.ENDED or before.settled:
        return None
    anew = None if by_referee else missing_settlement(before, rulebook)
    if anew is not None:
        return anew
    kept = Settled(event.delta, summed(before.points, event.delta), event.sticks)
    same = money(before.points, getattr(before, "sticks", 0), rulebook) == money(kept.points, kept.sticks, rulebook)
    return kept if same else Settled((0, 0, 0, 0), before.points, getattr(before, "sticks", 0))


def _started(before: AnyTable, event: HandStarted, rulebook: AnyRulebook, first_dealer: Seat | None) -> HandStarted:
    try:
        reckons = before.settled and first_dealer is not None
        following = play.next_hand(before, rulebook, first_dealer or Seat.A) if reckons else None
    except (RulesError, ValueError):
        following = None
    if isinstance(following, HandStarted) and _who(following) == _who(event):
        return following
    return replace(event, points=before.points, sticks=getattr(before, "sticks", 0))


def _who(event: HandStarted) -> tuple[object, ...]:
    return event.hand, event.dealer, event.round_wind
