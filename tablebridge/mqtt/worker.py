"""Works one table's MQTT output in its own thread: greets, sends in order, confirms, answers, gives way to another."""

from __future__ import annotations

import logging
import platform
import queue
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TypeVar

import msgspec

from tablebridge.backoff import Backoff
from tablebridge.mqtt.broker_address import BrokerAddress
from tablebridge.mqtt.cloudevent import CloudEvent, encode_document
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
from tablebridge.release import Released

__all__ = ["Direct", "Item", "Live", "Stop", "TableGone", "TableKnown", "Worker"]

_log = logging.getLogger(__name__)

_LEAVE_WITHIN_S = 2.0

Heard = TypeVar("Heard", Ask, Owner)


@dataclass(frozen=True, slots=True)
class Stop:
    """Come to an end, at that moment (monotonic) at the latest."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Direct:
    """A message of its own kind, sent before all that waits or lost."""

    message: Message


@dataclass(frozen=True, slots=True)
class Live:
    """An event for viewers, sent before that moment (monotonic) or never."""

    message: Message
    until_s: float


@dataclass(frozen=True, slots=True)
class TableKnown:
    """The table has told its serial number."""

    serial_number: str


@dataclass(frozen=True, slots=True)
class TableGone:
    """The table is to show in Home Assistant no more."""


Item = SessionEvent | Released | Message | Finished | Stop | Direct | Live | TableKnown | TableGone


class Worker:
    """The thread's side of `MqttPublisher`, which says what the arguments are. Whatever goes into `inbox`, from any
    thread, is done by `run` in its own."""

    def __init__(
        self,
        address: BrokerAddress,
        table: str,
        instance: str,
        unacknowledged: Callable[[], Iterable[Released]],
        acknowledge: Callable[[int], None],
        on_status: Callable[[BrokerStatus], None],
        *,
        backoff: Backoff | None,
        pace: Pace,
        commands: CommandDesk | None,
        home_assistant: HomeAssistant | None,
        log_status: bool,
    ) -> None:
        self._address = address
        self._log_status = log_status
        self._table = table
        self._topics = Topics(table)
        self._unacknowledged = unacknowledged
        self._acknowledge = acknowledge
        self._on_status = on_status
        self._commands = commands
        self._home_assistant = home_assistant
        self._outbox = Outbox(self._topics, pace)
        self.inbox: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._ownership = Ownership(instance, platform.node(), version("tablebridge"))
        subscriptions = [self._topics.owner, self._topics.owner_ask, self._topics.status]
        subscriptions += [self._topics.any_command] if commands is not None else []
        subscriptions += [home_assistant.birth_topic] if home_assistant is not None else []
        will = Message(self._topics.status, b"offline")
        client_id = f"tablebridge-{table}-{instance}"
        self.connection = Connection(
            address, table, client_id, will, subscriptions, self.inbox.put, self._lost, backoff
        )
        self._window = 0
        self._publishing = False
        self._status: BrokerStatus | None = None
        self._stop_at_s: float | None = None
        self._outbox.put_retained(Message(self._topics.status, b"online"))

    def run(self) -> None:
        """Connects, and works until a `Stop` has been obeyed."""
        self.connection.start(publishes=False)
        while not self._done():
            try:
                self._work()
            except Exception:  # noqa: BLE001 - the edge of this task: a fault costs a reconnection, not the output
                _log.exception("publishing table %s failed", self._table)
                self.connection.fail(f"publishing failed: {self._address} (see the log; it is tried again)")
        if self._publishing:
            self._take_leave()
        self.connection.close()

    def _take_leave(self) -> None:
        """Takes our claim back, and waits until this has come back to us. A socket that is closed on unread data is
        reset: the broker may take that for our death, and send the last will after all."""
        token = self.connection.send(Message(self._topics.owner, b""))
        until_s = time.monotonic() + _LEAVE_WITHIN_S
        open_ends = {"confirmed", "heard"}
        while open_ends and (left_s := until_s - time.monotonic()) > 0:
            try:
                item = self.inbox.get(timeout=left_s)
            except queue.Empty:
                return
            if isinstance(item, Confirmed):
                self._happened(self.connection.take(item))
                open_ends -= {"confirmed"} if item.token == token else set()
            elif isinstance(item, Received) and item.topic == self._topics.owner and not item.payload:
                open_ends -= {"heard"}

    def _work(self) -> None:
        try:
            item = self.inbox.get(timeout=self._wait_s())
        except queue.Empty:
            pass
        else:
            self._take(item)
        self._time_passes()
        self._send()

    def _take(self, item: Item) -> None:
        match item:
            case Released():
                if self._publishing:
                    self._outbox.put_event(item)
            case Live():
                if self._publishing:
                    self._outbox.put_live(item.message, item.until_s)
            case Direct():
                if self._publishing:
                    self._outbox.put_direct(item.message)
            case Message():
                self._outbox.put_retained(item)
            case Finished():
                self._answer(item)
            case TableKnown():
                self._show_in_home_assistant(item.serial_number)
            case TableGone():
                self._leave_home_assistant()
            case Stop():
                self._stop_at_s = item.at_s
                self._outbox.put_retained(Message(self._topics.status, b"offline"))
            case Opened() | Confirmed() | Received() | Ended():
                self._happened(self.connection.take(item))

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
            self._commands.take(name, received, self.inbox.put, now_s)
        elif self._home_assistant is not None and self._home_assistant.is_birth(received.topic, received.payload):
            self._greet_home_assistant()

    def _say(self, acts: list[Act]) -> None:
        """Sends what our place on this table wants said, and follows where it leads."""
        for act in acts:
            if isinstance(act, Declare):
                payload = encode_document(self._table, "owner", act.owner)
                self.connection.send(Message(self._topics.owner, payload))
            else:
                payload = encode_document(self._table, "owner/ask", act)
                self.connection.send(Message(self._topics.owner_ask, payload, retain=False))
        if not self.connection.opened:
            return
        match self._ownership.place:
            case Place.OWNER if not self.connection.publishes:
                self.connection.start()  # from now on we leave a will, which would have been wrong before
            case Place.OWNER if not self._publishing:
                self._greet()
            case Place.WAITING if self.connection.publishes:
                self._give_way()
            case Place.ASKING if self._ownership.unheard:
                self.connection.fail(no_echo(self._address, self._topics.owner_ask))
            case Place.WAITING:
                self._tell_taken()
            case _:
                pass

    def _greet(self) -> None:
        self._publishing = True
        self._outbox.connected(self._unacknowledged(), time.monotonic(), window=self._window)
        self._greet_home_assistant()
        if not self.connection.quarrel:
            self._tell(BrokerStatus(True, f"connected to the broker: {self._address}"))

    def _give_way(self) -> None:
        """Another publishes this table: we stay to listen, without a will."""
        self._publishing = False
        self._tell_taken()
        self.connection.start(publishes=False)

    def _lost(self, line: str) -> None:
        self._publishing = False
        self._outbox.lost(time.monotonic())
        self._tell(BrokerStatus(False, line))

    def _time_passes(self) -> None:
        if self.connection.tick() and self._publishing:
            self._tell(BrokerStatus(True, f"connected to the broker: {self._address}"))
        now_s = time.monotonic()
        if self.connection.opened:
            self._say(self._ownership.tick(now_s, datetime.now(UTC)))
        if self._commands is not None:
            self._commands.tick(self.inbox.put, now_s)

    def _send(self) -> None:
        while self._publishing and (message := self._outbox.next(time.monotonic())) is not None:
            token = self.connection.send(message)
            if token is None:
                return  # the connection is gone: its end is about to be reported, and the journal keeps the event
            self._outbox.sent(token, message)

    def _answer(self, finished: Finished) -> None:
        if self._commands is not None and (answer := self._commands.answer(finished)) is not None and self._publishing:
            self._outbox.put_direct(answer)

    def _show_in_home_assistant(self, serial_number: str) -> None:
        if self._home_assistant is not None and self._home_assistant.know(serial_number):
            self._greet_home_assistant()

    def _leave_home_assistant(self) -> None:
        if self._home_assistant is not None:
            self._home_assistant.leave()
            self._greet_home_assistant()

    def _greet_home_assistant(self) -> None:
        if self._home_assistant is not None and (message := self._home_assistant.message()) is not None:
            self._outbox.put_retained(message)

    def _tell(self, status: BrokerStatus) -> None:
        """Logs and reports a change once, however often the same try fails."""
        if status == self._status:
            return
        self._status = status
        if self._log_status:
            _log.log(logging.INFO if status.connected else logging.WARNING, "%s", status.line)
        self._on_status(status)

    def _tell_taken(self) -> None:
        self._tell(BrokerStatus(False, self._ownership.line(str(self._address)), taken=True))

    def _wait_s(self) -> float | None:
        """How long the queue may be waited for; None for ever."""
        moments = [self.connection.due_s, self._stop_at_s, self._commands.due_s if self._commands else None]
        moments += [self._ownership.due_s] if self.connection.opened else []
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
