"""Local yakuman that a rulebook may play: a hand counts as one by the kinds of its tiles alone."""

from __future__ import annotations

from tablebridge_rules.patterns.case import Case
from tablebridge_rules.tile import Suit, TileKind
from tablebridge_rules.waits import count_kinds

__all__ = ["beni_kujaku", "daisharin", "hyakumangoku"]

_RED_DRAGON = TileKind.of(Suit.HONOURS, 7)
_PEACOCK = frozenset((*(TileKind.of(Suit.BAMBOO, rank) for rank in (1, 5, 7, 9)), _RED_DRAGON))
_WHEEL = frozenset(TileKind.of(Suit.DOTS, rank) for rank in range(2, 9))
_MILLION = 100


def hyakumangoku(case: Case) -> int:
    """百万石: characters from five to nine only, or characters whose numbers sum to 100. Clause RM-Y49.

    The option of that name says which; tiles of kans count in the sum.
    """
    if case.options.hyakumangoku == "off" or case.suits != {Suit.CHARACTERS}:
        return False
    if case.options.hyakumangoku == "tiles_5_to_9":
        return all(kind.rank >= 5 for kind in case.kinds)
    return sum(tile.kind.rank for tile in case.win.tiles) >= _MILLION


def beni_kujaku(case: Case) -> int:
    """紅孔雀: only 1s 5s 7s 9s and the red dragon, which must be there. Clause RM-Y50."""
    return case.options.beni_kujaku != "off" and case.kinds <= _PEACOCK and _RED_DRAGON in case.kinds


def daisharin(case: Case) -> int:
    """大車輪: a closed hand of two each of 2p to 8p. Clause RM-Y51."""
    if case.options.daisharin == "off" or case.win.melds or case.kinds != _WHEEL:
        return False
    return max(count_kinds(case.win.standing)) == 2
