"""From han and fu to points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablebridge_rules.riichi.rulebook import Rulebook

__all__ = ["Points", "basic_points", "points", "repeat_markers", "yakuman_limit"]


@dataclass(frozen=True, slots=True)
class Points:
    """What a hand is worth before counters and sticks: `ron`, or `tsumo_each` for a dealer's self-draw, or
    `tsumo_dealer` and `tsumo_non_dealer` for another seat's.
    """

    ron: int | None = None
    tsumo_each: int | None = None
    tsumo_dealer: int | None = None
    tsumo_non_dealer: int | None = None

    @property
    def total(self) -> int:
        """What the winner gets from all payers together."""
        if self.ron is not None:
            return self.ron
        return 3 * (self.tsumo_each or 0) + (self.tsumo_dealer or 0) + 2 * (self.tsumo_non_dealer or 0)

    def as_dict(self) -> dict[str, int]:
        """The amounts that this hand has, by field name.

        >>> Points(tsumo_dealer=1000, tsumo_non_dealer=500).as_dict()
        {'tsumo_dealer': 1000, 'tsumo_non_dealer': 500}
        """
        amounts = {
            "ron": self.ron,
            "tsumo_each": self.tsumo_each,
            "tsumo_dealer": self.tsumo_dealer,
            "tsumo_non_dealer": self.tsumo_non_dealer,
        }
        return {name: amount for name, amount in amounts.items() if amount is not None}


def basic_points(rulebook: Rulebook, han: int, fu: int) -> tuple[int, str]:
    """The basic points of a hand that is no true yakuman, and the name of its limit.

    >>> from tablebridge_rules.riichi.rulebook import load
    >>> basic_points(load("riichi-common"), 3, 40), basic_points(load("riichi-common"), 4, 40)
    ((1280, 'none'), (2000, 'mangan'))
    """
    limits = rulebook.limits
    basic = fu * 2 ** (2 + han)
    if han >= limits.counted_yakuman_han and rulebook.scoring.counted_yakuman == "yakuman":
        return limits.yakuman, "counted_yakuman"
    if han >= limits.sanbaiman_han:
        return limits.sanbaiman, "sanbaiman"
    if han >= limits.baiman_han:
        return limits.baiman, "baiman"
    if han >= limits.haneman_han:
        return limits.haneman, "haneman"
    if han >= limits.mangan_han or basic >= limits.mangan or _rounds_up_to_mangan(rulebook, han, fu):
        return limits.mangan, "mangan"
    return basic, "none"


def _rounds_up_to_mangan(rulebook: Rulebook, han: int, fu: int) -> bool:
    """Kiriage mangan: 4 han 30 fu and 3 han 60 fu."""
    return rulebook.scoring.kiriage and (han, fu) in ((4, 30), (3, 60))


def yakuman_limit(multiple: int) -> str:
    """The limit's name for so many true yakuman: `yakuman`, `2x_yakuman`, …"""
    return "yakuman" if multiple == 1 else f"{multiple}x_yakuman"


def points(rulebook: Rulebook, basic: int, *, by_self_draw: bool, is_dealer: bool) -> Points:
    """Turns basic points into what is paid, each payment rounded up.

    >>> from tablebridge_rules.riichi.rulebook import load
    >>> points(load("riichi-common"), 1280, by_self_draw=False, is_dealer=True)
    Points(ron=7700, tsumo_each=None, tsumo_dealer=None, tsumo_non_dealer=None)
    """
    return _points(rulebook.limits.round_up_to, basic, by_self_draw, is_dealer)


@lru_cache(maxsize=1 << 12)
def _points(step: int, basic: int, by_self_draw: bool, is_dealer: bool) -> Points:
    def rounded(amount: int) -> int:
        return -(-amount // step) * step

    if not by_self_draw:
        return Points(ron=rounded(basic * (6 if is_dealer else 4)))
    if is_dealer:
        return Points(tsumo_each=rounded(basic * 2))
    return Points(tsumo_dealer=rounded(basic * 2), tsumo_non_dealer=rounded(basic))


def repeat_markers(rulebook: Rulebook, honba: int) -> int:
    """How many 100-point sticks lie at the dealer's right for `honba` counters; they are no deposit (RM-E02)."""
    return honba if rulebook.game.repeat_marker else 0
