"""The host's side of the conversation: ask who is there, then listen, acknowledge and notice silence."""

from __future__ import annotations

from enum import Enum

from tablebridge_protocol.codec import UnknownMessage, encode_message, message_of
from tablebridge_protocol.commanding import CommandsAsked
from tablebridge_protocol.errors import SessionError
from tablebridge_protocol.framing import DELIMITER, Corruption, Frame
from tablebridge_protocol.messages import (
    PROTOCOL_MAJOR,
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
    Sender,
    TableNak,
)
from tablebridge_protocol.sequence import Order, SequenceTracker
from tablebridge_protocol.session import (
    HEARTBEAT_LOSS_MS,
    HELLO_ANSWER_MS,
    HELLO_REPEAT_MS,
    HELLO_TIMEOUT_MS,
    Alive,
    Counters,
    Garbled,
    Lost,
    Missing,
    NakPause,
    Opened,
    Received,
    Refusal,
    Refused,
    RefusedByPeer,
    SessionEvent,
    Turn,
    uptime_went_back,
)
from tablebridge_protocol.stream import StreamDecoder

__all__ = ["HostSession"]


class _State(Enum):
    WAITING = "waiting for the hello"
    OPEN = "open"
    ENDED = "ended"


class HostSession:
    """One connection to one port, from `begin` to `Refused` or `Lost`; then make a new one.

    `now_ms` is any clock that never goes back, the same in every call.
    """

    def __init__(self) -> None:
        self.counters = Counters()
        self._decoder = StreamDecoder()
        self._tracker = SequenceTracker()
        self._nak_pause = NakPause()
        self._commands = CommandsAsked()
        self._state = _State.WAITING
        self._hello: Hello | None = None
        self._uptime_ms = 0
        self._beats: dict[int, int] = {}  # the last uptime under each number
        self._heard_ms = 0.0
        self._asked_ms = 0.0
        self._asks = False  # whether a request waits for its hello
        self._deadline_ms = 0.0
        self._next_sequence = 0
        self._events: list[SessionEvent] = []
        self._reply = bytearray()

    @property
    def is_open(self) -> bool:
        """Whether the table has said hello and is heard."""
        return self._state is _State.OPEN

    @property
    def missing(self) -> int:
        """Frames skipped by the sequence numbers that have not come late."""
        return self._tracker.lost

    def begin(self, now_ms: float) -> bytes:
        """Starts the handshake; the bytes to send. The leading 0x00 ends what noise may have begun."""
        self._heard_ms = now_ms
        self._ask(now_ms)
        return DELIMITER + bytes(self._take_turn().reply)

    def receive(self, data: bytes, now_ms: float) -> Turn:
        """Takes bytes from the port, in pieces of any size."""
        self.counters.bytes_received += len(data)
        for item in self._decoder.feed(data):
            if self._state is not _State.ENDED:
                self._on_item(item, now_ms)
        return self._take_turn()

    def command(self, command: Command, now_ms: float) -> Turn:
        """Sends a command; its answer comes as `CommandAccepted`, `CommandRefused` or `CommandUnanswered`.

        Whether the table can do it, and whether anybody may ask for it, is for the owner of the session to know.
        Raises `SessionError` while no table is open.
        """
        if not self.is_open:
            raise SessionError(f"{command.NAME} cannot be sent, no table is open: wait for Opened")
        self._reply += self._commands.send(command, self._take_sequence(), now_ms)
        return self._take_turn()

    def tick(self, now_ms: float) -> Turn:
        """Lets time pass; call it at least every 100 ms."""
        if self._state is _State.WAITING:
            self._wait(now_ms)
        elif self._state is _State.OPEN and now_ms - self._heard_ms >= HEARTBEAT_LOSS_MS:
            self._state = _State.ENDED
            self._events += self._commands.drop_all()
            self._events.append(Lost(int(now_ms - self._heard_ms)))
        elif self._state is _State.OPEN:
            unanswered, again = self._commands.tick(now_ms)
            self._events += unanswered
            self._reply += again
        return self._take_turn()

    def _wait(self, now_ms: float) -> None:
        if now_ms >= self._deadline_ms:
            self._refuse(self._why_no_hello())
        elif now_ms - self._asked_ms >= HELLO_REPEAT_MS:
            self._send_request(now_ms)

    def _why_no_hello(self) -> Refusal:
        if self.counters.frames:
            return Refusal.NO_HELLO
        if self.counters.echoes:
            return Refusal.ECHO
        return Refusal.FOREIGN if self.counters.bytes_received else Refusal.SILENT

    def _refuse(self, refusal: Refusal, hello: Hello | None = None) -> None:
        self._state = _State.ENDED
        self._events += self._commands.drop_all()
        self._events.append(Refused(refusal, self.counters.bytes_received, hello))

    def _on_item(self, item: Frame | Corruption, now_ms: float) -> None:
        if isinstance(item, Corruption):
            self._on_corruption(item, NakReason.BAD_FRAME, 0, now_ms)
            return
        message = _hello_of_another_major(item) or message_of(item)
        if isinstance(message, Message) and message.SENDER is Sender.HOST:
            self.counters.echoes += 1  # RS-485 adapters give back what is sent through them
            return
        self.counters.frames += 1
        self._heard_ms = now_ms
        if isinstance(message, Hello):
            self._on_hello(message, item.sequence, now_ms)
        elif self._state is _State.WAITING:
            self.counters.early += 1
        else:
            self._on_frame(item, message, now_ms)

    def _on_corruption(self, corruption: Corruption, reason: NakReason, refused: int, now_ms: float) -> None:
        self.counters.corrupted += 1
        # Before the hello nobody knows that a table is there: noise is only counted, and nothing is answered.
        if self._state is _State.OPEN:
            self._events.append(Garbled(corruption))
            self._send_nak(reason, refused, now_ms)

    def _on_hello(self, hello: Hello, sequence: int, now_ms: float) -> None:
        if hello.protocol_major != PROTOCOL_MAJOR:
            self._refuse(Refusal.VERSION, hello)
        elif self._hello is None or self._state is _State.WAITING or self._is_new_start(self._hello, hello):
            self._tracker.start(sequence)
            self._hello, self._uptime_ms = hello, hello.uptime_ms
            self._state = _State.OPEN
            self._events += self._commands.drop_all()
            self._events.append(Opened(hello))
            unasked = not self._asks or hello.uptime_ms + HELLO_ANSWER_MS < now_ms - self._asked_ms
            self._asks = False
            if unasked:  # switched on after the last request, it knows of no host and would report to nobody
                self._send_request(now_ms)
        else:  # a second answer to a repeated request
            self._asks = False
            self._uptime_ms = hello.uptime_ms
            self._judge(sequence)

    def _is_new_start(self, known: Hello, hello: Hello) -> bool:
        other = (known.vendor, known.model, known.serial_number) != (
            hello.vendor,
            hello.model,
            hello.serial_number,
        )
        return other or uptime_went_back(self._uptime_ms, hello.uptime_ms)

    def _on_frame(self, frame: Frame, message: Message | UnknownMessage | Corruption, now_ms: float) -> None:
        order = self._judge(frame.sequence)
        if isinstance(message, Report):
            self._send(Ack(frame.sequence))  # a repeated one too: its first ack was lost
            if order is not Order.DUPLICATE:
                self._events.append(Received(message, frame.sequence, late=order is Order.LATE))
        elif isinstance(message, Heartbeat):
            self._on_heartbeat(message, frame.sequence, order, now_ms)
        elif isinstance(message, TableNak):
            self._events.append(self._commands.refused(message.reason, message.refused) or RefusedByPeer(message))
        elif isinstance(message, CommandAck):
            accepted = self._commands.accepted(message.accepted)
            self._events += [accepted] if accepted is not None else []
        elif isinstance(message, Corruption):
            self._on_corruption(message, NakReason.BAD_CONTENT, frame.sequence, now_ms)
        else:
            self.counters.unknown += 1
            self._send_nak(NakReason.UNKNOWN_TYPE, frame.sequence, now_ms)

    def _judge(self, sequence: int) -> Order:
        arrival = self._tracker.accept(sequence)
        self.counters.duplicates += arrival.order is Order.DUPLICATE
        self.counters.late += arrival.order is Order.LATE
        if arrival.missing:
            self._events.append(Missing(arrival.missing, before=sequence))
        return arrival.order

    def _on_heartbeat(self, heartbeat: Heartbeat, sequence: int, order: Order, now_ms: float) -> None:
        repeated = order is not Order.NEW and self._beats.get(sequence) == heartbeat.uptime_ms
        self._beats[sequence] = heartbeat.uptime_ms
        if repeated:  # by the line: a table never sends one again
            return
        if uptime_went_back(self._uptime_ms, heartbeat.uptime_ms):  # whatever its number: a restarted table counts anew
            self._state = _State.WAITING  # and may be another firmware now
            self._ask(now_ms)
        else:
            self._events.append(Alive(heartbeat.uptime_ms))
        self._uptime_ms = heartbeat.uptime_ms

    def _ask(self, now_ms: float) -> None:
        self._deadline_ms = now_ms + HELLO_TIMEOUT_MS
        self._send_request(now_ms)

    def _send_request(self, now_ms: float) -> None:
        self._asked_ms = now_ms
        self._asks = True
        self._send(HelloRequest())

    def _send_nak(self, reason: NakReason, refused: int, now_ms: float) -> None:
        if self._nak_pause.grant(now_ms):
            self._send(HostNak(reason, refused))

    def _send(self, message: Message) -> None:
        self._reply += encode_message(message, self._take_sequence())

    def _take_sequence(self) -> int:
        sequence = self._next_sequence
        self._next_sequence = (sequence + 1) % 256
        return sequence

    def _take_turn(self) -> Turn:
        turn = Turn(tuple(self._events), bytes(self._reply))
        self._events.clear()
        self._reply.clear()
        return turn


def _hello_of_another_major(frame: Frame) -> Hello | None:
    """What can be said of a table of another major version: its version, whatever else its hello has by then."""
    if frame.type_id != Hello.ID or len(frame.payload) < 2 or frame.payload[0] == PROTOCOL_MAJOR:
        return None
    hello = message_of(frame)
    nobody = Hello(frame.payload[0], frame.payload[1], 0, Capability(0), "", "", "", "")
    return hello if isinstance(hello, Hello) else nobody
