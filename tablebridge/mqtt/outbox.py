"""What goes to the broker next, and what it has confirmed: no network, no clock, no threads."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable
from dataclasses import dataclass

from tablebridge.mqtt.cloudevent import encode_event
from tablebridge.mqtt.topics import Topics
from tablebridge.release import Released

__all__ = ["Message", "Outbox"]

# The most QoS 1 messages on the way at once. paho's own limit is 20: below it paho never queues, so what is sent is
# what we sent, and in our order.
_WINDOW = 16


@dataclass(frozen=True, slots=True)
class Message:
    """One MQTT message; `sequence` is set for an event and then confirmed to the journal."""

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = True
    sequence: int | None = None


class Outbox:
    """One table's messages.

    Retained topics keep only their newest payload. Events go in order of their sequence, each once a connection;
    between connections the journal keeps them, not this. `sent` and `confirmed` take the caller's token for a message
    on the way (paho's message id).
    """

    def __init__(self, topics: Topics) -> None:
        self._topics = topics
        self._retained: dict[str, Message] = {}
        self._stale: OrderedDict[str, None] = OrderedDict()
        self._greeting: deque[Message] = deque()
        self._events: deque[Released] = deque()
        self._last_queued = 0
        self._on_the_way: OrderedDict[int, Message] = OrderedDict()
        self._confirmed: set[int] = set()

    def put_retained(self, message: Message) -> None:
        """A new payload of a retained topic; it replaces one that is still waiting."""
        self._retained[message.topic] = message
        self._stale[message.topic] = None

    def put_event(self, released: Released) -> None:
        """A further event. One that is queued or sent already in this connection is ignored."""
        if released.sequence > self._last_queued:
            self._events.append(released)
            self._last_queued = released.sequence

    def connected(self, unacknowledged: Iterable[Released]) -> None:
        """A new connection: everything retained first, status before state, then what was never confirmed."""
        self._on_the_way.clear()
        self._confirmed.clear()
        self._stale.clear()
        order = {self._topics.status: 0, self._topics.state: 2, self._topics.health: 3}
        self._greeting = deque(sorted(self._retained.values(), key=lambda message: order.get(message.topic, 1)))
        self._events.clear()
        self._last_queued = 0
        for released in sorted(unacknowledged, key=lambda released: released.sequence):
            self.put_event(released)

    def next(self) -> Message | None:
        """The message to send now; None when there is none or enough are on the way."""
        if len(self._on_the_way) >= _WINDOW:
            return None
        if self._greeting:
            greeting = self._greeting.popleft()
            # a newer payload may have come in the meantime: then that is the greeting
            self._stale.pop(greeting.topic, None)
            return self._retained[greeting.topic]
        if self._events:
            return self._event_message(self._events.popleft())
        if self._stale:
            topic, _ = self._stale.popitem(last=False)
            return self._retained[topic]
        return None

    def sent(self, token: int, message: Message) -> None:
        """The message was handed to the network under this token."""
        if message.qos > 0:
            self._on_the_way[token] = message

    def confirmed(self, token: int) -> list[int]:
        """The broker has it. Returns the sequences that are now confirmed without a gap before them, in order."""
        if token not in self._on_the_way:
            return []
        self._confirmed.add(token)
        sequences = []
        while self._on_the_way and next(iter(self._on_the_way)) in self._confirmed:
            first, message = self._on_the_way.popitem(last=False)
            self._confirmed.discard(first)
            if message.sequence is not None:
                sequences.append(message.sequence)
        return sequences

    @property
    def empty(self) -> bool:
        """True when nothing waits and nothing is on the way."""
        return not (self._greeting or self._events or self._stale or self._on_the_way)

    def _event_message(self, released: Released) -> Message:
        topic = self._topics.event(released.type)
        return Message(topic, encode_event(released), retain=False, sequence=released.sequence)
