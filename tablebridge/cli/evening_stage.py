"""A recorded evening on a broker: the table's publisher, fed by the recording instead of a game."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import islice
from types import TracebackType

from tablebridge.backoff import Backoff
from tablebridge.config.mqtt import MqttCommandName
from tablebridge.errors import UsageError
from tablebridge.mqtt import BrokerAddress, BrokerStatus, CommandDesk, HomeAssistant, MqttPublisher, answers
from tablebridge.mqtt.commands import Handler
from tablebridge.mqtt.endings import as_error
from tablebridge.mqtt.violations import ViolationTopics
from tablebridge.records.recording import Part, Recording, Told, Vital
from tablebridge.records.told_again import ToldAgain
from tablebridge.release import PublicState, Released, ViolationFlag
from tablebridge.web import WebServer

__all__ = ["Stage"]

_log = logging.getLogger(__name__)

_PAUSE_S = 10.0
"""Between one evening and the next, of table time."""
_REMEMBERED = 10_000
"""Events that may be asked for again."""
_READY_S = 30.0
_POLL_S = 0.05
_LAST_S = 30.0
"""For what the broker has not confirmed when all is told, or when it is too much."""
_QUICK = 100.0
"""From this speed on the broker sets the pace: no table plays so fast."""
_AHEAD = 100
"""Unconfirmed events that wait at most where the broker sets the pace; the publisher's own thread gets no turn else."""

Wait = Callable[[float], bool]
"""Waits so many seconds; True when the program is to end meanwhile."""


