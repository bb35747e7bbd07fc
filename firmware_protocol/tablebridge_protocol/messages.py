"""Messages: what a table and its host tell each other, one frozen value a message.

The words, numbers and ranges come from `messages.toml`; a test holds the two together. Making a message checks
its fields and raises `FieldError`, so a message that exists can be sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum, IntFlag
from typing import ClassVar

from tablebridge_protocol.fields import Choice, Field, Flags, Numbers, Switch, Text, UInt

__all__ = [
    "MESSAGES",
    "PROTOCOL_MAJOR",
    "PROTOCOL_MINOR",
    "Ack",
    "Button",
    "ButtonKind",
    "Capability",
    "DeadWall",
    "Dice",
    "DicePurpose",
    "Fault",
    "FaultCode",
    "Heartbeat",
    "Hello",
    "HelloRequest",
    "HostNak",
    "Message",
    "ModeApplies",
    "NakReason",
    "Port",
    "Report",
    "Sender",
    "SetComplete",
    "TableNak",
    "TileCountMode",
    "WallRaised",
    "is_report",
]

PROTOCOL_MAJOR = 1
PROTOCOL_MINOR = 0


class Sender(Enum):
    """Who sends a message. No message has two senders: one's own type coming back is an echo of the line."""

    TABLE = "table"
    HOST = "host"


class Port(IntEnum):
    """A side of the table and the seat behind it, counter-clockwise seen from above."""

    A = 1
    B = 2
    C = 3
    D = 4


class DicePurpose(IntEnum):
    """What a throw decides."""

    DEALER = 1
    WALL_BREAK = 2


class ButtonKind(IntEnum):
    """Which button was pressed."""

    RAISE_WALLS = 1
    THROW_DICE = 2
    RIICHI = 3
    WIN = 4
    END_HAND = 5


class ModeApplies(IntEnum):
    """From when a tile-count mode holds."""

    NOW = 1
    NEXT_SET = 2


class NakReason(IntEnum):
    """Why a frame was refused."""

    BAD_FRAME = 1
    BAD_CONTENT = 2
    UNKNOWN_TYPE = 3


class FaultCode(IntEnum):
    """What is wrong with the table; plain words by `tablebridge_protocol.source.fault_text`."""

    JAM = 1
    TILE_MISSING = 2
    TILE_EXTRA = 3
    LIFT_BLOCKED = 4
    SENSOR_DIRTY = 5
    MOTOR_OVERLOAD = 6
    DOOR_OPEN = 7
    DICE_UNREADABLE = 8
    VOLTAGE_LOW = 9
    SELF_TEST_FAILED = 10


class Capability(IntFlag):
    """What a table can report."""

    WALL_SIDES = 0x0001
    DICE = 0x0002
    DEAD_WALL = 0x0004
    BUTTONS = 0x0008
    TILE_COUNT_MODES = 0x0010
    RESENDS = 0x0020


def _clock(name: str) -> UInt:
    """A moment on the table's own clock, in ms since power-on; wraps after 49.7 days."""
    return UInt(name, width=4, minimum=0, maximum=0xFFFF_FFFF)


def _byte(name: str, minimum: int = 0, maximum: int = 0xFF) -> UInt:
    return UInt(name, width=1, minimum=minimum, maximum=maximum)


@dataclass(frozen=True, slots=True)
class Message:
    """Root of all messages. `LAYOUT` lists the fields in the order of the payload and of the constructor."""

    ID: ClassVar[int]
    NAME: ClassVar[str]
    SENDER: ClassVar[Sender]
    LAYOUT: ClassVar[tuple[Field, ...]]

    def __post_init__(self) -> None:
        for field in self.LAYOUT:
            field.check(getattr(self, field.name))


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """Who the table is. Sent after power-on and in answer to every `HelloRequest`."""

    ID = 0x01
    NAME = "hello"
    SENDER = Sender.TABLE
    LAYOUT = (
        _byte("protocol_major"),
        _byte("protocol_minor"),
        _clock("uptime_ms"),
        Flags("capabilities", width=2, flags=Capability),
        Text("vendor", max_bytes=12),
        Text("model", max_bytes=12),
        Text("firmware", max_bytes=9),
        Text("serial_number", max_bytes=12),
    )
    protocol_major: int
    protocol_minor: int
    uptime_ms: int
    capabilities: Capability
    vendor: str
    model: str
    firmware: str
    serial_number: str


