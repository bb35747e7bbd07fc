"""What every tradition's hand has on the table: places, wall, turn and the tile that others may take.

A tradition's own state of a hand is a `Table` with what its rules must remember besides.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Self, TypeVar

from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.place import Place
from tablebridge_rules.river import River
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.tile_counts import count_of, unpacked
from tablebridge_rules.violation import Violation

__all__ = ["AnyTable", "OpenTile", "Phase", "Step", "Table", "table_view"]


class Phase(Enum):
    """What the hand waits for."""

    BEFORE_DEAL = "before_deal"
    MUST_DRAW = "must_draw"  # `turn` takes a tile: the dealer's first, or a replacement
    MUST_DISCARD = "must_discard"  # `turn` holds a tile too many
    CALLS_OPEN = "calls_open"  # a discard may be claimed, or `turn` draws
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class OpenTile:
    """The newest tile that others could win on: a discard, or the tile of a kan (`kan` tells which)."""

    seat: Seat
    tile: Tile
    kan: MeldKind | None = None


S = TypeVar("S", bound=Place)


@dataclass(frozen=True, kw_only=True)
class Table(Generic[S]):
    """The part of a hand that is the same everywhere. `points` and `seats` are in seat order A..D.

    `turn` is the seat that draws or discards next; after a discard it is the one that follows the discarder.
    `last_discard` stays until the next discard or until it is claimed; `open_tile` only as long as it can be won on.
    """

    hand: int
    round_wind: Wind
    dealer: Seat
    points: tuple[int, int, int, int]
    seats: tuple[S, S, S, S]
    wall_left: int
    phase: Phase = Phase.BEFORE_DEAL
    turn: Seat = Seat.A
    stacks: tuple[int, int, int, int] | None = None
    dice: tuple[int, ...] = ()
    last_discard: OpenTile | None = None
    open_tile: OpenTile | None = None
    replacement_pending: bool = False
    drew_replacement: bool = False
    settled: bool = False

    def at(self, seat: Seat) -> S:
        """That seat's part of the state."""
        return self.seats[seat.number]

    def with_seat(self, seat: Seat, part: S) -> Self:
        """The state with that seat's part replaced."""
        seats = list(self.seats)
        seats[seat.number] = part
        return replace(self, seats=(seats[0], seats[1], seats[2], seats[3]))

    @property
    def rivers(self) -> tuple[River, ...]:
        """Rivers in seat order A..D."""
        return tuple(part.river for part in self.seats)

    @property
    def melds(self) -> tuple[tuple[Meld, ...], ...]:
        """Melds in seat order A..D, each seat's in the order of calling."""
        return tuple(part.melds for part in self.seats)

    @property
    def kans(self) -> int:
        """Kans of all seats together."""
        a, b, c, d = self.seats
        return a.kans + b.kans + c.kans + d.kans

    @property
    def dealt(self) -> bool:
        """True from the deal on."""
        return self.phase is not Phase.BEFORE_DEAL

    def concealed_count(self, seat: Seat) -> int:
        """How many tiles stand before that seat, a drawn one included."""
        return self.at(seat).concealed_count

    def loose_tiles(self) -> tuple[Tile, ...]:
        """The known tiles that lie at no seat, such as indicators; most tables have none."""
        return ()

    def visible_tiles(self) -> tuple[Tile, ...]:
        """Every tile whose face is known here, each once: rivers, melds, known hands and what lies besides."""
        return (*self.loose_tiles(), *[tile for part in self.seats for tile in part.known_tiles()])

    @property
    def count(self) -> int:
        """How many of each face are known, as `tile_counts` has them. A place is counted again only when it changed."""
        a, b, c, d = self.seats
        return a.count + b.count + c.count + d.count + count_of(self.loose_tiles())

    def seen_counts(self) -> tuple[int, ...]:
        """How many tiles of each of the 42 kinds are known, by `TileKind.index`; more than the set has cannot be."""
        return unpacked(self.count)


AnyTable = Table[Any]
"""A hand of any tradition."""

T = TypeVar("T", bound=AnyTable)


@dataclass(frozen=True, slots=True)
class Step(Generic[T]):
    """What one event makes of a hand: the state after it, and the violations, in the order in which they were found."""

    state: T
    violations: tuple[Violation, ...] = ()


def table_view(state: T) -> T:
    """The hand as one sees it who only sees the table: rivers, melds and counts, no standing tile."""
    for seat in Seat:
        state = state.with_seat(seat, state.at(seat).hide())
    return state
