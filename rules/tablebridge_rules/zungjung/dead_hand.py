"""The dead hand: a seat that may no longer win in this hand, and what else it has lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablebridge_rules.seat import Seat
from tablebridge_rules.violation import Violation
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook

__all__ = ["DEAD_HANDS", "dead_after", "may_call", "referee_fines"]

DEAD_HANDS = {
    Penalty.SHORT_HAND: "ZJ-X08",
    Penalty.LONG_HAND: "ZJ-X08",
    Penalty.MINOR_DEAD_HAND: "ZJ-F01",
    Penalty.MAJOR_DEAD_HAND: "ZJ-F03",
}
"""What makes a hand dead, the gravest last, each with the clause that says so."""

_GRAVITY = tuple(DEAD_HANDS)


def dead_after(dead: Mapping[Seat, Penalty], violations: Iterable[Violation]) -> dict[Seat, Penalty]:
    """The seats that may not win any more, each with its gravest reason, with what these violations add.

    Clause ZJ-F01, ZJ-F03, ZJ-X08.
    """
    found = dict(dead)
    for violation in violations:
        penalty = Penalty(violation.penalty)
        if violation.seat and penalty in _GRAVITY:
            before = found.get(violation.seat, penalty)
            found[violation.seat] = max(before, penalty, key=_GRAVITY.index)
    return found


def may_call(rulebook: Rulebook, penalty: Penalty | None) -> bool:
    """Whether a seat with that dead hand may still chi, pon and kan; None is a sound hand (ZJ-F01)."""
    return penalty is not Penalty.MINOR_DEAD_HAND or rulebook.foul.minor_dead_hand == "no_win"


def referee_fines(rulebook: Rulebook, penalty: Penalty) -> bool:
    """Whether the referee may set an amount of points for it: a major dead hand, a spoiled one (ZJ-F03, ZJ-R13)."""
    if penalty is Penalty.MAJOR_DEAD_HAND:
        return rulebook.foul.major_dead_hand == "no_win_plus_referee"
    return penalty is Penalty.LIABLE
