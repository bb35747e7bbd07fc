"""Category 7: sets that follow each other in one suit."""

from __future__ import annotations

from collections.abc import Iterable

from tablebridge_rules.tile import TileKind
from tablebridge_rules.zungjung.patterns.case import NUMBER_SUITS, Case

__all__ = ["san_lianke", "si_lianke", "yiqi_tongguan"]


def yiqi_tongguan(case: Case) -> int:
    """一氣通貫: the sequences 123, 456 and 789 of one suit. Clause ZJ-S30."""
    return any(straight <= case.run_kinds for straight in _STRAIGHTS)


def san_lianke(case: Case) -> int:
    """三連刻: three triplets of consecutive numbers in one suit. Clause ZJ-S31."""
    return any(row <= case.same_kinds for row in _THREE)


def si_lianke(case: Case) -> int:
    """四連刻: four triplets of consecutive numbers in one suit. Clause ZJ-S32."""
    return any(row <= case.same_kinds for row in _FOUR)


def _kinds(ranks: Iterable[int]) -> tuple[frozenset[TileKind], ...]:
    """The kinds of those ranks, suit by suit."""
    listed = tuple(ranks)
    return tuple(frozenset(TileKind.of(suit, rank) for rank in listed) for suit in NUMBER_SUITS)


_STRAIGHTS = _kinds((1, 4, 7))
_THREE = tuple(row for low in range(1, 8) for row in _kinds(range(low, low + 3)))
_FOUR = tuple(row for low in range(1, 7) for row in _kinds(range(low, low + 4)))
