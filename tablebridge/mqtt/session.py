"""One connection to the broker, from CONNECT to its end; a new connection is a new session."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from tablebridge.mqtt.broker_address import BrokerAddress
from tablebridge.mqtt.outbox import Message

__all__ = ["BrokerStatus", "Confirmed", "Ended", "Opened", "Session", "SessionEvent"]

KEEPALIVE_S = 10
"""A silent connection is dead after one and a half of these: then the broker sends our last will."""

_CONNECT_TIMEOUT_S = 5.0


@dataclass(frozen=True, slots=True)
class BrokerStatus:
    """Whether the broker has us, and the one line that says so."""

    connected: bool
    line: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The broker accepted us."""

    session: Session


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The broker has the message with this token."""

    session: Session
    token: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The connection is no more, or never came about; `line` says why and what to do. `hung_up` means that the other
    side took the connection and closed it without a word."""

    session: Session
    line: str
    hung_up: bool = False


SessionEvent = Opened | Confirmed | Ended


class Session:
    """A connection. Everything that happens on it is given to `report`, from paho's thread.

    paho keeps and repeats messages over its own reconnects, in its own order; a session is therefore used once, and
    what was not confirmed comes again from the journal.
    """

    def __init__(
        self, address: BrokerAddress, client_id: str, will: Message, report: Callable[[SessionEvent], None]
    ) -> None:
        self._address = address
        self._report = report
        self._opened = False
        self._ended = False
        client = paho.Client(
            CallbackAPIVersion.VERSION2,
            client_id,
            clean_session=True,
            protocol=paho.MQTTv311,
            reconnect_on_failure=False,
        )
        if address.username is not None:
            client.username_pw_set(address.username, address.password)
        client.will_set(will.topic, will.payload, will.qos, will.retain)
        client.connect_timeout = _CONNECT_TIMEOUT_S
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        self._client = client

    def open(self) -> None:
        """Connects; the answer is reported as `Opened` or `Ended`. Blocks while TCP connects, for some seconds."""
        try:
            self._client.connect(self._address.host, self._address.port, keepalive=KEEPALIVE_S)
        except OSError as error:
            self._end(_unreachable(self._address, error))
            return
        self._client.loop_start()

    def send(self, message: Message) -> int | None:
        """Hands a message to the network; returns its token, or None when the connection is gone."""
        info = self._client.publish(message.topic, message.payload, message.qos, message.retain)
        return info.mid if info.rc == paho.MQTT_ERR_SUCCESS else None

    def close(self) -> None:
        """Takes leave, so that the last will is not sent, and ends the network thread."""
        self._ended = True
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(
        self,
        _client: paho.Client,
        _data: object,
        _flags: paho.ConnectFlags,
        reason: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        if reason.is_failure:
            self._end(_refused(self._address, str(reason)))
        else:
            self._opened = True
            self._report(Opened(self))

    def _on_disconnect(
        self,
        _client: paho.Client,
        _data: object,
        _flags: paho.DisconnectFlags,
        _reason: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        if self._opened:
            self._end(f"the broker went away: {self._address} (it is tried again until it is back)", hung_up=True)
        else:
            self._end(
                f"no MQTT broker answers there: {self._address} (correct mqtt.host and mqtt.port, or see its log)",
                hung_up=True,
            )

    def _on_publish(
        self,
        _client: paho.Client,
        _data: object,
        token: int,
        _reason: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        self._report(Confirmed(self, token))

    def _end(self, line: str, *, hung_up: bool = False) -> None:
        if not self._ended:
            self._ended = True
            self._report(Ended(self, line, hung_up))


def _unreachable(address: BrokerAddress, error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return f"no host has this name: {address} (correct mqtt.host)"
    if isinstance(error, TimeoutError):
        return f"the broker does not answer: {address} (check network and firewall, or correct mqtt.host)"
    if isinstance(error, ConnectionRefusedError):
        return f"no broker listens there: {address} (start it, or correct mqtt.host and mqtt.port)"
    return f"the broker cannot be reached, {error.strerror or error}: {address} (check the network and mqtt.host)"


def _refused(address: BrokerAddress, reason: str) -> str:
    if "authoriz" in reason.lower() or "password" in reason.lower():
        return f"the broker refused user name or password: {address} (correct mqtt.username and the password)"
    return f"the broker refused us, {reason}: {address} (see the broker's log)"
