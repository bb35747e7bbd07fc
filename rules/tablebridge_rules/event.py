"""What happens in a game, one frozen value an act. The fold in `step` applies them to a state.

A tile that nobody could see is None: the decoder at the table does not know what was drawn, a simulation does.
`TYPE` is the name of the event on every output (`events/<TYPE>` on MQTT).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablebridge_rules.meld import Meld
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

__all__ = [
    "AbortiveDraw",
    "Called",
    "Dealt",
    "DiceRolled",
    "Discarded",
    "Drawn",
    "ExhaustiveDraw",
    "GameEvent",
    "HandStarted",
    "IndicatorTurned",
    "RiichiAccepted",
    "RiichiDeclared",
    "Settled",
    "WallBuilt",
    "Won",
    "event_type",
]


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand begins. `points` are in seat order A..D, sticks on the table not included."""

    TYPE: ClassVar[str] = "hand_started"
    hand: int
    round_wind: Wind
    dealer: Seat
    honba: int
    sticks: int
    points: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class WallBuilt:
    """The four walls stand; `stacks` on the sides of A..D (17 each for 136 tiles)."""

    TYPE: ClassVar[str] = "wall_built"
    stacks: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The dealer's throw that breaks the wall."""

    TYPE: ClassVar[str] = "dice_rolled"
    seat: Seat
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """Every seat has 13 tiles and the first indicator is up. `hands` in seat order, None where nobody sees them."""

    TYPE: ClassVar[str] = "dealt"
    indicator: Tile
    hands: tuple[tuple[Tile, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A tile taken from the live wall, or from its tail after a kan (`replacement`)."""

    TYPE: ClassVar[str] = "draw"
    seat: Seat
    tile: Tile | None = None
    replacement: bool = False


@dataclass(frozen=True, slots=True)
class Discarded:
    """A tile put into the own river. `sideways` marks riichi; `drawn` whether it is the tile just drawn, if known."""

    TYPE: ClassVar[str] = "discard"
    seat: Seat
    tile: Tile
    sideways: bool = False
    drawn: bool | None = None


@dataclass(frozen=True, slots=True)
class RiichiDeclared:
    """`seat` declares with the discard just made (RL-R01: the discard comes first)."""

    TYPE: ClassVar[str] = "riichi"
    seat: Seat


@dataclass(frozen=True, slots=True)
class RiichiAccepted:
    """The riichi tile passed: the 1000-point deposit is on the table (RL-R03)."""

    TYPE: ClassVar[str] = "riichi_accepted"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Called:
    """A meld laid open by `seat`. Its TYPE on outputs is `chi`, `pon` or `kan`: use `event_type`."""

    TYPE: ClassVar[str] = "called"
    seat: Seat
    meld: Meld


@dataclass(frozen=True, slots=True)
class IndicatorTurned:
    """A further dora indicator after a kan."""

    TYPE: ClassVar[str] = "indicator"
    tile: Tile


@dataclass(frozen=True, slots=True)
class Won:
    """A win: `from_seat` None for a self-draw; `concealed` are the standing tiles without the winning one.

    `ura_indicators` are those the winner turned (empty without riichi). A double ron is two of these in a row,
    the seat that plays first after the discarder first.
    """

    TYPE: ClassVar[str] = "win"
    seat: Seat
    tile: Tile
    concealed: tuple[Tile, ...]
    from_seat: Seat | None = None
    ura_indicators: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class ExhaustiveDraw:
    """The live wall is used up. `revealed` maps the seats that opened their hand to the standing tiles."""

    TYPE: ClassVar[str] = "exhaustive_draw"
    revealed: tuple[tuple[Seat, tuple[Tile, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class AbortiveDraw:
    """A hand nobody can win: `reason` is nine_terminals, four_winds, four_riichi, four_kans or triple_ron."""

    TYPE: ClassVar[str] = "abortive_draw"
    reason: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """Points have moved. `delta` and `points` in seat order A..D; `sticks` is what stays on the table."""

    TYPE: ClassVar[str] = "settled"
    delta: tuple[int, int, int, int]
    points: tuple[int, int, int, int]
    sticks: int


GameEvent = (
    HandStarted
    | WallBuilt
    | DiceRolled
    | Dealt
    | Drawn
    | Discarded
    | RiichiDeclared
    | RiichiAccepted
    | Called
    | IndicatorTurned
    | Won
    | ExhaustiveDraw
    | AbortiveDraw
    | Settled
)


def event_type(event: GameEvent) -> str:
    """The event's name on outputs: its TYPE, and for a call the act: `chi`, `pon` or `kan`.

    >>> event_type(Drawn(Seat.A))
    'draw'
    """
    if isinstance(event, Called):
        return "kan" if event.meld.kind.is_kan else event.meld.kind.value
    return event.TYPE
