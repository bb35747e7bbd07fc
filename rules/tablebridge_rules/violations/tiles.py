"""Tiles of which a set has not so many: a fifth copy, a second flower."""

from __future__ import annotations

from tablebridge_rules.table import AnyTable
from tablebridge_rules.tile import TileKind
from tablebridge_rules.tile_counts import KIND_COPIES, above, lane, limits
from tablebridge_rules.violation import Violation
from tablebridge_rules.violation_clauses import TableViolations

__all__ = ["judge_copies"]

_LIMITS = limits(KIND_COPIES)


def judge_copies(before: AnyTable, after: AnyTable, cited: TableViolations) -> tuple[Violation, ...]:
    """Kinds of which the set has not so many, found by this step: a fifth copy, or a second one of a flower."""
    many = above(after.count, _LIMITS)
    if not many:  # as nearly always
        return ()
    return tuple(
        Violation(cited.fifth_copy, "fifth_copy", None, _copies_text(kind, lane(after.count, kind)))
        for kind in many
        if lane(after.count, kind) > lane(before.count, kind)
    )


def _copies_text(kind: int, count: int) -> str:
    return f"{count} copies of {TileKind(kind)}, the set has {KIND_COPIES[kind]}"
