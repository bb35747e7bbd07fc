"""MQTT 5 where the broker has it, 3.1.1 where it has not."""

from __future__ import annotations

import logging
import socket
import threading
from dataclasses import replace
from typing import Any

import paho.mqtt.client as paho
import pytest

from tablebridge.mqtt import BrokerAddress, MqttPublisher

BASE = "tablebridge/v1/hall-1"


class ModernReader:
    """A reader that speaks MQTT 5, and so is told what only that carries."""

    def __init__(self, address: BrokerAddress) -> None:
        self.seen: dict[str, Any] = {}
        self._changed = threading.Condition()
        subscribed = threading.Event()
        self._client = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        self._client.on_connect = lambda client, *_: client.subscribe("tablebridge/#", 1)
        self._client.on_subscribe = lambda *_: subscribed.set()
        self._client.on_message = self._note
        self._client.connect(address.host, address.port)
        self._client.loop_start()
        assert subscribed.wait(20)

    def _note(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        with self._changed:
            self.seen[message.topic.removeprefix(f"{BASE}/")] = message.properties
            self._changed.notify_all()

    def wait_for(self, *topics: str) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: set(topics) <= set(self.seen), 20), self.seen

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.mark.broker
@pytest.mark.parametrize("version", ["5", "3.1.1"])
def test_the_version_of_the_configuration_is_spoken(mosquitto: Any, table_at: Any, version: Any) -> None:
    mosquitto.start()
    reader = ModernReader(mosquitto.reader)
    table = table_at(replace(mosquitto.daemon, version=version))
    table.publisher.start()
    table.statuses.wait_for(lambda seen: seen)
    table.draw(1)
    reader.wait_for("status", "state", "events/draw", "live/draw")
    reader.close()

    modern = version == "5"
    for topic in ("state", "events/draw", "live/draw"):
        kind = getattr(reader.seen[topic], "ContentType", None)
        assert kind == ("application/cloudevents+json" if modern else None)
    assert not hasattr(reader.seen["status"], "ContentType")
    assert hasattr(reader.seen["live/draw"], "MessageExpiryInterval") is modern
    assert not hasattr(reader.seen["events/draw"], "MessageExpiryInterval")


def test_a_broker_without_mqtt_5_is_spoken_to_in_the_older_one(tmp_path: Any, caplog: pytest.LogCaptureFixture) -> None:
    from tablebridge.mqtt import EmbeddedBroker

    broker = EmbeddedBroker(tmp_path)
    broker.start()
    connected = threading.Event()
    output = MqttPublisher(broker.address, "hall-1", list, print, lambda status: status.connected and connected.set())
    with caplog.at_level(logging.INFO):
        output.start()
        assert connected.wait(20)
        output.stop()
    broker.stop()
    assert [record.message for record in caplog.records if "MQTT 5" in record.message] == [
        f"the broker has not got MQTT 5, going on with 3.1.1: {broker.address}"
    ]
    assert [record.levelname for record in caplog.records] == ["INFO"] * len(caplog.records)


def test_a_broker_that_hangs_up_on_mqtt_5_is_tried_with_the_older_one() -> None:
    levels: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as old:
        output = MqttPublisher(BrokerAddress("127.0.0.1", old.getsockname()[1]), "hall-1", list, print)
        output.start()
        for _ in range(2):
            connection, _ = old.accept()
            with connection:
                packet = connection.recv(64)
                levels.append(packet[packet.index(b"MQTT") + 4])
        output.stop()
    assert levels == [5, 4]