class Stage:
    """Publishes a recording as `table`, as often as it is played. A context manager: it connects, and takes leave.

    It answers `ping`, `state` and `resend`, and where there are pages `scene` and `replay`.

    `session` is what the ids begin with, `after` the sequence of the last event that the broker knows of. `pages_port`
    is where the pages are served, too; None for nowhere. `home_assistant` shows the table there, under a number that is
    the table's own on this broker, as long as it is published; `keep_device` leaves it there afterwards. `evenings` and
    `events` count what was played to its end, and what the broker has confirmed; `unconfirmed` is what it has not.
    """

    def __init__(
        self,
        recording: Recording,
        table: str,
        address: BrokerAddress,
        *,
        session: str,
        after: int,
        violations: bool = False,
        home_assistant: bool = False,
        keep_device: bool = False,
        pages_port: int | None = None,
        backoff: Backoff | None = None,
    ) -> None:
        self.evenings = 0
        self.events = 0
        self._recording = recording
        self._table = table
        self._session = session
        self._after = after
        self._state = PublicState(table=table, rulebook=recording.header.rulebook, sequence=after, phase="idle")
        self._untold: list[Released] = []  # to the pages, until the state after them is known
        self.pages: WebServer | None = None
        if pages_port is not None:
            self.pages = WebServer("127.0.0.1", pages_port, [table], lambda _table: self._state)
        self._unconfirmed: OrderedDict[int, Released] = OrderedDict()
        self._history: deque[Released] = deque(maxlen=_REMEMBERED)
        self._changed = threading.Condition()
        self._status: BrokerStatus | None = None
        self._publisher = MqttPublisher(
            address,
            table,
            self._waiting,
            self._confirmed,
            self._broker_status,
            backoff=backoff,
            instance=session,
            commands=self._commands(),
            home_assistant=HomeAssistant(table) if home_assistant else None,
            log_status=False,  # until it is known whether it can be published at all, an error says the same
        )
        self._entered = False
        self._shows_device, self._keeps_device = home_assistant, keep_device
        # two who publish the same recording are two tables, and the broker lets no two have one name
        self._serial_number = f"rehearsal-{table}"
        self._flags = ViolationTopics(table, self._publisher.publish_message if violations else None)

    def __enter__(self) -> Stage:
        """Raises `UsageError` when the table cannot be published there, or the pages not be served."""
        if self.pages is not None:
            try:
                self.pages.start()
            except UsageError as error:
                raise UsageError(error.what, error.where, error.what_to_do.replace("web.port", "--pages")) from error
        self._publisher.start()
        with self._changed:
            self._changed.wait_for(lambda: self._status is not None, _READY_S)
            status = self._status
        if status is None or not status.connected:
            self._stop()
            raise _failure(status, self._table)
        _log.info("%s", status.line)
        self._entered = True
        self._publisher.know_table(self._serial_number)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._changed:
            connected = self._status is not None and self._status.connected
        if self._shows_device and not self._keeps_device:
            self._publisher.forget_table()
            if connected:
                _log.info("Home Assistant's device of table %s is taken away (--keep-device leaves it)", self._table)
            else:
                _log.warning("Home Assistant keeps the device of table %s (publish it once more)", self._table)
        self._stop()

    @property
    def unconfirmed(self) -> int:
        """Events that the broker has not confirmed."""
        return len(self._waiting())

    def _stop(self) -> None:
        self._publisher.stop()
        if self.pages is not None:
            self.pages.stop()

    def play(self, speed: float, wait: Wait, patience_s: float = _LAST_S) -> bool:
        """Tells the whole evening, `speed` times as fast as it was (0: as fast as it goes); False when `wait` said
        before its end that the program is to end, or the broker has confirmed nothing for `patience_s` of real time
        and too much waits for it."""
        ahead = _AHEAD if not speed or speed >= _QUICK else _REMEMBERED
        began, began_s = datetime.now(UTC), time.monotonic()
        again = ToldAgain(self._recording.header, self._table, self._session, self._after, began, speed)
        for at_ms, told in self._recording.told:
            left_s = began_s + at_ms / 1000 / speed - time.monotonic() if speed else 0.0
            if wait(max(0.0, left_s)) or not self._has_room(ahead, wait, patience_s):
                return False
            self._tell(again.told(told, datetime.now(UTC)))
        self._after += len(self._recording.events)
        self.evenings += 1
        return True

    def settle(self, wait: Wait) -> bool:
        """Waits until the broker has confirmed all that was told; False when it does not in time, away for instance, or
        when `wait` said that the program is to end."""
        until_s = time.monotonic() + _LAST_S
        while self._waiting():
            if time.monotonic() > until_s or wait(_POLL_S):
                return False
        return True

    def _has_room(self, ahead: int, wait: Wait, patience_s: float) -> bool:
        """Waits until fewer events than that are unconfirmed."""
        with self._changed:
            until_s, before = time.monotonic() + patience_s, self.events
            while not self._changed.wait_for(lambda: len(self._unconfirmed) < ahead, _POLL_S):
                if self.events != before:
                    until_s, before = time.monotonic() + patience_s, self.events
                if time.monotonic() > until_s or wait(0.0):
                    return False
        return True

    def pause_s(self, speed: float) -> float:
        """How long to wait before the evening begins again, in seconds of real time."""
        return _PAUSE_S / speed if speed else 0.0

    def _tell(self, told: Told) -> None:
        match told:
            case Released():
                with self._changed:
                    self._unconfirmed[told.sequence] = told
                    self._history.append(told)
                self._publisher.publish(told)
                self._untold.append(told)
            case PublicState():
                self._publisher.publish_state(told)
                self._show(told)
            case ViolationFlag():
                self._flags.tell([told])
            case Part():
                self._publisher.publish_status(told.name, told.status)
                if self.pages is not None:
                    self.pages.publish_status(self._table, told.name, told.status)
            case Vital():
                self._publisher.publish_health(self._with_number(told.figures))

    def _with_number(self, figures: dict[str, object]) -> dict[str, object]:
        """Figures of the recording, with the number by which Home Assistant knows the table."""
        link = figures.get("link")
        if not isinstance(link, dict) or "serial_number" not in link:
            return figures
        return {**figures, "link": {**link, "serial_number": self._serial_number}}

    def _show(self, state: PublicState) -> None:
        """On the pages: what was told since, with the state after it."""
        self._state = state
        if self.pages is not None:
            for released in self._untold:
                self.pages.publish(released, state)
            if not self._untold:
                self.pages.publish(None, state)
        self._untold.clear()

    def _commands(self) -> CommandDesk:
        def history(first: int, count: int) -> list[Released]:
            with self._changed:
                return list(islice((event for event in self._history if event.sequence >= first), count))

        handlers: dict[MqttCommandName, Handler] = answers.reading(
            self._table, self._session, lambda: self._state, history
        )
        if self.pages is not None:
            stages = self.pages.stages
            handlers |= answers.pages(
                lambda scene: stages.choose(self._table, scene), lambda what: stages.replay(self._table, what)
            )
        return CommandDesk(self._table, tuple(handlers), handlers)

    def _waiting(self) -> Sequence[Released]:
        with self._changed:
            return list(self._unconfirmed.values())

    def _confirmed(self, sequence: int) -> None:
        with self._changed:
            if self._unconfirmed.pop(sequence, None) is not None:
                self.events += 1
            self._changed.notify_all()

    def _broker_status(self, status: BrokerStatus) -> None:
        if self._entered:
            _log.log(logging.INFO if status.connected else logging.WARNING, "%s", status.line)
        with self._changed:
            self._status = status
            self._changed.notify_all()


def _failure(status: BrokerStatus | None, table: str) -> UsageError:
    """Why nothing is published."""
    if status is None:
        return UsageError("no answer from the broker", f"table {table}", "see the broker's log")
    return as_error(status.line, "choose another --table" if status.taken else None)
