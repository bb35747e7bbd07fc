"""What a hand is, in bits, and which of them a pattern needs at least, so that scoring asks only what can hold.

The bits of a case are its `facts`. A pattern without an entry in `NEEDS` can hold anywhere. The answer of most patterns
follows from the facts alone: scoring asks such a pattern once for equal facts. Those in `ASKED` look at more than the
facts, and are asked of every case.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["ASKED", "NEEDS"]

# the win
CLOSED = 1 << 0  # no meld but concealed kans
SELF_DRAW = 1 << 1
RIICHI = 1 << 2
DOUBLE = 1 << 3  # a riichi in the first go-round
LAID_OPEN = 1 << 4  # a riichi with the hand laid open
IPPATSU = 1 << 5
HAITEI = 1 << 6
HOUTEI = 1 << 7
RINSHAN = 1 << 8
CHANKAN = 1 << 9
FIRST_TURN = 1 << 10
DEALT = 1 << 11  # the first turn, and the winner is the dealer

# the kinds of all tiles
SIMPLE = 1 << 12  # no terminal and no honour
NO_SIMPLES = 1 << 13
HONOURS = 1 << 14  # at least one honour
NO_HONOURS = 1 << 15
NINE_RANKS = 1 << 16  # all of a suit's
NO_SUIT = 1 << 17  # honours only
ONE_SUIT = 1 << 18  # tiles of one suit, with honours or without
THREE_SUITS = 1 << 19

# the form, its runs and its wait
SEVEN_PAIRS = 1 << 20
ORPHANS = 1 << 21
EDGED = 1 << 22  # a terminal or an honour in every set and in the pair
RUNS = 1 << 23  # at least one run
STRAIGHT = 1 << 24  # the runs 123, 456 and 789 of a suit
SAME_RUNS = 1 << 25  # the same run in all three suits
EQUAL_RUNS = 1 << 26  # at least one couple of equal runs among the standing tiles
TWICE_EQUAL = 1 << 27  # two couples
PLAIN_PAIR = 1 << 28  # a triplet of it would be no yaku; told by PINFU only
PINFU = 1 << 29  # closed, four runs, a plain pair and a two-sided wait
SINGLE_WAIT = 1 << 30  # four concealed triplets and a wait for the pair

# triplets and quads
NO_TRIPLETS = 1 << 31
THREE_TRIPLETS = 1 << 32  # three or more
FOUR_TRIPLETS = 1 << 33
THREE_CONCEALED = 1 << 34  # exactly three
FOUR_CONCEALED = 1 << 35
THREE_QUADS = 1 << 36  # exactly three
FOUR_QUADS = 1 << 37
SAME_TRIPLETS = 1 << 38  # the same triplet in all three suits
WHITE = 1 << 39
GREEN = 1 << 40
RED = 1 << 41
SEAT_WIND = 1 << 42
ROUND_WIND = 1 << 43
LITTLE_DRAGONS = 1 << 44  # two triplets and the pair
BIG_DRAGONS = 1 << 45
LITTLE_WINDS = 1 << 46  # three triplets and the pair
BIG_WINDS = 1 << 47

# ranks of the suits
GREEN_RANKS = 1 << 48  # only two, three, four, six and eight
PEACOCK_RANKS = 1 << 49  # only one, five, seven and nine

NEEDS: Mapping[str, int] = MappingProxyType(
    {
        "riichi": RIICHI,
        "double_riichi": DOUBLE,
        "open_riichi": LAID_OPEN,
        "double_open_riichi": LAID_OPEN | DOUBLE,
        "ippatsu": IPPATSU,
        "ura_dora": RIICHI,
        "haitei_raoyue": HAITEI,
        "houtei_raoyui": HOUTEI,
        "rinshan_kaihou": RINSHAN,
        "chankan": CHANKAN,
        "tenhou": FIRST_TURN | DEALT | SELF_DRAW,
        "chiihou": FIRST_TURN | SELF_DRAW,
        "renhou": FIRST_TURN,
        "chiitoitsu": SEVEN_PAIRS,
        "kokushi_musou": ORPHANS,
        "kokushi_musou_13": ORPHANS,
        "menzen_tsumo": CLOSED | SELF_DRAW,
        "pinfu": PINFU,
        "tanyao": SIMPLE,
        "iipeikou": CLOSED | EQUAL_RUNS,
        "ryanpeikou": CLOSED | TWICE_EQUAL,
        "sanshoku_doujun": SAME_RUNS,
        "ittsuu": STRAIGHT,
        "chanta": EDGED | RUNS,
        "junchan": EDGED | RUNS | NO_HONOURS,
        "honroutou": NO_SIMPLES,
        "chinroutou": NO_SIMPLES | NO_HONOURS,
        "honitsu": ONE_SUIT | HONOURS,
        "chinitsu": ONE_SUIT | NO_HONOURS,
        "ryuuiisou": ONE_SUIT | GREEN_RANKS,
        "tsuuiisou": NO_SUIT,
        "chuuren_poutou": CLOSED | ONE_SUIT | NO_HONOURS | NINE_RANKS,
        "junsei_chuuren_poutou": CLOSED | ONE_SUIT | NO_HONOURS | NINE_RANKS,
        "hyakumangoku": ONE_SUIT | NO_HONOURS,
        "beni_kujaku": ONE_SUIT | PEACOCK_RANKS,
        "daisharin": CLOSED | SIMPLE | ONE_SUIT,
        "yakuhai_haku": WHITE,
        "yakuhai_hatsu": GREEN,
        "yakuhai_chun": RED,
        "yakuhai_round": ROUND_WIND,
        "yakuhai_seat": SEAT_WIND,
        "shousangen": LITTLE_DRAGONS,
        "daisangen": BIG_DRAGONS,
        "shousuushii": LITTLE_WINDS,
        "daisuushii": BIG_WINDS,
        "toitoi": FOUR_TRIPLETS,
        "sanankou": THREE_CONCEALED,
        "suuankou": FOUR_TRIPLETS,
        "suuankou_tanki": SINGLE_WAIT,
        "sanshoku_doukou": SAME_TRIPLETS,
        "sankantsu": THREE_QUADS,
        "suukantsu": FOUR_QUADS,
        "sanrenkou": THREE_TRIPLETS,
        "suurenkou": FOUR_TRIPLETS,
    }
)
"""The needs of each pattern."""

ASKED = frozenset(
    {
        "dora",
        "ura_dora",
        "aka_dora",
        "honroutou",
        "toitoi",
        "ryuuiisou",
        "chuuren_poutou",
        "junsei_chuuren_poutou",
        "kokushi_musou_13",
        "sanrenkou",
        "suurenkou",
        "hyakumangoku",
        "beni_kujaku",
        "daisharin",
    }
)
"""The patterns whose answer does not follow from the facts alone."""
