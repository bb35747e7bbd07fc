"""A hand as it stands on the table. `step` folds events into it; nothing else makes one.

The same state serves one who sees everything (a simulation, a replayed record) and one who stands at the table:
there `concealed` is None and only the number of tiles is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablebridge_rules.event import AbortiveDraw, ExhaustiveDraw, HandStarted, Won
from tablebridge_rules.place import Place
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import OpenTile, Phase, Table
from tablebridge_rules.tile import Tile, TileKind

__all__ = ["FRESH_SEATS", "HandState", "OpenTile", "Phase", "Riichi", "SeatState", "start"]

LIVE_WALL_BEFORE_DEAL = 122
"""136 tiles without the dead wall's 14 (RL-D05); 70 are left when every seat has its 13."""


@dataclass(frozen=True)
class Riichi:
    """A seat's riichi: `accepted` when the stick is down, `ippatsu` while the first go-round is unbroken."""

    declared: bool = False
    accepted: bool = False
    double: bool = False
    ippatsu: bool = False


_NO_RIICHI = Riichi()


@dataclass(frozen=True)
class SeatState(Place):
    """One seat of a riichi table.

    `passed` are the kinds this seat let pass: since its last draw, after a riichi until the end (RL-R07).
    `liable` names who pays for a yakuman that this seat's melds alone made certain (RL-P01).
    """

    riichi: Riichi = _NO_RIICHI
    passed: frozenset[TileKind] = frozenset()
    liable: tuple[tuple[str, Seat], ...] = ()

    KEEPS_MEMO = Place.KEEPS_MEMO | {"riichi", "passed", "liable"}


FRESH_SEATS = (SeatState(), SeatState(), SeatState(), SeatState())


@dataclass(frozen=True, kw_only=True)
class HandState(Table[SeatState]):
    """The whole hand; sticks on the table are not included in `points`.

    `stick_down`: the newest discard declared riichi and its stick lies already, so nobody wins on it any more.
    `swap_forbidden` are the kinds the caller may not discard now (RL-C02). `uninterrupted` until the first call.
    `dead` are the seats that may not win any more, those in `may_not_call` may not call either (RL-F02, RL-F07);
    `miscounted` those found with a wrong number of tiles; `indicators_missed` counts those whose moment has gone by.
    `open_kan`: the newest kan is open, and its owner has not discarded since. `void`: a foul was paid for and the hand
    is played again (option `after_chombo`). `chombo`: the referee has confirmed that a riichi hand
    shown at the draw is false.
    """

    honba: int
    sticks: int
    seats: tuple[SeatState, SeatState, SeatState, SeatState] = FRESH_SEATS
    wall_left: int = LIVE_WALL_BEFORE_DEAL
    indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    stick_down: bool = False
    uninterrupted: bool = True
    swap_forbidden: frozenset[TileKind] = frozenset()
    wins: tuple[Won, ...] = ()
    exhaustive_draw: ExhaustiveDraw | None = None
    abortive_draw: AbortiveDraw | None = None
    dead: frozenset[Seat] = frozenset()
    may_not_call: frozenset[Seat] = frozenset()
    miscounted: frozenset[Seat] = frozenset()
    indicators_missed: int = 0
    open_kan: bool = False
    void: bool = False
    chombo: bool = False

    @property
    def riichi(self) -> tuple[Riichi, ...]:
        """Riichi in seat order A..D."""
        return tuple(part.riichi for part in self.seats)

    @property
    def indicators_due(self) -> int:
        """Indicators that the kans made so far still ask for (RL-S05)."""
        return max(self.kans + 1 - len(self.indicators), 0) if self.phase is not Phase.BEFORE_DEAL else 0

    def indicators_open(self, kan_dora_timing: str) -> int:
        """How many of those due may be turned now, as the option `kan_dora_timing` has it: that of an open kan may
        have to wait for its owner's discard."""
        waiting = self.open_kan and kan_dora_timing == "after_discard_open_kan"
        return max(self.indicators_due - waiting, 0)

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

    def loose_tiles(self) -> tuple[Tile, ...]:
        """The indicators."""
        return self.indicators + self.ura_indicators


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
