"""Melds: sets laid open by an act on the table, with the discarder told by the sideways tile."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = ["KAN_TILES", "Meld", "MeldKind"]

KAN_TILES = 4
"""Tiles of a kan."""


class MeldKind(Enum):
    """The act that made the meld."""

    CHI = "chi"
    PON = "pon"
    KAN_EXPOSED = "kan_exposed"
    KAN_CONCEALED = "kan_concealed"
    KAN_ADDED = "kan_added"

    @property
    def is_kan(self) -> bool:
        """True for the three kans."""
        return self in (MeldKind.KAN_EXPOSED, MeldKind.KAN_CONCEALED, MeldKind.KAN_ADDED)


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table.

    `called` is the tile taken from `from_seat`'s river (both None for a concealed kan); `own` are the tiles from
    the hand: 2 for chi and pon, 3 for an exposed kan, 4 for a concealed kan, and for an added kan the
    pon's two and then the added one. A concealed kan has none while all its tiles lie face down and nobody at the
    table knows them (TW-R23, SC-R19).
    """

    kind: MeldKind
    own: tuple[Tile, ...]
    called: Tile | None = None
    from_seat: Seat | None = None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the meld: the called one first, then those of the hand."""
        return (self.called, *self.own) if self.called else self.own

    @property
    def is_hidden(self) -> bool:
        """Whether it is a concealed kan whose tiles nobody has seen."""
        return self.kind is MeldKind.KAN_CONCEALED and not self.own

    @property
    def is_open(self) -> bool:
        """False only for a concealed kan."""
        return self.kind is not MeldKind.KAN_CONCEALED
