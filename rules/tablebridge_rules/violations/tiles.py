"""Tiles of which a set has not so many: a fifth copy, a second flower, a red five too many."""

from __future__ import annotations

from tablebridge_rules.state import HandState
from tablebridge_rules.table import AnyTable
from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.violation import Violation
from tablebridge_rules.violation_clauses import RiichiViolations, TableViolations

__all__ = ["judge_copies", "judge_tiles"]

_COPIES = (*(4,) * 34, *(1,) * 8)


def judge_copies(before: AnyTable, after: AnyTable, cited: TableViolations) -> tuple[Violation, ...]:
    """Kinds of which the set has not so many, found by this step: a fifth copy, or a second one of a flower."""
    was, now = before.seen_counts(), after.seen_counts()
    return tuple(
        Violation(cited.fifth_copy, "fifth_copy", None, f"{now[kind]} copies of {TileKind(kind)}, the set has {copies}")
        for kind, copies in enumerate(_COPIES)
        if now[kind] > copies and now[kind] > was[kind]
    )


def judge_tiles(
    before: HandState, after: HandState, red_fives: tuple[tuple[str, int], ...], cited: RiichiViolations
) -> tuple[Violation, ...]:
    """What `judge_copies` finds, and a red five too many."""
    found = [*judge_copies(before, after, cited)]
    for name, allowed in red_fives:
        tile = Tile.parse(name)
        now = after.visible_tiles().count(tile)
        if now > max(allowed, before.visible_tiles().count(tile)):
            text = f"{now} of {name} are on the table, the set has {allowed}"
            found.append(Violation(cited.red_five_surplus, "red_five_surplus", None, text))
    return tuple(found)
