"""Mosquitto killed and started again while a table plays on: nothing is lost, doubled or out of order by id."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from tablebridge.mqtt import BrokerAddress, Pace
from tests.tablebridge.mqtt.conftest import Mosquitto, Table

BASE = "tablebridge/v1/hall-1"
EVENTS = 400
PERSISTENCE = {
    "kept": "persistence true\npersistence_location {folder}/\nautosave_on_changes true\nautosave_interval 1\n",
    "forgotten": "persistence false\n",
}


class Keeper:
    """A program that keeps a record: a persistent session, comes back by itself, takes each id once."""

    def __init__(self, address: BrokerAddress, version: str) -> None:
        self.ids: dict[str, int] = {}
        self.last: dict[str, Any] = {}
        self._changed = threading.Condition()
        self._subscribed = threading.Event()
        modern = version == "5"
        client = paho.Client(
            paho.CallbackAPIVersion.VERSION2,
            "keeper",
            clean_session=None if modern else False,
            protocol=paho.MQTTv5 if modern else paho.MQTTv311,
        )
        client.on_connect = lambda client, *_: client.subscribe([(f"{BASE}/{each}", 1) for each in WANTED])
        client.on_subscribe = lambda *_: self._subscribed.set()
        client.on_message = self._note
        client.reconnect_delay_set(1, 1)
        if modern:
            lasting = Properties(PacketTypes.CONNECT)
            lasting.SessionExpiryInterval = 3600
            client.connect(address.host, address.port, clean_start=False, properties=lasting)
        else:
            client.connect(address.host, address.port)
        client.loop_start()
        assert self._subscribed.wait(20)
        self._client = client

    def _note(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        topic = message.topic.removeprefix(f"{BASE}/")
        with self._changed:
            if topic.startswith("events/"):
                document = json.loads(message.payload)
                self.ids.setdefault(document["id"], document["data"]["sequence"])
            else:
                self.last[topic] = message.payload
            self._changed.notify_all()

    def wait_for(self, what: Callable[[], object]) -> None:
        with self._changed:
            assert self._changed.wait_for(what, 40), (len(self.ids), list(self.ids.values())[-5:], self.last)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


WANTED = ("status", "state", "events/#")


@pytest.mark.broker
@pytest.mark.parametrize("persistence", PERSISTENCE)
@pytest.mark.parametrize("version", ["5", "3.1.1"])
def test_a_killed_broker_costs_a_reader_nothing(tmp_path: Path, table_at: Any, persistence: str, version: Any) -> None:
    folder = tmp_path / "broker"
    folder.mkdir()
    broker = Mosquitto(folder, PERSISTENCE[persistence].format(folder=folder))
    broker.start()
    # its readers come back within a second, so the backlog waits for two
    table = table_at(replace(broker.daemon, version=version), Pace(rate=500, wait_s=2.0))
    keeper = Keeper(broker.reader, version)
    table.publisher.start()
    table.statuses.wait_for(lambda seen: seen and seen[-1].connected)
    table.draw(100)
    keeper.wait_for(lambda: len(keeper.ids) >= 20)

    broker.kill()
    table.draw(200)
    table.statuses.wait_for(lambda seen: not seen[-1].connected)
    keeper.last.clear()
    broker.start()
    table.draw(100)  # live ones, while the backlog is still on its way
    keeper.wait_for(lambda: keeper.last.get("status") == b"online" and _sequence(keeper.last.get("state")) == EVENTS)
    keeper.wait_for(lambda: len(keeper.ids) >= EVENTS)
    table.publisher.stop(timeout_s=20)
    broker.stop()
    keeper.close()

    assert list(keeper.ids.values()) == list(range(1, EVENTS + 1))
    assert table.unconfirmed() == []


def _sequence(state: bytes | None) -> int:
    sequence: int = json.loads(state)["data"]["sequence"] if state else 0
    return sequence


@pytest.mark.broker
def test_the_second_daemon_says_so_and_takes_over_when_the_first_has_gone(
    mosquitto: Any, reader_of: Any, tmp_path: Path
) -> None:
    mosquitto.start()
    reader = reader_of(mosquitto)
    first, second = (Table(tmp_path / name, mosquitto.daemon, Pace(), instance=name) for name in ("first", "second"))
    first.publisher.start()
    first.statuses.wait_for(lambda seen: seen)
    second.publisher.start()
    second.statuses.wait_for(lambda seen: seen)
    assert not second.statuses.seen[0].connected
    assert second.statuses.lines()[0].startswith("this table is published already, by the daemon on ")

    second.draw(3)
    first.draw(2)
    reader.wait_for(lambda _: reader.sequences() == [1, 2])
    assert [message.payload for message in reader.on("status")] == [b"online"]

    first.close()
    second.statuses.wait_for(lambda seen: seen[-1].connected)
    reader.wait_for(lambda _: reader.sequences() == [1, 2, 1, 2, 3])
    # said twice is no harm: a broker may send the will even after a good leave
    said = [payload for payload, _ in groupby(message.payload for message in reader.on("status"))]
    assert said == [b"online", b"offline", b"online"]
    assert len(first.statuses.seen) == 1
    second.close()
