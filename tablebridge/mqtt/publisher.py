"""Publishes one table: what any thread may call, while one thread of its own talks to the broker."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable

from tablebridge.backoff import Backoff
from tablebridge.mqtt.broker_address import BrokerAddress
from tablebridge.mqtt.cloudevent import encode_document, encode_event, encode_state
from tablebridge.mqtt.command_desk import CommandDesk
from tablebridge.mqtt.endings import BrokerStatus
from tablebridge.mqtt.home_assistant import HomeAssistant
from tablebridge.mqtt.message import Message
from tablebridge.mqtt.pace import Pace
from tablebridge.mqtt.topics import Topics
from tablebridge.mqtt.worker import Direct, Live, Stop, TableGone, TableKnown, Worker
from tablebridge.release import PublicState, Released

__all__ = ["MqttPublisher"]


class MqttPublisher:
    """The MQTT output of one table.

    Whatever is to be sent is only put into a queue by the callers; one thread owns the connection and works the queue.
    So `publish…` never wait for a broker, and may be called from any thread, before `start` too.

    `unacknowledged()` gives the released events that no broker has confirmed; it is asked at every connection.
    `acknowledge(sequence)` is called for each event the broker confirmed, in order. Both run in the publisher's thread.
    `on_status` hears of every change of the connection, with the line that was also logged, unless `log_status` leaves
    that to it. When another client keeps taking our place, or another daemon publishes the table, it hears so once.

    `instance` tells this daemon from another for the same table, and is the same over its restarts. `age_s` says how
    old a released event is, in seconds beyond the broadcast delay. `commands` answers what is asked for, nothing when
    None; `home_assistant` shows the table there.
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
        pace: Pace | None = None,
        instance: str | None = None,
        age_s: Callable[[Released], float] = lambda _released: 0.0,
        commands: CommandDesk | None = None,
        home_assistant: HomeAssistant | None = None,
        log_status: bool = True,
    ) -> None:
        """Raises `UsageError` for a table's name that cannot stand in a topic."""
        self._table = table
        self._topics = Topics(table)
        self._pace = pace or Pace()
        self._age_s = age_s
        self._worker = Worker(
            address,
            table,
            instance or secrets.token_hex(4),
            unacknowledged,
            acknowledge,
            on_status,
            backoff=backoff,
            pace=self._pace,
            commands=commands,
            home_assistant=home_assistant,
            log_status=log_status,
        )
        self._inbox = self._worker.inbox
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begins to connect, and tries until `stop`."""
        self._thread = threading.Thread(target=self._worker.run, name=f"mqtt-{self._table}", daemon=True)
        self._thread.start()

    def publish(self, released: Released) -> None:
        """Sends an event to `events/<type>`, and while it is fresh to `live/<type>`; without a broker the one is left
        to the journal, and the other to nobody."""
        left_s = self._pace.live_s - max(0.0, self._age_s(released))
        if left_s > 0:
            topic = self._topics.live(released.type)
            message = Message(topic, encode_event(released), qos=0, retain=False, expiry_s=max(1, round(left_s)))
            self._inbox.put(Live(message, time.monotonic() + left_s))
        self._inbox.put(released)

    def publish_state(self, state: PublicState) -> None:
        """Sends the public state to `state`, retained; a newer one replaces one that still waits."""
        self._inbox.put(Message(self._topics.state, encode_state(state)))

    def publish_status(self, part: str, status: dict[str, object]) -> None:
        """Sends the status of a part (`link`, `camera`, `journal`) to `status/<part>`, retained. It has a key
        `status`, `online` or `offline`, and `line`."""
        self._inbox.put(
            Message(self._topics.part(part), encode_document(self._table, f"status/{part}", status)),
        )

    def publish_health(self, health: dict[str, object]) -> None:
        """Sends figures to `health`, retained, QoS 0."""
        self._inbox.put(Message(self._topics.health, encode_document(self._table, "health", health), qos=0))

    def publish_message(self, message: Message) -> None:
        """Sends a message of another kind before all that waits, if there is a broker; else it is lost."""
        self._inbox.put(Direct(message))

    def know_table(self, serial_number: str) -> None:
        """The table has told its serial number: Home Assistant's device is made from it."""
        self._inbox.put(TableKnown(serial_number))

    def forget_table(self) -> None:
        """Home Assistant's device is taken away again."""
        self._inbox.put(TableGone())

    def stop(self, timeout_s: float = 5.0) -> None:
        """Sends what still waits and the status `offline`, for at most `timeout_s`; the rest stays in the journal."""
        if self._thread is None:
            return
        self._inbox.put(Stop(time.monotonic() + timeout_s))
        self._thread.join()
        self._thread = None
