"""Tiles of which a riichi set has not so many: a fifth copy, a red five too many."""

from __future__ import annotations

from functools import lru_cache

from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.tile import RED_LANES
from tablebridge_rules.tile_counts import KIND_COPIES, above, lane, limits
from tablebridge_rules.violation import Violation
from tablebridge_rules.violation_clauses import RiichiViolations
from tablebridge_rules.violations.tiles import judge_copies

__all__ = ["judge_tiles"]

_RED_FIVES = ("0m", "0p", "0s")


def judge_tiles(
    before: HandState, after: HandState, red_fives: tuple[tuple[str, int], ...], cited: RiichiViolations
) -> tuple[Violation, ...]:
    """What `judge_copies` finds, and a red five too many."""
    many = above(after.count, _limits(red_fives))
    if not many:  # as nearly always
        return ()
    found = [*judge_copies(before, after, cited)]
    for index in many:
        now = lane(after.count, index)
        if index >= RED_LANES and now > lane(before.count, index):
            name = _RED_FIVES[index - RED_LANES]
            text = f"{now} of {name} are on the table, the set has {dict(red_fives).get(name, 0)}"
            found.append(Violation(cited.red_five_surplus, "red_five_surplus", None, text))
    return tuple(found)


@lru_cache(maxsize=16)
def _limits(red_fives: tuple[tuple[str, int], ...]) -> int:
    """The most of each face that a set with those red fives has."""
    known = dict(red_fives)
    return limits((*KIND_COPIES, *(known.get(name, 0) for name in _RED_FIVES)))
