"""Patterns of a riichi hand: neutral predicates by name. What they are worth, and which of them count, is in the
rulebook's file; a file that names another pattern is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tablebridge_rules.riichi.patterns import (
    bonus_tiles,
    honours,
    local_yakuman,
    moment,
    one_suit,
    outside,
    riichi,
    runs,
    special_shapes,
    triplets,
)
from tablebridge_rules.riichi.patterns.case import Case, Pattern
from tablebridge_rules.riichi.patterns.cases import cases
from tablebridge_rules.riichi.patterns.needs import ASKED, NEEDS

__all__ = ["ASKED", "NEEDS", "PATTERNS", "Case", "Pattern", "cases"]

PATTERNS: Mapping[str, Pattern] = MappingProxyType(
    {
        "riichi": riichi.riichi,
        "double_riichi": riichi.double_riichi,
        "open_riichi": riichi.open_riichi,
        "double_open_riichi": riichi.double_open_riichi,
        "ippatsu": riichi.ippatsu,
        "menzen_tsumo": moment.menzen_tsumo,
        "pinfu": runs.pinfu,
        "tanyao": outside.tanyao,
        "iipeikou": runs.iipeikou,
        "yakuhai_haku": honours.yakuhai_haku,
        "yakuhai_hatsu": honours.yakuhai_hatsu,
        "yakuhai_chun": honours.yakuhai_chun,
        "yakuhai_round": honours.yakuhai_round,
        "yakuhai_seat": honours.yakuhai_seat,
        "haitei_raoyue": moment.haitei_raoyue,
        "houtei_raoyui": moment.houtei_raoyui,
        "rinshan_kaihou": moment.rinshan_kaihou,
        "chankan": moment.chankan,
        "sanshoku_doujun": runs.sanshoku_doujun,
        "ittsuu": runs.ittsuu,
        "chanta": outside.chanta,
        "chiitoitsu": special_shapes.chiitoitsu,
        "toitoi": triplets.toitoi,
        "sanankou": triplets.sanankou,
        "sanshoku_doukou": triplets.sanshoku_doukou,
        "sankantsu": triplets.sankantsu,
        "sanrenkou": triplets.sanrenkou,
        "shousangen": honours.shousangen,
        "honroutou": outside.honroutou,
        "junchan": outside.junchan,
        "honitsu": one_suit.honitsu,
        "ryanpeikou": runs.ryanpeikou,
        "chinitsu": one_suit.chinitsu,
        "renhou": moment.renhou,
        "kokushi_musou": special_shapes.kokushi_musou,
        "kokushi_musou_13": special_shapes.kokushi_musou_13,
        "suuankou": triplets.suuankou,
        "suuankou_tanki": triplets.suuankou_tanki,
        "daisangen": honours.daisangen,
        "shousuushii": honours.shousuushii,
        "daisuushii": honours.daisuushii,
        "tsuuiisou": honours.tsuuiisou,
        "ryuuiisou": one_suit.ryuuiisou,
        "chinroutou": outside.chinroutou,
        "chuuren_poutou": one_suit.chuuren_poutou,
        "junsei_chuuren_poutou": one_suit.junsei_chuuren_poutou,
        "suukantsu": triplets.suukantsu,
        "suurenkou": triplets.suurenkou,
        "hyakumangoku": local_yakuman.hyakumangoku,
        "beni_kujaku": local_yakuman.beni_kujaku,
        "daisharin": local_yakuman.daisharin,
        "tenhou": moment.tenhou,
        "chiihou": moment.chiihou,
        "dora": bonus_tiles.dora,
        "ura_dora": bonus_tiles.ura_dora,
        "aka_dora": bonus_tiles.aka_dora,
    }
)
"""Every pattern the engine knows, by the name that rulebooks use."""
