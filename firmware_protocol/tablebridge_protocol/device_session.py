"""The table's side of the conversation: say who one is, report, and report again what was not acknowledged.

Written as firmware would do it: fixed bounds, no queue for a host that is not there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablebridge_protocol.codec import UnknownMessage, encode_message, message_of
from tablebridge_protocol.commanding import CommandsTaken, refusal_of
from tablebridge_protocol.framing import DELIMITER, Corruption, Frame
from tablebridge_protocol.messages import (
    PROTOCOL_MINOR,
    Ack,
    Capability,
    Command,
    CommandAck,
    Heartbeat,
    Hello,
    HelloRequest,
    HostNak,
    Message,
    NakReason,
    Report,
    TableNak,
    TableState,
)
from tablebridge_protocol.minor_versions import common_minor, suits
from tablebridge_protocol.session import (
    RESEND_MS,
    RESEND_TRIES,
    Acknowledged,
    CommandReceived,
    Garbled,
    GivenUp,
    HostArrived,
    NakPause,
    RefusedByPeer,
    SessionEvent,
    Turn,
)
from tablebridge_protocol.stream import StreamDecoder

__all__ = ["UNDER_WAY_MAX", "DeviceSession"]

UNDER_WAY_MAX = 16
"""Reports that may wait for their ack at once; an older one is given up. Half the host's window."""


@dataclass(slots=True)
class _UnderWay:
    """A report that waits for its ack."""

    wire: bytes
    sent_ms: float
    tries: int


class DeviceSession:
    """The table's protocol, from power-on to power-off. Hosts come and go.

    `now_ms` is any clock that never goes back; `uptime_ms` is the table clock that is told to the host.
    `hello` is what the table says of itself; its `uptime_ms` is replaced by the present one each time.
    The owner keeps `state`, `busy` and `commands_permitted` current: commands are judged by them.
    """

    def __init__(self, hello: Hello) -> None:
        self._identity = hello
        self._decoder = StreamDecoder()
        self._nak_pause = NakPause()
        self._under_way: dict[int, _UnderWay] = {}
        self._next_sequence = 0
        self._host_present = False
        self._minor = PROTOCOL_MINOR
        self._commands = CommandsTaken()
        self.state = TableState.IDLE
        self.busy = False
        self.commands_permitted = False

    @property
    def host_present(self) -> bool:
        """Whether a host has asked for the hello since the last one left."""
        return self._host_present

    def power_on(self, uptime_ms: int) -> bytes:
        """The bytes to send first: a 0x00, which ends any half frame from before, and the hello."""
        return DELIMITER + self._wire(self._hello(uptime_ms))

    def heartbeat(self, uptime_ms: int) -> bytes:
        """The bytes of one heartbeat; the owner sends it every `HEARTBEAT_MS`."""
        return self._wire(Heartbeat(_on_table_clock(uptime_ms)))

    def report(self, report: Report, now_ms: float) -> bytes:
        """The bytes of a report; kept for sending again if this table resends and a host is there.

        Empty where it has a value that the host's minor version does not know: such a frame is not sent.
        """
        if not suits(report, self._minor):
            return b""
        sequence = self._next_sequence
        wire = self._wire(report)
        if self._host_present and Capability.RESENDS in self._identity.capabilities:
            self._under_way[sequence] = _UnderWay(wire, now_ms, 0)
            if len(self._under_way) > UNDER_WAY_MAX:
                del self._under_way[next(iter(self._under_way))]
        return wire

    def receive(self, data: bytes, now_ms: float, uptime_ms: int) -> Turn:
        """Takes bytes from the host, in pieces of any size."""
        events: list[SessionEvent] = []
        reply = bytearray()
        for item in self._decoder.feed(data):
            event, answer = self._on_item(item, now_ms, uptime_ms)
            reply += answer
            if event is not None:
                events.append(event)
        return Turn(tuple(events), bytes(reply))

    def tick(self, now_ms: float) -> Turn:
        """Lets time pass: reports that waited `RESEND_MS` are sent again, `RESEND_TRIES` times."""
        events: list[SessionEvent] = []
        reply = bytearray()
        for sequence, waiting in list(self._under_way.items()):
            if now_ms - waiting.sent_ms < RESEND_MS:
                continue
            if waiting.tries == RESEND_TRIES:
                del self._under_way[sequence]
                events.append(GivenUp(sequence))
            else:
                waiting.tries += 1
                waiting.sent_ms = now_ms
                reply += waiting.wire
        return Turn(tuple(events), bytes(reply))

    def host_left(self) -> None:
        """The host is gone (the port was closed): nothing waits for it any more."""
        self._host_present = False
        self._under_way.clear()
        self._commands = CommandsTaken()
        self._decoder = StreamDecoder()

    def _on_item(self, item: Frame | Corruption, now_ms: float, uptime_ms: int) -> tuple[SessionEvent | None, bytes]:
        if isinstance(item, Corruption):
            return Garbled(item), self._nak(NakReason.BAD_FRAME, 0, now_ms)
        message = message_of(item)
        if isinstance(message, HelloRequest):
            arrived = HostArrived(message, again=self._host_present)
            self._host_present = True
            self._minor = common_minor(message)
            return arrived, self._wire(self._hello(uptime_ms))
        if isinstance(message, Ack):
            self._under_way.pop(message.acknowledged, None)
            return Acknowledged(message.acknowledged), b""
        if isinstance(message, HostNak):
            return self._on_nak(message, now_ms)
        if isinstance(message, Command):
            return self._on_command(message, item.sequence, now_ms)
        if isinstance(message, Corruption):
            return Garbled(message), self._nak(NakReason.BAD_CONTENT, item.sequence, now_ms)
        if isinstance(message, UnknownMessage):
            return None, self._nak(NakReason.UNKNOWN_TYPE, item.sequence, now_ms)
        return None, b""  # our own words come back: an RS-485 adapter that echoes

    def _on_command(self, command: Command, sequence: int, now_ms: float) -> tuple[SessionEvent | None, bytes]:
        """Answered at once, and again where the host did not hear it. These naks need no pause: each is asked for."""
        repeated, reason = self._commands.answer_again(command, sequence, now_ms)
        if not repeated:
            permitted, capabilities = self.commands_permitted, self._identity.capabilities
            reason = refusal_of(command, capabilities, self.state, permitted=permitted, busy=self.busy)
            self._commands.remember(command, sequence, reason, now_ms)
        if reason is not None:
            return None, self._wire(TableNak(reason, sequence))
        return None if repeated else CommandReceived(command, sequence), self._wire(CommandAck(sequence))

    def _on_nak(self, nak: HostNak, now_ms: float) -> tuple[SessionEvent, bytes]:
        """A report refused for its content or type would be refused again; one that came damaged would not."""
        if nak.reason is not NakReason.BAD_FRAME:
            self._under_way.pop(nak.refused, None)
        for waiting in self._under_way.values():
            waiting.sent_ms = min(waiting.sent_ms, now_ms - RESEND_MS)
        return RefusedByPeer(nak), b""

    def _nak(self, reason: NakReason, refused: int, now_ms: float) -> bytes:
        return self._wire(TableNak(reason, refused)) if self._nak_pause.grant(now_ms) else b""

    def _hello(self, uptime_ms: int) -> Hello:
        return replace(self._identity, uptime_ms=_on_table_clock(uptime_ms))

    def _wire(self, message: Message) -> bytes:
        wire = encode_message(message, self._next_sequence)
        self._next_sequence = (self._next_sequence + 1) % 256
        return wire


def _on_table_clock(uptime_ms: int) -> int:
    return uptime_ms % (1 << 32)
