"""Home Assistant: what it is told, by its own rules, and what it would show."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator
from typing import Any

import jsonschema
import paho.mqtt.client as paho
import pytest

from tablebridge.mqtt import BrokerAddress, HomeAssistant, MqttPublisher
from tablebridge.mqtt.cloudevent import encode_document, encode_state
from tablebridge.mqtt.home_assistant import device_document
from tablebridge.release import PublicSeat, PublicState
from tests.tablebridge.mqtt import home_assistant_rules as rules

BASE = "tablebridge/v1/hall-1"
DOCUMENT: dict[str, Any] = device_document("hall-1", "0042-A")
RULES = jsonschema.Draft202012Validator(rules.DEVICE)
PLAYING = PublicState(
    table="hall-1",
    rulebook="riichi-common",
    sequence=7,
    phase="playing",
    dealer="C",
    wall_left=41,
    violations=2,
    seats={seat: PublicSeat(wind="east", points=points) for seat, points in zip("ABCD", (1, 2, 3, 94), strict=True)},
)
IDLE = PublicState(table="hall-1", rulebook="riichi-common", sequence=0, phase="idle")


def test_the_device_is_as_home_assistant_wants_it() -> None:
    assert list(RULES.iter_errors(DOCUMENT)) == []


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("device", "identifiers"), []),
        (("origin",), {}),
        (("components", "tablebridge_0042-A_phase", "state_class"), "measurement"),
        (("components", "tablebridge_0042-A_phase", "device_class"), "connectivity"),
        (("components", "tablebridge_0042-A_link", "entity_category"), "config"),
        (("components", "tablebridge_0042-A_link", "unique_id"), ""),
        (("availability",), [{"payload_available": "online"}]),
    ],
)
def test_the_rules_find_what_is_wrong(place: tuple[str, ...], value: object) -> None:
    wrong = json.loads(json.dumps(DOCUMENT))
    *path, last = place
    part = wrong
    for name in path:
        part = part[name]
    part[last] = value
    assert not RULES.is_valid(wrong)


def test_every_entity_has_an_id_of_its_own_from_the_serial_number() -> None:
    ids = [component["unique_id"] for component in DOCUMENT["components"].values()]
    assert len(set(ids)) == len(ids) == 10
    assert all(unique.startswith("tablebridge_0042-A_") for unique in ids)
    renamed: dict[str, Any] = device_document("hall-9", "0042-A")
    assert list(renamed["components"]) == list(DOCUMENT["components"])


class Path(dict[str, Any]):
    """JSON as a template of Home Assistant sees it: fields by a dot."""

    def __getattr__(self, name: str) -> Any:
        value = self[name]
        return Path(value) if isinstance(value, dict) else value


def shown(name: str, payload: bytes) -> str:
    """What the entity shows of that payload. The templates are plain paths, which Python reads as Jinja does."""
    template: str = DOCUMENT["components"][f"tablebridge_0042-A_{name}"]["value_template"]
    expression = template.removeprefix("{{").removesuffix("}}").strip()
    return str(eval(expression, {"__builtins__": {}}, {"value_json": Path(json.loads(payload))}))


@pytest.mark.parametrize(
    ("name", "playing", "idle"),
    [
        ("phase", "playing", "idle"),
        ("dealer", "C", "None"),
        ("wall_left", "41", "None"),
        ("points_a", "1", "None"),
        ("points_d", "94", "None"),
        ("violations", "2", "0"),
    ],
)
def test_sensors_show_the_state_and_nothing_when_there_is_none(name: str, playing: str, idle: str) -> None:
    # "None" is the word for unknown: https://www.home-assistant.io/integrations/sensor.mqtt/
    assert (shown(name, encode_state(PLAYING)), shown(name, encode_state(IDLE))) == (playing, idle)


def test_every_phase_is_an_option() -> None:
    options = DOCUMENT["components"]["tablebridge_0042-A_phase"]["options"]
    for phase in ("idle", "building", "playing", "settled"):
        assert phase in options


def test_the_parts_show_whether_they_are_there() -> None:
    link = DOCUMENT["components"]["tablebridge_0042-A_link"]
    for status in (link["payload_on"], link["payload_off"]):
        payload = encode_document("hall-1", "status/link", {"status": status, "line": "x"})
        assert shown("link", payload) == status


@pytest.mark.parametrize("serial_number", ["0042-A", "AM 77/3", "機1"])
def test_the_topic_is_one_that_home_assistant_reads(serial_number: str) -> None:
    shows = HomeAssistant("hall-1")
    assert shows.message() is None  # no serial number, no device
    assert shows.know(serial_number)
    assert not shows.know(serial_number)
    message = shows.message()
    assert message is not None
    assert rules.TOPIC.fullmatch(message.topic)
    assert message.retain
    RULES.validate(json.loads(message.payload))


class Home:
    """Home Assistant, as far as a broker sees it."""

    def __init__(self, address: BrokerAddress, prefix: str = "homeassistant") -> None:
        self.configs: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        self._prefix = prefix
        ready = threading.Event()
        client = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        client.username_pw_set(address.username, address.password)
        client.on_connect = lambda client, *_: client.subscribe(f"{prefix}/device/+/config", 1)
        client.on_subscribe = lambda *_: ready.set()
        client.on_message = lambda _client, _data, message: self.configs.put((message.topic, message.payload))
        client.connect(address.host, address.port)
        client.loop_start()
        assert ready.wait(20)
        self._client = client

    def born(self) -> None:
        self._client.publish(f"{self._prefix}/status", b"online", 1)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def home(mosquitto: Any) -> Iterator[Home]:
    mosquitto.start()
    made = Home(mosquitto.daemon)
    yield made
    made.close()


def _published(mosquitto: Any, shows: HomeAssistant) -> MqttPublisher:
    output = MqttPublisher(mosquitto.daemon, "hall-1", list, print, home_assistant=shows)
    output.start()
    return output


@pytest.mark.broker
def test_it_is_told_once_the_table_is_known_again_at_its_birth_and_after_every_start(
    mosquitto: Any, home: Home
) -> None:
    output = _published(mosquitto, HomeAssistant("hall-1"))
    output.know_table("0042-A")
    output.know_table("0042-A")
    first = home.configs.get(timeout=20)
    home.born()
    assert home.configs.get(timeout=20) == first
    output.stop()
    later = Home(mosquitto.daemon)  # retained: it need not be told
    assert later.configs.get(timeout=20) == first
    later.close()
    assert first[0] == "homeassistant/device/tablebridge_0042-A/config"
    assert json.loads(first[1]) == DOCUMENT


@pytest.mark.broker
def test_it_is_removed_without_a_trace(mosquitto: Any, home: Home) -> None:
    output = _published(mosquitto, HomeAssistant("hall-1"))
    output.know_table("0042-A")
    topic, _ = home.configs.get(timeout=20)
    output.stop()

    output = _published(mosquitto, HomeAssistant("hall-1", remove=True))
    output.know_table("0042-A")
    assert home.configs.get(timeout=20) == (topic, b"")
    output.stop()
    later = Home(mosquitto.daemon)
    later.born()
    assert later.configs.empty()
    later.close()
