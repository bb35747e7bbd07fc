"""One seat's place at the table: standing tiles, river and melds. Every tradition has them; more is its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from tablebridge_rules.frozen import MEMO, replace
from tablebridge_rules.meld import KAN_TILES, Meld
from tablebridge_rules.river import River
from tablebridge_rules.tile import Tile
from tablebridge_rules.tile_counts import count_of

__all__ = ["Place"]

_EMPTY_RIVER = River()


@dataclass(frozen=True)
class Place:
    """One seat. `concealed` are the standing tiles, the drawn one last, or None where they are hidden."""

    concealed: tuple[Tile, ...] | None = None
    concealed_count: int = 0
    holds_draw: bool = False
    drawn: Tile | None = None
    river: River = _EMPTY_RIVER
    melds: tuple[Meld, ...] = ()

    KEEPS_MEMO = frozenset({"concealed_count", "holds_draw", "drawn"})  # not annotated: it is no field

    @property
    def is_closed(self) -> bool:
        """True while no meld is open; concealed kans keep a hand closed."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def kans(self) -> int:
        """Number of kans of this seat."""
        return sum([meld.kind.is_kan for meld in self.melds]) if self.melds else 0

    @property
    def standing(self) -> tuple[Tile, ...] | None:
        """The standing tiles without the one just drawn; None where they are hidden."""
        if self.concealed is None or self.drawn is None:
            return self.concealed
        last = len(self.concealed) - 1 - self.concealed[::-1].index(self.drawn)
        return (*self.concealed[:last], *self.concealed[last + 1 :])

    def known_tiles(self) -> tuple[Tile, ...]:
        """Every tile of this seat whose face is known, in its river, its melds and its hand, each once."""
        lying = [discard.tile for discard in self.river.discards if discard.claimed_by is None]
        melded = [tile for meld in self.melds for tile in meld.tiles]
        return (*lying, *melded, *(self.concealed or ()))

    @property
    def count(self) -> int:
        """How many of each face `known_tiles` are, as `tile_counts` has them; counted once for every place."""
        memo: int | None = self.__dict__.get(MEMO)
        if memo is None:
            memo = self.__dict__[MEMO] = count_of(self.known_tiles())
        return memo

    def take(self, tile: Tile | None) -> Self:
        """The seat with one standing tile more; an unknown one hides the whole hand."""
        concealed = None if self.concealed is None or tile is None else (*self.concealed, tile)
        return replace(self, concealed=concealed, concealed_count=self.concealed_count + 1)

    def holds(self, tiles: Iterable[Tile]) -> bool:
        """Whether all of `tiles` can stand in this hand; an unknown hand may hold anything that it has room for."""
        wanted = tuple(tiles)
        if self.concealed is None:
            return len(wanted) <= self.concealed_count
        if len(wanted) == 1:
            return wanted[0] in self.concealed
        return all(self.concealed.count(tile) >= wanted.count(tile) for tile in wanted)

    def give(self, tiles: Iterable[Tile]) -> Self:
        """The seat without `tiles`. One that was not there makes the hand unknown: somebody saw wrongly."""
        gone = tuple(tiles)
        count = max(self.concealed_count - len(gone), 0)
        if self.concealed is None or not self.holds(gone):
            return replace(self, concealed=None, concealed_count=count)
        left = list(self.concealed)
        for tile in gone:
            # from the right: of equal tiles the drawn one goes first, the row stays as it was
            del left[len(left) - 1 - left[::-1].index(tile)]
        return replace(self, concealed=tuple(left), concealed_count=count)

    def give_hidden(self, count: int) -> Self:
        """The seat without so many tiles that nobody saw go: what is left is not known either."""
        return replace(self, concealed=None, concealed_count=max(self.concealed_count - count, 0))

    def with_kans(self, tiles: Iterable[Tile]) -> Self:
        """The seat with its hidden kans turned up, in the order of calling: each is four of one of `tiles`."""
        shown = iter(tiles)
        return replace(self, melds=tuple(_turned_up(meld, shown) if meld.is_hidden else meld for meld in self.melds))

    def open_hand(self, tiles: tuple[Tile, ...]) -> Self:
        """The seat with its standing tiles shown."""
        return replace(self, concealed=tiles, concealed_count=len(tiles))

    def hide(self) -> Self:
        """The seat as one sees it who only sees the table."""
        return replace(self, concealed=None, drawn=None)


def _turned_up(hidden: Meld, tiles: Iterator[Tile]) -> Meld:
    tile = next(tiles, None)
    return hidden if tile is None else Meld(hidden.kind, (tile,) * KAN_TILES)
