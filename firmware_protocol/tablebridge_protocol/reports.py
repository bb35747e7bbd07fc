"""Reports: what happened at the table, told by it and acknowledged by the host."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_protocol.enumerations import (
    ButtonKind,
    DicePurpose,
    FaultCode,
    ModeApplies,
    PointsSource,
    Port,
    TableState,
    TestPart,
    Wind,
)
from tablebridge_protocol.fields import Choice, Int, Numbers, Switch
from tablebridge_protocol.message import Message, Sender, byte, clock

__all__ = [
    "Abilities",
    "Button",
    "DeadWall",
    "Deal",
    "DealerLamp",
    "Dice",
    "Fault",
    "Points",
    "Report",
    "RoundCounter",
    "SelfTest",
    "SetComplete",
    "StateChanged",
    "StickTray",
    "TileCountMode",
    "WallRaised",
]


@dataclass(frozen=True, slots=True)
class SetComplete(Message):
    """A set of `tiles` tiles is counted and built inside the table."""

    ID = 0x10
    NAME = "set_complete"
    SENDER = Sender.TABLE
    LAYOUT = (clock("at_ms"), byte("tiles", maximum=200), byte("tile_set", maximum=2, default=0))
    at_ms: int
    tiles: int
    tile_set: int = 0


@dataclass(frozen=True, slots=True)
class WallRaised(Message):
    """The wall before the seat at `side` stands on the cloth with so many stacks of two."""

    ID = 0x11
    NAME = "wall_raised"
    SENDER = Sender.TABLE
    LAYOUT = (clock("at_ms"), Choice("side", Port), byte("stacks", maximum=25))
    at_ms: int
    side: Port
    stacks: int


@dataclass(frozen=True, slots=True)
class Dice(Message):
    """A throw of two or three dice, by the seat that pressed the button."""

    ID = 0x12
    NAME = "dice"
    SENDER = Sender.TABLE
    LAYOUT = (
        clock("at_ms"),
        Choice("purpose", DicePurpose),
        Choice("seat", Port),
        Numbers("values", min_count=2, max_count=3, minimum=1, maximum=6),
    )
    at_ms: int
    purpose: DicePurpose
    seat: Port
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeadWall(Message):
    """Where the first indicator lies: `stack` counts from 0 at the right end of that wall, seen by its owner."""

    ID = 0x13
    NAME = "dead_wall"
    SENDER = Sender.TABLE
    LAYOUT = (clock("at_ms"), Choice("side", Port), byte("stack", maximum=24), Switch("turned", default=False))
    at_ms: int
    side: Port
    stack: int
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Button(Message):
    """A button was pressed at a seat."""

    ID = 0x14
    NAME = "button"
    SENDER = Sender.TABLE
    LAYOUT = (clock("at_ms"), Choice("seat", Port), Choice("button", ButtonKind))
    at_ms: int
    seat: Port
    button: ButtonKind


@dataclass(frozen=True, slots=True)
class Fault(Message):
    """Something is wrong (`active`), or has come right again."""

    ID = 0x15
    NAME = "fault"
    SENDER = Sender.TABLE
    LAYOUT = (clock("at_ms"), Choice("code", FaultCode), Switch("active"))
    at_ms: int
    code: FaultCode
    active: bool


@dataclass(frozen=True, slots=True)
class TileCountMode(Message):
    """How many tiles a set has, now or from the next set on."""

    ID = 0x16
    NAME = "tile_count_mode"
    SENDER = Sender.TABLE
    LAYOUT = (clock("at_ms"), byte("tiles", minimum=1, maximum=200), Choice("applies", ModeApplies))
    at_ms: int
    tiles: int
    applies: ModeApplies


@dataclass(frozen=True, slots=True)
class Abilities(Message):
    """What the table has, for the capability `abilities`. Sent after each hello, and when it changes."""

    ID = 0x17
    NAME = "abilities"
    SENDER = Sender.TABLE
    LAYOUT = (
        clock("at_ms"),
        byte("dice", maximum=3),
        byte("tile_sets", minimum=1, maximum=2),
        Switch("turns_indicator"),
        Switch("dealer_lamp"),
        Numbers("tile_counts", min_count=1, max_count=16, minimum=1, maximum=200),
    )
    at_ms: int
    dice: int
    tile_sets: int
    turns_indicator: bool
    dealer_lamp: bool
    tile_counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StateChanged(Message):
    """The table changed its state. Sent after the hello of a new host, too."""

    ID = 0x18
    NAME = "state_changed"
    SENDER = Sender.TABLE
    LAYOUT = (clock("at_ms"), Choice("state", TableState), byte("tile_set", maximum=2))
    at_ms: int
    state: TableState
    tile_set: int


@dataclass(frozen=True, slots=True)
class Deal(Message):
    """Hands dealt by the machine, and what that left of the walls. Sent once, after the last wall_raised."""

    ID = 0x19
    NAME = "deal"
    SENDER = Sender.TABLE
    LAYOUT = (
        clock("at_ms"),
        Numbers("hands", min_count=4, max_count=4, minimum=0, maximum=20),
        Numbers("walls", min_count=4, max_count=4, minimum=0, maximum=50),
    )
    at_ms: int
    hands: tuple[int, ...]
    walls: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealerLamp(Message):
    """The lamp that shows who deals stands still at a seat."""

    ID = 0x1A
    NAME = "dealer_lamp"
    SENDER = Sender.TABLE
    LAYOUT = (clock("at_ms"), Choice("seat", Port), Switch("chosen"))
    at_ms: int
    seat: Port
    chosen: bool


@dataclass(frozen=True, slots=True)
class StickTray(Message):
    """The tray for riichi sticks of a seat holds another number of them."""

    ID = 0x1B
    NAME = "stick_tray"
    SENDER = Sender.TABLE
    LAYOUT = (clock("at_ms"), Choice("seat", Port), byte("sticks", maximum=40))
    at_ms: int
    seat: Port
    sticks: int


@dataclass(frozen=True, slots=True)
class Points(Message):
    """The points of a seat have changed and are steady again."""

    ID = 0x1C
    NAME = "points"
    SENDER = Sender.TABLE
    LAYOUT = (
        clock("at_ms"),
        Choice("seat", Port),
        Int("points", width=4, minimum=-1_000_000, maximum=1_000_000),
        Choice("source", PointsSource),
    )
    at_ms: int
    seat: Port
    points: int
    source: PointsSource


@dataclass(frozen=True, slots=True)
class RoundCounter(Message):
    """The counter of rounds and continuations shows something else."""

    ID = 0x1D
    NAME = "round_counter"
    SENDER = Sender.TABLE
    LAYOUT = (clock("at_ms"), Choice("prevailing", Wind), Choice("seat", Port), byte("continuation", maximum=99))
    at_ms: int
    prevailing: Wind
    seat: Port
    continuation: int


@dataclass(frozen=True, slots=True)
class SelfTest(Message):
    """A part of the table has tested itself. Sent once a part after power-on, and not again for a later host."""

    ID = 0x1E
    NAME = "self_test"
    SENDER = Sender.TABLE
    LAYOUT = (clock("at_ms"), Choice("part", TestPart), Switch("passed"))
    at_ms: int
    part: TestPart
    passed: bool


Report = (
    SetComplete
    | WallRaised
    | Dice
    | DeadWall
    | Button
    | Fault
    | TileCountMode
    | Abilities
    | StateChanged
    | Deal
    | DealerLamp
    | StickTray
    | Points
    | RoundCounter
    | SelfTest
)
"""What happened at the table: the host acknowledges it. Each has `at_ms`, the moment on the table's clock."""
