"""Concealed kans of a seat in riichi: whether they leave its hand as it was (RL-R04, RM-R06)."""

from __future__ import annotations

from typing import Literal

from tablebridge_rules.decompose import Shape
from tablebridge_rules.riichi.readings import decompose
from tablebridge_rules.riichi.state import SeatState
from tablebridge_rules.riichi.win import Win
from tablebridge_rules.seat import Wind
from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.violations.ready import ready_kinds

__all__ = ["keeps_riichi", "without"]

Rule = Literal["wait_and_shape", "wait_only", "forbidden"]


def without(tiles: tuple[Tile, ...], *gone: Tile) -> tuple[Tile, ...]:
    """`tiles` less one of each in `gone`. Raises `ValueError` when one is not there."""
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return tuple(left)


def keeps_riichi(part: SeatState, kind: TileKind, rule: Rule) -> bool:
    """Whether a concealed kan of `kind` leaves a riichi hand, which is known, as it was: it is made with the drawn
    tile, the waits stay the same, and with `wait_and_shape` no winning hand reads those tiles as part of a run."""
    standing, drawn, melds = part.concealed, part.drawn, part.melds
    if standing is None or drawn is None or drawn.kind != kind or rule == "forbidden":
        return False
    before = without(standing, drawn)
    waiting = ready_kinds(before, len(melds))
    rest = tuple(tile for tile in standing if tile.kind != kind)
    if ready_kinds(rest, len(melds) + 1) != waiting:
        return False
    if rule == "wait_only":
        return True
    for wait in waiting:
        win = Win(before, Tile(wait), Wind.EAST, Wind.EAST, melds)
        for reading in decompose(win):
            if not any(group.shape is Shape.TRIPLET and group.first == kind for group in reading.groups):
                return False
    return True
