"""How many tiles of each face there are, all in one integer: a lane of bits a kind, and one more for each red five.

Sums of `Tile.unit` are such counts; that some lane is above what a set has is found with one addition.
"""

from __future__ import annotations

from collections.abc import Iterable

from tablebridge_rules.tile import LANE_BITS, RED_LANES, Tile

__all__ = ["KIND_COPIES", "above", "count_of", "lane", "limits", "unpacked"]

KIND_COPIES = (*(4,) * 34, *(1,) * 8)
"""How many of each kind a set has, by `TileKind.index`: four, and one of each flower."""

_LANES = RED_LANES + 3
_MASK = (1 << LANE_BITS) - 1
_TOP = 1 << (LANE_BITS - 1)
_TOPS = sum(_TOP << LANE_BITS * index for index in range(_LANES))


def count_of(tiles: Iterable[Tile]) -> int:
    """The count of `tiles`."""
    return sum([tile.unit for tile in tiles])


def lane(count: int, index: int) -> int:
    """One number of a count, by `TileKind.index`, or from `RED_LANES` on the red fives of the three suits."""
    return count >> LANE_BITS * index & _MASK


def unpacked(count: int) -> tuple[int, ...]:
    """The numbers of the 42 kinds; red fives are among the fives."""
    return tuple(lane(count, index) for index in range(RED_LANES))


def limits(most: Iterable[int]) -> int:
    """What `above` adds to a count: the most that there can be of each kind, and of each red five."""
    return sum(_TOP - 1 - number << LANE_BITS * index for index, number in enumerate(most))


def above(count: int, limit: int) -> tuple[int, ...]:
    """The lanes of a count that are above their limit; nothing, as nearly always, is found at once."""
    if not (count + limit) & _TOPS:
        return ()
    return tuple(index for index in range(_LANES) if lane(count + limit, index) & _TOP)
