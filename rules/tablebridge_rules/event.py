"""What happens in a game, one frozen value an act. The fold in `step` applies them to a state.

A tile that nobody could see is None: the decoder at the table does not know what was drawn, a simulation does.
Most acts are the same in every tradition; one that a tradition does not have is refused by its fold (`EventError`).
`TYPE` is the name of the event on every output (`events/<TYPE>` on MQTT).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablebridge_rules.meld import Meld
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Suit, Tile

__all__ = [
    "AbortiveDraw",
    "Called",
    "Dealt",
    "DiceRolled",
    "Discarded",
    "Drawn",
    "ExhaustiveDraw",
    "FirstDealerThrown",
    "FlowersPassed",
    "FlowersShown",
    "GameEvent",
    "HandEvent",
    "HandStarted",
    "HandsRevealed",
    "IndicatorTurned",
    "ReadyDeclared",
    "RiichiAccepted",
    "RiichiDeclared",
    "Settled",
    "StreakAnnounced",
    "TilesDealt",
    "VoidSuitDeclared",
    "WallBuilt",
    "Won",
    "WonByFlowers",
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
    """A meld laid open by `seat`. Its TYPE on outputs is `chi`, `pon` or `kan`: use `event_type`.

    `drawn` tells of a kan in the own turn whether its last tile is the one just drawn, if known (SC-P02).
    """

    TYPE: ClassVar[str] = "called"
    seat: Seat
    meld: Meld
    drawn: bool | None = None


@dataclass(frozen=True, slots=True)
class IndicatorTurned:
    """A further dora indicator after a kan."""

    TYPE: ClassVar[str] = "indicator"
    tile: Tile


@dataclass(frozen=True, slots=True)
class Won:
    """A win: `from_seat` None for a self-draw; `concealed` are the standing tiles without the winning one.

    `ura_indicators` are those the winner turned (empty without riichi). A double ron is two of these in a row,
    the seat that plays first after the discarder first. `kans` are one tile of each of the winner's concealed kans that
    had lain face down (`Meld.is_hidden`) and were turned up with the hand, in the order of calling.
    """

    TYPE: ClassVar[str] = "win"
    seat: Seat
    tile: Tile
    concealed: tuple[Tile, ...]
    from_seat: Seat | None = None
    ura_indicators: tuple[Tile, ...] = ()
    kans: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class ExhaustiveDraw:
    """The live wall is used up. `revealed` maps the seats that opened their hand to the standing tiles, `kans` those
    that turned up kans with it to one tile of each, as in `Won`."""

    TYPE: ClassVar[str] = "exhaustive_draw"
    revealed: tuple[tuple[Seat, tuple[Tile, ...]], ...] = ()
    kans: tuple[tuple[Seat, tuple[Tile, ...]], ...] = ()


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


@dataclass(frozen=True, slots=True)
class FirstDealerThrown:
    """The east seat's throw that names the first dealer and breaks the wall (TW-R06, TW-R35)."""

    TYPE: ClassVar[str] = "first_dealer_thrown"
    seat: Seat
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TilesDealt:
    """Every seat has its tiles and no indicator is turned; the dealer's additional tile is its first draw."""

    TYPE: ClassVar[str] = "dealt"
    hands: tuple[tuple[Tile, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class FlowersShown:
    """Flowers laid open to be replaced: as many replacement draws follow (TW-R10)."""

    TYPE: ClassVar[str] = "flower"
    seat: Seat
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class FlowersPassed:
    """`seat` has finished its turn of the opening replacement and passes it on, with or without flowers (TW-R11)."""

    TYPE: ClassVar[str] = "flowers_passed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class VoidSuitDeclared:
    """The suit that `seat` will not hold at the end (SC-R01)."""

    TYPE: ClassVar[str] = "void_suit"
    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class StreakAnnounced:
    """A continuing dealer has set out the dice that tell how often (TW-S40)."""

    TYPE: ClassVar[str] = "streak_announced"
    seat: Seat


@dataclass(frozen=True, slots=True)
class ReadyDeclared:
    """`seat` declares a waiting hand in its turn, between draw and discard (MIGI, TW-S23)."""

    TYPE: ClassVar[str] = "ready"
    seat: Seat


@dataclass(frozen=True, slots=True)
class WonByFlowers:
    """A win by flowers alone: all eight, or seven on the eighth that `from_seat` shows (TW-S24, TW-S25)."""

    TYPE: ClassVar[str] = "win"
    seat: Seat
    flowers: tuple[Tile, ...]
    from_seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class HandsRevealed:
    """Hands laid open when the hand is over, to be checked: the seats with their standing tiles, and those that turned
    up kans with one tile of each, as in `Won`."""

    TYPE: ClassVar[str] = "hands_revealed"
    revealed: tuple[tuple[Seat, tuple[Tile, ...]], ...]
    kans: tuple[tuple[Seat, tuple[Tile, ...]], ...] = ()


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
"""What happens at a riichi table."""

HandEvent = (
    GameEvent
    | FirstDealerThrown
    | TilesDealt
    | FlowersShown
    | FlowersPassed
    | VoidSuitDeclared
    | StreakAnnounced
    | ReadyDeclared
    | WonByFlowers
    | HandsRevealed
)
"""What happens at a table of any tradition."""


def event_type(event: HandEvent) -> str:
    """The event's name on outputs: its TYPE, and for a call the act: `chi`, `pon` or `kan`.

    >>> event_type(Drawn(Seat.A))
    'draw'
    """
    if isinstance(event, Called):
        return "kan" if event.meld.kind.is_kan else event.meld.kind.value
    return event.TYPE
