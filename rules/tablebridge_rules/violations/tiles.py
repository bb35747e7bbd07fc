"""Tiles of which a set has not so many: a fifth copy, a red five too many (RL-D01, RL-S06)."""

from __future__ import annotations

from tablebridge_rules.state import HandState
from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.violation import Violation

__all__ = ["judge_tiles"]

_COPIES = 4


def judge_tiles(before: HandState, after: HandState, red_fives: tuple[tuple[str, int], ...]) -> tuple[Violation, ...]:
    """Tiles of which the set has not so many, found by this step: a fifth copy of a kind, a red five too many."""
    found = [
        Violation("RL-D01", "fifth_copy", None, f"{now} copies of {TileKind(index)} are on the table, the set has 4")
        for index, (was, now) in enumerate(zip(before.seen_counts(), after.seen_counts(), strict=True))
        if now > max(was, _COPIES)
    ]
    for name, allowed in red_fives:
        tile = Tile.parse(name)
        now = after.visible_tiles().count(tile)
        if now > max(allowed, before.visible_tiles().count(tile)):
            text = f"{now} of {name} are on the table, the set has {allowed}"
            found.append(Violation("RL-S06", "red_five_surplus", None, text))
    return tuple(found)
