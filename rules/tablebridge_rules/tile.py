"""Tiles: one kind of face each. Values only; what a tile is worth is the rulebook's business."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from tablebridge_rules.errors import NotationError

__all__ = ["ALL_TILES", "LANE_BITS", "RED_LANES", "STANDARD_KINDS", "Suit", "Tile", "TileKind"]

LANE_BITS = 16
"""Faces are counted all at once in one integer, so many bits a kind: no table has so many tiles."""
RED_LANES = 42
"""The lane in which the red fives of characters are counted besides as fives; dots and bamboo follow."""


class Suit(Enum):
    """The letter that ends a tile's name."""

    CHARACTERS = "m"
    DOTS = "p"
    BAMBOO = "s"
    HONOURS = "z"
    FLOWERS = "f"
    SEASONS = "g"

    @property
    def size(self) -> int:
        """How many kinds the suit has: 9, 7 or 4."""
        return 9 if self.value in "mps" else 7 if self is Suit.HONOURS else 4


# Of a kind, and of a tile, there is one object: they are compared by the hundred an act, and identity is quickest.
_KINDS: dict[int, TileKind] = {}
_TILES: dict[tuple[int, bool], Tile] = {}


@dataclass(frozen=True, slots=True, order=True, init=False)
class TileKind:
    """One of the 42 kinds: `index` 0..8 characters, 9..17 dots, 18..26 bamboo, 27..33 honours
    (east south west north white green red), 34..37 flowers, 38..41 seasons.

    >>> str(TileKind.of(Suit.DOTS, 3)), TileKind.of(Suit.DOTS, 3).index
    ('3p', 11)
    """

    index: int

    def __new__(cls, index: int) -> TileKind:
        """The kind of that index. Raises `NotationError` when there is none."""
        known = _KINDS.get(index)
        if known is not None:
            return known
        if not 0 <= index < 42:
            raise NotationError(f"no tile kind has index {index}; kinds are 0..41")
        kind = object.__new__(cls)
        object.__setattr__(kind, "index", index)
        return _KINDS.setdefault(index, kind)

    __eq__ = object.__eq__

    def __hash__(self) -> int:
        return self.index

    def __reduce__(self) -> tuple[type[TileKind], tuple[int]]:
        return TileKind, (self.index,)

    @classmethod
    def of(cls, suit: Suit, rank: int) -> TileKind:
        """The kind of that suit and rank (1-based). Raises `NotationError` when there is none."""
        if not 1 <= rank <= suit.size:
            raise NotationError(f"no tile {rank}{suit.value}: ranks of {suit.value} are 1..{suit.size}")
        return cls(_FIRST_INDEX[suit] + rank - 1)

    @property
    def suit(self) -> Suit:
        """The suit this kind belongs to."""
        return _SUITS[self.index]

    @property
    def rank(self) -> int:
        """1-based place within the suit; for honours 1..7 = east south west north white green red."""
        return _RANKS[self.index]

    @property
    def is_suited(self) -> bool:
        """True for characters, dots and bamboo."""
        return self.index < 27

    @property
    def is_honour(self) -> bool:
        """True for winds and dragons."""
        return 27 <= self.index < 34

    @property
    def is_wind(self) -> bool:
        """True for east, south, west and north."""
        return 27 <= self.index < 31

    @property
    def is_dragon(self) -> bool:
        """True for white, green and red."""
        return 31 <= self.index < 34

    @property
    def is_flower(self) -> bool:
        """True for flowers and seasons alike."""
        return self.index >= 34

    @property
    def is_terminal(self) -> bool:
        """True for ones and nines."""
        return self.is_suited and self.rank in (1, 9)

    @property
    def is_simple(self) -> bool:
        """True for twos to eights."""
        return self.is_suited and self.rank not in (1, 9)

    def __str__(self) -> str:
        return f"{self.rank}{self.suit.value}"


_FIRST_INDEX = {
    Suit.CHARACTERS: 0,
    Suit.DOTS: 9,
    Suit.BAMBOO: 18,
    Suit.HONOURS: 27,
    Suit.FLOWERS: 34,
    Suit.SEASONS: 38,
}
_SUITS = tuple(suit for suit in Suit for _ in range(suit.size))
_RANKS = tuple(rank for suit in Suit for rank in range(1, suit.size + 1))


@dataclass(frozen=True, slots=True, order=True, init=False, repr=False)
class Tile:
    """A face as it is printed: a kind, and whether it is the red five of its suit.

    `unit` is one of it in a sum of many, a lane of `LANE_BITS` a kind; see `tile_counts`.

    >>> Tile.parse("0p"), str(Tile.parse("0p").kind)
    (Tile('0p'), '5p')
    """

    kind: TileKind
    red: bool = False
    unit: int = field(init=False, compare=False)

    def __new__(cls, kind: TileKind, red: bool = False) -> Tile:
        """The face of that kind. Raises `NotationError` when it cannot be red."""
        known = _TILES.get((kind.index, red))
        if known is not None:
            return known
        if red and not (kind.is_suited and kind.rank == 5):
            raise NotationError(f"only fives can be red, not {kind}")
        tile = object.__new__(cls)
        object.__setattr__(tile, "kind", kind)
        object.__setattr__(tile, "red", red)
        unit = 1 << LANE_BITS * kind.index
        object.__setattr__(tile, "unit", unit | 1 << LANE_BITS * (RED_LANES + kind.index // 9) if red else unit)
        return _TILES.setdefault((kind.index, red), tile)

    __eq__ = object.__eq__

    def __hash__(self) -> int:
        return 2 * self.kind.index + self.red

    def __reduce__(self) -> tuple[type[Tile], tuple[TileKind, bool]]:
        return Tile, (self.kind, self.red)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Reads one tile name: `1m..9m 1p..9p 1s..9s 1z..7z 1f..4f 1g..4g`, red fives `0m 0p 0s`.

        Raises `NotationError` for anything else, `back` and `?` included: those are not faces.
        """
        tile = _BY_NAME.get(text)
        if tile is None:
            raise NotationError(f"{text!r} is not a tile; tiles are 1m..9m 1p..9p 1s..9s 1z..7z 1f..4f 1g..4g 0m 0p 0s")
        return tile

    def __str__(self) -> str:
        return f"0{self.kind.suit.value}" if self.red else str(self.kind)

    def __repr__(self) -> str:
        return f"Tile({str(self)!r})"


STANDARD_KINDS: tuple[TileKind, ...] = tuple(TileKind(index) for index in range(34))
"""The 34 kinds that every four-copy set shares."""

ALL_TILES: tuple[Tile, ...] = (
    *(Tile(TileKind(index)) for index in range(42)),
    *(Tile(TileKind.of(suit, 5), red=True) for suit in (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)),
)
"""All 45 faces: 42 kinds, then the red fives `0m 0p 0s`."""

_BY_NAME = {str(tile): tile for tile in ALL_TILES}
