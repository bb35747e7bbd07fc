"""A broker that hands over what is retained before it confirms the subscription, as MQTT allows (3.1.1, 3.8.4)."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import BinaryIO

import pytest

from tablebridge.mqtt import BrokerAddress, BrokerStatus, MqttPublisher
from tablebridge.mqtt.cloudevent import encode_document
from tablebridge.mqtt.payloads import Owner

BASE = "tablebridge/v1/hall-1"
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Eager:
    """So much of a broker of MQTT 3.1.1 as one daemon needs, in the order that is to be tried."""

    def __init__(self, claim: bytes, granted: bytes = b"\x01\x01\x01") -> None:
        self._claim = claim
        self._granted = granted
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.published: list[tuple[str, bytes]] = []
        self.told_status = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as stream, suppress(OSError):
                self._follow(connection, stream)

    def _follow(self, connection: socket.socket, stream: BinaryIO) -> None:
        while first := stream.read(1):
            body = stream.read(_length(stream))
            match first[0] >> 4:
                case 1:
                    connection.sendall(b"\x20\x02\x00\x00")
                case 8:
                    connection.sendall(_publish(f"{BASE}/owner", self._claim, retained=True))
                    connection.sendall(bytes([0x90, 5]) + body[:2] + self._granted)
                case 3:
                    size = int.from_bytes(body[:2], "big")
                    topic, payload = body[2 : 2 + size].decode(), body[4 + size :]
                    connection.sendall(b"\x40\x02" + body[2 + size : 4 + size])
                    self.published.append((topic, payload))
                    if "/owner" in topic:
                        connection.sendall(_publish(topic, payload))
                    if topic == f"{BASE}/status":
                        self.told_status.set()
                case 14:
                    return


def _length(stream: BinaryIO) -> int:
    length, shift = 0, 0
    while True:
        byte = stream.read(1)[0]
        length |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return length


def _publish(topic: str, payload: bytes, *, retained: bool = False) -> bytes:
    body = len(topic).to_bytes(2, "big") + topic.encode() + payload
    sizes = [len(body)] if len(body) < 128 else [len(body) % 128 | 0x80, len(body) // 128]
    return bytes([0x30 | retained, *sizes]) + body


@pytest.fixture(params=["here", "elsewhere"])
def eager(request: pytest.FixtureRequest) -> Iterator[Eager]:
    owner = Owner(instance=request.param, host="hall", since=NOON, version="1.0")
    broker = Eager(encode_document("hall-1", "owner", owner))
    yield broker
    broker.close()


def test_what_comes_early_is_neither_lost_nor_taken_for_the_beginning(eager: Eager) -> None:
    """A claim of our own is no hindrance; that of another, who does not answer, is waited for."""
    output = MqttPublisher(
        BrokerAddress("127.0.0.1", eager.port, version="3.1.1"), "hall-1", list, print, instance="here"
    )
    output.start()
    assert eager.told_status.wait(20)
    output.stop()
    topics = [topic.removeprefix(f"{BASE}/") for topic, _ in eager.published]
    # asked and claimed without a will, then once more with one; only then is anything said
    assert topics[:5] == ["owner/ask", "owner", "owner/ask", "owner", "status"]


def test_a_subscription_that_is_refused_is_said() -> None:
    broker = Eager(b"", granted=b"\x01\x80\x01")
    lines: list[str] = []
    told = threading.Event()

    def note(status: BrokerStatus) -> None:
        lines.append(status.line)
        told.set()

    address = BrokerAddress("127.0.0.1", broker.port, version="3.1.1")
    output = MqttPublisher(address, "hall-1", list, print, note)
    output.start()
    assert told.wait(20)
    output.stop()
    broker.close()
    assert lines[0] == f"the broker does not let us read {BASE}/owner/ask: {address} (add it to its access list)"
