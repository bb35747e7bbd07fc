"""The root of all messages, and the two fields that nearly every one has."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from tablebridge_protocol.fields import Field, UInt

__all__ = ["PROTOCOL_MAJOR", "PROTOCOL_MINOR", "Message", "Sender", "byte", "clock"]

PROTOCOL_MAJOR = 1
PROTOCOL_MINOR = 1


class Sender(Enum):
    """Who sends a message. No message has two senders: one's own type coming back is an echo of the line."""

    TABLE = "table"
    HOST = "host"


def clock(name: str) -> UInt:
    """A moment on the table's own clock, in ms since power-on; wraps after 49.7 days."""
    return UInt(name, width=4, minimum=0, maximum=0xFFFF_FFFF)


def byte(name: str, minimum: int = 0, maximum: int = 0xFF, default: int | None = None) -> UInt:
    """A number in one byte."""
    return UInt(name, width=1, minimum=minimum, maximum=maximum, default=default)


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
