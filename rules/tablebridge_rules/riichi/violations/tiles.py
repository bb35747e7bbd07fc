"""Tiles of which a riichi set has not so many: a fifth copy, a red five too many."""

from __future__ import annotations

from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation
from tablebridge_rules.violation_clauses import RiichiViolations
from tablebridge_rules.violations.tiles import judge_copies

__all__ = ["judge_tiles"]


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
