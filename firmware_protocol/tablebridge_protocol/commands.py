"""Commands: what a host may ask of a table that can do it, where its operator allows it.

A table answers each with `CommandAck` or `TableNak`; see the specification for the order of its checks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablebridge_protocol.enumerations import (
    Capability,
    DicePurpose,
    LampKind,
    LampMode,
    Port,
    Sides,
    TableState,
)
from tablebridge_protocol.fields import Choice, Flags, Int, Switch
from tablebridge_protocol.message import Message, Sender, byte

__all__ = [
    "Command",
    "OpenCover",
    "RaiseWalls",
    "RollDice",
    "SetDisplay",
    "SetLamp",
    "SetMode",
]


@dataclass(frozen=True, slots=True)
class Command(Message):
    """Root of the commands: the table needs `CAPABILITY` for it and must be in one of `STATES`."""

    CAPABILITY: ClassVar[Capability]
    STATES: ClassVar[frozenset[TableState]]


@dataclass(frozen=True, slots=True)
class RaiseWalls(Command):
    """Command: raise the walls of the built set."""

    ID = 0x20
    NAME = "raise_walls"
    SENDER = Sender.HOST
    LAYOUT = (Flags("sides", width=1, flags=Sides),)
    CAPABILITY = Capability.CAN_RAISE_WALLS
    STATES = frozenset((TableState.BUILT,))
    sides: Sides


@dataclass(frozen=True, slots=True)
class RollDice(Command):
    """Command: throw the dice."""

    ID = 0x21
    NAME = "roll_dice"
    SENDER = Sender.HOST
    LAYOUT = (Choice("purpose", DicePurpose), Choice("seat", Port))
    CAPABILITY = Capability.CAN_ROLL_DICE
    STATES = frozenset((TableState.IDLE, TableState.BUILT, TableState.RAISED, TableState.DICE, TableState.PLAYING))
    purpose: DicePurpose
    seat: Port


@dataclass(frozen=True, slots=True)
class OpenCover(Command):
    """Command: open the cover, or close it."""

    ID = 0x22
    NAME = "open_cover"
    SENDER = Sender.HOST
    LAYOUT = (Switch("open"),)
    CAPABILITY = Capability.CAN_OPEN_COVER
    STATES = frozenset(
        (TableState.IDLE, TableState.RAISED, TableState.DICE, TableState.PLAYING, TableState.CLOSING, TableState.FAULT)
    )
    open: bool


@dataclass(frozen=True, slots=True)
class SetMode(Command):
    """Command: another tile-count mode, from the next set that is built. A tile_count_mode report follows."""

    ID = 0x23
    NAME = "set_mode"
    SENDER = Sender.HOST
    LAYOUT = (byte("tiles", minimum=1, maximum=200),)
    CAPABILITY = Capability.CAN_SET_MODE
    STATES = frozenset(
        (TableState.IDLE, TableState.BUILT, TableState.RAISED, TableState.DICE, TableState.PLAYING, TableState.CLOSING)
    )
    tiles: int


@dataclass(frozen=True, slots=True)
class SetLamp(Command):
    """Command: switch a lamp of a seat."""

    ID = 0x24
    NAME = "set_lamp"
    SENDER = Sender.HOST
    LAYOUT = (Choice("seat", Port), Choice("lamp", LampKind), Choice("mode", LampMode))
    CAPABILITY = Capability.CAN_SET_LAMP
    STATES = frozenset(TableState)
    seat: Port
    lamp: LampKind
    mode: LampMode


@dataclass(frozen=True, slots=True)
class SetDisplay(Command):
    """Command: show points on the display of a seat."""

    ID = 0x25
    NAME = "set_display"
    SENDER = Sender.HOST
    LAYOUT = (Choice("seat", Port), Int("points", width=4, minimum=-1_000_000, maximum=1_000_000))
    CAPABILITY = Capability.CAN_SET_DISPLAY
    STATES = frozenset(TableState)
    seat: Port
    points: int
