"""All ways to read a complete hand as four sets and a pair, or as seven pairs, and how far a hand is from it.

Seven pairs may hold four of a kind as two pairs. A hand is complete only without its void suit, in two suits at most
(SC-R01); the distances here know the void suit too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from tablebridge_rules.decompose import Group, Shape, meld_group, suit_groups
from tablebridge_rules.meld import Meld
from tablebridge_rules.sichuan.win import Win
from tablebridge_rules.tile import STANDARD_KINDS, Suit, Tile, TileKind
from tablebridge_rules.tile_counts import count_of, unpacked
from tablebridge_rules.waits import COMPLETE, READY, count_kinds, standard_shanten

__all__ = ["SUITS", "Reading", "pairs_shanten", "readings", "shanten", "useful_kinds", "waits"]

SUITS = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)
"""The three suits, one of which every player names void."""

_SUITED = STANDARD_KINDS[:27]
_PAIRS = 7
_KINDS = len(STANDARD_KINDS)
_COPIES = 4


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a complete hand: four sets and then the pair, or seven pairs (four of a kind are two)."""

    groups: tuple[Group, ...]

    @property
    def is_seven_pairs(self) -> bool:
        """True for seven pairs."""
        return len(self.groups) == _PAIRS

    @property
    def triplets(self) -> int:
        """How many triplets and kongs there are."""
        return sum(group.is_same for group in self.groups)

    @property
    def basic_shape(self) -> str | None:
        """`a` to `e`: a pair with 4, 3, 2, 1 or 0 sequences, the other sets triplets (SC-R25); None for seven pairs."""
        return None if self.is_seven_pairs else "abcde"[self.triplets]


