"""A command to the table, from the words of a request to the message of the wire."""

from __future__ import annotations

from functools import reduce
from operator import or_

from tablebridge.mqtt import commands
from tablebridge_protocol import messages as wire
from tablebridge_protocol.messages import Command, DicePurpose, LampKind, LampMode, Port, Sides

__all__ = ["command_of"]


def command_of(request: commands.Request) -> Command:
    """The message that asks the table for it. Raises `ValueError` for a request that is none to the table."""
    match request:
        case commands.RaiseWalls():
            return wire.RaiseWalls(reduce(or_, (Sides[side] for side in request.sides)))
        case commands.RollDice():
            return wire.RollDice(DicePurpose[request.purpose.upper()], Port[request.seat])
        case commands.OpenCover():
            return wire.OpenCover(request.open)
        case commands.SetMode():
            return wire.SetMode(request.tiles)
        case commands.SetLamp():
            return wire.SetLamp(Port[request.seat], LampKind[request.lamp.upper()], LampMode[request.mode.upper()])
        case commands.SetDisplay():
            return wire.SetDisplay(Port[request.seat], request.points)
        case _:
            raise ValueError(f"{type(request).__name__} is no command to the table")
