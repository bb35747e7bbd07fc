"""Publishes one table: greets, sends in order, confirms to the journal, answers commands, gives way to another."""

from __future__ import annotations

import logging
import platform
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TypeVar

import msgspec

from tablebridge.backoff import Backoff
from tablebridge.mqtt.broker_address import BrokerAddress
from tablebridge.mqtt.cloudevent import CloudEvent, encode_document, encode_event, encode_state
from tablebridge.mqtt.command_desk import CommandDesk, Finished
from tablebridge.mqtt.connection import Connection
from tablebridge.mqtt.endings import BrokerStatus, no_echo
from tablebridge.mqtt.home_assistant import HomeAssistant
from tablebridge.mqtt.message import Message
from tablebridge.mqtt.outbox import Outbox
from tablebridge.mqtt.ownership import Act, Declare, Ownership, Place
from tablebridge.mqtt.pace import Pace
from tablebridge.mqtt.payloads import Ask, Owner
from tablebridge.mqtt.session import Confirmed, Ended, Opened, Received, SessionEvent
from tablebridge.mqtt.topics import Topics
from tablebridge.release import PublicState, Released

__all__ = ["MqttPublisher"]

_log = logging.getLogger(__name__)

Heard = TypeVar("Heard", Ask, Owner)


@dataclass(frozen=True, slots=True)
class _Stop:
    at_s: float


@dataclass(frozen=True, slots=True)
class _Direct:
    message: Message


@dataclass(frozen=True, slots=True)
class _Live:
    message: Message
    until_s: float


@dataclass(frozen=True, slots=True)
class _Table:
    serial_number: str


_Item = SessionEvent | Released | Message | Finished | _Stop | _Direct | _Live | _Table


