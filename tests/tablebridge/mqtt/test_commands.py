"""Commands over real brokers, by both versions of MQTT."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
import paho.mqtt.client as paho
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from tablebridge.mqtt import BrokerAddress, CommandDesk, MqttPublisher, answers
from tablebridge.mqtt.schema import schemas
from tablebridge.release import PublicState

BASE = "tablebridge/v1/hall-1"
STATE = PublicState(table="hall-1", rulebook="riichi-common", sequence=0, phase="idle")


class Asker:
    """A program that asks for commands and reads the answers."""

    def __init__(self, address: BrokerAddress, *, modern: bool) -> None:
        self._modern = modern
        self.answers: queue.SimpleQueue[tuple[dict[str, Any], bytes | None]] = queue.SimpleQueue()
        self.taken: queue.SimpleQueue[str] = queue.SimpleQueue()
        ready = threading.Event()
        client = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5 if modern else paho.MQTTv311)
        if address.username is not None:
            client.username_pw_set(address.username, address.password)
        client.on_connect = lambda client, *_: client.subscribe(f"{BASE}/reply/#", 1)
        client.on_subscribe = lambda *_: ready.set()
        client.on_message = self._note
        client.on_publish = lambda _client, _data, _token, reason, _properties: self.taken.put(str(reason))
        client.connect(address.host, address.port)
        client.loop_start()
        assert ready.wait(20)
        self._client = client

    def _note(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        correlation = getattr(message.properties, "CorrelationData", None)
        self.answers.put((json.loads(message.payload), correlation))

    def ask(self, name: str, request: dict[str, object], number: str) -> None:
        topic, place = f"{BASE}/command/{name}", f"{BASE}/reply/asker/{number}"
        if self._modern:
            properties = Properties(PacketTypes.PUBLISH)
            properties.ResponseTopic = place
            properties.CorrelationData = number.encode()
            self._client.publish(topic, json.dumps(request), 1, properties=properties)
        else:
            self._client.publish(topic, json.dumps({**request, "reply_to": place, "request_id": number}), 1)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def publish() -> Iterator[Callable[[BrokerAddress, CommandDesk | None], MqttPublisher]]:
    outputs: list[MqttPublisher] = []

    def start(address: BrokerAddress, commands: CommandDesk | None) -> MqttPublisher:
        connected = threading.Event()
        output = MqttPublisher(
            address, "hall-1", list, print, lambda status: status.connected and connected.set(), commands=commands
        )
        outputs.append(output)
        output.start()
        assert connected.wait(20)
        return output

    yield start
    for output in outputs:
        output.stop()


def desk(timeout_s: float = 10.0, *, hang: threading.Event | None = None) -> CommandDesk:
    def scene(_scene: str) -> None:
        if hang is not None:
            hang.wait(30)

    handlers = {
        **answers.reading("hall-1", "here", lambda: STATE, lambda _first, _count: []),
        **answers.pages(scene, lambda _what: None),
    }
    return CommandDesk("hall-1", ["ping", "state", "scene", "set_delay"], handlers, timeout_s=timeout_s)


@pytest.mark.broker
@pytest.mark.parametrize("modern", [True, False], ids=["5", "3.1.1"])
def test_a_command_is_answered(mosquitto: Any, publish: Any, modern: bool) -> None:
    mosquitto.start()
    publish(mosquitto.daemon, desk())
    asker = Asker(mosquitto.daemon, modern=modern)
    every = schemas()
    for name, request, code in (
        ("ping", {}, None),
        ("state", {}, None),
        ("scene", {"scene": "standings"}, None),
        ("scene", {}, "bad_request"),
        ("replay", {}, "not_allowed"),
        ("set_delay", {"delay_s": 3}, "unavailable"),
    ):
        asker.ask(name, request, "q7")
        document, correlation = asker.answers.get(timeout=20)
        jsonschema.Draft202012Validator(every[f"reply/{name}"]).validate(document)
        assert document["data"]["command"] == name
        assert (document["data"]["error"] or {}).get("code") == code
        assert (correlation, document["data"]["request_id"]) == ((b"q7", None) if modern else (None, "q7"))
    asker.close()


def test_the_embedded_broker_carries_commands_too(tmp_path: Any, publish: Any) -> None:
    from tablebridge.mqtt import EmbeddedBroker

    broker = EmbeddedBroker(tmp_path)
    broker.start()
    try:
        publish(broker.address, desk())
        asker = Asker(broker.address, modern=False)
        asker.ask("ping", {}, "1")
        document, _ = asker.answers.get(timeout=20)
        assert document["data"]["result"]["table"] == "hall-1"
        asker.close()
    finally:
        broker.stop()


@pytest.mark.broker
def test_a_command_that_hangs_is_answered_all_the_same(mosquitto: Any, publish: Any) -> None:
    go = threading.Event()
    mosquitto.start()
    publish(mosquitto.daemon, desk(0.2, hang=go))
    asker = Asker(mosquitto.daemon, modern=True)
    asker.ask("scene", {"scene": "a"}, "1")
    document, _ = asker.answers.get(timeout=20)
    go.set()
    assert document["data"]["error"]["code"] == "timeout"
    asker.close()


@pytest.mark.broker
def test_without_commands_none_is_heard(mosquitto: Any, publish: Any) -> None:
    mosquitto.start()
    publish(mosquitto.daemon, None)
    asker = Asker(mosquitto.daemon, modern=True)
    asker.ask("ping", {}, "1")
    assert asker.taken.get(timeout=20) == "No matching subscribers"
    asker.close()