@dataclass(frozen=True, slots=True)
class Heartbeat(Message):
    """The table is alive; `uptime_ms` smaller than before means it restarted."""

    ID = 0x02
    NAME = "heartbeat"
    SENDER = Sender.TABLE
    LAYOUT = (_clock("uptime_ms"),)
    uptime_ms: int


@dataclass(frozen=True, slots=True)
class HelloRequest(Message):
    """Asks for a hello; says which version the host speaks."""

    ID = 0x03
    NAME = "hello_request"
    SENDER = Sender.HOST
    LAYOUT = (_byte("protocol_major"), _byte("protocol_minor"))
    protocol_major: int = PROTOCOL_MAJOR
    protocol_minor: int = PROTOCOL_MINOR


@dataclass(frozen=True, slots=True)
class Ack(Message):
    """The report with the sequence number `acknowledged` arrived whole."""

    ID = 0x04
    NAME = "ack"
    SENDER = Sender.HOST
    LAYOUT = (_byte("acknowledged"),)
    acknowledged: int


@dataclass(frozen=True, slots=True)
class HostNak(Message):
    """The host could not use a frame; `refused` is its sequence number, 0 if it could not be read."""

    ID = 0x05
    NAME = "host_nak"
    SENDER = Sender.HOST
    LAYOUT = (Choice("reason", NakReason), _byte("refused"))
    reason: NakReason
    refused: int


@dataclass(frozen=True, slots=True)
class TableNak(Message):
    """The table could not use a frame; `refused` is its sequence number, 0 if it could not be read."""

    ID = 0x7F
    NAME = "table_nak"
    SENDER = Sender.TABLE
    LAYOUT = (Choice("reason", NakReason), _byte("refused"))
    reason: NakReason
    refused: int


@dataclass(frozen=True, slots=True)
class SetComplete(Message):
    """A set of `tiles` tiles is counted and built inside the table."""

    ID = 0x10
    NAME = "set_complete"
    SENDER = Sender.TABLE
    LAYOUT = (_clock("at_ms"), _byte("tiles", maximum=200))
    at_ms: int
    tiles: int


@dataclass(frozen=True, slots=True)
class WallRaised(Message):
    """The wall before the seat at `side` stands on the cloth with so many stacks of two."""

    ID = 0x11
    NAME = "wall_raised"
    SENDER = Sender.TABLE
    LAYOUT = (_clock("at_ms"), Choice("side", Port), _byte("stacks", maximum=25))
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
        _clock("at_ms"),
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
    LAYOUT = (_clock("at_ms"), Choice("side", Port), _byte("stack", maximum=24))
    at_ms: int
    side: Port
    stack: int


@dataclass(frozen=True, slots=True)
class Button(Message):
    """A button was pressed at a seat."""

    ID = 0x14
    NAME = "button"
    SENDER = Sender.TABLE
    LAYOUT = (_clock("at_ms"), Choice("seat", Port), Choice("button", ButtonKind))
    at_ms: int
    seat: Port
    button: ButtonKind


@dataclass(frozen=True, slots=True)
class Fault(Message):
    """Something is wrong (`active`), or has come right again."""

    ID = 0x15
    NAME = "fault"
    SENDER = Sender.TABLE
    LAYOUT = (_clock("at_ms"), Choice("code", FaultCode), Switch("active"))
    at_ms: int
    code: FaultCode
    active: bool


@dataclass(frozen=True, slots=True)
class TileCountMode(Message):
    """How many tiles a set has, now or from the next set on."""

    ID = 0x16
    NAME = "tile_count_mode"
    SENDER = Sender.TABLE
    LAYOUT = (_clock("at_ms"), _byte("tiles", minimum=1, maximum=200), Choice("applies", ModeApplies))
    at_ms: int
    tiles: int
    applies: ModeApplies


Report = SetComplete | WallRaised | Dice | DeadWall | Button | Fault | TileCountMode
"""What happened at the table: the host acknowledges it. Each has `at_ms`, the moment on the table's clock."""

MESSAGES: tuple[type[Message], ...] = (
    Hello,
    Heartbeat,
    HelloRequest,
    Ack,
    HostNak,
    TableNak,
    SetComplete,
    WallRaised,
    Dice,
    DeadWall,
    Button,
    Fault,
    TileCountMode,
)
"""Every message of this version, in the order of `messages.toml`."""


def is_report(message: Message) -> bool:
    """Whether the host has to acknowledge it."""
    return isinstance(message, Report)
