"""What others say on a table's own topics, and what its daemon makes of it, on a real Mosquitto."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest

from tablebridge.mqtt import BrokerAddress, MqttPublisher, ownership
from tablebridge.mqtt.cloudevent import encode_document
from tablebridge.mqtt.payloads import Ask, Owner
from tests.tablebridge.mqtt.conftest import Mosquitto, Statuses

BASE = "tablebridge/v1/hall-1"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)

pytestmark = pytest.mark.broker


def say(address: BrokerAddress, topic: str, payload: bytes) -> None:
    """Somebody with the daemon's rights says something."""
    done = threading.Event()
    client = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
    client.username_pw_set(address.username, address.password)
    client.on_publish = lambda *_: done.set()
    client.connect(address.host, address.port)
    client.loop_start()
    client.publish(f"{BASE}/{topic}", payload, 1)
    assert done.wait(20)
    client.disconnect()
    client.loop_stop()


def claim(instance: str, since: datetime) -> bytes:
    return encode_document("hall-1", "owner", Owner(instance=instance, host="cellar", since=since, version="1.0"))


def test_a_will_that_comes_late_is_corrected(mosquitto: Any, reader_of: Any, table_at: Any) -> None:
    mosquitto.start()
    reader = reader_of(mosquitto)
    table = table_at(mosquitto.daemon)
    table.publisher.start()
    reader.wait_for(lambda _: reader.on("status"))
    say(mosquitto.daemon, "status", b"offline")
    reader.wait_for(lambda _: len(reader.on("status")) >= 3)
    assert [each.payload for each in reader.on("status")] == [b"online", b"offline", b"online"]


def test_one_who_asks_is_answered_and_nonsense_is_not(mosquitto: Any, reader_of: Any, table_at: Any) -> None:
    mosquitto.start()
    reader = reader_of(mosquitto)
    table = table_at(mosquitto.daemon)
    table.publisher.start()
    reader.wait_for(lambda _: reader.on("status"))
    claims = len(reader.on("owner"))
    for payload in (b"", b"{", b"[]", b'{"data": 1}', claim("x", LONG_AGO)):
        say(mosquitto.daemon, "owner/ask", payload)
    say(mosquitto.daemon, "owner", b"who?")
    say(mosquitto.daemon, "owner/ask", encode_document("hall-1", "owner/ask", Ask(instance="x", nonce="1")))
    reader.wait_for(lambda _: len(reader.on("owner")) == claims + 2)
    assert reader.on("owner")[-1].document["data"]["instance"] == "here"  # type: ignore[index]
    assert len(table.statuses.seen) == 1


def test_an_elder_claim_is_given_way_to_until_nobody_stands_by_it(
    mosquitto: Any, reader_of: Any, table_at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership, "_ASK_AGAIN_S", 0.2)
    monkeypatch.setattr(ownership, "_ANSWER_WITHIN_S", 0.2)
    mosquitto.start()
    table = table_at(mosquitto.daemon)
    table.publisher.start()
    table.statuses.wait_for(lambda seen: seen)
    say(mosquitto.daemon, "owner", claim("elder", LONG_AGO))
    table.statuses.wait_for(lambda seen: len(seen) == 3)
    connected = f"connected to the broker: {mosquitto.daemon}"
    assert table.statuses.lines() == [
        connected,
        f"this table is published already, by the daemon on cellar since 2020-01-01 00:00:00 UTC: {mosquitto.daemon} "
        "(stop one of the two; this one publishes nothing until the other is gone)",
        connected,
    ]


def test_a_younger_claim_is_answered_and_changes_nothing(mosquitto: Any, reader_of: Any, table_at: Any) -> None:
    mosquitto.start()
    reader = reader_of(mosquitto)
    table = table_at(mosquitto.daemon)
    table.publisher.start()
    reader.wait_for(lambda _: reader.on("status"))
    say(mosquitto.daemon, "owner", claim("younger", datetime(2100, 1, 1, tzinfo=UTC)))
    reader.wait_for(
        lambda _: [each.document["data"]["instance"] for each in reader.on("owner")][-2:] == ["younger", "here"]
    )
    assert len(table.statuses.seen) == 1


def test_a_broker_that_keeps_our_question_from_us_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownership, "_ECHO_WITHIN_S", 0.5)
    access = tmp_path / "access"
    access.write_text(f"user daemon\ntopic write {BASE}/#\ntopic read {BASE}/status\n")
    broker = Mosquitto(tmp_path, f"persistence false\nacl_file {access}\n")
    broker.start()
    statuses = Statuses()
    address = broker.daemon
    output = MqttPublisher(address, "hall-1", list, print, statuses)
    output.start()
    statuses.wait_for(lambda seen: seen)
    output.stop()
    broker.stop()
    assert statuses.lines()[0] == (
        f"the broker does not let us write or read {BASE}/owner/ask: {address} (add it to its access list)"
    )
