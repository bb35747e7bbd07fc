"""What a pattern needs and what it does not: the cases beside the worked hands."""

from __future__ import annotations

from typing import Any

import pytest

from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.patterns import PATTERNS, Case
from tablebridge_rules.zungjung.shape import decompose
from tablebridge_rules.zungjung.win import FirstTurn, Win

LEFT = Relation.LEFT


def times(pattern: str, hand: str, tile: str, *melds: str, by: Relation | None = LEFT, **fields: Any) -> int:
    """How often a pattern counts in the reading that suits it best."""
    seat = fields.pop("seat", Wind.SOUTH)
    laid = tuple(parse_meld(text).meld(Seat.B) for text in melds)
    win = Win(parse_tiles(hand.replace(" ", "")), Tile.parse(tile), seat, laid, by, **fields)
    readings = decompose(win)
    assert readings
    return max(int(PATTERNS[pattern](Case(win, reading))) for reading in readings)


@pytest.mark.parametrize(
    ("pattern", "hand", "tile", "melds", "expected"),
    [
        pytest.param("pinghe", "123456m789p1234s", "4s", (), 1, id="ZJ-S01 a single wait"),
        pytest.param("pinghe", "123456m789p12s55z", "3s", (), 1, id="ZJ-S01 an honour pair and an edge wait"),
        pytest.param("pinghe", "123456m789p55z99s", "5z", (), 0, id="ZJ-S01 a triplet"),
        pytest.param("pinghe", "22s66m11p77p55z33z4z", "4z", (), 0, id="ZJ-S01 seven pairs"),
        pytest.param("menqianqing", "456m222p78s55p", "9s", ("ankan:1111m",), 1, id="ZJ-S02 a concealed kan"),
        pytest.param("menqianqing", "456m222p78s55p", "9s", ("pon:111m<left",), 0, id="ZJ-S02 an exposed set"),
        pytest.param("menqianqing", "22s66m11p77p55z33z4z", "4z", (), 0, id="ZJ-S02 seven pairs"),
        pytest.param("menqianqing", "19m19p19s1234567z", "1m", (), 0, id="ZJ-S02 thirteen terminals"),
        pytest.param("duanyao", "345p678p55s78s444m", "9s", (), 0, id="ZJ-S03 a nine"),
        pytest.param("duanyao", "345p678p44z67s444m", "8s", (), 0, id="ZJ-S03 honours"),
        pytest.param("hunyise", "1133557799m22z3z", "3z", (), 1, id="ZJ-S04 seven pairs"),
        pytest.param("hunyise", "111222333z6667z", "7z", (), 0, id="ZJ-S04 honours only"),
        pytest.param("hunyise", "123456789m4p555z", "4p", (), 0, id="ZJ-S04 two suits"),
        pytest.param("qingyise", "1133557799m224m", "4m", (), 1, id="ZJ-S05 seven pairs"),
        pytest.param("qingyise", "123456789m1155z", "5z", (), 0, id="ZJ-S05 with honours"),
        pytest.param("qingyise", "111222333z6667z", "7z", (), 0, id="ZJ-S05 honours only"),
        pytest.param("jiulian_baodeng", "1112345678999p", "1p", (), 1, id="ZJ-S06 on a tile of the suit"),
        pytest.param("jiulian_baodeng", "1112345678899m", "9m", (), 0, id="ZJ-S06 another wait"),
        pytest.param("jiulian_baodeng", "2223456777999m", "8m", (), 0, id="ZJ-S06 without the ones"),
        pytest.param("fanpai", "123m456p78s22p", "9s", ("ankan:7777z",), 1, id="ZJ-S07 a kan of red"),
        pytest.param(
            "fanpai", "123m456p78s22p", "9s", ("pon:111z<left",), 0, id="ZJ-S07 the round wind counts for nothing"
        ),
        pytest.param("fanpai", "123m456p78s22z", "9s", ("pon:666z<left",), 1, id="ZJ-S07 a pair is none"),
        pytest.param(
            "xiao_sanyuan", "22p123m45p", "6p", ("pon:555z<left", "pon:666z<left"), 0, id="ZJ-S08 another pair"
        ),
        pytest.param("xiao_sanyuan", "1122334455667z", "7z", (), 0, id="ZJ-S08 seven pairs"),
        pytest.param(
            "xiao_sanfeng", "22p123m45p", "6p", ("pon:111z<left", "pon:222z<left"), 0, id="ZJ-S10 another pair"
        ),
        pytest.param("xiao_sanfeng", "1122334455667z", "7z", (), 0, id="ZJ-S10 seven pairs"),
        pytest.param("ziyise", "1122334455667z", "7z", (), 1, id="ZJ-S14 seven pairs"),
        pytest.param("ziyise", "1122334455669s", "9s", (), 0, id="ZJ-S14 a number"),
        pytest.param("duiduihe", "111222333m44p55s", "4p", (), 1, id="ZJ-S15 the reading as triplets"),
        pytest.param("er_anke", "444p22s456m78p", "9p", ("ankan:7777z",), 1, id="ZJ-S16 with a concealed kan"),
        pytest.param("er_anke", "22224466m33p55s7z", "7z", (), 0, id="ZJ-S16 seven pairs"),
        pytest.param("yi_gang", "222234m444p99s55s", "5s", (), 0, id="ZJ-S19 ZJ-R23 four alike that were not declared"),
        pytest.param(
            "er_gang",
            "456p23p99s",
            "4p",
            ("ankan:1111m", "kakan:8888s<left"),
            1,
            id="ZJ-S20 a concealed and an added kan",
        ),
        pytest.param("yiban_gao", "345345345p34m99s", "5m", (), 0, id="ZJ-S23 three are more"),
        pytest.param("liangban_gao", "345345345p34m99s", "5m", (), 0, id="ZJ-S24 three and one"),
        pytest.param("sanse_xiao_tongke", "444m444p66s12m", "3m", ("chi:123m<left",), 0, id="ZJ-S28 another pair"),
        pytest.param("sanse_xiao_tongke", "444m444p55z12m", "3m", ("chi:123m<left",), 0, id="ZJ-S28 a pair of honours"),
        pytest.param("sanse_xiao_tongke", "22224466m33p55s7z", "7z", (), 0, id="ZJ-S28 seven pairs"),
        pytest.param("yiqi_tongguan", "123m456p789m12s99s", "3s", (), 0, id="ZJ-S30 two suits"),
        pytest.param("san_lianke", "888999m11z22p", "1z", ("pon:777m<left",), 1, id="ZJ-S31 up to nine"),
        pytest.param("san_lianke", "888999m11z22p", "1z", ("pon:111p<left",), 0, id="ZJ-S31 no third"),
        pytest.param("si_lianke", "444555m11z22p", "1z", ("pon:666m<left",), 0, id="ZJ-S32 three are fewer"),
        pytest.param("hun_quandaiyao", "1199m1199p11s22z3z", "3z", (), 0, id="ZJ-S33 seven pairs"),
        pytest.param("hun_quandaiyao", "123m789p33z45s111s", "6s", (), 0, id="ZJ-S33 a set of middle tiles"),
        pytest.param("chun_quandaiyao", "123m789p111s33z99m", "3z", (), 0, id="ZJ-S34 honours"),
        pytest.param("hun_yaojiu", "1199m1199p11s22z3z", "3z", (), 1, id="ZJ-S35 seven pairs"),
        pytest.param("hun_yaojiu", "19m19p19s1234567z", "1m", (), 0, id="ZJ-S35 not thirteen terminals"),
        pytest.param("hun_yaojiu", "123m111s999m1p", "1p", ("pon:333z<left",), 0, id="ZJ-S35 a sequence"),
        pytest.param("qing_yaojiu", "11119999m1199p1s", "1s", (), 1, id="ZJ-S36 seven pairs"),
    ],
)
def test_beside_the_worked_hands(pattern: str, hand: str, tile: str, melds: tuple[str, ...], expected: int) -> None:
    assert times(pattern, hand, tile, *melds) == expected


