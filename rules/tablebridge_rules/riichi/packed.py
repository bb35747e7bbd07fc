"""Tiles counted in one whole number, five bits a kind: scoring adds and compares whole hands at once.

Melds have a number of their own, `MELD_BITS` bits a suit, so that a suit with its melds is one number (`suit_key`).
Five bits hold the most tiles that a win can have of a kind, possible or not: eighteen.
"""

from __future__ import annotations

from collections.abc import Iterable

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.tile import Tile

__all__ = [
    "COUNT",
    "MELD_BITS",
    "PLACES",
    "UNITS",
    "is_beyond",
    "meld_code",
    "pack",
    "suit_counts",
    "suit_key",
    "suit_melds",
]

COUNT = 31
"""The bits of one kind."""
_KIND_BITS = 5
_SUIT_SIZE, _KINDS, _RUN_STARTS = 9, 42, 7
_SUIT_BITS = _KIND_BITS * _SUIT_SIZE
_SUIT_MASK = (1 << _SUIT_BITS) - 1
PLACES = tuple(_KIND_BITS * index for index in range(_KINDS))
"""Where the bits of each kind begin, by `TileKind.index`."""
UNITS = tuple(1 << place for place in PLACES)
"""One tile of each kind."""
_FIFTH = sum(unit * 16 for unit in UNITS)
_UP_TO_FIFTH = sum(unit * 11 for unit in UNITS)
_FLOWER = UNITS[34]

_CHI_BITS = 3  # a run may lie there four times
MELD_BITS = _CHI_BITS * _RUN_STARTS + 3 * _SUIT_SIZE
_MELD_MASK = (1 << MELD_BITS) - 1


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


def suit_key(packed: int, melds: int, suit: int) -> int:
    """The standing tiles of a suit (0..3, honours last) and its melds."""
    key = packed >> suit * _SUIT_BITS & _SUIT_MASK
    return key | (melds >> suit * MELD_BITS & _MELD_MASK) << _SUIT_BITS


def suit_counts(key: int) -> tuple[int, ...]:
    """The counts of the standing tiles behind a `suit_key`, by rank."""
    return tuple([key >> place & COUNT for place in PLACES[:_SUIT_SIZE]])


def suit_melds(key: int) -> list[tuple[MeldKind, int]]:
    """The melds behind a `suit_key`: the act and the lowest rank, from 0. Of the kans `KAN_EXPOSED` stands for both
    open ones.
    """
    melds, found = key >> _SUIT_BITS, list[tuple[MeldKind, int]]()
    for rank in range(_RUN_STARTS):
        found += [(MeldKind.CHI, rank)] * (melds >> _CHI_BITS * rank & 7)
    for place, act in enumerate(_ALIKE):
        alike = melds >> _CHI_BITS * _RUN_STARTS + _SUIT_SIZE * place
        found += [(act, rank) for rank in range(_SUIT_SIZE) if alike >> rank & 1]
    return found


def meld_code(meld: Meld, packed: int) -> int | None:
    """What the meld adds to the number of the melds, None for tiles that are no such set; `packed` are its tiles."""
    if meld.kind is _CHI:
        return _CHI_CODES.get(packed)
    if meld.kind is _PON:
        return _PON_CODES.get(packed)
    return (_CONCEALED_CODES if meld.kind is _CONCEALED else _EXPOSED_CODES).get(packed)


_CHI, _PON, _CONCEALED = MeldKind.CHI, MeldKind.PON, MeldKind.KAN_CONCEALED
_ALIKE = (MeldKind.PON, MeldKind.KAN_EXPOSED, MeldKind.KAN_CONCEALED)

_CHI_CODES = {
    UNITS[first] + UNITS[first + 1] + UNITS[first + 2]: 1 << first // 9 * MELD_BITS + _CHI_BITS * (first % 9)
    for first in range(27)
    if first % 9 < _RUN_STARTS
}
_PON_CODES, _EXPOSED_CODES, _CONCEALED_CODES = (
    {
        UNITS[index] * copies: 1 << index // 9 * MELD_BITS + _CHI_BITS * _RUN_STARTS + _SUIT_SIZE * place + index % 9
        for index in range(34)
    }
    for place, copies in enumerate((3, 4, 4))
)
