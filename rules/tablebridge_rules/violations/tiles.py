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


def judge_tiles(
    before: HandState, after: HandState, red_fives: tuple[tuple[str, int], ...], cited: RiichiViolations
) -> tuple[Violation, ...]:
    """What `judge_copies` finds, and a red five too many."""
    found = [*judge_copies(before, after, cited)]
    reds = [tile for tile in after.visible_tiles() if tile.red]
    for name, allowed in red_fives:
        tile = Tile.parse(name)
        now = reds.count(tile)
        if now > allowed and now > before.visible_tiles().count(tile):
            text = f"{now} of {name} are on the table, the set has {allowed}"
            found.append(Violation(cited.red_five_surplus, "red_five_surplus", None, text))
    return tuple(found)
