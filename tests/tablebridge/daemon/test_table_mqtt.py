"""What of a table may be had over the broker, as its configuration says."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest

from tablebridge.config import CameraConfig, CommandsConfig, HomeAssistantConfig, LinkConfig, MqttConfig, TableConfig
from tablebridge.daemon.table_mqtt import publisher_of
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal.journal import Journal
from tablebridge.link import CommandOutcome, Refusal
from tablebridge.mqtt import MqttPublisher
from tablebridge.release import Ledger, PublicState, ReleaseGate
from tablebridge.web.messages import SceneMessage
from tablebridge.web.scenes import StageMessage, Stages
from tablebridge_protocol.messages import Command, OpenCover
from tablebridge_rules.event import Drawn
from tablebridge_rules.seat import Seat
from tests.tablebridge.mqtt.conftest import Mosquitto

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
BASE = "tablebridge/v1/hall-1"
TABLE = TableConfig(name="hall-1", link=LinkConfig(port="/dev/null"), camera=CameraConfig(address=0))


class Table:
    """A journal with three events, two of them public, and a publisher of it."""

    def __init__(self, folder: Path, broker: Mosquitto, mqtt: MqttConfig) -> None:
        self.asked: list[Command] = []
        self.journal = Journal(folder / "hall-1.db", "hall-1", now=NOON)
        self.journal.begin_game("riichi-league-tw", NOON)
        self.passed_s = 0.0
        self.gate = ReleaseGate("hall-1", monotonic_s=lambda: self.passed_s)
        ledger = Ledger(self.journal, self.gate, "mqtt")
        entries = self.journal.append([DecodedEvent(Drawn(Seat.A), 0.0, NOON)] * 3)
        for entry in entries[:2]:
            self.gate.admit(
                entry, PublicState(table="hall-1", rulebook="riichi-league-tw", sequence=entry.sequence, phase="idle")
            )
        self.now = NOON
        self.shown: list[StageMessage] = []
        self.stages = Stages(("hall-1",), lambda _table, message: self.shown.append(message))
        connected = threading.Event()
        self.publisher: MqttPublisher = publisher_of(
            TABLE,
            mqtt,
            broker.daemon,
            self.journal.session,
            self.gate,
            ledger,
            ask=self._ask,
            set_delay=self._set_delay,
            scene=partial(self.stages.choose, "hall-1"),
            replay=partial(self.stages.replay, "hall-1"),
            utc=lambda: self.now,
            on_status=lambda status: status.connected and connected.set(),
        )
        self.publisher.start()
        assert connected.wait(20)

    def _ask(self, command: Command) -> CommandOutcome:
        self.asked.append(command)
        return CommandOutcome(command, Refusal.NO_TABLE, "see the status of the link")

    def _set_delay(self, delay_s: float) -> float:
        self.gate.set_delay(delay_s)
        return self.gate.delay_s

    def close(self) -> None:
        self.publisher.stop()
        self.journal.close()


class Reader:
    """Reads everything there is, and may ask."""

    def __init__(self, broker: Mosquitto) -> None:
        self.messages: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        ready = threading.Event()
        self._client = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self._client.on_subscribe = lambda *_: ready.set()
        self._client.on_message = lambda _client, _data, message: self.messages.put((message.topic, message.payload))
        self._client.connect(broker.reader.host, broker.reader.port)
        self._client.loop_start()
        assert ready.wait(20)

    def next(self, wanted: str) -> tuple[str, Any]:
        """The next message below that topic."""
        while True:
            topic, payload = self.messages.get(timeout=20)
            if topic.startswith(wanted):
                return topic, json.loads(payload)

    def ask(self, name: str, **request: object) -> dict[str, Any]:
        place = f"{BASE}/reply/me"
        self._client.publish(f"{BASE}/command/{name}", json.dumps({**request, "reply_to": place}), 1)
        _, document = self.next(place)
        data: dict[str, Any] = document["data"]
        return data

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


Made = Callable[[MqttConfig], tuple[Table, Reader]]


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Made]:
    folder = tmp_path / "broker"
    folder.mkdir()
    broker = Mosquitto(folder)
    broker.start()
    open_ones: list[Table | Reader] = []

    def make(mqtt: MqttConfig) -> tuple[Table, Reader]:
        reader = Reader(broker)
        open_ones.append(reader)
        table = Table(tmp_path, broker, mqtt)
        open_ones.append(table)
        return table, reader

    yield make
    for each in reversed(open_ones):
        each.close()
    broker.stop()


@pytest.mark.broker
def test_what_is_allowed_is_answered_from_what_is_public(made: Made) -> None:
    table, reader = made(MqttConfig(commands=CommandsConfig(allow=("ping", "state", "resend", "open_cover"))))

    ping = reader.ask("ping")["result"]
    assert (ping["instance"], ping["sequence"]) == (table.journal.session, 2)
    assert reader.ask("state")["result"]["state"]["sequence"] == 2
    again = reader.ask("resend", from_sequence=1)["result"]
    assert [event["data"]["sequence"] for event in again["events"]] == [1, 2]
    assert again["next_sequence"] is None

    cover = reader.ask("open_cover", open=True)
    assert cover["error"] == {
        "code": "refused",
        "message": "open_cover: no table is heard (see the status of the link)",
    }
    assert table.asked == [OpenCover(True)]
    assert reader.ask("roll_dice", purpose="dealer", seat="A")["error"]["code"] == "not_allowed"
    assert table.asked == [OpenCover(True)]


@pytest.mark.broker
def test_home_assistant_is_told_where_it_is_wanted(made: Made) -> None:
    table, reader = made(MqttConfig(home_assistant=HomeAssistantConfig(discovery="on", prefix="ha")))
    table.publisher.know_table("0042")
    topic, document = reader.next("ha/")
    assert topic == "ha/device/tablebridge_0042/config"
    assert document["device"]["serial_number"] == "0042"


@pytest.mark.broker
def test_viewers_are_told_what_is_fresh_beyond_the_delay_in_force(made: Made) -> None:
    table, reader = made(MqttConfig(live_s=10, commands=CommandsConfig(allow=("set_delay",))))
    table.gate.subscribe(lambda released, _state: released and table.publisher.publish(released))
    assert reader.ask("set_delay", delay_s=30)["result"] == {"delay_s": 30.0}
    for age_s in (39, 41):
        table.now = NOON + timedelta(seconds=age_s)
        (entry,) = table.journal.append([DecodedEvent(Drawn(Seat.A), 0.0, NOON)])
        table.gate.admit(entry, PublicState(table="hall-1", rulebook="", sequence=entry.sequence, phase="idle"))
        table.passed_s += 30
        assert table.gate.release_due() == 1
        if age_s == 39:
            assert reader.next(f"{BASE}/live/")[1]["data"]["sequence"] == entry.sequence
    seen = []
    while not seen or seen[-1] != (f"{BASE}/events/draw", 5):
        topic, payload = reader.messages.get(timeout=20)
        if "/events/" in topic or "/live/" in topic:
            seen.append((topic, json.loads(payload)["data"]["sequence"]))
    assert (f"{BASE}/live/draw", 5) not in seen


@pytest.mark.broker
def test_a_delay_that_is_not_possible_is_refused_in_one_line(made: Made) -> None:
    table, reader = made(MqttConfig(commands=CommandsConfig(allow=("set_delay",))))
    for delay_s in (-1, 300.5, "soon"):
        error = reader.ask("set_delay", delay_s=delay_s)["error"]
        assert error["code"] == "bad_request"
        assert "delay_s" in error["message"]
        assert "\n" not in error["message"]
    assert table.gate.delay_s == 0


@pytest.mark.broker
def test_a_scene_and_a_replay_are_asked_for_as_over_http(made: Made) -> None:
    table, reader = made(MqttConfig(commands=CommandsConfig(allow=("scene", "replay"))))
    assert reader.ask("scene", scene="waits")["result"] == {"line": "scene waits"}
    assert table.shown == [SceneMessage("hall-1", "waits")]
    unknown = reader.ask("scene", scene="Waits")["error"]
    assert unknown["code"] == "refused"
    assert unknown["message"].startswith("no such scene: Waits (scenes: table, lower-third,")
    nothing = reader.ask("replay", what="win")["error"]
    assert nothing["message"] == "there is no win to show again yet (press it after the next one)"
    assert len(table.shown) == 1