class MqttPublisher:
    """The MQTT output of one table.

    Whatever is to be sent is only put into a queue by the callers; one thread owns the connection and works the queue.
    So `publish…` never wait for a broker, and may be called from any thread, before `start` too.

    `unacknowledged()` gives the released events that no broker has confirmed; it is asked at every connection.
    `acknowledge(sequence)` is called for each event the broker confirmed, in order. Both run in the publisher's thread.
    `on_status` hears of every change of the connection, with the line that was also logged. When another client keeps
    taking our place, or another daemon publishes the table, it hears so once.

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
    ) -> None:
        """Raises `UsageError` for a table's name that cannot stand in a topic."""
        self._address = address
        self._table = table
        self._topics = Topics(table)
        self._unacknowledged = unacknowledged
        self._acknowledge = acknowledge
        self._on_status = on_status
        self._pace = pace or Pace()
        self._age_s = age_s
        self._commands = commands
        self._home_assistant = home_assistant
        self._outbox = Outbox(self._topics, self._pace)
        self._inbox: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        instance = instance or secrets.token_hex(4)
        self._ownership = Ownership(instance, platform.node(), version("tablebridge"))
        subscriptions = [self._topics.owner, self._topics.owner_ask, self._topics.status]
        subscriptions += [self._topics.any_command] if commands is not None else []
        subscriptions += [home_assistant.birth_topic] if home_assistant is not None else []
        self._connection = Connection(
            address,
            table,
            f"tablebridge-{table}-{instance}",
            Message(self._topics.status, b"offline"),
            subscriptions,
            self._inbox.put,
            self._lost,
            backoff,
        )
        self._window = 0
        self._publishing = False
        self._status: BrokerStatus | None = None
        self._stop_at_s: float | None = None
        self._thread: threading.Thread | None = None
        self._outbox.put_retained(Message(self._topics.status, b"online"))

    def start(self) -> None:
        """Begins to connect, and tries until `stop`."""
        self._thread = threading.Thread(target=self._run, name=f"mqtt-{self._table}", daemon=True)
        self._thread.start()

    def publish(self, released: Released) -> None:
        """Sends an event to `events/<type>`, and while it is fresh to `live/<type>`; without a broker the one is left
        to the journal, and the other to nobody."""
        left_s = self._pace.live_s - max(0.0, self._age_s(released))
        if left_s > 0:
            topic = self._topics.live(released.type)
            message = Message(topic, encode_event(released), qos=0, retain=False, expiry_s=max(1, round(left_s)))
            self._inbox.put(_Live(message, time.monotonic() + left_s))
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
        self._inbox.put(_Direct(message))

    def know_table(self, serial_number: str) -> None:
        """The table has told its serial number: Home Assistant's device is made from it."""
        self._inbox.put(_Table(serial_number))

    def stop(self, timeout_s: float = 5.0) -> None:
        """Sends what still waits and the status `offline`, for at most `timeout_s`; the rest stays in the journal."""
        if self._thread is None:
            return
        self._inbox.put(_Stop(time.monotonic() + timeout_s))
        self._thread.join()
        self._thread = None

    def _run(self) -> None:
        self._connection.start(publishes=False)
        while not self._done():
            try:
                self._work()
            except Exception:  # noqa: BLE001 - the edge of this task: a fault costs a reconnection, not the output
                _log.exception("publishing table %s failed", self._table)
                self._connection.fail(f"publishing failed: {self._address} (see the log; it is tried again)")
        if self._publishing:
            self._connection.send(Message(self._topics.owner, b""))
        self._connection.close()

    def _work(self) -> None:
        try:
            item = self._inbox.get(timeout=self._wait_s())
        except queue.Empty:
            pass
        else:
            self._take(item)
        self._time_passes()
        self._send()

    def _take(self, item: _Item) -> None:
        match item:
            case Released():
                if self._publishing:
                    self._outbox.put_event(item)
            case _Live():
                if self._publishing:
                    self._outbox.put_live(item.message, item.until_s)
            case _Direct():
                if self._publishing:
                    self._outbox.put_direct(item.message)
            case Message():
                self._outbox.put_retained(item)
            case Finished():
                self._answer(item)
            case _Table():
                self._show_in_home_assistant(item.serial_number)
            case _Stop():
                self._stop_at_s = item.at_s
                self._outbox.put_retained(Message(self._topics.status, b"offline"))
            case Opened() | Confirmed() | Received() | Ended():
                self._happened(self._connection.take(item))

    def _happened(self, event: Opened | Confirmed | Received | None) -> None:
        match event:
            case Opened():
                self._window = event.window
                self._say(self._ownership.opened(time.monotonic()))
            case Confirmed():
                for sequence in self._outbox.confirmed(event.token, time.monotonic()):
                    self._acknowledge(sequence)
            case Received():
                self._hear(event)
            case None:
                pass

    def _hear(self, received: Received) -> None:
        now_s, now = time.monotonic(), datetime.now(UTC)
        name = self._topics.command_in(received.topic)
        if received.topic == self._topics.status and self._publishing and self._stop_at_s is None:
            if received.payload == b"offline":  # the will of one that is gone, late: we are here
                self._outbox.put_retained(Message(self._topics.status, b"online"))
            return
        if received.topic == self._topics.owner_ask:
            if (ask := _data(received.payload, Ask)) is not None:
                self._say(self._ownership.heard_ask(ask, now_s, now))
        elif received.topic == self._topics.owner:
            owner = _data(received.payload, Owner) if received.payload else None
            if owner is not None or not received.payload:
                self._say(self._ownership.heard_owner(owner, now_s, retained=received.retained))
        elif name is not None and self._commands is not None and self._publishing:
            self._commands.take(name, received, self._inbox.put, now_s)
        elif self._home_assistant is not None and self._home_assistant.is_birth(received.topic, received.payload):
            self._greet_home_assistant()

    def _say(self, acts: list[Act]) -> None:
        """Sends what our place on this table wants said, and follows where it leads."""
        for act in acts:
            if isinstance(act, Declare):
                payload = encode_document(self._table, "owner", act.owner)
                self._connection.send(Message(self._topics.owner, payload))
            else:
                payload = encode_document(self._table, "owner/ask", act)
                self._connection.send(Message(self._topics.owner_ask, payload, retain=False))
        match self._ownership.place:
            case Place.OWNER if not self._connection.publishes:
                self._connection.start()  # from now on we leave a will, which would have been wrong before
            case Place.OWNER if not self._publishing:
                self._greet()
            case Place.WAITING if self._connection.publishes:
                self._give_way()
            case Place.ASKING if self._ownership.unheard:
                self._connection.fail(no_echo(self._address, self._topics.owner_ask))
            case Place.WAITING:
                self._tell(BrokerStatus(False, self._ownership.line(str(self._address))))
            case _:
                pass

    def _greet(self) -> None:
        self._publishing = True
        self._outbox.connected(self._unacknowledged(), time.monotonic(), window=self._window)
        self._greet_home_assistant()
        if not self._connection.quarrel:
            self._tell(BrokerStatus(True, f"connected to the broker: {self._address}"))

    def _give_way(self) -> None:
        """Another publishes this table: we stay to listen, without a will."""
        self._publishing = False
        self._tell(BrokerStatus(False, self._ownership.line(str(self._address))))
        self._connection.start(publishes=False)

    def _lost(self, line: str) -> None:
        self._publishing = False
        self._outbox.lost(time.monotonic())
        self._tell(BrokerStatus(False, line))

    def _time_passes(self) -> None:
        if self._connection.tick() and self._publishing:
            self._tell(BrokerStatus(True, f"connected to the broker: {self._address}"))
        now_s = time.monotonic()
        if self._connection.opened:
            self._say(self._ownership.tick(now_s, datetime.now(UTC)))
        if self._commands is not None:
            self._commands.tick(self._inbox.put, now_s)

    def _send(self) -> None:
        while self._publishing and (message := self._outbox.next(time.monotonic())) is not None:
            token = self._connection.send(message)
            if token is None:
                return  # the connection is gone: its end is about to be reported, and the journal keeps the event
            self._outbox.sent(token, message)

    def _answer(self, finished: Finished) -> None:
        if self._commands is not None and (answer := self._commands.answer(finished)) is not None and self._publishing:
            self._outbox.put_direct(answer)

    def _show_in_home_assistant(self, serial_number: str) -> None:
        if self._home_assistant is not None and self._home_assistant.know(serial_number):
            self._greet_home_assistant()

    def _greet_home_assistant(self) -> None:
        if self._home_assistant is not None and (message := self._home_assistant.message()) is not None:
            self._outbox.put_retained(message)

    def _tell(self, status: BrokerStatus) -> None:
        """Logs and reports a change once, however often the same try fails."""
        if status == self._status:
            return
        self._status = status
        _log.log(logging.INFO if status.connected else logging.WARNING, "%s", status.line)
        self._on_status(status)

    def _wait_s(self) -> float | None:
        """How long the queue may be waited for; None for ever."""
        moments = [self._connection.due_s, self._stop_at_s, self._commands.due_s if self._commands else None]
        moments += [self._ownership.due_s] if self._connection.opened else []
        moments += [self._outbox.due_s()] if self._publishing else []
        times = [moment for moment in moments if moment is not None]
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _done(self) -> bool:
        if self._stop_at_s is None:
            return False
        return not self._publishing or self._outbox.empty or time.monotonic() >= self._stop_at_s


def _data(payload: bytes, kind: type[Heard]) -> Heard | None:
    """The data of a CloudEvent that another daemon sent; None for what no daemon of ours sends."""
    try:
        return msgspec.json.decode(payload, type=CloudEvent[kind]).data  # type: ignore[valid-type]
    except msgspec.MsgspecError:
        return None
