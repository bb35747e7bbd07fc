"""The dead hand: who has one plays on without a right, and a second violation is fully liable. TW-F16, TW-F24."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.penalty import Penalty
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.violation import Violation

__all__ = ["DEAD_HAND_WIN", "dead_after", "ends_hand", "escalated"]


def dead_after(dead: Collection[Seat], violations: Iterable[Violation]) -> frozenset[Seat]:
    """The seats that may neither call nor win any more, with what these violations add (TW-F16)."""
    added = {found.seat for found in violations if found.seat and found.penalty == Penalty.DEAD_HAND.value}
    return frozenset((*dead, *added))


def escalated(rulebook: Rulebook, dead: Collection[Seat], violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """The violations, one that would make a hand dead being fully liable when it is dead already (TW-F24)."""
    penalty = rulebook.penalty("TW-F24").value
    return tuple(
        replace(found, clause="TW-F24", penalty=penalty, text=f"{found.text} ({found.clause}), with a dead hand")
        if found.seat in dead and found.penalty == Penalty.DEAD_HAND.value
        else found
        for found in violations
    )


def ends_hand(rulebook: Rulebook, violation: Violation) -> bool:
    """Whether the hand ends with this violation: a hand laid down that is no win or may not win (TW-F08, TW-F23)."""
    laid_down = violation.clause in _WINS or violation.name == DEAD_HAND_WIN
    return laid_down and rulebook.foul.false_win_ends_hand


DEAD_HAND_WIN = "dead_hand_win"
"""The violation of a dead hand that was laid down as a win (TW-F24)."""

_WINS = ("TW-F08", "TW-F22", "TW-F23", "TW-F25")
