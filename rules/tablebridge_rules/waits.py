"""How far a hand is from complete, and on which tiles it waits. Shapes only: whether a win has a yaku is scoring's.

The distance of the standard shape is counted suit by suit: for each suit the least number of tiles that are missing
from `n` sets with or without the pair, then the cheapest way to share the sets among the suits. Both steps are
remembered, so a call in play costs a few lookups. A target never needs a fifth copy of a kind, so a hand whose
only wait is a fifth copy is not ready.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from operator import add, itemgetter

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
_HONOURS = 7
_NO_WAY = 99
_MOST_SUITS = 1 << 18
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
    if melds:
        return best
    pairs = pairs_shanten(counts)
    if pairs < best:
        best = pairs
    held: tuple[int, ...] = _outside(counts)
    if held.count(0) <= best:  # else the thirteen orphans are farther away, with their pair, too
        orphans = orphans_shanten(counts)
        if orphans < best:
            best = orphans
    return best


def standard_shanten(counts: Sequence[int], melds: int = 0, sets: int = SETS) -> int:
    """The shanten towards `sets` sets and a pair, `melds` of the sets being on the table already."""
    held = tuple(counts)
    missing = sets - melds
    suits = _suits(missing)
    left = _merge(suits[held[0:9]], suits[held[9:18]])
    right = _merge(suits[held[18:27]], _honours(missing)[held[27:34]])
    # reversed, the two lists of a side meet what the other side must add to make all sets and the pair
    missing_tiles: int = min(map(add, left.costs, right.reverse))
    return missing_tiles - 1


def pairs_shanten(counts: Sequence[int]) -> int:
    """The shanten towards seven pairs of seven different kinds."""
    kinds = _KINDS - counts.count(0)
    exchanged = 6 - kinds + counts.count(1)
    return exchanged if kinds >= 7 else exchanged + 7 - kinds


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


class _Side:
    """Costs, each value once, so that to remember what comes of them asks only which it is; `reverse` backwards."""

    __slots__ = ("costs", "reverse")

    def __init__(self, costs: _Costs) -> None:
        self.costs = costs
        self.reverse = costs[::-1]


@cache
def _side(costs: _Costs) -> _Side:
    """The one value of those costs."""
    return _Side(costs)


class _Remembered(dict[tuple[int, ...], _Side]):
    """The costs of a suit for so many sets by its counts, worked out when first asked for."""

    def __init__(self, sets: int, costs: Callable[[tuple[int, ...], int], _Costs]) -> None:
        self._sets = sets
        self._costs = costs

    def __missing__(self, counts: tuple[int, ...]) -> _Side:
        if len(self) >= _MOST_SUITS:
            self.clear()
        found = self[counts] = _side(self._costs(counts, self._sets))
        return found


@cache
def _suits(sets: int) -> _Remembered:
    return _Remembered(sets, _suit_costs)


@cache
def _honours(sets: int) -> _Remembered:
    return _Remembered(sets, _honour_costs)


def _suit_costs(counts: tuple[int, ...], sets: int) -> _Costs:
    ranks = _no_ranks(sets)
    for have in reversed(counts):
        ranks = ranks.below[have] or ranks.add_below(have)
    return ranks.costs[0]


class _Ranks:
    """The highest ranks of a suit, as far as costs go: different tiles with equal costs are one value.

    `costs` has a line for each number of runs that need their last tile from the lowest of these ranks, and of runs
    that need one tile from it and one from the next (`_OPEN_RUNS`). `below` is what one more rank below makes of it,
    by the number of its tiles, None where it has not been worked out yet. There are some thousand such values.
    """

    __slots__ = ("below", "costs")

    def __init__(self, costs: tuple[_Costs, ...]) -> None:
        self.costs = costs
        self.below: list[_Ranks | None] = [None] * (_COPIES + 1)

    def add_below(self, have: int) -> _Ranks:
        """Works out and remembers `below` for a rank of which the hand has so many tiles."""
        costs = []
        for ways in _WAYS[have]:
            best = [_NO_WAY] * len(self.costs[0])
            for place, sets, pairs, missing in ways:
                _improve(best, self.costs[place], sets, pairs, missing)
            costs.append(tuple(best))
        found = self.below[have] = _ranks(tuple(costs))
        return found


@cache
def _ranks(costs: tuple[_Costs, ...]) -> _Ranks:
    """The one value of those costs."""
    return _Ranks(costs)


@cache
def _no_ranks(sets: int) -> _Ranks:
    """Above the nine there is nothing, and no run may still need a tile."""
    nothing = _nothing(sets)
    return _ranks((nothing, *((_NO_WAY,) * len(nothing),) * (len(_OPEN_RUNS) - 1)))


_BESIDE_RUNS = ((0, 0, 0), (0, 1, 2), (1, 0, 3))
"""Triplets and pairs of one kind beside its runs, and their tiles; both together would be five."""


def _ways(have: int, ending: int, going: int) -> Iterator[tuple[int, int, int, int]]:
    """What one kind can be used for: place of the open runs that it leaves, sets, pairs, missing tiles.

    Three equal runs are the same tiles as three triplets, so at most two start at a kind.
    """
    for starting in range(3):
        runs = ending + going + starting
        for triplets, pairs, more in _BESIDE_RUNS:
            if runs + more <= _COPIES:
                missing = max(0, runs + more - have)
                yield _OPEN_RUNS.index((going, starting)), starting + triplets, pairs, missing


_OPEN_RUNS = tuple(product(range(3), repeat=2))
_WAYS = tuple(tuple(tuple(_ways(have, *runs)) for runs in _OPEN_RUNS) for have in range(_COPIES + 1))
"""`_ways` by the number of tiles and the open runs."""


def _improve(best: list[int], tail: _Costs, sets: int, pairs: int, missing: int) -> None:
    """Lowers `best` where this rank with `sets`, `pairs` and `missing` tiles, followed by `tail`, is cheaper."""
    width = len(best) // 2
    kept = max(0, width - sets)
    starts = ((0, width + sets),) if pairs else ((0, sets), (width, width + sets))
    for first, target in starts:
        for cost in tail[first : first + kept]:
            if cost + missing < best[target]:
                best[target] = cost + missing
            target += 1


def _honour_costs(counts: tuple[int, ...], sets: int) -> _Costs:
    """Costs of the honours, which make no runs: only how many kinds there are once, twice and more often counts."""
    return _alike_costs(counts.count(0), counts.count(1), counts.count(2), sets)


@cache
def _alike_costs(none: int, once: int, twice: int, sets: int) -> _Costs:
    more = _HONOURS - none - once - twice
    costs = _nothing(sets)
    for have in (0,) * none + (1,) * once + (2,) * twice + (3,) * more:
        best = list(costs)
        _improve(best, costs, 1, 0, 3 - have)
        _improve(best, costs, 0, 1, max(0, 2 - have))
        costs = tuple(best)
    return costs


@lru_cache(maxsize=1 << 18)
def _merge(left: _Side, right: _Side) -> _Side:
    """The cheapest way to share sets and the pair between two groups of suits."""
    width = len(left.costs) // 2
    plain, paired = left.costs[:width], left.costs[width:]
    paired_right, plain_right = right.reverse[:width], right.reverse[width:]
    without, with_pair = [], []
    for sets in range(1, width + 1):
        skip = width - sets
        without.append(min(map(add, plain[:sets], plain_right[skip:])))
        one = min(map(add, plain[:sets], paired_right[skip:]))
        other = min(map(add, paired[:sets], plain_right[skip:]))
        with_pair.append(one if one < other else other)
    return _side((*without, *with_pair))


def _nothing(sets: int) -> _Costs:
    """What no tiles at all cost: nothing for no set and no pair."""
    return (0, *(_NO_WAY,) * (2 * sets + 1))
