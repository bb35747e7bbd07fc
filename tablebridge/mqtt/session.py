"""One connection to the broker, from CONNECT to its end; a new connection is a new session."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from tablebridge.mqtt.broker_address import BrokerAddress, MqttVersion
from tablebridge.mqtt.endings import hung_up_line, refused, unreachable, unsecured, unwritten
from tablebridge.mqtt.message import Message

__all__ = ["Confirmed", "Ended", "Opened", "Received", "Session", "SessionEvent"]

KEEPALIVE_S = 10
"""A silent connection is dead after one and a half of these: then the broker sends our last will."""

_CONNECT_TIMEOUT_S = 5.0
_LARGEST_PACKET = 64 * 1024
"""Of what is sent to us, where the version lets us say so: a command is small."""
_TAKEN_OVER = 0x8E  # MQTT 5.0, 3.14.2.1
_UNSUPPORTED_VERSION = 0x84  # MQTT 5.0, 3.2.2.2; paho gives it for 3.1.1's code 1, too


@dataclass(frozen=True, slots=True)
class Opened:
    """The broker accepted us, and what we want to hear; it takes `window` unconfirmed messages at once."""

    session: Session
    window: int


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The broker has the message with this token."""

    session: Session
    token: int


@dataclass(frozen=True, slots=True)
class Received:
    """Somebody's message. `reply_to` and `correlation` are of MQTT 5."""

    session: Session
    topic: str
    payload: bytes
    retained: bool
    reply_to: str | None = None
    correlation: bytes | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The connection is no more, or never came about; `line` says why and what to do. `hung_up` means that the other
    side took the connection and closed it without a word, `old` that it does not speak this version of MQTT,
    `taken_over` that it said another client came with our name."""

    session: Session
    line: str
    hung_up: bool = False
    old: bool = False
    taken_over: bool = False


SessionEvent = Opened | Confirmed | Received | Ended


class Session:
    """A connection. Everything that happens on it is given to `report`, from paho's thread.

    paho keeps and repeats messages over its own reconnects, in its own order; a session is therefore used once, and
    what was not confirmed comes again from the journal. `will` is None for one who only listens.
    """

    def __init__(
        self,
        address: BrokerAddress,
        client_id: str,
        will: Message | None,
        subscriptions: Sequence[str],
        report: Callable[[SessionEvent], None],
        *,
        version: MqttVersion = "3.1.1",
    ) -> None:
        self.version = version
        self._address = address
        self._report = report
        self._subscriptions = list(subscriptions)
        self._window = 0xFFFF
        self._opened = False
        self._ended = False
        self._early: list[Received] = []
        modern = version == "5"
        client = paho.Client(
            CallbackAPIVersion.VERSION2,
            client_id,
            clean_session=None if modern else True,
            protocol=paho.MQTTv5 if modern else paho.MQTTv311,
            reconnect_on_failure=False,
        )
        if address.username is not None:
            client.username_pw_set(address.username, address.password)
        if address.tls is not None:
            client.tls_set_context(address.tls.context)
        if will is not None:
            client.will_set(will.topic, will.payload, will.qos, will.retain)
        client.connect_timeout = _CONNECT_TIMEOUT_S
        client.on_socket_open = _send_at_once
        client.on_connect = self._on_connect
        client.on_subscribe = self._on_subscribe
        client.on_message = self._on_message
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        self._client = client

    def open(self) -> None:
        """Connects; the answer is reported as `Opened` or `Ended`. Blocks while TCP connects, for some seconds."""
        try:
            if self.version == "5":
                limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
                limits.MaximumPacketSize = _LARGEST_PACKET
                self._client.connect(
                    self._address.host, self._address.port, KEEPALIVE_S, clean_start=True, properties=limits
                )
            else:
                self._client.connect(self._address.host, self._address.port, KEEPALIVE_S)
        except ssl.SSLError as error:
            self._end(unsecured(self._address, error))
        except (OSError, UnicodeError) as error:  # the latter for a name that can be no host's
            self._end(unreachable(self._address, error))
        else:
            self._client.loop_start()

    def send(self, message: Message) -> int | None:
        """Hands a message to the network; returns its token, or None when the connection is gone."""
        properties = _properties(message) if self.version == "5" else None
        info = self._client.publish(message.topic, message.payload, message.qos, message.retain, properties)
        return info.mid if info.rc == paho.MQTT_ERR_SUCCESS else None

    def close(self) -> None:
        """Takes leave, so that the last will is not sent, and ends the network thread."""
        self._ended = True
        client = self._client
        client.disconnect()
        client.loop_stop()
        # paho closes the sockets between its threads when nobody refers to the client any more, as these do in a circle
        client.on_connect = client.on_subscribe = client.on_message = client.on_disconnect = client.on_publish = None

    def _on_connect(
        self,
        client: paho.Client,
        _data: object,
        _flags: paho.ConnectFlags,
        reason: ReasonCode,
        properties: Properties | None,
    ) -> None:
        if reason.is_failure:
            self._end(refused(self._address, str(reason)), old=reason.value == _UNSUPPORTED_VERSION)
            return
        self._window = getattr(properties, "ReceiveMaximum", self._window)  # MQTT 5.0, 3.2.2.3.3
        client.subscribe([(topic, 1) for topic in self._subscriptions])

    def _on_subscribe(
        self,
        _client: paho.Client,
        _data: object,
        _token: int,
        reasons: list[ReasonCode],
        _properties: Properties | None,
    ) -> None:
        refusals = [topic for topic, reason in zip(self._subscriptions, reasons, strict=False) if reason.is_failure]
        if refusals:
            line = f"the broker does not let us read {refusals[0]}: {self._address} (add it to its access list)"
            self._end(line)
            return
        self._opened = True
        self._report(Opened(self, self._window))
        # a broker may hand over what is retained before it has confirmed the subscription, as NATS does
        for received in self._early:
            self._report(received)

    def _on_message(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        reply_to = getattr(message.properties, "ResponseTopic", None)
        correlation = getattr(message.properties, "CorrelationData", None)
        received = Received(self, message.topic, bytes(message.payload), message.retain, reply_to, correlation)
        if self._opened:
            self._report(received)
        else:
            self._early.append(received)

    def _on_disconnect(
        self,
        _client: paho.Client,
        _data: object,
        flags: paho.DisconnectFlags,
        reason: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        told = flags.is_disconnect_packet_from_server
        line = hung_up_line(self._address, opened=self._opened, reason=str(reason) if told else None)
        self._end(line, hung_up=True, taken_over=told and reason.value == _TAKEN_OVER)

    def _on_publish(
        self,
        _client: paho.Client,
        _data: object,
        token: int,
        reason: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        if reason.is_failure:
            self._end(unwritten(self._address, str(reason)))
        else:
            self._report(Confirmed(self, token))

    def _end(self, line: str, *, hung_up: bool = False, old: bool = False, taken_over: bool = False) -> None:
        if not self._ended:
            self._ended = True
            self._report(Ended(self, line, hung_up, old, taken_over))


def _send_at_once(_client: paho.Client, _data: object, connection: object) -> None:
    """An event goes out as two small messages. Without this the second waits until the first is acknowledged, and a
    broker's machine takes 40 ms for that."""
    if isinstance(connection, socket.socket):  # paho's own stand-in for WebSockets has no such option
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _properties(message: Message) -> Properties:
    """What only MQTT 5 carries with a message."""
    properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    if message.content_type is not None:
        properties.ContentType = message.content_type
    if message.expiry_s is not None:
        properties.MessageExpiryInterval = message.expiry_s
    if message.correlation is not None:
        properties.CorrelationData = message.correlation
    return properties
