"""Local yakuman that a rulebook may play: a hand counts as one by the kinds of its tiles alone."""

from __future__ import annotations

from tablebridge_rules.riichi.patterns.case import Case
from tablebridge_rules.riichi.patterns.masks import of_suit
from tablebridge_rules.tile import Suit
from tablebridge_rules.waits import count_kinds

__all__ = ["beni_kujaku", "daisharin", "hyakumangoku"]

_RED_DRAGON = of_suit(Suit.HONOURS, 7)
_NO_PEACOCK = ~(of_suit(Suit.BAMBOO, 1, 5, 7, 9) | _RED_DRAGON)
_WHEEL = of_suit(Suit.DOTS, *range(2, 9))
_NO_CHARACTERS = ~of_suit(Suit.CHARACTERS, *range(1, 10))
_UP_TO_FOUR = of_suit(Suit.CHARACTERS, *range(1, 5))
_MILLION = 100


def hyakumangoku(case: Case) -> int:
    """百万石: characters from five to nine only, or characters whose numbers sum to 100. Clause RM-Y49.

    The option of that name says which; tiles of kans count in the sum.
    """
    if case.options.hyakumangoku == "off" or case.kinds & _NO_CHARACTERS:
        return False
    if case.options.hyakumangoku == "tiles_5_to_9":
        return not case.kinds & _UP_TO_FOUR
    return sum(tile.kind.rank for tile in case.win.tiles) >= _MILLION


def beni_kujaku(case: Case) -> int:
    """紅孔雀: only 1s 5s 7s 9s and the red dragon, which must be there. Clause RM-Y50."""
    if case.options.beni_kujaku == "off" or case.kinds & _NO_PEACOCK:
        return False
    return bool(case.kinds & _RED_DRAGON)


def daisharin(case: Case) -> int:
    """大車輪: a closed hand of two each of 2p to 8p. Clause RM-Y51."""
    if case.options.daisharin == "off" or case.win.melds or case.kinds != _WHEEL:
        return False
    return max(count_kinds(case.win.standing)) == 2
