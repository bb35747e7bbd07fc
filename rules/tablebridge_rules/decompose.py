"""All ways to read a complete hand as sets and a pair, and what its winning tile completed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import product

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.tile import STANDARD_KINDS, TileKind

__all__ = ["Form", "Group", "Reading", "Shape", "Wait", "meld_group", "standard_readings", "suit_groups"]


class Shape(Enum):
    """What a group of tiles is, however it came about."""

    RUN = "run"
    TRIPLET = "triplet"
    QUAD = "quad"
    PAIR = "pair"


class Form(Enum):
    """The outline of a complete hand."""

    STANDARD = "standard"
    SEVEN_PAIRS = "seven_pairs"
    THIRTEEN_ORPHANS = "thirteen_orphans"


class Wait(Enum):
    """What the winning tile completed."""

    TWO_SIDED = "two_sided"
    CLOSED = "closed"
    EDGE = "edge"
    PAIR = "pair"
    TRIPLET = "triplet"
    ORPHAN = "orphan"


@dataclass(frozen=True, slots=True)
class Group:
    """A set or a pair: `first` is its lowest kind. `concealed`: no tile of it came from another seat.

    A triplet completed by a ron is therefore not concealed, though it stands in a closed hand.
    """

    shape: Shape
    first: TileKind
    concealed: bool = True

    @property
    def is_run(self) -> bool:
        """True for three kinds in a row."""
        return self.shape is Shape.RUN

    @property
    def is_same(self) -> bool:
        """True for three or four of one kind."""
        return self.shape in _SAME

    @property
    def is_simple(self) -> bool:
        """True when no tile of it is a one, a nine or an honour."""
        return self.first.is_simple and not (self.is_run and self.first.rank == 7)

    @property
    def has_outside(self) -> bool:
        """True when a tile of it is a one, a nine or an honour."""
        return not self.is_simple


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a complete hand.

    `groups` are four sets and then the pair for the standard form, seven pairs, or none for thirteen orphans;
    `wait` is what the winning tile completed in this reading.
    """

    form: Form
    groups: tuple[Group, ...]
    wait: Wait

    @property
    def sets(self) -> tuple[Group, ...]:
        """The runs, triplets and quads."""
        return tuple(group for group in self.groups if group.shape is not Shape.PAIR)

    @property
    def pair(self) -> Group | None:
        """The pair of the standard form, None for the other forms."""
        return self.groups[-1] if self.form is Form.STANDARD else None


def standard_readings(
    counts: tuple[int, ...], melds: Sequence[Meld], winning: TileKind, *, by_self_draw: bool
) -> Iterator[Reading]:
    """The readings of standing tiles as sets and one pair, however many sets the tiles make.

    `counts` are the 34 counts of the standing tiles with the winning one, whose kind is `winning`.
    """
    suits = (
        _suit_parts(counts[0:9], 0),
        _suit_parts(counts[9:18], 9),
        _suit_parts(counts[18:27], 18),
        _honour_parts(counts[27:34]),
    )
    if not all(suits):
        return
    melded = tuple([meld_group(meld) for meld in melds]) if melds else ()
    for (a, pair_a), (b, pair_b), (c, pair_c), (d, pair_d) in product(*suits):
        pairs = pair_a + pair_b + pair_c + pair_d
        if len(pairs) == 1:
            yield from _placed(a + b + c + d, pairs, melded, winning.index, by_self_draw)


def _placed(sets: _Groups, pair: _Groups, melds: _Groups, winning: int, by_self_draw: bool) -> Iterator[Reading]:
    """One reading for each group that the winning tile may have completed."""
    standing = sets + pair
    for place, group in enumerate(standing):
        offset = winning - group.first.index
        if offset and not (0 < offset < 3 and group.shape is Shape.RUN):
            continue
        if group in standing[:place]:
            continue
        if by_self_draw:
            groups = sets + melds + pair
        else:
            won = (_group(group.shape, group.first.index, False),)
            placed = standing[:place] + won + standing[place + 1 :]
            groups = placed[:-1] + melds + placed[-1:]
        yield Reading(Form.STANDARD, groups, _wait(group, offset))


