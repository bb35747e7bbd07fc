"""A report of the wire as a sighting of the daemon: other words for seats and throws, the same facts."""

from __future__ import annotations

from typing import assert_never

from tablebridge.observation import (
    ButtonPressed,
    DeadWallSet,
    DealerShown,
    DiceShown,
    HandsDealt,
    LinkUp,
    PointsShown,
    RoundShown,
    SetComplete,
    Sighting,
    SticksInTray,
    TableFault,
    TableState,
    TileCountMode,
    WallRaised,
)
from tablebridge_protocol import messages
from tablebridge_protocol.words import fault_text
from tablebridge_rules.seat import Seat, Wind

__all__ = ["link_up", "sighting_of"]

_PURPOSES = {messages.DicePurpose.DEALER: "dealer", messages.DicePurpose.WALL_BREAK: "break"}


def sighting_of(report: messages.Report) -> Sighting | None:
    """What the table saw; None for what it says of itself alone, which no hand depends on."""
    match report:
        case messages.SetComplete():
            return SetComplete(report.tiles)
        case messages.WallRaised():
            return WallRaised(_seat(report.side), report.stacks)
        case messages.Dice():
            return DiceShown(_PURPOSES[report.purpose], _seat(report.seat), report.values)
        case messages.DeadWall():
            return DeadWallSet(_seat(report.side), report.stack)
        case messages.Button():
            return ButtonPressed(_seat(report.seat), report.button.name.lower())
        case messages.Fault():
            return TableFault(int(report.code), fault_text(report.code), report.active)
        case messages.TileCountMode():
            return TileCountMode(report.tiles)
        case messages.Deal():
            return HandsDealt(report.hands, report.walls)
        case messages.DealerLamp():
            return DealerShown(_seat(report.seat), report.chosen)
        case messages.Points():
            return PointsShown(_seat(report.seat), report.points, report.source.name.lower())
        case messages.StateChanged():
            return TableState(report.state.name.lower())
        case messages.StickTray():
            return SticksInTray(_seat(report.seat), report.sticks)
        case messages.RoundCounter():
            wind = Wind[report.prevailing.name]
            return RoundShown(wind, _seat(report.seat), report.continuation)
        case messages.Abilities() | messages.SelfTest():
            return None
    assert_never(report)


def link_up(hello: messages.Hello) -> LinkUp:
    """Who answered."""
    return LinkUp(hello.vendor, hello.model, hello.firmware, hello.serial_number)


def _seat(port: messages.Port) -> Seat:
    return Seat[port.name]
