"""What a pattern looks at: the win, one reading of it, and the rulebook's choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from tablebridge_rules.decompose import Group, Reading, Shape
from tablebridge_rules.options import ScoringOptions
from tablebridge_rules.tile import Suit, TileKind
from tablebridge_rules.win import Win

__all__ = ["Case", "Pattern"]


@dataclass(frozen=True)
class Case:
    """One reading of a win under a rulebook's options, with the facts that several patterns ask for."""

    win: Win
    reading: Reading
    options: ScoringOptions

    @cached_property
    def is_closed(self) -> bool:
        """True when no meld but concealed kans is on the table."""
        return self.win.is_closed

    @cached_property
    def kinds(self) -> frozenset[TileKind]:
        """The kinds of all tiles, melds included."""
        return frozenset(tile.kind for tile in self.win.tiles)

    @cached_property
    def suits(self) -> frozenset[Suit]:
        """The suits of all tiles, honours included."""
        return frozenset(kind.suit for kind in self.kinds)

    @cached_property
    def runs(self) -> tuple[TileKind, ...]:
        """The first kind of each run."""
        return tuple(group.first for group in self.reading.groups if group.is_run)

    @cached_property
    def same(self) -> tuple[Group, ...]:
        """The triplets and quads."""
        return tuple(group for group in self.reading.groups if group.is_same)

    @cached_property
    def same_kinds(self) -> frozenset[TileKind]:
        """The kinds of the triplets and quads."""
        return frozenset(group.first for group in self.same)

    @cached_property
    def concealed_same(self) -> int:
        """How many triplets and quads are concealed; one completed by a ron is not."""
        return sum(group.concealed for group in self.same)

    @cached_property
    def quads(self) -> int:
        """How many quads the hand has."""
        return sum(group.shape is Shape.QUAD for group in self.same)

    @property
    def pair_kind(self) -> TileKind | None:
        """The kind of the pair of a standard hand."""
        return self.reading.pair.first if self.reading.pair else None

    @cached_property
    def pair_value(self) -> int:
        """For how many reasons a triplet of the pair's kind would be a yaku: dragon, seat wind, round wind."""
        kind = self.pair_kind
        if kind is None or not kind.is_honour:
            return 0
        winds = (self.win.seat_wind.number, self.win.round_wind.number)
        return 1 if kind.is_dragon else winds.count(kind.rank - 1)


Pattern = Callable[[Case], int]
"""How many times a pattern counts in a case; 0 when it does not hold."""