def _wait(group: Group, offset: int) -> Wait:
    """What the tile at that place of the group completed; places count from 0."""
    if group.shape is Shape.PAIR:
        return Wait.PAIR
    if group.shape is Shape.TRIPLET:
        return Wait.TRIPLET
    if offset == 1:
        return Wait.CLOSED
    edge = (group.first.rank == 1 and offset == 2) or (group.first.rank == 7 and offset == 0)
    return Wait.EDGE if edge else Wait.TWO_SIDED


@cache
def _group(shape: Shape, index: int, concealed: bool = True) -> Group:
    """The group of that lowest kind, always the same value."""
    return Group(shape, STANDARD_KINDS[index], concealed)


_Groups = tuple[Group, ...]
_Part = tuple[_Groups, _Groups]
"""One way to use up a suit's tiles: the sets, and the pair if there is one."""


@lru_cache(maxsize=1 << 17)
def _suit_parts(counts: tuple[int, ...], base: int) -> tuple[_Part, ...]:
    """All ways to use up one suit's tiles; `base` is the index of its first kind."""
    return tuple(map(_part, suit_groups(counts, base)))


@lru_cache(maxsize=1 << 14)
def _honour_parts(counts: tuple[int, ...]) -> tuple[_Part, ...]:
    """The only way to use up the honours, none when there is no way."""
    return tuple(map(_part, _honour_groups(counts)))


def _part(groups: _Groups) -> _Part:
    sets = tuple(group for group in groups if group.shape is not Shape.PAIR)
    return sets, tuple(group for group in groups if group.shape is Shape.PAIR)


def meld_group(meld: Meld) -> Group:
    """The group that a meld is."""
    first = min([tile.kind.index for tile in meld.tiles])
    return _group(_MELD_SHAPES[meld.kind.value], first, concealed=not meld.is_open)


@lru_cache(maxsize=1 << 17)
def suit_groups(counts: tuple[int, ...], base: int) -> tuple[tuple[Group, ...], ...]:
    """All ways to use up one suit's tiles in runs, triplets and at most one pair, each once whatever its order.

    `base` is the index of the suit's first kind.
    """
    if not any(counts):
        return ((),)
    rank = [count > 0 for count in counts].index(True)
    held = counts[rank]
    found: list[_Groups] = []
    most = min(counts[rank : rank + 3]) if rank <= _LAST_START else 0
    for runs in range(most, -1, -1):
        beside = _BESIDE_RUNS.get(held - runs)
        if beside is not None:
            rest = (
                (0,) * (rank + 1) + tuple([count - runs for count in counts[rank + 1 : rank + 3]]) + counts[rank + 3 :]
            )
            groups = (_RUNS[base + rank],) * runs + beside[base + rank]
            takes_pair = groups[-1:] and groups[-1].shape is Shape.PAIR
            found += [groups + others for others in suit_groups(rest, base) if not (takes_pair and _has_pair(others))]
    return tuple(found)


def _has_pair(groups: _Groups) -> bool:
    return Shape.PAIR in [group.shape for group in groups]


def _honour_groups(counts: tuple[int, ...]) -> tuple[tuple[Group, ...], ...]:
    """The only way to use up the honours in triplets and pairs, none when there is no way."""
    groups: _Groups = ()
    for index, count in enumerate(counts, 27):
        alike = _BESIDE_RUNS.get(count)
        if alike is None:
            return ()
        groups += alike[index]
    return (groups,)


_LAST_START = 6
"""The last rank, from 0, at which a run starts."""
_RUNS = tuple(_group(Shape.RUN, index) for index in range(len(STANDARD_KINDS)))
_BESIDE_RUNS = {
    count: tuple(tuple(_group(shape, index) for shape in shapes) for index in range(len(STANDARD_KINDS)))
    for count, shapes in {
        0: (),
        2: (Shape.PAIR,),
        3: (Shape.TRIPLET,),
        5: (Shape.TRIPLET, Shape.PAIR),  # no set has five, but some books let a hand wait on the fifth by its shape
    }.items()
}
"""What as many tiles of one kind make beside its runs, by kind; the runs of a kind come first."""

_SAME = (Shape.TRIPLET, Shape.QUAD)

_MELD_SHAPES = {
    kind.value: Shape.RUN if kind is MeldKind.CHI else Shape.TRIPLET if kind is MeldKind.PON else Shape.QUAD
    for kind in MeldKind
}
"""By the act's name: the hash of a text is kept, that of an enum member is not."""
