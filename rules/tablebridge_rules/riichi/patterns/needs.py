"""What a pattern needs at least, so that scoring asks only those that can hold.

A need is one bit; `facts` of a case has the bits of what the hand is. A pattern without an entry can hold anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = [
    "CLOSED",
    "DOUBLE",
    "DRAGON_TRIPLET",
    "EDGED",
    "EQUAL_RUNS",
    "FIVES",
    "FLUSH",
    "HONOURS",
    "IPPATSU",
    "MOMENT",
    "NEEDS",
    "NO_HONOURS",
    "NO_SIMPLES",
    "PINFU",
    "RIICHI",
    "RUNS",
    "SAME_RUNS",
    "SELF_DRAW",
    "SIMPLE",
    "SPECIAL",
    "STRAIGHT",
    "THREE_SUITS",
    "THREE_TRIPLETS",
    "WIND_TRIPLET",
]

CLOSED = 1 << 0  # no meld but concealed kans
RIICHI = 1 << 1
MOMENT = 1 << 2  # the last tile, a replacement tile, a robbed kan, the first turn
SPECIAL = 1 << 3  # not four sets and a pair
SIMPLE = 1 << 4  # no terminal and no honour
EDGED = 1 << 5  # no triplet and no pair of simples
FLUSH = 1 << 6  # at most one suit beside honours
DRAGON_TRIPLET = 1 << 7
THREE_TRIPLETS = 1 << 8  # three or more
RUNS = 1 << 9  # at least one
EQUAL_RUNS = 1 << 10  # at least one couple
STRAIGHT = 1 << 11  # the runs 123, 456 and 789 of a suit
PINFU = 1 << 12  # four runs, a worthless pair and a two-sided wait, closed or not
SELF_DRAW = 1 << 13
THREE_SUITS = 1 << 14  # tiles of each suit
FIVES = 1 << 15  # a five, red or not
WIND_TRIPLET = 1 << 16
SAME_RUNS = 1 << 17  # the same run in all three suits
NO_SIMPLES = 1 << 18
HONOURS = 1 << 19  # at least one honour
NO_HONOURS = 1 << 20
DOUBLE = 1 << 21  # a riichi in the first go-round
IPPATSU = 1 << 22

NEEDS: Mapping[str, int] = MappingProxyType(
    {
        "riichi": RIICHI,
        "double_riichi": DOUBLE,
        "open_riichi": RIICHI,
        "double_open_riichi": DOUBLE,
        "ippatsu": IPPATSU,
        "ura_dora": RIICHI,
        "aka_dora": FIVES,
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
        "menzen_tsumo": CLOSED | SELF_DRAW,
        "pinfu": CLOSED | PINFU,
        "tanyao": SIMPLE,
        "iipeikou": CLOSED | EQUAL_RUNS,
        "ryanpeikou": CLOSED | EQUAL_RUNS,
        "sanshoku_doujun": SAME_RUNS,
        "ittsuu": STRAIGHT,
        "chanta": EDGED | RUNS,
        "junchan": EDGED | RUNS | NO_HONOURS,
        "honroutou": NO_SIMPLES,
        "chinroutou": NO_SIMPLES,
        "honitsu": FLUSH | HONOURS,
        "chinitsu": FLUSH | NO_HONOURS,
        "ryuuiisou": FLUSH,
        "tsuuiisou": FLUSH | NO_SIMPLES | HONOURS,
        "chuuren_poutou": CLOSED | FLUSH | NO_HONOURS,
        "junsei_chuuren_poutou": FLUSH,
        "hyakumangoku": FLUSH | NO_HONOURS,
        "beni_kujaku": FLUSH,
        "daisharin": FLUSH | NO_HONOURS,
        "yakuhai_haku": DRAGON_TRIPLET,
        "yakuhai_hatsu": DRAGON_TRIPLET,
        "yakuhai_chun": DRAGON_TRIPLET,
        "yakuhai_round": WIND_TRIPLET,
        "yakuhai_seat": WIND_TRIPLET,
        "shousangen": DRAGON_TRIPLET,
        "daisangen": DRAGON_TRIPLET | THREE_TRIPLETS,
        "shousuushii": WIND_TRIPLET | THREE_TRIPLETS,
        "daisuushii": WIND_TRIPLET | THREE_TRIPLETS,
        "toitoi": THREE_TRIPLETS,
        "sanankou": THREE_TRIPLETS,
        "suuankou": THREE_TRIPLETS,
        "suuankou_tanki": THREE_TRIPLETS,
        "sanshoku_doukou": THREE_TRIPLETS | THREE_SUITS,
        "sankantsu": THREE_TRIPLETS,
        "suukantsu": THREE_TRIPLETS,
        "sanrenkou": THREE_TRIPLETS,
        "suurenkou": THREE_TRIPLETS,
    }
)
"""The needs of each pattern."""
