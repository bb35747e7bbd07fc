"""What a riichi hand bears of an act's violations when a referee has the last word on each."""

from __future__ import annotations

from collections.abc import Collection

from tablebridge_rules.frozen import replace
from tablebridge_rules.payment import Delta
from tablebridge_rules.riichi.penalties import FINE, fine_of, suffer
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.settlement import settle_false_win
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.table import Step
from tablebridge_rules.violation import Violation

__all__ = ["bear", "enforce", "fine"]


def enforce(before: HandState, made: Step[HandState], standing: Collection[Violation], rulebook: Rulebook) -> HandState:
    """The hand after `made`, of whose violations only those `standing` have made a hand dead or cost a fine."""
    spared = [one for one in made.violations if one not in standing]
    after = made.state
    if any(one.name == "false_riichi" and one in standing for one in made.violations):
        after = replace(after, chombo=True)
    if not spared:
        return after
    if any(one.name == "false_win" for one in spared):
        # it is neither paid nor paid for; who laid it down has ended the hand all the same, which is dealt again
        after = replace(after, wins=before.wins, void=not before.wins)
    for one in spared:
        if one.penalty == FINE and one.seat is not None:
            fine, sticks = fine_of(rulebook, one.seat, FINE)
            a, b, c, d = (points - change for points, change in zip(after.points, fine, strict=True))
            after = replace(after, points=(a, b, c, d), sticks=after.sticks - sticks)
    after = replace(after, dead=before.dead, may_not_call=before.may_not_call)
    dead = [one for one in made.violations if one in standing and one.penalty != FINE]
    return suffer(after, dead, rulebook)


def bear(state: HandState, violation: Violation, rulebook: Rulebook) -> HandState:
    """The hand with what `violation`, told of it by a witness, makes of it at once: a fine, a dead hand."""
    return suffer(state, (violation,), rulebook)


def fine(state: HandState, violation: Violation, rulebook: Rulebook) -> Delta:
    """What is paid for `violation` when it stands and the settlement does not pay it: a chombo in the middle of a hand
    (RM-R04), a win that was announced and taken back (RL-F09)."""
    paid_at_end = violation.name == "false_riichi" or any(won.seat is violation.seat for won in state.wins)
    if violation.seat is None or "mangan" not in violation.penalty or paid_at_end:
        return 0, 0, 0, 0
    return settle_false_win(rulebook, violation.seat, state.dealer)
