"""What a pattern looks at: the win, one reading of it, and the facts that several patterns ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from tablebridge_rules.decompose import Form, Group, Reading, Shape
from tablebridge_rules.tile import Suit, TileKind
from tablebridge_rules.zungjung.win import Win

__all__ = ["NUMBER_SUITS", "Case", "Pattern"]

NUMBER_SUITS = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)


@dataclass(frozen=True)
class Case:
    """One reading of a win. Sets are those of a regular hand: seven pairs and thirteen terminals have none."""

    win: Win
    reading: Reading

    @cached_property
    def is_regular(self) -> bool:
        """True for four sets and a pair."""
        return self.reading.form is Form.STANDARD

    @cached_property
    def kinds(self) -> frozenset[TileKind]:
        """The kinds of all tiles."""
        return frozenset(tile.kind for tile in self.win.tiles)

    @cached_property
    def suits(self) -> frozenset[Suit]:
        """The suits of all tiles, honours included."""
        return frozenset(kind.suit for kind in self.kinds)

    @cached_property
    def runs(self) -> Counter[TileKind]:
        """How many runs begin with each kind."""
        return Counter(group.first for group in self.reading.groups if group.is_run)

    @cached_property
    def run_kinds(self) -> frozenset[TileKind]:
        """The kinds with which the runs begin."""
        return frozenset(self.runs)

    @cached_property
    def same(self) -> tuple[Group, ...]:
        """The triplets and quads."""
        return tuple(group for group in self.reading.groups if group.is_same)

    @cached_property
    def same_kinds(self) -> frozenset[TileKind]:
        """The kinds of the triplets and quads."""
        return frozenset(group.first for group in self.same)

    @cached_property
    def pair_kind(self) -> TileKind | None:
        """The kind of a regular hand's pair, None for another hand."""
        pair = self.reading.pair
        return None if pair is None else pair.first

    @cached_property
    def concealed_same(self) -> int:
        """How many triplets and quads came from the wall alone (ZJ-S65)."""
        return sum(group.concealed for group in self.same)

    @cached_property
    def quads(self) -> int:
        """How many kans were declared (ZJ-R23)."""
        return sum(group.shape is Shape.QUAD for group in self.same)


Pattern = Callable[[Case], int]
"""How many times a pattern holds in a case; 0 when it does not."""
