"""The conversation with a table that speaks another language, through its adapter; told as the protocol's own."""

from __future__ import annotations

from tablebridge.link.adapters import Adapter
from tablebridge_protocol.framing import Corruption
from tablebridge_protocol.messages import Command, Heartbeat, Hello, Message, NakReason, Report
from tablebridge_protocol.session import (
    HELLO_TIMEOUT_MS,
    Alive,
    CommandAccepted,
    CommandRefused,
    Counters,
    Garbled,
    Lost,
    Opened,
    Received,
    Refusal,
    Refused,
    SessionEvent,
    Turn,
)

__all__ = ["AdaptedSession"]

_CLOCK_MS = 1 << 32
_ANSWER_MS = 1000  # how long a table may take to say who it is
_MOST_EARLY = 64  # what it says before that; more is no table that is asked


class AdaptedSession:
    """One connection, see `tablebridge_protocol.host_session.HostSession`, which it stands in for.

    The table is there with the first thing it says that the adapter understands; where it is asked who it is, what it
    says before its answer is kept until that comes, for a second at most. `missing` is always 0: whether something was
    lost can only be seen by numbers that such a line has not.
    """

    def __init__(self, adapter: Adapter) -> None:
        self.counters = Counters()
        self.missing = 0
        self._adapter = adapter
        self._hello: Hello | None = None
        self._ended = False
        self._heard_ms = 0.0
        self._first_byte_ms: float | None = None
        self._began_ms = 0.0
        self._number = 0
        self._early: list[Message] = []
        self._answer_due_ms = 0.0

    def begin(self, now_ms: float) -> bytes:
        """See `HostSession`."""
        self._began_ms = self._heard_ms = now_ms
        question = self._adapter.begin()
        self._answer_due_ms = now_ms + (_ANSWER_MS if question else 0)
        return question

    def receive(self, data: bytes, now_ms: float) -> Turn:
        """See `HostSession`."""
        self.counters.bytes_received += len(data)
        if not data or self._ended:
            return Turn()
        if self._first_byte_ms is None:
            self._first_byte_ms = now_ms
        events: list[SessionEvent] = []
        for item in self._adapter.feed(data, self._clock(now_ms)):
            events += self._on_item(item, now_ms)
        return Turn(tuple(events))

    def tick(self, now_ms: float) -> Turn:
        """See `HostSession`."""
        if self._ended:
            return Turn()
        if self._early and now_ms >= self._answer_due_ms:
            return Turn(tuple(self._introduced(self._adapter.hello(self._clock(now_ms)), now_ms)))
        refusal = self._refusal(now_ms) if self._hello is None else None
        event: SessionEvent | None = None
        if refusal is not None:
            event = Refused(refusal, self.counters.bytes_received)
        elif self._hello is not None and self._is_lost(now_ms):
            event = Lost(int(now_ms - self._heard_ms))
        if event is not None:
            self._ended = True
            return Turn((event,))
        return Turn((), self._adapter.poll(self._clock(now_ms)))

    def command(self, command: Command, now_ms: float) -> Turn:
        """See `HostSession`; such a table is not asked for an answer: what is sent counts as accepted."""
        data = self._adapter.command(command)
        if data is None:
            return Turn((CommandRefused(command, 0, NakReason.NO_CAPABILITY),))
        return Turn((CommandAccepted(command, 0),), data)

    def _on_item(self, item: Message | Corruption, now_ms: float) -> list[SessionEvent]:
        if isinstance(item, Corruption):
            self.counters.corrupted += 1
            return [Garbled(item)] if self._hello is not None else []
        self.counters.frames += 1
        self._heard_ms = now_ms
        if isinstance(item, Hello):
            return self._introduced(item, now_ms)
        if self._hello is not None:
            return self._told(item, now_ms)
        if len(self._early) < _MOST_EARLY:
            self._early.append(item)
        if now_ms >= self._answer_due_ms:
            return self._introduced(self._adapter.hello(self._clock(now_ms)), now_ms)
        return []

    def _told(self, message: Message, now_ms: float) -> list[SessionEvent]:
        events: list[SessionEvent] = [Alive(self._clock(now_ms))]
        if isinstance(message, Report):
            self._number = (self._number + 1) % 256
            events.append(Received(message, self._number, late=False))
        elif not isinstance(message, Heartbeat):
            self.counters.unknown += 1
        return events

    def _introduced(self, hello: Hello, now_ms: float) -> list[SessionEvent]:
        known, self._hello = self._hello, hello
        events: list[SessionEvent] = []
        if known is None or _who(known) != _who(hello):  # else it only says again who it is
            events.append(Opened(hello))
        early, self._early = self._early, []
        for message in early:
            events += self._told(message, now_ms)
        return events

    def _refusal(self, now_ms: float) -> Refusal | None:
        """Bytes that mean nothing for three seconds are no such table; silence is one only where it should speak."""
        if self._first_byte_ms is not None:
            return Refusal.FOREIGN if now_ms - self._first_byte_ms >= HELLO_TIMEOUT_MS else None
        speaks = self._adapter.SILENCE_MS is not None
        return Refusal.SILENT if speaks and now_ms - self._began_ms >= HELLO_TIMEOUT_MS else None

    def _is_lost(self, now_ms: float) -> bool:
        return self._adapter.SILENCE_MS is not None and now_ms - self._heard_ms >= self._adapter.SILENCE_MS

    def _clock(self, now_ms: float) -> int:
        return int(now_ms) % _CLOCK_MS


def _who(hello: Hello) -> tuple[str, str, str]:
    return hello.vendor, hello.model, hello.serial_number
