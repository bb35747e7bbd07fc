"""How far a hand is from complete, and on which tiles it waits. Shapes only: whether a win has a yaku is scoring's.

The distance of the standard shape is counted suit by suit: for each suit the least number of tiles that are missing
from `n` sets with or without the pair, then the cheapest way to share the sets among the suits. Both steps are
remembered, so a call in play costs a few lookups. A target never needs a fifth copy of a kind, so a hand whose
only wait is a fifth copy is not ready.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter

from tablebridge_rules.meld import Meld
from tablebridge_rules.tile import STANDARD_KINDS, Tile, TileKind

__all__ = [
    "COMPLETE",
    "READY",
    "SETS",
    "count_kinds",
    "live_waits",
    "orphans_shanten",
    "pairs_shanten",
    "shanten",
    "standard_shanten",
    "waits",
]

COMPLETE = -1
"""The shanten of a complete hand."""
READY = 0
"""The shanten of a hand one tile from complete."""
SETS = 4
"""Sets of a complete hand of fourteen tiles; one of seventeen has five."""

_KINDS = 34
_COPIES = 4
_NO_WAY = 99
_outside = itemgetter(*(kind.index for kind in STANDARD_KINDS if not kind.is_simple))
"""The counts of ones, nines and honours."""

_Costs = tuple[int, ...]
"""Missing tiles for 0..n sets without a pair (places 0..n) and with one (places n+1..2n+1)."""


def count_kinds(tiles: Iterable[Tile]) -> tuple[int, ...]:
    """Counts tiles by `TileKind.index`, red fives as fives: 34 numbers.

    Raises `ValueError` for flowers and seasons, which are never part of a hand's shape.
    """
    counts = [0] * _KINDS
    try:
        for tile in tiles:
            counts[tile.kind.index] += 1
    except IndexError:
        flower = f"{tile} is no part of a hand's shape"
        raise ValueError(f"{flower}: set flowers and seasons aside before counting") from None
    return tuple(counts)


def shanten(counts: Sequence[int], melds: int = 0) -> int:
    """Tiles that must still be exchanged before the hand is ready: 0 ready, -1 complete.

    `counts` are the 34 counts of the standing tiles (13 or 14 less 3 a meld), `melds` the number of melds, concealed
    kans included. The least over the standard shape, seven pairs and thirteen orphans.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> shanten(count_kinds(parse_tiles("123m456p789s1122z")))
    0
    """
    best = standard_shanten(counts, melds)
    if melds == 0:
        best = min(best, pairs_shanten(counts), orphans_shanten(counts))
    return best


def standard_shanten(counts: Sequence[int], melds: int = 0, sets: int = SETS) -> int:
    """The shanten towards `sets` sets and a pair, `melds` of the sets being on the table already."""
    held = tuple(counts)
    left = _merge(_suit_costs(held[0:9], sets), _suit_costs(held[9:18], sets))
    right = _merge(_suit_costs(held[18:27], sets), _honour_costs(held[27:34], sets))
    missing, with_pair = sets - melds, sets + 1
    best = _NO_WAY
    for here in range(missing + 1):
        there = missing - here
        best = min(best, left[here] + right[with_pair + there], left[with_pair + here] + right[there])
    return best - 1


def pairs_shanten(counts: Sequence[int]) -> int:
    """The shanten towards seven pairs of seven different kinds."""
    kinds = _KINDS - counts.count(0)
    pairs = kinds - counts.count(1)
    return 6 - pairs + max(0, 7 - kinds)


def orphans_shanten(counts: Sequence[int]) -> int:
    """The shanten towards thirteen orphans."""
    held: tuple[int, ...] = _outside(counts)
    missing = held.count(0)
    return missing - (missing + held.count(1) < len(held))


def waits(tiles: Iterable[Tile], melds: int = 0) -> frozenset[TileKind]:
    """The kinds that would complete standing tiles one short of a hand; empty when they are not ready.

    A kind of which the standing tiles hold all four copies is never a wait; see `live_waits` for the melds' tiles.
    """
    return _waits(count_kinds(tiles), melds)


def live_waits(tiles: Iterable[Tile], melds: Sequence[Meld]) -> frozenset[TileKind]:
    """`waits` without the kinds of which the own hand and melds together hold all four copies (RL-X14)."""
    standing = tuple(tiles)
    held = count_kinds((*standing, *(tile for meld in melds for tile in meld.tiles)))
    return frozenset(kind for kind in waits(standing, len(melds)) if held[kind.index] < _COPIES)


@lru_cache(maxsize=1 << 14)
def _waits(counts: tuple[int, ...], melds: int) -> frozenset[TileKind]:
    if shanten(counts, melds) != READY:
        return frozenset()
    found = []
    for kind in STANDARD_KINDS:
        index = kind.index
        if counts[index] < _COPIES:
            drawn = (*counts[:index], counts[index] + 1, *counts[index + 1 :])
            if shanten(drawn, melds) == COMPLETE:
                found.append(kind)
    return frozenset(found)


def _code(counts: Sequence[int]) -> int:
    """The counts of one suit as one number, base 5, the lowest rank in the last digit."""
    code = 0
    for count in reversed(counts):
        code = code * 5 + count
    return code


@lru_cache(maxsize=1 << 19)
def _suit_costs(counts: tuple[int, ...], sets: int) -> _Costs:
    return _rank_costs(_code(counts), 9, 0, 0, sets)


@lru_cache(maxsize=1 << 18)
def _rank_costs(code: int, ranks: int, ending: int, going: int, sets: int) -> _Costs:
    """Costs of the `ranks` remaining ranks, of which `code` holds the counts.

    `ending` runs need their last tile from this rank, `going` runs one from this rank and one from the next. Three
    equal runs are the same tiles as three triplets, so at most two start at a rank.
    """
    if ranks == 0:
        return _nothing(sets)  # no run starts in the last two ranks, so none is open here
    rest, have = divmod(code, 5)
    best = [_NO_WAY] * (2 * sets + 2)
    for starting in range(3 if ranks > 2 else 1):
        runs = ending + going + starting
        if runs <= _COPIES:
            tail = _rank_costs(rest, ranks - 1, going, starting, sets)
            for triplets, pairs, more in _BESIDE_RUNS:
                if runs + more <= _COPIES:
                    _improve(best, tail, starting + triplets, pairs, max(0, runs + more - have))
    return tuple(best)


_BESIDE_RUNS = ((0, 0, 0), (0, 1, 2), (1, 0, 3))
"""Triplets and pairs of one kind beside its runs, and their tiles; both together would be five."""


def _improve(best: list[int], tail: _Costs, sets: int, pairs: int, missing: int) -> None:
    """Lowers `best` where this rank with `sets`, `pairs` and `missing` tiles, followed by `tail`, is cheaper."""
    width = len(best) // 2
    for first in (0,) if pairs else (0, width):
        target = first + sets + width * pairs
        for cost in tail[first : first + width - sets]:
            if cost + missing < best[target]:
                best[target] = cost + missing
            target += 1


@lru_cache(maxsize=1 << 16)
def _honour_costs(counts: tuple[int, ...], sets: int) -> _Costs:
    """Costs of the honours, which make no runs."""
    costs = _nothing(sets)
    for have in counts:
        best = list(costs)
        _improve(best, costs, 1, 0, max(0, 3 - have))
        _improve(best, costs, 0, 1, max(0, 2 - have))
        costs = tuple(best)
    return costs


@lru_cache(maxsize=1 << 16)
def _merge(left: _Costs, right: _Costs) -> _Costs:
    """The cheapest way to share sets and the pair between two groups of suits."""
    best = [_NO_WAY] * len(left)
    width = len(left) // 2
    for place, cost in enumerate(left):
        for target in range(width if place >= width else 2 * width):
            if place % width + target % width < width and cost + right[target] < best[place + target]:
                best[place + target] = cost + right[target]
    return tuple(best)


def _nothing(sets: int) -> _Costs:
    """What no tiles at all cost: nothing for no set and no pair."""
    return (0, *(_NO_WAY,) * (2 * sets + 1))
