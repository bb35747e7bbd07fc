"""What a pattern needs at least, so that scoring asks only those that can hold.

A need is one bit; `facts` of a case has the bits of what the hand is. A pattern without an entry can hold anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = [
    "CLOSED",
    "EDGED",
    "EQUAL_RUNS",
    "FLUSH",
    "FOUR_RUNS",
    "HONOUR_TRIPLET",
    "MOMENT",
    "NEEDS",
    "RIICHI",
    "RUNS",
    "SIMPLE",
    "SPECIAL",
    "THREE_TRIPLETS",
]

CLOSED = 1 << 0  # no meld but concealed kans
RIICHI = 1 << 1
MOMENT = 1 << 2  # the last tile, a replacement tile, a robbed kan, the first turn
SPECIAL = 1 << 3  # not four sets and a pair
SIMPLE = 1 << 4  # no terminal and no honour
EDGED = 1 << 5  # no triplet and no pair of simples
FLUSH = 1 << 6  # at most one suit beside honours
HONOUR_TRIPLET = 1 << 7
THREE_TRIPLETS = 1 << 8  # three or more
RUNS = 1 << 9  # at least one
EQUAL_RUNS = 1 << 10  # at least one couple
FOUR_RUNS = 1 << 11

NEEDS: Mapping[str, int] = MappingProxyType(
    {
        "riichi": RIICHI,
        "double_riichi": RIICHI,
        "open_riichi": RIICHI,
        "double_open_riichi": RIICHI,
        "ippatsu": RIICHI,
        "ura_dora": RIICHI,
        "haitei_raoyue": MOMENT,
        "houtei_raoyui": MOMENT,
        "rinshan_kaihou": MOMENT,
        "chankan": MOMENT,
        "tenhou": MOMENT,
        "chiihou": MOMENT,
        "renhou": MOMENT,
        "chiitoitsu": SPECIAL,
        "kokushi_musou": SPECIAL,
        "kokushi_musou_13": SPECIAL,
        "menzen_tsumo": CLOSED,
        "pinfu": CLOSED | FOUR_RUNS,
        "tanyao": SIMPLE,
        "iipeikou": EQUAL_RUNS,
        "ryanpeikou": EQUAL_RUNS,
        "sanshoku_doujun": RUNS,
        "ittsuu": RUNS,
        "chanta": EDGED | RUNS,
        "junchan": EDGED | RUNS,
        "honroutou": EDGED,
        "chinroutou": EDGED,
        "honitsu": FLUSH,
        "chinitsu": FLUSH,
        "ryuuiisou": FLUSH,
        "tsuuiisou": FLUSH,
        "chuuren_poutou": FLUSH,
        "junsei_chuuren_poutou": FLUSH,
        "hyakumangoku": FLUSH,
        "beni_kujaku": FLUSH,
        "daisharin": FLUSH,
        "yakuhai_haku": HONOUR_TRIPLET,
        "yakuhai_hatsu": HONOUR_TRIPLET,
        "yakuhai_chun": HONOUR_TRIPLET,
        "yakuhai_round": HONOUR_TRIPLET,
        "yakuhai_seat": HONOUR_TRIPLET,
        "shousangen": HONOUR_TRIPLET,
        "daisangen": HONOUR_TRIPLET | THREE_TRIPLETS,
        "shousuushii": HONOUR_TRIPLET | THREE_TRIPLETS,
        "daisuushii": HONOUR_TRIPLET | THREE_TRIPLETS,
        "toitoi": THREE_TRIPLETS,
        "sanankou": THREE_TRIPLETS,
        "suuankou": THREE_TRIPLETS,
        "suuankou_tanki": THREE_TRIPLETS,
        "sanshoku_doukou": THREE_TRIPLETS,
        "sankantsu": THREE_TRIPLETS,
        "suukantsu": THREE_TRIPLETS,
        "sanrenkou": THREE_TRIPLETS,
        "suurenkou": THREE_TRIPLETS,
    }
)
"""The needs of each pattern."""
