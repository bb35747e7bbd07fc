"""Tiles that count a han each and are no yaku."""

from __future__ import annotations

from collections.abc import Iterable

from tablebridge_rules.riichi.options import ScoringOptions
from tablebridge_rules.riichi.packed import COUNT, PLACES, fields
from tablebridge_rules.riichi.patterns.case import Case
from tablebridge_rules.riichi.win import RiichiState
from tablebridge_rules.tile import STANDARD_KINDS, Suit, Tile, TileKind

__all__ = ["aka_dora", "dora", "dora_of", "ura_dora"]


def dora_of(indicator: TileKind, options: ScoringOptions) -> TileKind:
    """The kind that an indicator names: the next of its suit, wind or dragon, from the last back to the first.

    Raises `KeyError` for flowers and seasons, which indicate nothing.
    """
    return dora_kind(indicator, options.dragon_order)


def dora_kind(indicator: TileKind, dragon_order: str) -> TileKind:
    """`dora_of` with the order of the dragons by its name in the options."""
    if indicator.is_suited:
        return TileKind.of(indicator.suit, indicator.rank % 9 + 1)
    order = _HONOURS_RED_FIRST if dragon_order == "red_green_white" else _HONOURS_WHITE_FIRST
    return TileKind.of(Suit.HONOURS, order[indicator.rank])


def dora(case: Case) -> int:
    """ドラ: how many tiles the indicators name, those of kans included where they count. Clause RL-S05."""
    shown = case.win.indicators if case.options.kan_dora else case.win.indicators[:1]
    return _named(case, shown)


def ura_dora(case: Case) -> int:
    """裏ドラ: how many tiles the indicators below those name, for a riichi winner. Clause RL-S05."""
    if not case.options.ura_dora or case.win.riichi is RiichiState.NONE:
        return 0
    return _named(case, case.win.ura_indicators if case.options.kan_dora else case.win.ura_indicators[:1])


def aka_dora(case: Case) -> int:
    """赤ドラ: how many red fives the hand holds. Clause RL-S06."""
    if not case.packed & _FIVES:
        return 0
    win, total = case.win, int(case.win.winning_tile.red)
    for tile in win.concealed:
        if tile.red:
            total += 1
    for meld in win.melds:
        total += sum([tile.red for tile in meld.tiles])
    return total


def _named(case: Case, indicators: Iterable[Tile]) -> int:
    packed, named, total = case.packed, _NAMED[case.options.dragon_order], 0
    for indicator in indicators:
        total += packed >> named[indicator.kind.index] & COUNT
    return total


_FIVES = fields((4, 13, 22))
_HONOURS_WHITE_FIRST = {1: 2, 2: 3, 3: 4, 4: 1, 5: 6, 6: 7, 7: 5}
_HONOURS_RED_FIRST = {1: 2, 2: 3, 3: 4, 4: 1, 7: 6, 6: 5, 5: 7}
_NAMED = {
    order: tuple([PLACES[dora_kind(kind, order).index] for kind in STANDARD_KINDS])
    for order in ("white_green_red", "red_green_white")
}
"""Where packed tiles count what a kind indicates, by its index, for each order of the dragons."""
