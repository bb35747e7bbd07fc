"""What a Taiwanese hand bears of an act's violations when a referee has the last word on each."""

from __future__ import annotations

from collections.abc import Collection

from tablebridge_rules.frozen import replace
from tablebridge_rules.table import Step
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.taiwan.step import with_fouls
from tablebridge_rules.taiwan.violations.dead_hand import dead_after
from tablebridge_rules.violation import Violation

__all__ = ["bear", "enforce"]


def enforce(
    before: TaiwanHand, made: Step[TaiwanHand], standing: Collection[Violation], rulebook: Rulebook
) -> TaiwanHand:
    """The hand after `made`, of whose violations only those `standing` are paid for and make a hand dead."""
    del rulebook
    after, known = made.state, len(before.fouls)
    paid = tuple(foul for foul in after.fouls[known:] if foul.violation in standing)
    if len(paid) == len(after.fouls) - known:
        return after
    dead = dead_after(before.dead, [one for one in made.violations if one in standing])
    return replace(after, dead=dead, fouls=(*after.fouls[:known], *paid))


def bear(state: TaiwanHand, violation: Violation, rulebook: Rulebook) -> TaiwanHand:
    """The hand with what `violation`, told of it by a witness, makes of it: a dead hand, a foul paid at the end."""
    del rulebook
    return with_fouls(state, (violation,), state.last_discard.seat if state.last_discard else None)
