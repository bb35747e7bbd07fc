"""All ways to read a complete hand as sets and a pair, seven pairs or thirteen orphans, and what it waited on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import product

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.tile import STANDARD_KINDS, TileKind
from tablebridge_rules.waits import count_kinds
from tablebridge_rules.win import Win

__all__ = ["Form", "Group", "Reading", "Shape", "Wait", "decompose", "meld_group", "standard_readings", "suit_groups"]


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


def decompose(win: Win) -> tuple[Reading, ...]:
    """Every reading of the win's tiles; none when they are no complete hand.

    Raises `WinError` when the win has a wrong number of tiles or another problem.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> from tablebridge_rules.seat import Wind
    >>> readings = decompose(Win(parse_tiles("111222333m99p11z"), parse_tiles("1z")[0], Wind.EAST, Wind.EAST))
    >>> [[group.shape.value for group in reading.groups] for reading in readings]
    [['run', 'run', 'run', 'triplet', 'pair'], ['triplet', 'triplet', 'triplet', 'triplet', 'pair']]
    """
    win.require_possible()
    counts = count_kinds(win.standing)
    found = dict.fromkeys(standard_readings(counts, win.melds, win.winning_tile.kind, by_self_draw=win.by_self_draw))
    if not win.melds:
        found.update(dict.fromkeys(_special_readings(counts, win)))
    return tuple(found)


def _special_readings(counts: tuple[int, ...], win: Win) -> Iterator[Reading]:
    if sum(count == 2 for count in counts) == 7:
        groups = tuple(Group(Shape.PAIR, kind) for kind in STANDARD_KINDS if counts[kind.index])
        yield Reading(Form.SEVEN_PAIRS, groups, Wait.PAIR)
    if all(kind.is_simple or counts[kind.index] for kind in STANDARD_KINDS):
        yield Reading(Form.THIRTEEN_ORPHANS, (), Wait.ORPHAN)


def standard_readings(
    counts: tuple[int, ...], melds: Sequence[Meld], winning: TileKind, *, by_self_draw: bool
) -> Iterator[Reading]:
    """The readings of standing tiles as sets and one pair, however many sets the tiles make.

    `counts` are the 34 counts of the standing tiles with the winning one, whose kind is `winning`.
    """
    melded = tuple(meld_group(meld) for meld in melds)
    suits = (
        suit_groups(counts[0:9], 0),
        suit_groups(counts[9:18], 9),
        suit_groups(counts[18:27], 18),
        _honour_groups(counts[27:34]),
    )
    for choice in product(*suits):
        groups = [group for part in choice for group in part]
        pairs = [group for group in groups if group.shape is Shape.PAIR]
        if len(pairs) == 1:
            sets = [group for group in groups if group.shape is not Shape.PAIR]
            yield from _placed(sets, pairs[0], melded, winning, by_self_draw)


def _placed(
    sets: list[Group], pair: Group, melds: tuple[Group, ...], winning: TileKind, by_self_draw: bool
) -> Iterator[Reading]:
    """One reading for each group that the winning tile may have completed."""
    standing = [*sets, pair]
    for place, group in enumerate(standing):
        wait = _wait(group, winning)
        if wait is None or group in standing[:place]:
            continue
        placed = list(standing)
        if not by_self_draw:
            placed[place] = Group(group.shape, group.first, concealed=False)
        yield Reading(Form.STANDARD, (*placed[:-1], *melds, placed[-1]), wait)


@lru_cache(maxsize=1024)
def _wait(group: Group, kind: TileKind) -> Wait | None:
    """What `kind` completed in that group, None when it is no part of it."""
    offset = kind.index - group.first.index
    if not group.is_run:
        return None if offset else Wait.PAIR if group.shape is Shape.PAIR else Wait.TRIPLET
    if offset not in (0, 1, 2):
        return None
    if offset == 1:
        return Wait.CLOSED
    edge = (group.first.rank == 1 and offset == 2) or (group.first.rank == 7 and offset == 0)
    return Wait.EDGE if edge else Wait.TWO_SIDED


def meld_group(meld: Meld) -> Group:
    """The group that a meld is."""
    first = min(tile.kind for tile in meld.tiles)
    return Group(_MELD_SHAPES[meld.kind], first, concealed=not meld.is_open)


@lru_cache(maxsize=1 << 14)
def suit_groups(counts: tuple[int, ...], base: int) -> tuple[tuple[Group, ...], ...]:
    """All ways to use up one suit's tiles in runs, triplets and at most one pair; `base` is its first kind's index."""
    rank = next((rank for rank, count in enumerate(counts) if count), None)
    if rank is None:
        return ((),)
    found: list[tuple[Group, ...]] = []
    for shape, ranks, copies in _taken(counts, rank):
        rest = list(counts)
        for used in ranks:
            rest[used] -= copies
        group = Group(shape, STANDARD_KINDS[base + rank])
        has_pair = shape is Shape.PAIR
        found += [
            (group, *others)
            for others in suit_groups(tuple(rest), base)
            if not (has_pair and any(other.shape is Shape.PAIR for other in others))
        ]
    return tuple(found)


def _taken(counts: tuple[int, ...], rank: int) -> Iterator[tuple[Shape, range, int]]:
    """The groups that the lowest tile can be part of: shape, ranks, copies of each rank."""
    if rank <= 6 and counts[rank + 1] and counts[rank + 2]:
        yield Shape.RUN, range(rank, rank + 3), 1
    if counts[rank] >= 3:
        yield Shape.TRIPLET, range(rank, rank + 1), 3
    if counts[rank] >= 2:
        yield Shape.PAIR, range(rank, rank + 1), 2


@lru_cache(maxsize=1 << 12)
def _honour_groups(counts: tuple[int, ...]) -> tuple[tuple[Group, ...], ...]:
    """The only way to use up the honours in triplets and pairs, none when there is no way."""
    if any(count in (1, 4) for count in counts):
        return ()
    return (
        tuple(
            Group(Shape.TRIPLET if count == 3 else Shape.PAIR, STANDARD_KINDS[27 + place])
            for place, count in enumerate(counts)
            if count
        ),
    )


_SAME = (Shape.TRIPLET, Shape.QUAD)

_MELD_SHAPES = {
    MeldKind.CHI: Shape.RUN,
    MeldKind.PON: Shape.TRIPLET,
    MeldKind.KAN_EXPOSED: Shape.QUAD,
    MeldKind.KAN_CONCEALED: Shape.QUAD,
    MeldKind.KAN_ADDED: Shape.QUAD,
}
