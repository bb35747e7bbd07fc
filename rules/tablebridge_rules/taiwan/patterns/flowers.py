"""Patterns of flowers and seasons."""

from __future__ import annotations

from collections.abc import Sequence

from tablebridge_rules.seat import Wind
from tablebridge_rules.taiwan.options import ScoringOptions
from tablebridge_rules.taiwan.patterns.case import Case
from tablebridge_rules.tile import Suit, Tile

__all__ = ["count_proper", "flower_kans", "huagang", "proper_flowers", "zhenghua"]


def proper_flowers(flowers: Sequence[Tile], seat_wind: Wind) -> tuple[Tile, ...]:
    """The flowers and seasons that belong to a seat wind: number one to east, two to south … (TW-S03, TW-S31).

    >>> from tablebridge_rules.notation import parse_tiles
    >>> proper_flowers(parse_tiles("2f3f2g"), Wind.SOUTH)
    (Tile('2f'), Tile('2g'))
    """
    return tuple(tile for tile in flowers if tile.kind.rank == seat_wind.number + 1)


def flower_kans(flowers: Sequence[Tile]) -> tuple[Suit, ...]:
    """The suits, flowers or seasons, of which all four are there (TW-S12)."""
    return tuple(suit for suit in _SUITS if sum(tile.kind.suit is suit for tile in flowers) == suit.size)


def count_proper(flowers: Sequence[Tile], seat_wind: Wind, options: ScoringOptions) -> int:
    """How many proper flowers count; those within a flower kan only where the rulebook adds them."""
    taken = () if options.huagang_plus_zhenghua else flower_kans(flowers)
    return sum(tile.kind.suit not in taken for tile in proper_flowers(flowers, seat_wind))


def zhenghua(case: Case) -> int:
    """正花: each flower and season of the seat wind. Clause TW-S03."""
    return count_proper(case.win.flowers, case.win.seat_wind, case.options)


def huagang(case: Case) -> int:
    """花槓: all four flowers, all four seasons. Clause TW-S12."""
    return len(flower_kans(case.win.flowers))


_SUITS = (Suit.FLOWERS, Suit.SEASONS)
