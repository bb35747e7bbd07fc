"""What counts tai: predicates over one reading of a win, by the name that the rulebook's `[tai]` table uses."""

from __future__ import annotations

from tablebridge_rules.taiwan.patterns.case import Case, Pattern
from tablebridge_rules.taiwan.patterns.flowers import huagang, zhenghua
from tablebridge_rules.taiwan.patterns.honours import (
    da_sanyuan,
    da_sixi,
    fengpai,
    jianpai,
    xiao_sanyuan,
    xiao_sixi,
    ziyise,
)
from tablebridge_rules.taiwan.patterns.moment import (
    buqiu,
    dihu,
    haidi,
    lingshang,
    menqing,
    migi,
    qianggang,
    renhu,
    tianhu,
    zimo,
)
from tablebridge_rules.taiwan.patterns.sets import (
    duting,
    pengpenghu,
    pinghu,
    quanqiu,
    san_anke,
    si_anke,
    wu_anke,
)
from tablebridge_rules.taiwan.patterns.suits import hunyise, qingyise

__all__ = ["FLOWER_PATTERNS", "PATTERNS", "Case", "Pattern"]

_BY_READING: dict[str, Pattern] = {
    "menqing": menqing,
    "duting": duting,
    "zhenghua": zhenghua,
    "fengpai": fengpai,
    "jianpai": jianpai,
    "zimo": zimo,
    "haidi": haidi,
    "lingshang": lingshang,
    "qianggang": qianggang,
    "buqiu": buqiu,
    "quanqiu": quanqiu,
    "huagang": huagang,
    "pinghu": pinghu,
    "san_anke": san_anke,
    "hunyise": hunyise,
    "pengpenghu": pengpenghu,
    "xiao_sanyuan": xiao_sanyuan,
    "si_anke": si_anke,
    "qingyise": qingyise,
    "wu_anke": wu_anke,
    "da_sanyuan": da_sanyuan,
    "xiao_sixi": xiao_sixi,
    "migi": migi,
    "da_sixi": da_sixi,
    "ziyise": ziyise,
    "tianhu": tianhu,
    "dihu": dihu,
    "renhu": renhu,
}

FLOWER_PATTERNS = ("qi_qiang_yi", "ba_xian")
"""The wins by flowers alone: they have no reading."""


def _never(case: Case) -> int:
    """A win by flowers is no pattern of a hand of sets (TW-S37, TW-S38)."""
    del case
    return 0


PATTERNS: dict[str, Pattern] = {**_BY_READING, **dict.fromkeys(FLOWER_PATTERNS, _never)}
"""Every pattern that a `[tai]` table can name."""
