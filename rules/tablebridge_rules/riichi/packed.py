"""Tiles counted in one whole number: scoring adds and compares whole hands at once.

Each kind has five bits, which hold the most tiles that a win can have of a kind, possible or not: eighteen. Above the
kinds of each suit (honours are the last) is room for its melds, so that a suit with its melds is one number, too.
"""

from __future__ import annotations

from collections.abc import Iterable

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.tile import Tile

__all__ = [
    "COUNT",
    "PLACES",
    "SUIT_BITS",
    "SUIT_MASK",
    "UNITS",
    "fields",
    "is_beyond",
    "meld_code",
    "pack",
    "suit_counts",
    "suit_melds",
]

COUNT = 31
"""The bits of one kind."""
_KIND_BITS, _SUIT_SIZE, _KINDS, _RUN_STARTS = 5, 9, 42, 7
_CHI_BITS = 3  # a run may lie there four times
_MELDS = _KIND_BITS * _SUIT_SIZE  # where a suit's melds begin: runs, then pons, open kans and concealed kans by rank
_ALIKE_MELDS = _MELDS + _CHI_BITS * _RUN_STARTS
SUIT_BITS = _ALIKE_MELDS + 3 * _SUIT_SIZE
"""How far the suits lie apart."""
SUIT_MASK = (1 << SUIT_BITS) - 1
"""One suit with its melds."""
PLACES = tuple(SUIT_BITS * (index // _SUIT_SIZE) + _KIND_BITS * (index % _SUIT_SIZE) for index in range(_KINDS))
"""Where the bits of each kind begin, by `TileKind.index`; flowers and seasons come last, apart from the honours."""
UNITS = tuple(1 << place for place in PLACES)
"""One tile of each kind."""


def fields(indices: Iterable[int], count: int = COUNT) -> int:
    """So many tiles of each of those kinds; as it stands, all their bits."""
    return sum([count * UNITS[index] for index in indices])


def pack(tiles: Iterable[Tile]) -> int:
    """Counts tiles; red fives as fives."""
    packed = 0
    for tile in tiles:
        packed += UNITS[tile.kind.index]
    return packed


def is_beyond(packed: int) -> bool:
    """True when there are five or more of some kind, or a flower or season."""
    fifths: int = packed + _UP_TO_FIFTH & _FIFTH
    return fifths != 0 or packed >= _FLOWER


def suit_counts(key: int) -> tuple[int, ...]:
    """The counts of the standing tiles of a suit, by rank from 0."""
    return tuple([key >> place & COUNT for place in PLACES[:_SUIT_SIZE]])


def suit_melds(key: int) -> list[tuple[MeldKind, int]]:
    """The melds of a suit: the act and the lowest rank, from 0. `KAN_EXPOSED` stands for both open kans."""
    found: list[tuple[MeldKind, int]] = []
    if key >> _MELDS:
        for rank in range(_RUN_STARTS):
            found += [(MeldKind.CHI, rank)] * (key >> _MELDS + _CHI_BITS * rank & 7)
        for place, act in enumerate(_ALIKE):
            alike = key >> _ALIKE_MELDS + _SUIT_SIZE * place
            found += [(act, rank) for rank in range(_SUIT_SIZE) if alike >> rank & 1]
    return found


def meld_code(meld: Meld, packed: int) -> int | None:
    """What the meld adds to the packed standing tiles, None for tiles that are no such set; `packed` are its tiles."""
    if meld.kind is _CHI:
        return _CHI_CODES.get(packed)
    if meld.kind is _PON:
        return _PON_CODES.get(packed)
    return (_CONCEALED_CODES if meld.kind is _CONCEALED else _EXPOSED_CODES).get(packed)


_CHI, _PON, _CONCEALED = MeldKind.CHI, MeldKind.PON, MeldKind.KAN_CONCEALED
_ALIKE = (MeldKind.PON, MeldKind.KAN_EXPOSED, MeldKind.KAN_CONCEALED)

_CHI_CODES = {
    fields(range(first, first + 3), 1): 1 << first // 9 * SUIT_BITS + _MELDS + _CHI_BITS * (first % 9)
    for first in range(27)
    if first % 9 < _RUN_STARTS
}
_PON_CODES, _EXPOSED_CODES, _CONCEALED_CODES = (
    {
        UNITS[index] * copies: 1 << index // 9 * SUIT_BITS + _ALIKE_MELDS + _SUIT_SIZE * place + index % 9
        for index in range(34)
    }
    for place, copies in enumerate((3, 4, 4))
)
_FIFTH, _UP_TO_FIFTH = fields(range(_KINDS), 16), fields(range(_KINDS), 11)
_FLOWER = UNITS[34]
