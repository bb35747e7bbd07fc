"""Readers of everything that a daemon lets out: each notes what came, when, and the newest act that it tells of."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import quote

import aiohttp
import paho.mqtt.client as paho

from tablebridge.mqtt.topics import ROOT

__all__ = ["Arrival", "Arrivals", "all_ears"]

_TELLS = re.compile(rb'"sequence": ?(\d+)|"[0-9a-f]{12}-(\d+)[".]')
"""A number in the table's sequence, or an event's id with it, wherever in a document."""
_READY_S = 30.0
_EVERY_S = 0.05
_SELDOM_S = 0.5

REFEREES_ONLY = ("/clip", "/api/events", "/api/report", "/api/me", "/report", "/static/console/main.js")
"""Addresses of the console, which the public port must not have."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Something came from an output at `at_s` (monotonic); `newest` is the sequence of the newest act that it tells
    of, 0 for none."""

    output: str
    at_s: float
    newest: int


class Arrivals:
    """All that came, from any thread."""

    def __init__(self) -> None:
        self.all: list[Arrival] = []
        self._sequences: dict[str, set[int]] = {}
        self._lock = threading.Lock()

    def note(self, output: str, payload: bytes) -> None:
        """`payload` has just come."""
        at_s = time.monotonic()
        told = [int(sequence or of_id) for sequence, of_id in _TELLS.findall(payload)]
        with self._lock:
            self.all.append(Arrival(output, at_s, max(told, default=0)))
            self._sequences.setdefault(output, set()).update(told)

    def told_by(self, output: str) -> frozenset[int]:
        """The acts that this output has told of."""
        with self._lock:
            return frozenset(self._sequences.get(output, ()))

    def newest(self) -> int:
        """The newest act that anything has told of; 0 for none."""
        with self._lock:
            return max((max(told, default=0) for told in self._sequences.values()), default=0)

    def outputs(self) -> list[str]:
        """All that anything came from."""
        with self._lock:
            return sorted(self._sequences)


class _Ear:
    """Does something again and again in a thread of its own, whatever fails meanwhile: daemon and broker go down."""

    def __init__(self, listen: Callable[[], None], every_s: float) -> None:
        self._listen, self._every_s = listen, every_s
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stopping.wait(self._every_s):
            with suppress(OSError, http.client.HTTPException, aiohttp.ClientError, TimeoutError):
                self._listen()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(_READY_S)


class _Subscriber:
    """A client that hears all topics, for good or for a moment."""

    def __init__(self, port: int, table: str, arrivals: Arrivals) -> None:
        self._base, self._arrivals = f"{ROOT}/{table}/", arrivals
        self._subscribed = threading.Event()
        self.client = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self.client.on_subscribe = lambda *_: self._subscribed.set()
        self.client.on_message = self._note
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        if not self._subscribed.wait(_READY_S):
            raise TimeoutError("the broker confirms no subscription")

    def _note(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        topic = message.topic.removeprefix(self._base)
        if topic.startswith(("command/", "owner")):
            return  # the one is ours, the other is between daemons
        kept = ", retained" if message.retain else ""
        self._arrivals.note(f"MQTT {_kind(topic)}{kept}", message.payload)

    def ask(self, name: str, request: dict[str, object]) -> None:
        """Asks for a command; the answer comes as every other message."""
        payload = json.dumps(request | {"reply_to": f"{self._base}reply/probe/{name}", "request_id": str(time.time())})
        self.client.publish(f"{self._base}command/{name}", payload, 1)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def _kind(topic: str) -> str:
    first, _, rest = topic.partition("/")
    if first == "reply":
        return f"reply to {rest.rpartition('/')[2]}"
    return f"{first}/#" if rest else first


def _look(port: int, arrivals: Arrivals, *paths: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        for path in paths:
            connection.request("GET", path)
            answer = connection.getresponse()
            body = answer.read()
            if answer.status == 200:
                arrivals.note(f"HTTP {path.partition('?')[0]}", body)
    finally:
        connection.close()


async def _watch(port: int, arrivals: Arrivals, stopping: threading.Event) -> None:
    """A page: comes back whenever the daemon does. Beside it one that comes anew all the time."""
    async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as tasks:
        for output, stays in (("WebSocket", True), ("WebSocket, first message", False)):
            tasks.create_task(_page(session, port, output, stays, arrivals, stopping))


async def _page(
    session: aiohttp.ClientSession, port: int, output: str, stays: bool, arrivals: Arrivals, stopping: threading.Event
) -> None:
    while not stopping.is_set():
        with suppress(aiohttp.ClientError, OSError, TimeoutError):
            async with session.ws_connect(f"http://127.0.0.1:{port}/ws") as socket:
                while not stopping.is_set() and not socket.closed:
                    with suppress(TimeoutError):
                        message = await socket.receive(_SELDOM_S)
                        if message.type is aiohttp.WSMsgType.TEXT:
                            arrivals.note(output, message.data.encode())
                            if not stays:
                                break
        await asyncio.sleep(_EVERY_S if stays else _SELDOM_S)


@contextmanager
def all_ears(
    broker_port: int, web_port: int, table: str, arrivals: Arrivals, flag: Callable[[], str]
) -> Iterator[Callable[[str, dict[str, object]], None]]:
    """Listens to everything; gives what asks for a command. `flag` gives the id of a flag."""
    subscriber = _Subscriber(broker_port, table, arrivals)
    stopping = threading.Event()
    pages = threading.Thread(target=lambda: asyncio.run(_watch(web_port, arrivals, stopping)), daemon=True)
    pages.start()

    def ask() -> None:
        subscriber.ask("ping", {})
        subscriber.ask("state", {})
        subscriber.ask("resend", {"from_sequence": 1, "count": 100})
        subscriber.ask("resend", {"from_sequence": max(1, arrivals.newest() - 3)})

    def come_anew() -> None:
        late = _Subscriber(broker_port, table, arrivals)
        time.sleep(_EVERY_S)
        late.close()

    def try_doors() -> None:
        referees = [f"{path}?flag={quote(flag())}&game=1&hand=1" for path in REFEREES_ONLY]
        _look(web_port, arrivals, "/healthz", "/api/status", *referees)

    ears = [
        _Ear(lambda: _look(web_port, arrivals, "/api/state"), _EVERY_S),
        _Ear(try_doors, _SELDOM_S),
        _Ear(ask, _SELDOM_S),
        _Ear(come_anew, _SELDOM_S),
    ]
    try:
        yield subscriber.ask
    finally:
        stopping.set()
        for ear in ears:
            ear.stop()
        pages.join(_READY_S)
        subscriber.close()
