"""Names for display, in English, Japanese and Traditional Chinese. Yaku are named by the rulebook's file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tablebridge_rules.seat import Wind
from tablebridge_rules.tile import Suit, TileKind

__all__ = ["DisplayName", "Language", "limit_name", "tile_name", "wind_name"]

Language = Literal["en", "ja", "zh"]


@dataclass(frozen=True, slots=True)
class DisplayName:
    """One thing's name in each language; an empty one falls back to English.

    A rulebook writes `zh` in the characters its rules are printed in, traditional or simplified.
    """

    en: str
    ja: str = ""
    zh: str = ""

    def text(self, language: Language = "en") -> str:
        """The name in that language.

        >>> DisplayName("Pinfu", ja="平和").text("zh")
        'Pinfu'
        """
        return {"en": self.en, "ja": self.ja, "zh": self.zh}[language] or self.en


def wind_name(wind: Wind, language: Language = "en") -> str:
    """`East` or `東`."""
    return _WINDS[wind].text(language)


def tile_name(kind: TileKind, language: Language = "en") -> str:
    """The tile as players say it.

    >>> from tablebridge_rules.tile import Tile
    >>> tile_name(Tile.parse("3p").kind), tile_name(Tile.parse("3p").kind, "zh"), tile_name(Tile.parse("6z").kind)
    ('3 dots', '三筒', 'green dragon')
    """
    if kind.is_suited:
        suit = _SUITS[kind.suit].text(language)
        return f"{kind.rank} {suit}" if language == "en" else _NUMERALS[kind.rank] + suit
    return _SPECIAL[kind.index - 27].text(language)


def limit_name(limit: str, language: Language = "en") -> str:
    """The name of a score's limit; `2x_yakuman` and higher multiples included, the empty text for `none`.

    Raises `KeyError` for a limit that no score has.

    >>> limit_name("haneman", "ja"), limit_name("2x_yakuman")
    ('跳満', '2 x yakuman')
    """
    multiple, times, name = limit.rpartition("x_")
    text = _LIMITS[name].text(language)
    return f"{multiple} x {text}" if times else text


_WINDS = {
    Wind.EAST: DisplayName("east", "東", "東"),
    Wind.SOUTH: DisplayName("south", "南", "南"),
    Wind.WEST: DisplayName("west", "西", "西"),
    Wind.NORTH: DisplayName("north", "北", "北"),
}

_SUITS = {
    Suit.CHARACTERS: DisplayName("characters", "萬", "萬"),
    Suit.DOTS: DisplayName("dots", "筒", "筒"),
    Suit.BAMBOO: DisplayName("bamboo", "索", "索"),
}

_NUMERALS = "〇一二三四五六七八九"

_SPECIAL = (
    *_WINDS.values(),
    DisplayName("white dragon", "白", "白"),
    DisplayName("green dragon", "發", "發"),
    DisplayName("red dragon", "中", "中"),
    DisplayName("plum", "梅", "梅"),
    DisplayName("orchid", "蘭", "蘭"),
    DisplayName("chrysanthemum", "菊", "菊"),
    DisplayName("bamboo flower", "竹", "竹"),
    DisplayName("spring", "春", "春"),
    DisplayName("summer", "夏", "夏"),
    DisplayName("autumn", "秋", "秋"),
    DisplayName("winter", "冬", "冬"),
)

_LIMITS = {
    "none": DisplayName(""),
    "mangan": DisplayName("mangan", "満貫", "滿貫"),
    "haneman": DisplayName("haneman", "跳満", "跳滿"),
    "baiman": DisplayName("baiman", "倍満", "倍滿"),
    "sanbaiman": DisplayName("sanbaiman", "三倍満", "三倍滿"),
    "counted_yakuman": DisplayName("counted yakuman", "数え役満", "累計役滿"),
    "yakuman": DisplayName("yakuman", "役満", "役滿"),
}
