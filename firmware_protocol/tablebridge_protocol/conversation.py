"""The conversation itself: who is there, who is alive, what arrived, what was refused."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_protocol.enumerations import (
    Capability,
    NakReason,
)
from tablebridge_protocol.fields import Choice, Flags, Text
from tablebridge_protocol.message import PROTOCOL_MAJOR, PROTOCOL_MINOR, Message, Sender, byte, clock

__all__ = [
    "Ack",
    "CommandAck",
    "Heartbeat",
    "Hello",
    "HelloRequest",
    "HostNak",
    "TableNak",
]


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """Who the table is. Sent after power-on and in answer to every `HelloRequest`."""

    ID = 0x01
    NAME = "hello"
    SENDER = Sender.TABLE
    LAYOUT = (
        byte("protocol_major"),
        byte("protocol_minor"),
        clock("uptime_ms"),
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
    LAYOUT = (clock("uptime_ms"),)
    uptime_ms: int


@dataclass(frozen=True, slots=True)
class HelloRequest(Message):
    """Asks for a hello; says which version the host speaks."""

    ID = 0x03
    NAME = "hello_request"
    SENDER = Sender.HOST
    LAYOUT = (byte("protocol_major"), byte("protocol_minor"))
    protocol_major: int = PROTOCOL_MAJOR
    protocol_minor: int = PROTOCOL_MINOR


@dataclass(frozen=True, slots=True)
class Ack(Message):
    """The report with the sequence number `acknowledged` arrived whole."""

    ID = 0x04
    NAME = "ack"
    SENDER = Sender.HOST
    LAYOUT = (byte("acknowledged"),)
    acknowledged: int


@dataclass(frozen=True, slots=True)
class HostNak(Message):
    """The host could not use a frame; `refused` is its sequence number, 0 if it could not be read."""

    ID = 0x05
    NAME = "host_nak"
    SENDER = Sender.HOST
    LAYOUT = (Choice("reason", NakReason), byte("refused"))
    reason: NakReason
    refused: int


@dataclass(frozen=True, slots=True)
class TableNak(Message):
    """The table could not use a frame; `refused` is its sequence number, 0 if it could not be read."""

    ID = 0x7F
    NAME = "table_nak"
    SENDER = Sender.TABLE
    LAYOUT = (Choice("reason", NakReason), byte("refused"))
    reason: NakReason
    refused: int


@dataclass(frozen=True, slots=True)
class CommandAck(Message):
    """A command is accepted and begins. What comes of it is told by reports."""

    ID = 0x06
    NAME = "command_ack"
    SENDER = Sender.TABLE
    LAYOUT = (byte("accepted"),)
    accepted: int
