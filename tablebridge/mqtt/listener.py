"""A plain reader of one table's events, as any scoreboard would be: for rehearsals and tests."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from tablebridge.errors import UsageError
from tablebridge.mqtt.broker_address import BrokerAddress
from tablebridge.mqtt.topics import Topics

__all__ = ["Listener"]


class Listener:
    """Subscribes to `events/#` of a table; `on_event(data, heard_at)` gets the data of each once, by its id.

    Called in the listener's thread. A context manager; entering it waits for the broker's word.
    """

    def __init__(
        self,
        address: BrokerAddress,
        table: str,
        on_event: Callable[[dict[str, Any], datetime], None],
        *,
        timeout_s: float = 10.0,
    ) -> None:
        self._address = address
        self._topic = f"{Topics(table).state.removesuffix('state')}events/#"
        self._on_event = on_event
        self._timeout_s = timeout_s
        self._subscribed = threading.Event()
        self._seen: set[str] = set()
        self._client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
        if address.username is not None:
            self._client.username_pw_set(address.username, address.password)
        if address.tls is not None:
            self._client.tls_set_context(address.tls.context)
        self._client.on_connect = lambda client, *_: client.subscribe(self._topic, qos=1)
        self._client.on_subscribe = lambda *_: self._subscribed.set()
        self._client.on_message = self._take

    def __enter__(self) -> Listener:
        """Raises `UsageError` when the broker cannot be reached or does not answer in time."""
        try:
            self._client.connect(self._address.host, self._address.port)
        except OSError as error:
            raise self._unheard(str(error)) from error
        self._client.loop_start()
        if not self._subscribed.wait(self._timeout_s):
            self.__exit__()
            raise self._unheard(f"no answer in {self._timeout_s:.0f} s")
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _unheard(self, why: str) -> UsageError:
        return UsageError(f"cannot listen to the broker: {why}", str(self._address), "start it, or correct [mqtt]")

    def _take(self, _client: paho.Client, _userdata: object, message: paho.MQTTMessage) -> None:
        heard_at = datetime.now(UTC)
        event: dict[str, Any] = json.loads(message.payload)
        if event["id"] not in self._seen:  # at least once on the wire, exactly once for a reader
            self._seen.add(event["id"])
            self._on_event(event["data"], heard_at)
