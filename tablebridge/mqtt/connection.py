"""Stays connected: tries, waits longer each time, changes to the older MQTT, and notices who takes its place."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence

from tablebridge.backoff import Backoff
from tablebridge.mqtt.broker_address import BrokerAddress, MqttVersion
from tablebridge.mqtt.endings import contested, silent
from tablebridge.mqtt.message import Message
from tablebridge.mqtt.session import Confirmed, Ended, Opened, Received, Session, SessionEvent

__all__ = ["Connection"]

_log = logging.getLogger(__name__)

_ANSWER_TIMEOUT_S = 10.0

# A connection that lasted so long was a good one. Longer than the longest wait between tries: two daemons that throw
# each other off must not take the other's waiting for a good connection of their own.
_STEADY_S = 60.0

# A broker that is back is to be used again soon, and a try costs nobody anything; only against another client that
# takes our place, and whose place we take, longer waits are better.
_LONGEST_WAIT_S = 3.0
_QUARREL_WAITS = 10
_THROWN_OFF_OFTEN = 2


class Connection:
    """The connection of one table, session after session. One thread works it.

    `report` is given what happens, from paho's thread; bring it back with `take`. `will` is left behind by a session
    that is to `publish`. `lost` is told why there is no connection, also when it cannot be had at the first try.
    """

    def __init__(
        self,
        address: BrokerAddress,
        table: str,
        client_id: str,
        will: Message,
        subscriptions: Sequence[str],
        report: Callable[[SessionEvent], None],
        lost: Callable[[str], None],
        backoff: Backoff | None = None,
    ) -> None:
        self._address = address
        self._table = table
        self._client_id = client_id
        self._will = will
        self._subscriptions = subscriptions
        self._report = report
        self._lost = lost
        self._backoff = backoff or Backoff(longest_s=_LONGEST_WAIT_S)
        self.publishes = True
        """Whether the session is to publish, and leaves a last will."""
        self._version: MqttVersion = address.version
        self._next_version: MqttVersion | None = None  # for one try only
        self._session: Session | None = None
        self._retry_at_s: float | None = None
        self._steady_at_s: float | None = None
        self._thrown_off = 0  # connections that were ended soon, while the broker was there all the time
        self.opened = False
        """Whether the broker has us now."""

    @property
    def quarrel(self) -> bool:
        """Whether another client keeps taking our place."""
        return self._thrown_off >= _THROWN_OFF_OFTEN

    def start(self, *, publishes: bool = True) -> None:
        """Connects at once, taking leave of a session that is open; `publishes` says whether with a last will."""
        self.publishes = publishes
        self._drop()
        self._retry_at_s = time.monotonic()

    def send(self, message: Message) -> int | None:
        """Hands a message to the network; None when there is none: the end is about to be reported."""
        return self._session.send(message) if self._session is not None and self.opened else None

    def take(self, event: SessionEvent) -> Opened | Confirmed | Received | None:
        """What `report` was given; returns it unless it is dealt with, or the echo of a session given up."""
        if event.session is not self._session:
            return None
        if isinstance(event, Ended):
            self._ended(event)
            return None
        if isinstance(event, Opened):
            self.opened = True
            self._retry_at_s = None
            self._steady_at_s = time.monotonic() + _STEADY_S
        return event

    def tick(self) -> bool:
        """When the wait is over: for the next try, or for an answer that never came. True when a connection has just
        lasted so long that it counts as good."""
        now_s = time.monotonic()
        if self._steady_at_s is not None and now_s >= self._steady_at_s:
            self._steady_at_s = None
            self._thrown_off = 0
            self._backoff.reset()
            return True
        if self._retry_at_s is None or now_s < self._retry_at_s:
            return False
        if self._session is None:
            self._open()
        else:
            self._thrown_off = 0
            self.fail(silent(self._address))
        return False

    @property
    def due_s(self) -> float | None:
        """When `tick` has something to do, in seconds of the monotonic clock."""
        times = [moment for moment in (self._retry_at_s, self._steady_at_s) if moment is not None]
        return min(times) if times else None

    def fail(self, line: str) -> None:
        """This connection is no good; another is tried after a wait."""
        self._drop()
        wait_s = self._backoff.next_s() * (_QUARREL_WAITS if self.quarrel else 1)
        self._retry_at_s = time.monotonic() + wait_s
        self._lost(line)

    def close(self) -> None:
        """Takes leave; nothing follows."""
        self._drop()
        self._retry_at_s = None

    def _open(self) -> None:
        version = self._next_version or self._version
        self._next_version = None
        will = self._will if self.publishes else None
        client_id = self._client_id if self.publishes else f"{self._client_id}-waits"
        self._session = Session(self._address, client_id, will, self._subscriptions, self._report, version=version)
        self._retry_at_s = time.monotonic() + _ANSWER_TIMEOUT_S
        self._session.open()

    def _ended(self, ended: Ended) -> None:
        spoke = ended.session.version
        if not self.opened and spoke == "5" and (ended.old or ended.hung_up):
            # a broker that has not got MQTT 5 says so, or, if it is of before 2019, may only hang up
            if ended.old:
                _log.info("the broker has not got MQTT 5, going on with 3.1.1: %s", self._address)
                self._version = "3.1.1"
            self._drop()
            self._next_version = "3.1.1"
            self._retry_at_s = time.monotonic()
            return
        self.fail(self._why(ended))

    def _why(self, ended: Ended) -> str:
        """MQTT 3.1.1 does not say that another client came with our id: it shows in connections that the broker
        accepts and ends again soon. In between it may hang up at once (NATS makes those wait who come in turn), but
        it is there."""
        if self.opened:
            self._thrown_off = 0 if self._steady_at_s is None else self._thrown_off + 1
        elif not ended.hung_up:
            self._thrown_off = 0
        if ended.taken_over:
            self._thrown_off = max(self._thrown_off, _THROWN_OFF_OFTEN)
        if not self.quarrel:
            return ended.line
        return contested(self._address, self._client_id, self._table)

    def _drop(self) -> None:
        if self._session is not None:
            self._session.close()
        self._session = None
        self.opened = False
        self._steady_at_s = None
