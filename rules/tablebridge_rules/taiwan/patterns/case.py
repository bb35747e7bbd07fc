"""What a pattern looks at: the win, one reading of it, and the rulebook's choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from tablebridge_rules.decompose import Group, Reading, Wait
from tablebridge_rules.taiwan.options import ScoringOptions
from tablebridge_rules.taiwan.win import FirstTurn, Win
from tablebridge_rules.tile import Suit, TileKind

__all__ = ["Case", "Pattern"]


@dataclass(frozen=True)
class Case:
    """One reading of a win under a rulebook's options, with the facts that several patterns ask for."""

    win: Win
    reading: Reading
    options: ScoringOptions

    @cached_property
    def suits(self) -> frozenset[Suit]:
        """The suits of all tiles, honours included, flowers not."""
        return frozenset(tile.kind.suit for tile in self.win.tiles)

    @cached_property
    def same(self) -> tuple[Group, ...]:
        """The triplets and quads."""
        return tuple(group for group in self.reading.groups if group.is_same)

    @cached_property
    def same_kinds(self) -> frozenset[TileKind]:
        """The kinds of the triplets and quads."""
        return frozenset(group.first for group in self.same)

    @cached_property
    def pair_kind(self) -> TileKind:
        """The kind of the pair."""
        return self.reading.groups[-1].first

    @cached_property
    def concealed_same(self) -> int:
        """How many triplets and quads are concealed; one completed by a discard where the rulebook says so."""
        count = sum(group.concealed for group in self.same)
        by_discard = self.reading.wait is Wait.TRIPLET and not self.win.by_self_draw
        return count + (by_discard and self.options.anke_on_discard == "concealed")

    def is_added(self, name: str) -> bool:
        """Whether the pattern of that name may count: beside a heavenly win only a few do (TW-S28)."""
        return self.win.first_turn is not FirstTurn.HEAVENLY or name in self.options.tianhu_adds


Pattern = Callable[[Case], int]
"""How many times a pattern counts in a case; 0 when it does not hold."""
