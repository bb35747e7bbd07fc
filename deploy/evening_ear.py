"""A reader of everything that a broker passes on of a table, each message as it came."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import msgspec
import paho.mqtt.client as paho
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from tablebridge.mqtt.topics import ROOT

__all__ = ["Ear", "Heard"]

_PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True)
class Heard:
    """A message. `topic` is what follows the table's name, for others the whole of it; `expiry_s` is None where the
    broker may keep it for ever."""

    topic: str
    payload: bytes
    qos: int
    retained: bool
    content_type: str | None
    expiry_s: int | None

    @property
    def document(self) -> dict[str, Any]:
        """The payload, of one that is JSON."""
        document: dict[str, Any] = msgspec.json.decode(self.payload)
        return document


class Ear:
    """Hears `filters`, by default all of the table and Home Assistant's discovery. A context manager.

    `hear` is called for each message, in a thread of the ear's own; retained ones from before it came are not told.
    `last_sequence` is that of the newest event, `flags` counts the messages about violations.
    """

    def __init__(
        self, port: int, table: str, hear: Callable[[Heard], None] = lambda _heard: None, host: str = "127.0.0.1"
    ) -> None:
        self.messages: list[Heard] = []
        self.last_sequence = 0
        self.flags = 0
        self.base = f"{ROOT}/{table}/"
        self._hear = hear
        self._changed = threading.Condition()
        self._last: dict[str, Heard] = {}
        self._subscribed = threading.Event()
        self._client = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        self._client.on_connect = lambda client, *_: client.subscribe(
            [(topic, _as_published()) for topic in (f"{self.base}#", "homeassistant/#")]
        )
        self._client.on_subscribe = lambda *_: self._subscribed.set()
        self._client.on_message = self._note
        self._client.connect(host, port)

    def __enter__(self) -> Ear:
        self._client.loop_start()
        if not self._subscribed.wait(_PATIENCE_S):
            raise SystemExit("the broker confirms no subscription")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def on(self, topic: str) -> list[Heard]:
        """What came on a topic below the table."""
        with self._changed:
            return [message for message in self.messages if message.topic == topic]

    def data(self, topic: str) -> dict[str, Any]:
        """The newest `data` on a topic below the table; empty before the first."""
        with self._changed:
            last = self._last.get(topic)
        return {} if last is None else dict(last.document["data"])

    def wait_for(self, what: Callable[[], object]) -> None:
        """Waits for something that a message brings. Raises `SystemExit` when it does not come."""
        with self._changed:
            if not self._changed.wait_for(what, _PATIENCE_S):
                raise SystemExit("the broker did not pass on what was published")

    def publish(self, topic: str, payload: bytes, properties: Properties | None = None) -> None:
        """Publishes something on a topic below the table."""
        self._client.publish(f"{self.base}{topic}", payload, qos=1, properties=properties)

    def _note(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        extras = message.properties
        heard = Heard(
            message.topic.removeprefix(self.base),
            message.payload,
            message.qos,
            message.retain,
            getattr(extras, "ContentType", None),
            getattr(extras, "MessageExpiryInterval", None),
        )
        self._hear(heard)  # before anyone who waits for it goes on
        with self._changed:
            self.messages.append(heard)
            self._last[heard.topic] = heard
            if heard.topic.startswith("events/"):
                self.last_sequence = heard.document["data"]["sequence"]
            self.flags += heard.topic.startswith("violations/")
            self._changed.notify_all()


def _as_published() -> SubscribeOptions:
    return SubscribeOptions(qos=1, retainAsPublished=True, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)
