"""What goes to the broker next, and what it has confirmed: no network, no clock, no threads."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable

from tablebridge.mqtt.cloudevent import encode_event
from tablebridge.mqtt.message import Message
from tablebridge.mqtt.pace import Pace, Throttle
from tablebridge.mqtt.topics import Topics
from tablebridge.release import Released

__all__ = ["Outbox"]

# The most QoS 1 messages on the way at once. paho's own limit is 20: below it paho never queues, so what is sent is
# what we sent, and in our order.
_WINDOW = 16

_MOST_REPEATED = 200
"""Events that are sent once more after a broker was lost, at most."""


class Outbox:
    """One table's messages.

    Retained topics keep only their newest payload. Events go in order of their sequence, each once a connection;
    between connections the journal keeps them, not this. What waits for viewers is dropped when it is too old.
    `sent` and `confirmed` take the caller's token for a message on the way (paho's message id). Times are seconds of
    one monotonic clock.
    """

    def __init__(self, topics: Topics, pace: Pace | None = None) -> None:
        self._topics = topics
        self._pace = pace or Pace()
        self._throttle = Throttle(self._pace.rate)
        self._window = _WINDOW
        self._retained: dict[str, Message] = {}
        self._stale: OrderedDict[str, None] = OrderedDict()
        self._greeting: deque[Message] = deque()
        self._events: deque[Released] = deque()
        self._live: deque[tuple[float, Message]] = deque()
        self._direct: deque[Message] = deque()
        self._last_queued = 0
        self._on_the_way: OrderedDict[int, Message] = OrderedDict()
        self._confirmed: set[int] = set()
        self._sent_events: dict[int, Released] = {}
        self._lately: deque[tuple[float, Released]] = deque(maxlen=_MOST_REPEATED)  # confirmed, and when
        self._was_connected = False
        self._is_connected = False

    def put_retained(self, message: Message) -> None:
        """A new payload of a retained topic; it replaces one that is still waiting."""
        self._retained[message.topic] = message
        self._stale[message.topic] = None

    def forget_retained(self, topic: str) -> None:
        """The topic is not ours to say any more: it is in no later greeting."""
        self._retained.pop(topic, None)
        self._stale.pop(topic, None)

    def put_event(self, released: Released) -> None:
        """A further event. One that is queued or sent already in this connection is ignored."""
        if released.sequence > self._last_queued:
            self._events.append(released)
            self._last_queued = released.sequence

    def put_live(self, message: Message, until_s: float) -> None:
        """An event for viewers, sent before that moment or never."""
        self._live.append((until_s, message))

    def put_direct(self, message: Message) -> None:
        """A message of its own, as an answer to a command; it is sent before all events, or lost with the broker."""
        self._direct.append(message)

    def connected(self, unacknowledged: Iterable[Released], now_s: float, *, window: int = _WINDOW) -> None:
        """A new connection: everything retained first, status before state, then what was never confirmed.

        `window` is how many messages the broker takes at once.
        """
        again = [released for _, released in self._lately]
        self._window = min(window, _WINDOW)
        self._on_the_way.clear()
        self._confirmed.clear()
        self._stale.clear()
        self._live.clear()
        self._direct.clear()
        order = {self._topics.owner: -1, self._topics.status: 0, self._topics.state: 2, self._topics.health: 3}
        self._greeting = deque(sorted(self._retained.values(), key=lambda message: order.get(message.topic, 1)))
        self._events.clear()
        self._last_queued = 0
        by_sequence = {released.sequence: released for released in (*again, *unacknowledged)}
        for sequence in sorted(by_sequence):
            self.put_event(by_sequence[sequence])
        self._sent_events.clear()
        self._throttle.end()
        if self._events:
            self._throttle.begin(now_s + (self._pace.wait_s if self._was_connected else 0))
        self._was_connected = self._is_connected = True

    def lost(self, now_s: float) -> None:
        """The connection has ended, or it is noticed now that it has. Further tries that fail change nothing."""
        if not self._is_connected:
            return
        self._is_connected = False
        while self._lately and self._lately[0][0] < now_s - self._pace.repeat_s:
            self._lately.popleft()

    def next(self, now_s: float) -> Message | None:
        """The message to send now; None when there is none, or it is not time, or enough are on the way."""
        if len(self._on_the_way) >= self._window:
            return None
        while self._greeting:
            topic = self._greeting.popleft().topic
            # a newer payload may have come in the meantime: then that is the greeting
            self._stale.pop(topic, None)
            if topic in self._retained:
                return self._retained[topic]
        if self._direct:
            return self._direct.popleft()
        while self._live:
            until_s, message = self._live.popleft()
            if now_s < until_s:
                return message
        if self._events and self._throttle.passes(now_s):
            return self._event_message(self._events.popleft())
        if self._stale:
            topic, _ = self._stale.popitem(last=False)
            return self._retained[topic]
        return None

    def due_s(self) -> float | None:
        """When `next` has to be asked again though nothing has come: for the next event of a backlog."""
        if not self._events or len(self._on_the_way) >= self._window:
            return None
        return self._throttle.due_s

    def sent(self, token: int, message: Message) -> None:
        """The message was handed to the network under this token."""
        if message.qos > 0:
            self._on_the_way[token] = message

    def confirmed(self, token: int, now_s: float) -> list[int]:
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
                self._lately.append((now_s, self._sent_events.pop(message.sequence)))
        return sequences

    @property
    def empty(self) -> bool:
        """True when nothing waits and nothing is on the way."""
        return not (self._greeting or self._direct or self._events or self._stale or self._on_the_way)

    def _event_message(self, released: Released) -> Message:
        if not self._events:
            self._throttle.end()
        self._sent_events[released.sequence] = released
        topic = self._topics.event(released.type)
        return Message(topic, encode_event(released), retain=False, sequence=released.sequence)
