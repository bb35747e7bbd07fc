"""What a Zung Jung hand bears of an act's violations when a referee has the last word on each."""

from __future__ import annotations

from collections.abc import Collection

from tablebridge_rules.frozen import replace
from tablebridge_rules.table import Step
from tablebridge_rules.violation import Violation
from tablebridge_rules.zungjung.dead_hand import dead_after
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.state import ZungJungHand

__all__ = ["bear", "enforce"]


def enforce(
    before: ZungJungHand, made: Step[ZungJungHand], standing: Collection[Violation], rulebook: Rulebook
) -> ZungJungHand:
    """The hand after `made`, of whose violations only those `standing` make a hand dead."""
    del rulebook
    if all(one in standing for one in made.violations):
        return made.state
    paid = (one for one in made.violations if one in standing and one.penalty)
    return replace(made.state, dead=tuple(dead_after(dict(before.dead), paid).items()))


def bear(state: ZungJungHand, violation: Violation, rulebook: Rulebook) -> ZungJungHand:
    """The hand with what `violation`, told of it by a witness, makes of it: a dead hand."""
    del rulebook
    if violation.penalty not in [penalty.value for penalty in Penalty]:
        return state  # the referee's own words
    return replace(state, dead=tuple(dead_after(dict(state.dead), (violation,)).items()))