def readings(win: Win, *, seven_pairs: bool = True) -> tuple[Reading, ...]:
    """Every reading of the win's tiles; none when they are no complete hand, hold the void suit or three suits.

    Raises `WinError` when the win has a wrong number of tiles or another problem.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> [reading.basic_shape for reading in readings(Win(parse_tiles("111222333m4445s"), parse_tiles("5s")[0]))]
    ['b', 'e']
    """
    win.require_possible()
    suits = win.suits
    if len(suits) > 2 or win.void in suits:
        return ()
    counts = count_kinds(win.standing)
    found = list(_standard(counts, win.melds))
    if seven_pairs and not win.melds and all(count % 2 == 0 for count in counts):
        kinds = [kind for kind in _SUITED for _ in range(counts[kind.index] // 2)]
        found.append(Reading(tuple(Group(Shape.PAIR, kind) for kind in kinds)))
    return tuple(found)


def _standard(counts: tuple[int, ...], melds: Sequence[Meld]) -> Iterator[Reading]:
    laid = tuple(map(meld_group, melds))
    for choice in product(*(suit_groups(counts[base : base + 9], base) for base in (0, 9, 18))):
        # 14 tiles less 3 a meld: one suit alone can have a tile count that asks for the pair
        groups = [group for part in choice for group in part]
        sets = [group for group in groups if group.shape is not Shape.PAIR]
        (pair,) = (group for group in groups if group.shape is Shape.PAIR)
        yield Reading((*sets, *laid, pair))


def shanten(
    tiles: Sequence[Tile], melds: Sequence[Meld] = (), void: Suit | None = None, *, seven_pairs: bool = True
) -> int:
    """Tiles that must still be exchanged before the hand is ready: 0 ready, -1 complete.

    `tiles` are the standing ones (13 or 14 less 3 a meld). Without `void` the least over the suits that no meld is of.
    A meld of the void suit makes every win impossible: the distance does not tell, `waits` is empty.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> hand = parse_tiles("123m456m789m55s8s1p")
    >>> shanten(hand, void=Suit.DOTS), shanten(hand, void=Suit.BAMBOO)
    (1, 3)
    """
    counts = count_kinds(tiles)
    laid = {tile.kind.suit for meld in melds for tile in meld.tiles}
    voids = (void,) if void else tuple(suit for suit in SUITS if suit not in laid) or SUITS
    return min(_shanten_without(_without(counts, suit), len(melds), seven_pairs) for suit in voids)


def _without(counts: tuple[int, ...], void: Suit) -> tuple[int, ...]:
    base = 9 * SUITS.index(void)
    return (*counts[:base], *(0,) * 9, *counts[base + 9 :])


def _shanten_without(counts: tuple[int, ...], melds: int, seven_pairs: bool) -> int:
    # a set or pair from nothing costs the same in every suit, so a target never gains by going into the void one
    best = standard_shanten(counts, melds)
    return min(best, pairs_shanten(counts)) if seven_pairs and not melds else best


def pairs_shanten(counts: Sequence[int]) -> int:
    """The shanten towards seven pairs, four of a kind being two of them; `counts` by `TileKind.index`."""
    pairs = sum(count // 2 for count in counts)
    singles = sum(count % 2 for count in counts)
    missing = _PAIRS - pairs
    return missing + max(0, missing - singles) - 1


def waits(
    tiles: Sequence[Tile], melds: Sequence[Meld] = (), void: Suit | None = None, *, seven_pairs: bool = True
) -> frozenset[TileKind]:
    """The kinds that would complete standing tiles one short of a hand; empty when they are not ready.

    A kind of which the own hand and melds hold all four copies is no wait. Without `void` every completion in two
    suits counts.
    """
    laid = count_of(tile for meld in melds for tile in meld.tiles)
    return _waits(count_of(tiles), laid, len(melds), void, seven_pairs)


@lru_cache(maxsize=1 << 14)
def _waits(standing: int, laid: int, melds: int, void: Suit | None, seven_pairs: bool) -> frozenset[TileKind]:
    """`waits` by the counts of the standing tiles and of those in melds; a hand is asked for again and again."""
    counts, held = unpacked(standing)[:_KINDS], unpacked(standing + laid)
    laid_suits = _suits(unpacked(laid))
    voids = (void,) if void else tuple(suit for suit in SUITS if suit not in laid_suits) or SUITS
    if min(_shanten_without(_without(counts, suit), melds, seven_pairs) for suit in voids) != READY:
        return frozenset()
    found = []
    for kind in _SUITED:
        if held[kind.index] < _COPIES and _in_two_suits((*_suits(held), kind.suit), void):
            with_it = (*counts[: kind.index], counts[kind.index] + 1, *counts[kind.index + 1 :])
            if _shanten_without(with_it, melds, seven_pairs) == COMPLETE:
                found.append(kind)
    return frozenset(found)


def _suits(counts: Sequence[int]) -> tuple[Suit, ...]:
    """The suits of which there are tiles."""
    return tuple(suit for place, suit in enumerate(SUITS) if any(counts[9 * place : 9 * place + 9]))


def _in_two_suits(suits: Sequence[Suit], void: Suit | None) -> bool:
    return void not in suits and not all(suit in suits for suit in SUITS)


def useful_kinds(
    tiles: Sequence[Tile], melds: Sequence[Meld] = (), void: Suit | None = None, *, seven_pairs: bool = True
) -> frozenset[TileKind]:
    """The kinds whose draw brings standing tiles (13 less 3 a meld) one step nearer to a complete hand."""
    now = shanten(tiles, melds, void, seven_pairs=seven_pairs)
    return frozenset(
        kind
        for kind in _live(tiles, melds)
        if kind.suit is not void and shanten((*tiles, Tile(kind)), melds, void, seven_pairs=seven_pairs) < now
    )


def _live(tiles: Sequence[Tile], melds: Sequence[Meld]) -> Iterator[TileKind]:
    """The kinds of which the own hand and melds do not hold all four copies."""
    held = count_kinds((*tiles, *(tile for meld in melds for tile in meld.tiles)))
    return (kind for kind in _SUITED if held[kind.index] < _COPIES)
