"""Display names in three languages."""

from __future__ import annotations

import pytest

from tablebridge_rules.names import DisplayName, Language, limit_name, tile_name, wind_name
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.seat import Wind
from tablebridge_rules.tile import Tile, TileKind


def test_a_missing_name_falls_back_to_english() -> None:
    assert DisplayName("Pinfu", ja="平和").text("zh") == "Pinfu"


@pytest.mark.parametrize(
    ("tile", "language", "expected"),
    [
        ("0p", "en", "5 dots"),
        ("9m", "ja", "九萬"),
        ("1s", "zh", "一索"),
        ("1z", "en", "east"),
        ("5z", "ja", "白"),
        ("7z", "en", "red dragon"),
        ("1f", "zh", "梅"),
        ("4f", "en", "bamboo flower"),
        ("4g", "zh", "冬"),
    ],
)
def test_tile_names(tile: str, language: Language, expected: str) -> None:
    assert tile_name(Tile.parse(tile).kind, language) == expected


def test_no_two_kinds_share_a_name() -> None:
    languages: tuple[Language, ...] = ("en", "ja", "zh")
    for language in languages:
        assert len({tile_name(TileKind(index), language) for index in range(42)}) == 42


def test_wind_and_limit_names() -> None:
    assert [wind_name(wind, "zh") for wind in Wind] == ["東", "南", "西", "北"]
    assert limit_name("none") == ""
    assert limit_name("counted_yakuman", "ja") == "数え役満"
    assert limit_name("3x_yakuman", "zh") == "3 x 役滿"
    with pytest.raises(KeyError):
        limit_name("tiny")


def test_every_yaku_and_clause_has_names(league: Rulebook, common: Rulebook) -> None:
    for book in (league, common):
        assert all(yaku.title.en and yaku.title.ja and yaku.title.zh for yaku in book.yaku)
        assert all(clause.title.en and clause.says for clause in book.clauses)
    assert league.yaku_by_name["toitoi"].title.text("zh") == "對對和"
