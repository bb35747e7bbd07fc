"""The named numbers of the protocol: enumerations and flags, as in `messages.toml`."""

from __future__ import annotations

from enum import IntEnum, IntFlag

__all__ = [
    "ButtonKind",
    "Capability",
    "DicePurpose",
    "FaultCode",
    "LampKind",
    "LampMode",
    "ModeApplies",
    "NakReason",
    "PointsSource",
    "Port",
    "Sides",
    "TableState",
    "TestPart",
    "Wind",
]


class Port(IntEnum):
    """A side of the table and the seat behind it, counter-clockwise seen from above."""

    A = 1
    B = 2
    C = 3
    D = 4


class Wind(IntEnum):
    """A wind."""

    EAST = 1
    SOUTH = 2
    WEST = 3
    NORTH = 4


class TableState(IntEnum):
    """What the table does with the set on the cloth or the next to come. Another set may be shuffled meanwhile."""

    IDLE = 1
    SHUFFLING = 2
    BUILT = 3
    RAISED = 4
    DICE = 5
    PLAYING = 6
    CLOSING = 7
    FAULT = 8


class DicePurpose(IntEnum):
    """What a throw decides."""

    DEALER = 1
    WALL_BREAK = 2


class ButtonKind(IntEnum):
    """Which button was pressed; a table has the ones it has."""

    RAISE_WALLS = 1
    THROW_DICE = 2
    RIICHI = 3
    WIN = 4
    END_HAND = 5
    OPEN_COVER = 6
    SELECT_MODE = 7
    RESET = 8
    CONTINUATION = 9
    VOID_CHARACTERS = 10
    VOID_DOTS = 11
    VOID_BAMBOO = 12


class ModeApplies(IntEnum):
    """From when a tile-count mode holds."""

    NOW = 1
    NEXT_SET = 2


class PointsSource(IntEnum):
    """How a table knows the points of a seat."""

    STICKS = 1
    DISPLAY = 2


class TestPart(IntEnum):
    """A part of the table that tests itself."""

    MEMORY = 1
    SHUFFLER = 2
    COUNTER = 3
    LIFTS = 4
    COVER = 5
    DICE = 6
    LAMPS = 7
    TRAYS = 8


class LampKind(IntEnum):
    """A lamp of a seat."""

    DEALER = 1
    TURN = 2
    RIICHI = 3
    ATTENTION = 4


class LampMode(IntEnum):
    """How a lamp shines."""

    OFF = 1
    ON = 2
    BLINK = 3


class NakReason(IntEnum):
    """Why a frame was refused."""

    BAD_FRAME = 1
    BAD_CONTENT = 2
    UNKNOWN_TYPE = 3
    NO_CAPABILITY = 4
    NOT_PERMITTED = 5
    BUSY = 6
    WRONG_STATE = 7


class FaultCode(IntEnum):
    """What is wrong with the table; plain words by `tablebridge_protocol.words.fault_text`."""

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
    COVER_REOPENED = 11
    SETS_MIXED = 12
    TILE_FACE_UP = 13
    STACK_SHORT = 14
    MOTOR_STALLED = 15
    MOTOR_HOT = 16
    TRAY_BLOCKED = 17
    STICK_UNREADABLE = 18
    LAMP_FAILED = 19
    SETTINGS_LOST = 20


class Sides(IntFlag):
    """Some of the four sides."""

    A = 0x01
    B = 0x02
    C = 0x04
    D = 0x08


class Capability(IntFlag):
    """What the table can report, and which commands it knows; bits that a host does not know are ignored."""

    WALL_SIDES = 0x0001
    DICE = 0x0002
    DEAD_WALL = 0x0004
    BUTTONS = 0x0008
    TILE_COUNT_MODES = 0x0010
    RESENDS = 0x0020
    STATES = 0x0040
    SEAT_POINTS = 0x0080
    DEALS = 0x0100
    ABILITIES = 0x0200
    CAN_RAISE_WALLS = 0x0400
    CAN_ROLL_DICE = 0x0800
    CAN_OPEN_COVER = 0x1000
    CAN_SET_MODE = 0x2000
    CAN_SET_LAMP = 0x4000
    CAN_SET_DISPLAY = 0x8000
