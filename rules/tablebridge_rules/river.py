"""Rivers: a seat's discards in order, those that were taken away included."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile, TileKind

__all__ = ["Discard", "River"]


@dataclass(frozen=True, slots=True)
class Discard:
    """One discard. `claimed_by` is the seat that took it into a meld; `drawn` as in the event, None when unknown."""

    tile: Tile
    sideways: bool = False
    drawn: bool | None = None
    claimed_by: Seat | None = None


@dataclass(frozen=True)
class River:
    """All discards of one seat, oldest first."""

    discards: tuple[Discard, ...] = ()

    @property
    def lying(self) -> tuple[Discard, ...]:
        """The discards that lie on the cloth, by slot: the next discard takes the place of a claimed one (RL-T02)."""
        return tuple(discard for discard in self.discards if discard.claimed_by is None)

    @cached_property
    def kinds(self) -> frozenset[TileKind]:
        """Every kind ever discarded here; claimed tiles count for furiten too (RL-W07)."""
        return frozenset(discard.tile.kind for discard in self.discards)

    def add(self, discard: Discard) -> River:
        """The river with one discard more."""
        return River((*self.discards, discard))

    def claim(self, tile: Tile, by: Seat) -> River:
        """The river after `by` took the newest lying discard of that face; unchanged when there is none."""
        for index in range(len(self.discards) - 1, -1, -1):
            discard = self.discards[index]
            if discard.claimed_by is None and discard.tile == tile:
                taken = replace(discard, claimed_by=by)
                return River((*self.discards[:index], taken, *self.discards[index + 1 :]))
        return self
