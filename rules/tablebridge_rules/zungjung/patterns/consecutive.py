"""Category 7: sets that follow each other in one suit."""

from __future__ import annotations

from tablebridge_rules.tile import TileKind
from tablebridge_rules.zungjung.patterns.case import NUMBER_SUITS, Case

__all__ = ["san_lianke", "si_lianke", "yiqi_tongguan"]


def yiqi_tongguan(case: Case) -> int:
    """一氣通貫: the sequences 123, 456 and 789 of one suit. Clause ZJ-S30."""
    return any(all(TileKind.of(suit, rank) in case.runs for rank in (1, 4, 7)) for suit in NUMBER_SUITS)


def san_lianke(case: Case) -> int:
    """三連刻: three triplets of consecutive numbers in one suit. Clause ZJ-S31."""
    return _in_a_row(case, 3)


def si_lianke(case: Case) -> int:
    """四連刻: four triplets of consecutive numbers in one suit. Clause ZJ-S32."""
    return _in_a_row(case, 4)


def _in_a_row(case: Case, length: int) -> bool:
    return any(
        all(TileKind.of(suit, low + step) in case.same_kinds for step in range(length))
        for suit in NUMBER_SUITS
        for low in range(1, 11 - length)
    )
