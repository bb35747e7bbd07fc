"""What a Sichuan hand bears of an act's violations when a referee has the last word on each."""

from __future__ import annotations

from collections.abc import Collection

from tablebridge_rules.frozen import replace
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.state import SichuanHand
from tablebridge_rules.table import Step
from tablebridge_rules.violation import Violation

__all__ = ["bear", "enforce"]


def enforce(
    before: SichuanHand, made: Step[SichuanHand], standing: Collection[Violation], rulebook: Rulebook
) -> SichuanHand:
    """The hand after `made`, of whose violations only those `standing` are paid for at the end: a passed win (SC-F01),
    a false kong (SC-F03).

    A pig and a hand that is not ready are no violations: they are checked and paid as they lie there.
    """
    del rulebook
    after = made.state
    spared = [one for one in made.violations if one not in standing]
    passed = tuple(one for one in after.passed if one not in spared)
    kongs = before.false_kongs if spared else after.false_kongs
    same = len(passed) == len(after.passed) and len(kongs) == len(after.false_kongs)
    return after if same else replace(after, passed=passed, false_kongs=kongs)


def bear(state: SichuanHand, violation: Violation, rulebook: Rulebook) -> SichuanHand:
    """The hand with what `violation`, told of it by a witness, makes of it: only a passed win is paid for (SC-F01)."""
    del rulebook
    return replace(state, passed=(*state.passed, violation)) if violation.clause == "SC-F01" else state
