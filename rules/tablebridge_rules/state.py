"""A hand as it stands on the table. `step` folds events into it; nothing else makes one.

The same state serves one who sees everything (a simulation, a replayed record) and one who stands at the table:
there `concealed` is None and only the number of tiles is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from tablebridge_rules.event import AbortiveDraw, ExhaustiveDraw, HandStarted, Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.river import River
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile, TileKind

__all__ = ["FRESH_SEATS", "HandState", "OpenTile", "Phase", "Riichi", "SeatState", "start"]

LIVE_WALL_BEFORE_DEAL = 122
"""136 tiles without the dead wall's 14 (RL-D05); 70 are left when every seat has its 13."""


class Phase(Enum):
    """What the hand waits for."""

    BEFORE_DEAL = "before_deal"
    MUST_DRAW = "must_draw"  # `turn` takes a tile: the dealer's first, or a replacement after a kan
    MUST_DISCARD = "must_discard"  # `turn` holds a tile too many
    CALLS_OPEN = "calls_open"  # a discard may be claimed, or `turn` draws
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Riichi:
    """A seat's riichi: `accepted` when the stick is down, `ippatsu` while the first go-round is unbroken."""

    declared: bool = False
    accepted: bool = False
    double: bool = False
    ippatsu: bool = False


@dataclass(frozen=True, slots=True)
class OpenTile:
    """The newest tile that others could win on: a discard, or the tile of a kan (`kan` tells which)."""

    seat: Seat
    tile: Tile
    kan: MeldKind | None = None


_EMPTY_RIVER = River()
_NO_RIICHI = Riichi()


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat. `concealed` are the standing tiles, the drawn one last, or None where they are hidden.

    `passed` are the kinds this seat let pass: since its last draw, after a riichi until the end (RL-R07).
    `liable` names who pays for a yakuman that this seat's melds alone made certain (RL-P01).
    """

    concealed: tuple[Tile, ...] | None = None
    concealed_count: int = 0
    holds_draw: bool = False
    drawn: Tile | None = None
    river: River = _EMPTY_RIVER
    melds: tuple[Meld, ...] = ()
    riichi: Riichi = _NO_RIICHI
    passed: frozenset[TileKind] = frozenset()
    liable: tuple[tuple[str, Seat], ...] = ()

    @property
    def is_closed(self) -> bool:
        """True while no meld is open; concealed kans keep a hand closed."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def kans(self) -> int:
        """Number of kans of this seat."""
        return sum(meld.kind.is_kan for meld in self.melds)

    def take(self, tile: Tile | None) -> SeatState:
        """The seat with one standing tile more; an unknown one hides the whole hand."""
        concealed = None if self.concealed is None or tile is None else (*self.concealed, tile)
        return replace(self, concealed=concealed, concealed_count=self.concealed_count + 1)

    def holds(self, tiles: Iterable[Tile]) -> bool:
        """Whether all of `tiles` can stand in this hand; an unknown hand may hold anything that it has room for."""
        wanted = tuple(tiles)
        if self.concealed is None:
            return len(wanted) <= self.concealed_count
        return all(self.concealed.count(tile) >= wanted.count(tile) for tile in wanted)

    def give(self, tiles: Iterable[Tile]) -> SeatState:
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


FRESH_SEATS = (SeatState(), SeatState(), SeatState(), SeatState())


@dataclass(frozen=True, slots=True)
class HandState:
    """The whole hand. `points` and `seats` are in seat order A..D, sticks on the table not included in points.

    `turn` is the seat that draws or discards next; after a discard it is the one to the right of the discarder.
    `last_discard` stays until the next discard or until it is claimed; `open_tile` only as long as it can be won on.
    `stick_down`: the newest discard declared riichi and its stick lies already, so nobody wins on it any more.
    `swap_forbidden` are the kinds the caller may not discard now (RL-C02). `uninterrupted` until the first call.
    """

    hand: int
    round_wind: Wind
    dealer: Seat
    honba: int
    sticks: int
    points: tuple[int, int, int, int]
    phase: Phase = Phase.BEFORE_DEAL
    turn: Seat = Seat.A
    seats: tuple[SeatState, SeatState, SeatState, SeatState] = FRESH_SEATS
    wall_left: int = LIVE_WALL_BEFORE_DEAL
    stacks: tuple[int, int, int, int] | None = None
    dice: tuple[int, ...] = ()
    indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    last_discard: OpenTile | None = None
    open_tile: OpenTile | None = None
    stick_down: bool = False
    replacement_pending: bool = False
    drew_replacement: bool = False
    uninterrupted: bool = True
    swap_forbidden: frozenset[TileKind] = frozenset()
    wins: tuple[Won, ...] = ()
    exhaustive_draw: ExhaustiveDraw | None = None
    abortive_draw: AbortiveDraw | None = None
    settled: bool = False

    def at(self, seat: Seat) -> SeatState:
        """That seat's part of the state."""
        return self.seats[seat.number]

    def with_seat(self, seat: Seat, part: SeatState) -> HandState:
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
    def riichi(self) -> tuple[Riichi, ...]:
        """Riichi in seat order A..D."""
        return tuple(part.riichi for part in self.seats)

    @property
    def kans(self) -> int:
        """Kans of all seats together."""
        return sum(part.kans for part in self.seats)

    @property
    def indicators_due(self) -> int:
        """Indicators that the kans made so far still ask for (RL-S05)."""
        return max(self.kans + 1 - len(self.indicators), 0) if self.phase is not Phase.BEFORE_DEAL else 0

    @property
    def dealt(self) -> bool:
        """True from the deal on."""
        return self.phase is not Phase.BEFORE_DEAL

    def concealed_count(self, seat: Seat) -> int:
        """How many tiles stand before that seat, a drawn one included."""
        return self.at(seat).concealed_count

    def first_turn(self, seat: Seat) -> bool:
        """True until that seat's first discard, as long as nobody called (double riichi, nine terminals, chiihou)."""
        return self.uninterrupted and not self.at(seat).river.discards

    def furiten(self, seat: Seat, waits: Iterable[TileKind], *, called_tiles: bool = True) -> bool:
        """Whether that seat, waiting for `waits`, may not win on another's tile: one of them lies in its own river
        (RL-W07) or was let pass (RL-R07). The tile that is open just now has not passed yet.

        `called_tiles`: own discards that others called away count too.
        """
        part = self.at(seat)
        own = part.river.kinds if called_tiles else frozenset(discard.tile.kind for discard in part.river.lying)
        return not (own | part.passed).isdisjoint(waits)

    def visible_tiles(self) -> tuple[Tile, ...]:
        """Every tile whose face is known here, each once: rivers, melds, indicators, known hands."""
        tiles: list[Tile] = [*self.indicators, *self.ura_indicators]
        for part in self.seats:
            tiles += (discard.tile for discard in part.river.lying)
            tiles += (tile for meld in part.melds for tile in meld.tiles)
            tiles += part.concealed or ()
        return tuple(tiles)

    def seen_counts(self) -> tuple[int, ...]:
        """How many tiles of each of the 42 kinds are known, by `TileKind.index`; more than four cannot be."""
        counts = [0] * 42
        for tile in self.visible_tiles():
            counts[tile.kind.index] += 1
        return tuple(counts)


def start(event: HandStarted) -> HandState:
    """The state at the beginning of a hand: nothing dealt, the dealer to act."""
    return HandState(
        hand=event.hand,
        round_wind=event.round_wind,
        dealer=event.dealer,
        honba=event.honba,
        sticks=event.sticks,
        points=event.points,
        turn=event.dealer,
    )
