"""The wall: 136 tiles, who takes what in the deal, the live end and the tail, and the tiles that are never drawn."""

from __future__ import annotations

from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import STANDARD_KINDS, Tile
from tablebridge_rules.wall import Stack, WallOrder
from tablebridge_rules.zungjung.rulebook import Rulebook

__all__ = [
    "AFTER_DEAL",
    "DEALT",
    "TILE_SET",
    "WALL_STACKS",
    "deal_order",
    "draws_left",
    "is_last_draw",
    "kept_tiles",
    "may_replace",
    "replacement_place",
]

TILE_SET: tuple[Tile, ...] = tuple(Tile(kind) for kind in STANDARD_KINDS for _ in range(4))
"""The 136 tiles of the set: four of each of 34 kinds, no flowers (ZJ-X01)."""

WALL_STACKS = (17, 17, 17, 17)
"""Stacks on the sides of A..D (ZJ-X01)."""

DEALT = 53
"""Tiles dealt: thirteen each, and one more for East (ZJ-X03)."""

AFTER_DEAL = len(TILE_SET) - DEALT
"""Tiles in the wall when East makes the first discard."""

_ROUNDS = 3


def deal_order(east: Seat) -> tuple[tuple[Seat, int], ...]:
    """Who takes how many tiles, in order: two stacks each, three times round, then one each and one more for East.

    >>> sum(tiles for seat, tiles in deal_order(Seat.A) if seat is Seat.A)
    14
    """
    fours = tuple((east.after(turn), 4) for turn in range(_ROUNDS * len(Seat)))
    return (*fours, *((east.after(turn), 1) for turn in range(len(Seat) + 1)))


def replacement_place(order: WallOrder, index: int) -> tuple[Stack, bool]:
    """Where the `index`-th replacement tile of a hand lies, 0 first: its stack, and whether it is the upper tile.

    It is taken from the tail (ZJ-R29).
    """
    return order.stacks[-1 - index // 2], index % 2 == 0


def kept_tiles(rulebook: Rulebook, replacements: int = 0) -> int:
    """How many tiles stay in the wall of a drawn hand: the king's tiles (ZJ-X03).

    With `dead_wall_after_kong = "shrinks"` each replacement drawn comes out of them.
    """
    kept = rulebook.table.dead_wall_tiles
    return kept if rulebook.table.dead_wall_after_kong == "replenished" else max(0, kept - replacements)


def draws_left(rulebook: Rulebook, wall_left: int, replacements: int = 0) -> int:
    """How many tiles can still be drawn; with none the hand is drawn unless the last discard is won (ZJ-X03).

    `wall_left` are all tiles that stand in the wall.

    >>> from tablebridge_rules.zungjung.rulebook import load
    >>> draws_left(load("zungjung-wsom-1.03"), AFTER_DEAL)
    69
    """
    return max(0, wall_left - kept_tiles(rulebook, replacements))


def is_last_draw(rulebook: Rulebook, wall_left: int, replacements: int = 0) -> bool:
    """Whether the next draw takes the last tile before the king's tiles (ZJ-S37)."""
    return draws_left(rulebook, wall_left, replacements) == 1


def may_replace(rulebook: Rulebook, wall_left: int, replacements: int = 0) -> bool:
    """Whether a kan gets a replacement: while it shortens the live wall, that must have a tile left (ZJ-X03)."""
    if rulebook.table.dead_wall_after_kong == "replenished":
        return draws_left(rulebook, wall_left, replacements) > 0
    return wall_left > 0
