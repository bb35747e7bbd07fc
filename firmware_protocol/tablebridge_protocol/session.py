"""What a session tells its owner: the values that both sides of the line share, and the timing they keep to.

A session has no clock, no port and no thread. Bytes and the present moment go in; a `Turn` comes out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tablebridge_protocol.framing import Corruption
from tablebridge_protocol.messages import Command, Hello, HelloRequest, HostNak, NakReason, Report, TableNak

__all__ = [
    "COMMAND_ANSWER_MS",
    "COMMAND_MEMORY_MS",
    "COMMAND_TRIES",
    "HEARTBEAT_LOSS_MS",
    "HEARTBEAT_MS",
    "HELLO_ANSWER_MS",
    "HELLO_REPEAT_MS",
    "HELLO_TIMEOUT_MS",
    "NAK_PAUSE_MS",
    "POWER_ON_MS",
    "REPORT_DELAY_MS",
    "RESEND_MS",
    "RESEND_TRIES",
    "Acknowledged",
    "Alive",
    "CommandAccepted",
    "CommandEvent",
    "CommandReceived",
    "CommandRefused",
    "CommandUnanswered",
    "Counters",
    "Garbled",
    "GivenUp",
    "HostArrived",
    "HostEvent",
    "Lost",
    "Missing",
    "NakPause",
    "Opened",
    "Received",
    "Refusal",
    "Refused",
    "RefusedByPeer",
    "SessionEvent",
    "TableEvent",
    "Turn",
    "uptime_went_back",
]

HEARTBEAT_MS = 500
HEARTBEAT_LOSS_MS = 2500
HELLO_REPEAT_MS = 500
HELLO_TIMEOUT_MS = 3000
NAK_PAUSE_MS = 100
RESEND_MS = 200
RESEND_TRIES = 3
POWER_ON_MS = 2000
HELLO_ANSWER_MS = 100
REPORT_DELAY_MS = 50
COMMAND_ANSWER_MS = 200
COMMAND_TRIES = 3
COMMAND_MEMORY_MS = 2000

_WRAP_MARGIN_MS = 60_000
_CLOCK_MS = 1 << 32


class Refusal(Enum):
    """Why a host gives a port up."""

    SILENT = "nothing was received"
    FOREIGN = "bytes, but no valid frame"
    ECHO = "only the host's own frames came back"
    NO_HELLO = "valid frames, but no hello"
    VERSION = "another major version of the protocol"


@dataclass(frozen=True, slots=True)
class Opened:
    """Host: the table said who it is. Comes again when the table restarted or another one took its place."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Alive:
    """Host: a heartbeat; the table clock showed `uptime_ms` just now."""

    uptime_ms: int


@dataclass(frozen=True, slots=True)
class Received:
    """Host: a report, new. `late`: it was missing and came after younger ones."""

    report: Report
    sequence: int
    late: bool


@dataclass(frozen=True, slots=True)
class Missing:
    """Host: so many frames were skipped by the sequence numbers; the one numbered `before` came after them."""

    frames: int
    before: int


@dataclass(frozen=True, slots=True)
class Garbled:
    """Either side: bytes that are no message."""

    corruption: Corruption


@dataclass(frozen=True, slots=True)
class Refused:
    """Host: no table here. `hello` only where it was its version that did not fit."""

    refusal: Refusal
    bytes_received: int
    hello: Hello | None = None


@dataclass(frozen=True, slots=True)
class Lost:
    """Host: nothing valid was heard for `silence_ms`."""

    silence_ms: int


@dataclass(frozen=True, slots=True)
class CommandAccepted:
    """Host: the table has begun with it. Its reports tell what comes of it."""

    command: Command
    sequence: int


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """Host: the table will not carry it out, and why."""

    command: Command
    sequence: int
    reason: NakReason


@dataclass(frozen=True, slots=True)
class CommandUnanswered:
    """Host: no answer to all tries, or the table was lost before. Whether it was carried out is not known."""

    command: Command
    sequence: int


@dataclass(frozen=True, slots=True)
class RefusedByPeer:
    """Either side: the peer could not use a frame."""

    nak: HostNak | TableNak


@dataclass(frozen=True, slots=True)
class HostArrived:
    """Table: a host asked for the hello; `again` when one was already there."""

    request: HelloRequest
    again: bool


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """Table: the host has the report with this sequence number."""

    sequence: int


@dataclass(frozen=True, slots=True)
class GivenUp:
    """Table: the report with this sequence number was never acknowledged."""

    sequence: int


@dataclass(frozen=True, slots=True)
class CommandReceived:
    """Table: the host asks for this, and was told that it is accepted. It comes once, however often it is sent."""

    command: Command
    sequence: int


CommandEvent = CommandAccepted | CommandRefused | CommandUnanswered
HostEvent = Opened | Alive | Received | Missing | Garbled | Refused | Lost | RefusedByPeer | CommandEvent
TableEvent = HostArrived | Acknowledged | GivenUp | Garbled | RefusedByPeer | CommandReceived
SessionEvent = HostEvent | TableEvent


@dataclass(frozen=True, slots=True)
class Turn:
    """What came of one call: the events in order, and the bytes to send now."""

    events: tuple[SessionEvent, ...] = ()
    reply: bytes = b""


@dataclass(slots=True)
class Counters:
    """Figures for health, since the session began."""

    bytes_received: int = 0
    frames: int = 0
    corrupted: int = 0
    duplicates: int = 0
    late: int = 0
    echoes: int = 0
    unknown: int = 0
    early: int = 0  # frames before the hello, not taken


class NakPause:
    """Keeps naks `NAK_PAUSE_MS` apart, so that noise on an echoing line cannot feed itself."""

    def __init__(self) -> None:
        self._free_at_ms: float | None = None

    def grant(self, now_ms: float) -> bool:
        """Whether a nak may be sent now; takes the turn if so."""
        if self._free_at_ms is not None and now_ms < self._free_at_ms:
            return False
        self._free_at_ms = now_ms + NAK_PAUSE_MS
        return True


def uptime_went_back(before_ms: int, now_ms: int) -> bool:
    """Whether a table clock says that the table restarted; the wrap after 49.7 days is no restart.

    >>> uptime_went_back(5000, 20), uptime_went_back(2**32 - 100, 400)
    (True, False)
    """
    wrapped = before_ms >= _CLOCK_MS - _WRAP_MARGIN_MS and now_ms < _WRAP_MARGIN_MS
    return now_ms < before_ms and not wrapped