@pytest.mark.parametrize(
    ("pattern", "fields", "expected"),
    [
        pytest.param("haidi", {"last_tile": True}, 0, id="ZJ-S37 not on a discard"),
        pytest.param("haidi", {"last_tile": True, "by": None}, 1, id="ZJ-S37"),
        pytest.param("haidi", {"by": None}, 0, id="ZJ-S37 not the last tile"),
        pytest.param("hedi", {"last_tile": True, "by": None}, 0, id="ZJ-S38 not by self-draw"),
        pytest.param("hedi", {"last_tile": True, "robbing_kan": True}, 0, id="ZJ-S38 a robbed tile is no last discard"),
        pytest.param("hedi", {}, 0, id="ZJ-S38 not the last tile"),
        pytest.param("lingshang", {"by": None}, 0, id="ZJ-S39 not a replacement"),
        pytest.param("tianhe", {"by": None}, 0, id="ZJ-S41 not the opening hand"),
        pytest.param("dihe", {"first_turn": FirstTurn.EARTHLY}, 1, id="ZJ-S42"),
    ],
)
def test_the_moment(pattern: str, fields: dict[str, Any], expected: int) -> None:
    assert times(pattern, "123456m222p78s55p", "9s", **fields) == expected


def test_the_last_tile_as_a_replacement_counts_for_both_zj_s37_zj_s39() -> None:
    fields: dict[str, Any] = {"by": None, "last_tile": True, "replacement": True}
    assert [times(name, "456p78p22s123m", "9p", "ankan:8888s", **fields) for name in ("haidi", "lingshang")] == [1, 1]


def test_the_own_wind_is_the_seat_s_zj_s07() -> None:
    winds = {wind: times("fanpai", "123m456p78s22p", "9s", "pon:222z<left", seat=wind) for wind in Wind}
    assert winds == {Wind.EAST: 0, Wind.SOUTH: 1, Wind.WEST: 0, Wind.NORTH: 0}
