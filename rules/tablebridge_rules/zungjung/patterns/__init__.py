"""What counts points: predicates over one reading of a win, by the name that the rulebook's `[patterns]` table uses."""

from __future__ import annotations

from tablebridge_rules.zungjung.patterns.case import Case, Pattern
from tablebridge_rules.zungjung.patterns.consecutive import san_lianke, si_lianke, yiqi_tongguan
from tablebridge_rules.zungjung.patterns.honours import (
    da_sanfeng,
    da_sanyuan,
    da_sixi,
    fanpai,
    xiao_sanfeng,
    xiao_sanyuan,
    xiao_sixi,
    ziyise,
)
from tablebridge_rules.zungjung.patterns.irregular import qiduizi, shisan_yaojiu
from tablebridge_rules.zungjung.patterns.moment import dihe, haidi, hedi, lingshang, qianggang, tianhe
from tablebridge_rules.zungjung.patterns.similar import (
    liangban_gao,
    sanse_tongke,
    sanse_tongshun,
    sanse_xiao_tongke,
    yiban_gao,
    yise_san_tongshun,
    yise_si_tongshun,
)
from tablebridge_rules.zungjung.patterns.suits import hunyise, jiulian_baodeng, qingyise
from tablebridge_rules.zungjung.patterns.terminals import chun_quandaiyao, hun_quandaiyao, hun_yaojiu, qing_yaojiu
from tablebridge_rules.zungjung.patterns.triplets import (
    duiduihe,
    er_anke,
    er_gang,
    san_anke,
    san_gang,
    si_anke,
    si_gang,
    yi_gang,
)
from tablebridge_rules.zungjung.patterns.trivial import duanyao, menqianqing, pinghe

__all__ = ["PATTERNS", "Case", "Pattern"]

PATTERNS: dict[str, Pattern] = {
    "pinghe": pinghe,
    "menqianqing": menqianqing,
    "duanyao": duanyao,
    "hunyise": hunyise,
    "qingyise": qingyise,
    "jiulian_baodeng": jiulian_baodeng,
    "fanpai": fanpai,
    "xiao_sanyuan": xiao_sanyuan,
    "da_sanyuan": da_sanyuan,
    "xiao_sanfeng": xiao_sanfeng,
    "da_sanfeng": da_sanfeng,
    "xiao_sixi": xiao_sixi,
    "da_sixi": da_sixi,
    "ziyise": ziyise,
    "duiduihe": duiduihe,
    "er_anke": er_anke,
    "san_anke": san_anke,
    "si_anke": si_anke,
    "yi_gang": yi_gang,
    "er_gang": er_gang,
    "san_gang": san_gang,
    "si_gang": si_gang,
    "yiban_gao": yiban_gao,
    "liangban_gao": liangban_gao,
    "yise_san_tongshun": yise_san_tongshun,
    "yise_si_tongshun": yise_si_tongshun,
    "sanse_tongshun": sanse_tongshun,
    "sanse_xiao_tongke": sanse_xiao_tongke,
    "sanse_tongke": sanse_tongke,
    "yiqi_tongguan": yiqi_tongguan,
    "san_lianke": san_lianke,
    "si_lianke": si_lianke,
    "hun_quandaiyao": hun_quandaiyao,
    "chun_quandaiyao": chun_quandaiyao,
    "hun_yaojiu": hun_yaojiu,
    "qing_yaojiu": qing_yaojiu,
    "haidi": haidi,
    "hedi": hedi,
    "lingshang": lingshang,
    "qianggang": qianggang,
    "tianhe": tianhe,
    "dihe": dihe,
    "shisan_yaojiu": shisan_yaojiu,
    "qiduizi": qiduizi,
}
"""Every pattern that a `[patterns]` table names, category by category."""
