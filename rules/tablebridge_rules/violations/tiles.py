"""Tiles of which a set has not so many: a fifth copy, a second flower."""

from __future__ import annotations

from tablebridge_rules.table import AnyTable
from tablebridge_rules.tile import TileKind
from tablebridge_rules.violation import Violation
from tablebridge_rules.violation_clauses import TableViolations

__all__ = ["judge_copies"]

_COPIES = (*(4,) * 34, *(1,) * 8)


def judge_copies(before: AnyTable, after: AnyTable, cited: TableViolations) -> tuple[Violation, ...]:
    """Kinds of which the set has not so many, found by this step: a fifth copy, or a second one of a flower."""
    now = after.seen_counts()
    many = [kind for kind, copies in enumerate(_COPIES) if now[kind] > copies]
    if not many:  # as nearly always
        return ()
    was = before.seen_counts()
    return tuple(
        Violation(cited.fifth_copy, "fifth_copy", None, _copies_text(kind, now[kind]))
        for kind in many
        if now[kind] > was[kind]
    )


def _copies_text(kind: int, count: int) -> str:
    return f"{count} copies of {TileKind(kind)}, the set has {_COPIES[kind]}"
