"""Publishes one table: connects, greets, sends in order, confirms to the journal, and comes back after any loss."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tablebridge.backoff import Backoff
from tablebridge.mqtt.broker_address import BrokerAddress
from tablebridge.mqtt.cloudevent import encode_document, encode_state
from tablebridge.mqtt.outbox import Message, Outbox
from tablebridge.mqtt.session import BrokerStatus, Confirmed, Ended, Opened, Session, SessionEvent
from tablebridge.mqtt.topics import Topics
from tablebridge.release import PublicState, Released

__all__ = ["MqttPublisher"]

_log = logging.getLogger(__name__)

_ANSWER_TIMEOUT_S = 10.0

# A connection that lasted so long was a good one. Longer than the longest wait between tries: two daemons that throw
# each other off must not take the other's waiting for a good connection of their own.
_STEADY_S = 60.0
_THROWN_OFF_OFTEN = 2


@dataclass(frozen=True, slots=True)
class _Stop:
    at_s: float


class MqttPublisher:
    """The MQTT output of one table.

    Whatever is to be sent is only put into a queue by the callers; one thread owns the connection and works the queue.
    So `publish…` never wait for a broker, and may be called from any thread, before `start` too.

    `unacknowledged()` gives the released events that no broker has confirmed; it is asked at every connection.
    `acknowledge(sequence)` is called for each event the broker confirmed, in order. Both run in the publisher's thread.
    `on_status` hears of every change of the connection, with the line that was also logged. When another client keeps
    taking our place it hears so once, and nothing more until a connection lasts.
    """

    def __init__(
        self,
        address: BrokerAddress,
        table: str,
        unacknowledged: Callable[[], Iterable[Released]],
        acknowledge: Callable[[int], None],
        on_status: Callable[[BrokerStatus], None] = lambda _status: None,
        *,
        backoff: Backoff | None = None,
    ) -> None:
        """Raises `UsageError` for a table's name that cannot stand in a topic."""
        self._address = address
        self._table = table
        self._topics = Topics(table)
        self._unacknowledged = unacknowledged
        self._acknowledge = acknowledge
        self._on_status = on_status
        self._backoff = backoff or Backoff()
        self._outbox = Outbox(self._topics)
        self._inbox: queue.SimpleQueue[SessionEvent | Released | Message | _Stop] = queue.SimpleQueue()
        self._session: Session | None = None
        self._opened = False
        self._status: BrokerStatus | None = None
        self._retry_at_s: float | None = None
        self._steady_at_s: float | None = None
        self._thrown_off = 0  # connections that were ended soon, while the broker was there all the time
        self._stop_at_s: float | None = None
        self._thread: threading.Thread | None = None
        self._outbox.put_retained(Message(self._topics.status, b"online"))

    def start(self) -> None:
        """Begins to connect, and tries until `stop`."""
        self._thread = threading.Thread(target=self._run, name=f"mqtt-{self._table}", daemon=True)
        self._thread.start()

    def publish(self, released: Released) -> None:
        """Sends an event to `events/<type>`; without a broker it is left to the journal."""
        self._inbox.put(released)

    def publish_state(self, state: PublicState) -> None:
        """Sends the public state to `state`, retained; a newer one replaces one that still waits."""
        self._inbox.put(Message(self._topics.state, encode_state(state)))

    def publish_status(self, part: str, status: dict[str, Any]) -> None:
        """Sends the status of a part (`link`, `camera`, `journal`) to `status/<part>`, retained. It has a key
        `status`, `online` or `offline`, and any others."""
        self._inbox.put(
            Message(self._topics.part(part), encode_document(self._table, f"status/{part}", status)),
        )

    def publish_health(self, health: dict[str, Any]) -> None:
        """Sends figures to `health`, retained, QoS 0."""
        self._inbox.put(Message(self._topics.health, encode_document(self._table, "health", health), qos=0))

    def stop(self, timeout_s: float = 5.0) -> None:
        """Sends what still waits and the status `offline`, for at most `timeout_s`; the rest stays in the journal."""
        if self._thread is None:
            return
        self._inbox.put(_Stop(time.monotonic() + timeout_s))
        self._thread.join()
        self._thread = None

    def _run(self) -> None:
        self._retry_at_s = time.monotonic()
        while not self._done():
            try:
                self._work()
            except Exception:  # noqa: BLE001 - the edge of this task: a fault costs a reconnection, not the output
                _log.exception("publishing table %s failed", self._table)
                self._lost(f"publishing failed: {self._address} (see the log; it is tried again)")
        if self._session is not None:
            self._session.close()

    def _work(self) -> None:
        try:
            item = self._inbox.get(timeout=self._wait_s())
        except queue.Empty:
            pass
        else:
            self._take(item)
            self._send()
        self._time_is_up()

    def _take(self, item: SessionEvent | Released | Message | _Stop) -> None:
        match item:
            case Released():
                if self._opened:
                    self._outbox.put_event(item)
            case Message():
                self._outbox.put_retained(item)
            case _Stop():
                self._stop_at_s = item.at_s
                self._outbox.put_retained(Message(self._topics.status, b"offline"))
            case Opened() | Confirmed() | Ended() if item.session is not self._session:
                pass  # the echo of a connection given up
            case Opened():
                self._greet()
            case Confirmed():
                for sequence in self._outbox.confirmed(item.token):
                    self._acknowledge(sequence)
            case Ended():
                self._lost(self._why_ended(item))

    @property
    def _client_id(self) -> str:
        """The same each time: a broker that still holds a dead connection of ours ends it at once and sends its will
        before our new status, not a minute after it."""
        return f"tablebridge-{self._table}"

    def _connect(self) -> None:
        self._opened = False
        will = Message(self._topics.status, b"offline")
        self._session = Session(self._address, self._client_id, will, self._inbox.put)
        self._retry_at_s = time.monotonic() + _ANSWER_TIMEOUT_S
        self._session.open()

    def _greet(self) -> None:
        self._opened = True
        self._retry_at_s = None
        self._outbox.connected(self._unacknowledged())
        self._steady_at_s = time.monotonic() + _STEADY_S
        if self._thrown_off < _THROWN_OFF_OFTEN:
            self._tell(BrokerStatus(True, f"connected to the broker: {self._address}"))

    def _settle_down(self) -> None:
        """The connection has lasted: the next loss is a new story."""
        self._steady_at_s = None
        self._thrown_off = 0
        self._backoff.reset()
        self._tell(BrokerStatus(True, f"connected to the broker: {self._address}"))

    def _why_ended(self, ended: Ended) -> str:
        """MQTT 3.1.1 does not say that another client came with our id: it shows in connections that the broker
        accepts and ends again soon. In between it may hang up at once (NATS makes those wait who come in turn), but
        it is there."""
        if self._opened:
            self._thrown_off = 0 if self._steady_at_s is None else self._thrown_off + 1
        elif not ended.hung_up:
            self._thrown_off = 0
        if self._thrown_off < _THROWN_OFF_OFTEN:
            return ended.line
        return (
            f"another client took over {self._client_id}: {self._address} "
            f"(is another tablebridge running for table {self._table} on this broker?)"
        )

    def _lost(self, line: str) -> None:
        if self._session is not None:
            self._session.close()
        self._session = None
        self._opened = False
        self._steady_at_s = None
        self._retry_at_s = time.monotonic() + self._backoff.next_s()
        self._tell(BrokerStatus(False, line))

    def _time_is_up(self) -> None:
        """When the wait is over, for the next try, for an answer that never came, or for a connection to last."""
        if self._steady_at_s is not None and time.monotonic() >= self._steady_at_s:
            self._settle_down()
        if self._retry_at_s is None or time.monotonic() < self._retry_at_s:
            return
        if self._session is None:
            self._connect()
        else:
            self._thrown_off = 0
            self._lost(f"what listens there gives no answer: {self._address} (is mqtt.port that of an MQTT broker?)")

    def _send(self) -> None:
        while self._opened and self._session is not None and (message := self._outbox.next()) is not None:
            token = self._session.send(message)
            if token is None:
                return  # the connection is gone: its end is about to be reported, and the journal keeps the event
            self._outbox.sent(token, message)

    def _tell(self, status: BrokerStatus) -> None:
        """Logs and reports a change once, however often the same try fails."""
        if status == self._status:
            return
        self._status = status
        _log.log(logging.INFO if status.connected else logging.WARNING, "%s", status.line)
        self._on_status(status)

    def _wait_s(self) -> float | None:
        """How long the queue may be waited for; None for ever."""
        times = [moment for moment in (self._retry_at_s, self._steady_at_s, self._stop_at_s) if moment is not None]
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _done(self) -> bool:
        if self._stop_at_s is None:
            return False
        return not self._opened or self._outbox.empty or time.monotonic() >= self._stop_at_s
