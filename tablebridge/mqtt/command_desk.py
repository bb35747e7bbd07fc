"""Takes commands that come over MQTT, has each done once, and answers where that is allowed."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

import msgspec

from tablebridge.config.mqtt import MqttCommandName
from tablebridge.mqtt.cloudevent import encode_document
from tablebridge.mqtt.commands import COMMANDS, CommandKind, CommandRefused, Handler, Request
from tablebridge.mqtt.message import Message
from tablebridge.mqtt.payloads import CommandError, ErrorCode, Reply
from tablebridge.mqtt.session import Received
from tablebridge.mqtt.topics import Topics

__all__ = ["CommandDesk", "Finished"]

_log = logging.getLogger(__name__)

_AT_ONCE = 8
"""Commands being done at the same time; a handler that hangs holds one of these places."""
_REMEMBERED = 256
_REMEMBERED_S = 30.0
"""Answers kept, and how long, for a request that comes twice, as one of QoS 1 may."""


class _Address(msgspec.Struct, frozen=True):
    """Only where the answer goes, out of a payload that may be wrong in every other way."""

    reply_to: str | None = None
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class _Job:
    name: str
    topic: str | None
    request_id: str | None
    correlation: bytes | None
    payload: bytes

    @property
    def is_known_by_name(self) -> bool:
        """Whether the same request could be told when it comes twice."""
        return self.topic is not None and (self.request_id is not None or self.correlation is not None)


@dataclass(frozen=True, slots=True)
class Finished:
    """A command came to its end: what is answered, or `again` what was answered before."""

    job: _Job
    again: bool = False
    result: msgspec.Struct | None = None
    error: CommandError | None = None


@dataclass(slots=True)
class _Running:
    until_s: float
    answered: bool = field(default=False)


class CommandDesk:
    """The commands of one table. The publisher's thread calls it; each command runs in a thread of its own.

    `allow` names what may be asked at all; `handlers` are what this daemon can do. `finish`, given to `take` and
    `tick`, brings a `Finished` to the publisher's thread, which gives it to `answer`.
    """

    def __init__(
        self,
        table: str,
        allow: Collection[MqttCommandName],
        handlers: Mapping[MqttCommandName, Handler],
        *,
        timeout_s: float = 15.0,
    ) -> None:
        self._table = table
        self._topics = Topics(table)
        self._allow = frozenset(allow)
        self._handlers = handlers
        self._timeout_s = timeout_s
        self._running: dict[int, tuple[_Job, _Running]] = {}
        self._jobs = 0
        self._taken: OrderedDict[_Job, float] = OrderedDict()  # and when
        self._answers: dict[_Job, Message] = {}
        self._lock = threading.Lock()

    @property
    def due_s(self) -> float | None:
        """When `tick` has something to do; None for never."""
        with self._lock:
            times = [running.until_s for _, running in self._running.values() if not running.answered]
        return min(times, default=None)

    def take(self, name: str, received: Received, finish: Callable[[Finished], None], now_s: float) -> None:
        """Somebody asks for the command of that name."""
        if received.retained:
            # a broker hands a retained command to the daemon at every connection: it would be done over and over
            _log.warning(
                "table %s: a retained command %s is left undone (publish it without retain)", self._table, name
            )
            return
        job, fault = self._address(name, received)
        if fault is None and job.is_known_by_name and self._came_before(job, now_s):
            finish(Finished(job, again=True))
            return
        kind = next((kind for known, kind in COMMANDS.items() if known == name), None)
        fault = fault or self._objection(name, kind)
        if fault is not None or kind is None:
            finish(Finished(job, error=fault))
            return
        try:
            request = msgspec.json.decode(received.payload or b"{}", type=kind.request)
        except msgspec.MsgspecError as error:
            finish(Finished(job, error=_error("bad_request", f"{error} (see `tablebridge schema command/{name}`)")))
            return
        self._begin(job, self._handlers[name], request, finish, now_s)  # type: ignore[index]

    def tick(self, finish: Callable[[Finished], None], now_s: float) -> None:
        """Time has passed: what is not done by now is answered so."""
        with self._lock:
            late = [
                (job, running)
                for job, running in self._running.values()
                if now_s >= running.until_s and not running.answered
            ]
            for _, running in late:
                running.answered = True
        for job, _ in late:
            line = f"not done within {self._timeout_s:g} s, it may still be (ask for the state)"
            finish(Finished(job, error=_error("timeout", line)))

    def answer(self, finished: Finished) -> Message | None:
        """The message that answers; None when nobody is to be told."""
        job = finished.job
        if finished.again:
            return self._answers.get(job)  # none yet: then it is on its way
        if finished.error is not None:
            _log.warning("table %s: command %s: %s", self._table, job.name, finished.error.message)
        else:
            _log.info("table %s: command %s: done", self._table, job.name)
        if job.topic is None:
            return None
        reply = Reply(
            command=job.name,
            request_id=job.request_id,
            ok=finished.error is None,
            result=finished.result,
            error=finished.error,
        )
        payload = encode_document(self._table, f"reply/{job.name}", reply)
        message = Message(job.topic, payload, retain=False, correlation=job.correlation)
        if job in self._taken:
            self._answers[job] = message
        return message

    def _address(self, name: str, received: Received) -> tuple[_Job, CommandError | None]:
        """Where the answer goes, and what is wrong with that place; a wrong one is not written to."""
        try:
            said = msgspec.json.decode(received.payload or b"{}", type=_Address)
        except msgspec.MsgspecError:
            said = _Address()
        topic = received.reply_to or said.reply_to
        if topic is not None and not self._topics.may_reply_to(topic):
            line = f"answers go below {self._topics.reply} only, not to {topic[:80]!r} (see docs/mqtt.md)"
            return _Job(name, None, said.request_id, received.correlation, received.payload), _error(
                "bad_request", line
            )
        return _Job(name, topic, said.request_id, received.correlation, received.payload), None

    def _came_before(self, job: _Job, now_s: float) -> bool:
        """Whether this very request was taken a moment ago; else it is from now on."""
        while self._taken and (
            len(self._taken) > _REMEMBERED or next(iter(self._taken.values())) < now_s - _REMEMBERED_S
        ):
            old, _ = self._taken.popitem(last=False)
            self._answers.pop(old, None)
        if job in self._taken:
            return True
        self._taken[job] = now_s
        return False

    def _objection(self, name: str, kind: CommandKind | None) -> CommandError | None:
        if kind is None:
            there_are = ", ".join(COMMANDS)
            return _error("bad_request", f"no command is called {name} (there are {there_are})")
        if name not in self._allow:
            return _error("not_allowed", f'{name} is switched off (add "{name}" to mqtt.commands.allow)')
        if name not in self._handlers:
            return _error("unavailable", f"this daemon cannot do {name} (see docs/mqtt.md)")
        return None

    def _begin(
        self, job: _Job, handler: Handler, request: Request, finish: Callable[[Finished], None], now_s: float
    ) -> None:
        with self._lock:
            free = len(self._running) < _AT_ONCE
            if free:
                self._jobs += 1
                number = self._jobs
                running = _Running(now_s + self._timeout_s)
                self._running[number] = (job, running)
        if not free:
            finish(Finished(job, error=_error("busy", f"{_AT_ONCE} commands are being done (ask again)")))
            return

        def work() -> None:
            finished = _done(job, handler, request)
            with self._lock:
                del self._running[number]
                late = running.answered
            if late:
                _log.info("table %s: command %s came to its end too late", self._table, job.name)
            else:
                finish(finished)

        threading.Thread(target=work, name=f"command {job.name} of {self._table}", daemon=True).start()


def _done(job: _Job, handler: Handler, request: Request) -> Finished:
    try:
        return Finished(job, result=handler(request))
    except CommandRefused as refused:
        return Finished(job, error=_error(refused.code, refused.message))
    except Exception:  # noqa: BLE001 - the edge of this task: whoever asked is told, and the daemon goes on
        _log.exception("command %s failed", job.name)
        return Finished(job, error=_error("failed", "a fault of the daemon (see its log)"))


def _error(code: ErrorCode, message: str) -> CommandError:
    return CommandError(code=code, message=message)
