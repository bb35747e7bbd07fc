"""Patterns of a Sichuan hand: neutral predicates by name. What they are worth, which replace which, and which are
played is in the rulebook's file; a file that names another pattern is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from tablebridge_rules.sichuan.options import ScoringOptions
from tablebridge_rules.sichuan.shape import Reading
from tablebridge_rules.sichuan.win import Win
from tablebridge_rules.tile import TileKind

__all__ = ["PATTERNS", "Case", "Pattern"]

_JIANG_RANKS = frozenset({2, 5, 8})


@dataclass(frozen=True)
class Case:
    """One reading of a win under a rulebook's options, with the facts that several patterns ask for."""

    win: Win
    reading: Reading
    options: ScoringOptions

    @cached_property
    def copies(self) -> Counter[TileKind]:
        """How many tiles of each kind the hand holds, melds included."""
        return Counter([tile.kind for tile in self.win.tiles])

    @cached_property
    def roots(self) -> int:
        """How many kinds the hand holds all four tiles of, as a kong or not (SC-S19)."""
        return sum(count == 4 for count in self.copies.values())

    @cached_property
    def is_flush(self) -> bool:
        """True when all tiles are of one suit."""
        return len({kind.suit for kind in self.copies}) == 1

    @cached_property
    def all_triplets(self) -> bool:
        """True for four triplets or kongs and a pair."""
        return self.reading.triplets == 4

    @cached_property
    def all_outside(self) -> bool:
        """True when every set and the pair holds a one or a nine."""
        return not self.reading.is_seven_pairs and all(group.has_outside for group in self.reading.groups)

    @property
    def all_jiang(self) -> bool:
        """True when all tiles are twos, fives and eights."""
        return {kind.rank for kind in self.copies} <= _JIANG_RANKS

    @property
    def is_hook(self) -> bool:
        """True when four pons or kongs are laid and the hand won on its single tile."""
        return len(self.win.melds) == 4

    @property
    def four_kongs(self) -> bool:
        """True for four kongs."""
        return sum(meld.kind.is_kan for meld in self.win.melds) == 4


Pattern = Callable[[Case], int]
"""How many times a pattern counts in a case; 0 when it does not hold."""


def pinghu(case: Case) -> int:
    """平胡: four sets and a pair. SC-S01."""
    return not case.reading.is_seven_pairs


def duiduihu(case: Case) -> int:
    """對對胡: four triplets or kongs. SC-S02."""
    return case.all_triplets


def qingyise(case: Case) -> int:
    """清一色: one suit. SC-S03."""
    return case.is_flush


def qidui(case: Case) -> int:
    """七對: seven pairs. SC-S04."""
    return case.reading.is_seven_pairs


def daiyaojiu(case: Case) -> int:
    """帶么九: a one or a nine in every set and the pair. SC-S05."""
    return case.all_outside


def jingoudiao(case: Case) -> int:
    """金鉤釣: four pons or kongs laid, won on the single remaining tile. SC-S06."""
    return case.is_hook


def qingdui(case: Case) -> int:
    """清對: all triplets in one suit. SC-S07."""
    return case.all_triplets and case.is_flush


def jiangdui(case: Case) -> int:
    """將對: all triplets of twos, fives and eights. SC-S08."""
    return case.all_triplets and case.all_jiang


def long_qidui(case: Case) -> int:
    """龍七對: seven pairs with four of a kind. SC-S09."""
    return case.reading.is_seven_pairs and case.roots > 0


def qing_qidui(case: Case) -> int:
    """清七對: seven pairs in one suit. SC-S10."""
    return case.reading.is_seven_pairs and case.is_flush


def qing_yaojiu(case: Case) -> int:
    """清么九: one suit, a one or a nine in every set and the pair. SC-S11."""
    return case.all_outside and case.is_flush


def qing_jingoudiao(case: Case) -> int:
    """清金鉤釣: golden hook in one suit. SC-S12."""
    return case.is_hook and case.is_flush


def jiang_jingoudiao(case: Case) -> int:
    """將金鉤釣: golden hook of twos, fives and eights. SC-S13."""
    return case.is_hook and case.all_jiang


def qing_long_qidui(case: Case) -> int:
    """清龍七對: dragon seven pairs in one suit. SC-S14."""
    return long_qidui(case) and case.is_flush


def tianhu(case: Case) -> int:
    """天胡: the dealer's opening hand. SC-S15."""
    return case.win.heavenly


def dihu(case: Case) -> int:
    """地胡: another seat's first draw, with no call before. SC-S16."""
    return case.win.earthly


def shiba_luohan(case: Case) -> int:
    """十八羅漢: golden hook with four kongs. SC-S17."""
    return case.four_kongs


def qing_shiba_luohan(case: Case) -> int:
    """清十八羅漢: eighteen arhats in one suit. SC-S18."""
    return case.four_kongs and case.is_flush


def gen(case: Case) -> int:
    """根: once for each kong or four of a kind. SC-S19."""
    return case.roots


def gangshanghua(case: Case) -> int:
    """槓上花: self-draw on the tile drawn after an own kong. SC-S20."""
    return case.win.replacement


def gangshangpao(case: Case) -> int:
    """槓上炮: the discard made right after a kong. SC-S21."""
    return case.win.after_kong


def qiangganghu(case: Case) -> int:
    """搶槓胡: the tile being added to another's kong. SC-S22."""
    return case.win.robbed


def haidilaoyue(case: Case) -> int:
    """海底撈月: self-draw on the last tile; the last discard too where the rulebook says so. SC-S23."""
    return case.win.last_tile and (case.win.by_self_draw or case.options.haidipao)


def zimo(case: Case) -> int:
    """自摸: a self-draw, where it adds a fan and not a base. SC-S24."""
    return case.win.by_self_draw and case.options.zimo_bonus == "add_fan"


def menqing(case: Case) -> int:
    """門清: a self-draw without an open meld. SC-S25."""
    return case.win.by_self_draw and case.win.is_closed


def zhongzhang(case: Case) -> int:
    """中張: no one and no nine. SC-S25."""
    return all(kind.is_simple for kind in case.copies)


PATTERNS: Mapping[str, Pattern] = MappingProxyType(
    {
        pattern.__name__: pattern
        for pattern in (
            *(pinghu, duiduihu, qingyise, qidui, daiyaojiu, jingoudiao, qingdui, jiangdui, long_qidui),
            *(qing_qidui, qing_yaojiu, qing_jingoudiao, jiang_jingoudiao, qing_long_qidui, tianhu, dihu),
            *(shiba_luohan, qing_shiba_luohan, gen, gangshanghua, gangshangpao, qiangganghu, haidilaoyue),
            *(zimo, menqing, zhongzhang),
        )
    }
)
"""Every pattern the engine knows, by the name that rulebooks use."""
