"""One way to use up a suit's tiles, with all that patterns and fu ask about it worked out beforehand.

What holds for a whole hand comes from its four suits in two whole numbers: `marks` are joined by OR, `sums` by
addition. Each suit's ways are remembered by its tiles and melds; the three suits share them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from tablebridge_rules.decompose import Group, Shape, Wait, suit_groups
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.riichi.packed import suit_counts, suit_melds
from tablebridge_rules.riichi.patterns.needs import CLOSED, FOUR_CONCEALED, NO_TRIPLETS, PINFU, PLAIN_PAIR, SINGLE_WAIT

__all__ = ["SuitPart", "honour_parts", "suit_parts"]

# marks
SIMPLE_TILE = 1 << 0
TERMINAL_TILE = 1 << 1
HONOUR_TILE = 1 << 2
INNER = 1 << 3  # a set or a pair of simples only
RUN = 1 << 4
STRAIGHT = 1 << 5
NINE_RANKS = 1 << 6
OFF_GREEN = 1 << 7  # a rank that is not green in bamboo
OFF_PEACOCK = 1 << 8  # a rank that is not in the peacock
TRIPLET_MARKS, PAIR_MARKS = 9, 16  # from there on a bit for each honour that is a triplet or quad, and that is the pair
MARK_BITS = 23

# sums: where each begins; all have three bits
FIELD = 7
SUITS, COUPLES = 3, 6
CONCEALED_SIMPLE, CONCEALED_OUTSIDE, OPEN_SIMPLE, OPEN_OUTSIDE = 9, 12, 15, 18  # triplets, quads among them
QUAD_CONCEALED_SIMPLE, QUAD_CONCEALED_OUTSIDE, QUAD_OPEN_SIMPLE, QUAD_OPEN_OUTSIDE = 21, 24, 27, 30
WAIT, PAIR_VALUE = 33, 36  # of a case: which wait, and for how many reasons the pair is worth fu
QUADS = (QUAD_CONCEALED_SIMPLE, QUAD_CONCEALED_OUTSIDE, QUAD_OPEN_SIMPLE, QUAD_OPEN_OUTSIDE)
ONE_PAIR = 1  # the lowest are the pairs


class SuitPart:
    """A way to use up the tiles of a suit, melds included; kinds are bits by rank from 0.

    `marks` and `sums` as above. `kinds` are those of all tiles, `runs` the lowest of each run, `triplets` those of
    triplets and quads, `quads` and `concealed` those of them, `pair` that of the pair. `waits` says for each rank
    what a winning tile of it may have completed among the standing tiles, from the lowest run to the pair.
    """

    __slots__ = ("concealed", "kinds", "marks", "pair", "quads", "runs", "sums", "triplets", "waits")

    def __init__(self, counts: Sequence[int], runs: Sequence[int], triplets: int, pair: int) -> None:
        """The standing tiles: `runs` are the lowest ranks of the runs, in their order."""
        self.kinds = sum([1 << rank for rank, count in enumerate(counts) if count])
        self.triplets = self.concealed = triplets
        self.pair = pair
        self.runs = self.quads = self.marks = 0
        self.sums = ONE_PAIR if pair else 0
        for rank in runs:
            self.runs |= 1 << rank
        if len(runs) > self.runs.bit_count():
            self.sums += sum([runs.count(rank) // 2 for rank in set(runs)]) << COUPLES
        self.waits = _waits(self.runs, triplets, pair)

    def add_melds(self, melds: Iterable[tuple[MeldKind, int]]) -> None:
        """Adds the melds on the table, each with its lowest rank."""
        for act, rank in melds:
            self._add_meld(act, 1 << rank)

    def _add_meld(self, act: MeldKind, bit: int) -> None:
        if act is MeldKind.CHI:
            self.runs |= bit
            self.kinds |= bit | bit << 1 | bit << 2
            return
        self.triplets |= bit
        self.kinds |= bit
        if act is not MeldKind.PON:
            self.quads |= bit
        if act is MeldKind.KAN_CONCEALED:
            self.concealed |= bit

    def count_sets(self, outside: int) -> None:
        """Adds to the sums how many triplets and quads there are of each sort; `outside` are terminals or honours."""
        if not self.triplets:
            return
        sorts = (
            (self.concealed & ~outside, CONCEALED_SIMPLE, QUAD_CONCEALED_SIMPLE),
            (self.concealed & outside, CONCEALED_OUTSIDE, QUAD_CONCEALED_OUTSIDE),
            (self.triplets & ~self.concealed & ~outside, OPEN_SIMPLE, QUAD_OPEN_SIMPLE),
            (self.triplets & ~self.concealed & outside, OPEN_OUTSIDE, QUAD_OPEN_OUTSIDE),
        )
        for some, place, quad_place in sorts:
            self.sums += (some.bit_count() << place) + ((some & self.quads).bit_count() << quad_place)


class _SuitParts(dict[int, tuple[SuitPart, ...]]):
    """All ways to use up a suit with its melds, by the suit's share of the packed tiles; worked out when asked for.

    A dictionary, for `lru_cache` would move an entry at each look, and most of the time of a look goes to the memory.
    """

    def __missing__(self, key: int) -> tuple[SuitPart, ...]:
        counts, melds = suit_counts(key), suit_melds(key)
        found = tuple([_suit_part(counts, groups, melds) for groups in suit_groups(counts, 0)])
        if len(self) >= _MOST_SUITS:
            self.clear()
        self[key] = found
        return found


suit_parts = _SuitParts()


def _suit_part(counts: Sequence[int], groups: Sequence[Group], melds: Iterable[tuple[MeldKind, int]]) -> SuitPart:
    runs, triplets, pair = [], 0, 0
    for group in groups:
        if group.shape is _RUN_SHAPE:
            runs.append(group.first.index)
        elif group.shape is _PAIR_SHAPE:
            pair = 1 << group.first.index
        else:
            triplets |= 1 << group.first.index
    part = SuitPart(counts, runs, triplets, pair)
    part.add_melds(melds)
    part.count_sets(_ENDS)
    part.sums = _one(part.sums + (part.kinds != 0) * _ONE_SUIT)
    marks = _marks_of_kinds(part.kinds)
    if part.runs:
        marks |= RUN
        if part.runs & _STRAIGHT == _STRAIGHT:
            marks |= STRAIGHT
    if part.runs & _INNER_RUNS or (part.triplets | part.pair) & ~_ENDS:
        marks |= INNER
    part.marks = _one(marks)
    return part


@cache
def _marks_of_kinds(kinds: int) -> int:
    marks = (
        (kinds & ~_ENDS, SIMPLE_TILE),
        (kinds & _ENDS, TERMINAL_TILE),
        (kinds == _ALL, NINE_RANKS),
        (kinds & ~_GREEN, OFF_GREEN),
        (kinds & ~_PEACOCK, OFF_PEACOCK),
    )
    return sum([mark for holds, mark in marks if holds])


@lru_cache(maxsize=1 << 14)
def honour_parts(key: int) -> tuple[SuitPart, ...]:
    """The only way to use up the honours with their melds; none when there is no way, or more than one pair."""
    counts = suit_counts(key)[:_HONOURS]
    if counts.count(2) > 1 or not _HONOUR_COUNTS.issuperset(counts):
        return ()
    triplets, pairs = ([rank for rank, count in enumerate(counts) if count == size] for size in (3, 2))
    part = SuitPart(counts, (), _set_of(triplets), _set_of(pairs))
    part.add_melds(suit_melds(key))
    part.count_sets(_ALL)
    part.marks = HONOUR_TILE * (part.kinds != 0) | part.triplets << TRIPLET_MARKS | part.pair << PAIR_MARKS
    return (part,)


def _set_of(ranks: Iterable[int]) -> int:
    return sum([1 << rank for rank in ranks])


@cache
def _one(number: int) -> int:
    """Always the same value for equal numbers, so that those often looked at lie close together."""
    return number


WaitKnown = tuple[Wait, int, int, int]
"""A wait, the fact that it brings to a hand of certain others, those facts (`needs`), and what it adds to the sums."""
_TRIPLET: WaitKnown = (Wait.TRIPLET, 0, 0, 0)
_TWO_SIDED: WaitKnown = (Wait.TWO_SIDED, PINFU, CLOSED | NO_TRIPLETS | PLAIN_PAIR, 1 << WAIT)
_PAIR: WaitKnown = (Wait.PAIR, SINGLE_WAIT, FOUR_CONCEALED, 2 << WAIT)
_CLOSED: WaitKnown = (Wait.CLOSED, 0, 0, 3 << WAIT)
_EDGE: WaitKnown = (Wait.EDGE, 0, 0, 4 << WAIT)


def _waits(runs: int, triplets: int, pair: int) -> tuple[tuple[WaitKnown, ...], ...]:
    """For each rank, what a tile of it may have completed."""
    runs <<= 2
    return tuple(
        [
            known[runs >> rank & 7 | (triplets >> rank & 1) << 3 | (pair >> rank & 1) << 4]
            for rank, known in enumerate(_KNOWN_WAITS)
        ]
    )


def _known_waits(rank: int, groups: int) -> tuple[WaitKnown, ...]:
    """The waits that a tile of that rank ends: `groups` are bits for the runs that begin two ranks below, one below and
    at it, for a triplet and for a pair.
    """
    edges = {0: _EDGE if rank == 2 else _TWO_SIDED, 1: _CLOSED, 2: _EDGE if rank == 6 else _TWO_SIDED}
    return tuple([wait for place, wait in enumerate((*edges.values(), _TRIPLET, _PAIR)) if groups >> place & 1])


_KNOWN_WAITS = tuple([_known_waits(rank, groups) for groups in range(32)] for rank in range(9))
_MOST_SUITS = 1 << 17
_RUN_SHAPE, _PAIR_SHAPE = Shape.RUN, Shape.PAIR
_ONE_SUIT = 1 << SUITS
_HONOURS = 7
_HONOUR_COUNTS = frozenset({0, 2, 3})
_LAST_START = 6
"""The last rank, from 0, at which a run starts."""
_ALL = (1 << 9) - 1
_ENDS = 1 | 1 << 8
_GREEN, _PEACOCK = (sum(1 << number - 1 for number in numbers) for numbers in ((2, 3, 4, 6, 8), (1, 5, 7, 9)))
_INNER_RUNS = sum(1 << first for first in range(1, _LAST_START))
_STRAIGHT = 1 | 1 << 3 | 1 << 6
