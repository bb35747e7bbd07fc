"""What a riichi hand bears of an act's violations when a referee has the last word on each."""

from __future__ import annotations

from collections.abc import Collection

from tablebridge_rules.frozen import replace
from tablebridge_rules.riichi.penalties import FINE, fine_of, suffer
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.table import Step
from tablebridge_rules.violation import Violation

__all__ = ["enforce"]


def enforce(before: HandState, made: Step[HandState], standing: Collection[Violation], rulebook: Rulebook) -> HandState:
    """The hand after `made`, of whose violations only those `standing` have made a hand dead or cost a fine."""
    spared = [one for one in made.violations if one not in standing]
    if not spared:
        return made.state
    after = made.state
    for one in spared:
        if one.penalty == FINE and one.seat is not None:
            fine, sticks = fine_of(rulebook, one.seat, FINE)
            a, b, c, d = (points - change for points, change in zip(after.points, fine, strict=True))
            after = replace(after, points=(a, b, c, d), sticks=after.sticks - sticks)
    after = replace(after, dead=before.dead, may_not_call=before.may_not_call)
    dead = [one for one in made.violations if one in standing and one.penalty != FINE]
    return suffer(after, dead, rulebook)
