"""Sets of tile kinds as whole numbers with a bit for each kind, by `TileKind.index`."""

from __future__ import annotations

from collections.abc import Iterable

from tablebridge_rules.seat import Wind
from tablebridge_rules.tile import STANDARD_KINDS, Suit, TileKind

__all__ = [
    "BAMBOO",
    "CHARACTERS",
    "DOTS",
    "DRAGONS",
    "FIVES",
    "HONOURS",
    "OUTSIDE",
    "OUTSIDE_RUNS",
    "SIMPLES",
    "SUITS",
    "TERMINALS",
    "WINDS",
    "bits",
    "in_three_suits",
    "of_suit",
    "suits_in",
    "wind_bit",
]


def bits(kinds: Iterable[TileKind]) -> int:
    """The set of those kinds.

    >>> bin(bits(STANDARD_KINDS[:3]))
    '0b111'
    """
    found = 0
    for kind in kinds:
        found |= 1 << kind.index
    return found


def of_suit(suit: Suit, *ranks: int) -> int:
    """The set of those ranks of one suit."""
    return bits(TileKind.of(suit, rank) for rank in ranks)


def wind_bit(wind: Wind) -> int:
    """The set of that wind's tile."""
    return _FIRST_WIND << wind.number


def in_three_suits(kinds: int) -> int:
    """The characters that have their like among dots and bamboo, too."""
    return kinds & kinds >> _SUIT_SIZE & kinds >> 2 * _SUIT_SIZE & CHARACTERS


def suits_in(kinds: int) -> int:
    """How many suits the kinds are of, honours not counted."""
    return (kinds & CHARACTERS != 0) + (kinds & DOTS != 0) + (kinds & BAMBOO != 0)


_SUIT_SIZE = 9
CHARACTERS, DOTS, BAMBOO = SUITS = tuple(
    of_suit(suit, *range(1, 10)) for suit in (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)
)
"""The kinds of each suit."""
WINDS, DRAGONS = of_suit(Suit.HONOURS, 1, 2, 3, 4), of_suit(Suit.HONOURS, 5, 6, 7)
HONOURS = WINDS | DRAGONS
SIMPLES = bits(kind for kind in STANDARD_KINDS if kind.is_simple)
TERMINALS = bits(kind for kind in STANDARD_KINDS if kind.is_terminal)
FIVES = of_suit(Suit.CHARACTERS, 5) | of_suit(Suit.DOTS, 5) | of_suit(Suit.BAMBOO, 5)
OUTSIDE = TERMINALS | HONOURS
OUTSIDE_RUNS = sum(1 << _SUIT_SIZE * suit + rank for suit in range(3) for rank in (0, 6))
"""The lowest kinds of the runs that hold a terminal: 123 and 789."""
_FIRST_WIND = of_suit(Suit.HONOURS, 1)
