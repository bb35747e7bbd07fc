"""The publisher against real brokers."""

from __future__ import annotations

from typing import Any

import jsonschema

from tablebridge.mqtt import MqttPublisher
from tablebridge.mqtt.cloudevent import schema
from tablebridge.release import PublicState
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

BASE = "tablebridge/v1/hall-1"
TILE = Tile.parse("5p")
EVERY_EVENT: tuple[GameEvent, ...] = (
    HandStarted(1, Wind.EAST, Seat.A, 0, 0, (25000,) * 4),
    WallBuilt((17,) * 4),
    DiceRolled(Seat.A, (3, 4)),
    Dealt(TILE),
    Drawn(Seat.A),
    Discarded(Seat.A, TILE, drawn=True),
    RiichiDeclared(Seat.A),
    RiichiAccepted(Seat.A),
    Called(Seat.B, Meld(MeldKind.CHI, parse_tiles("46p"), TILE, Seat.A)),
    Called(Seat.C, Meld(MeldKind.PON, parse_tiles("50p"), TILE, Seat.A)),
    Called(Seat.D, Meld(MeldKind.KAN_CONCEALED, parse_tiles("1111z"))),
    IndicatorTurned(TILE),
    Won(Seat.A, TILE, parse_tiles("123456789m1155p"), Seat.B, parse_tiles("7z")),
    ExhaustiveDraw(((Seat.A, parse_tiles("123456789m1155p")),)),
    AbortiveDraw("nine_terminals", Seat.B),
    Settled((-3900, 3900, 0, 0), (21100, 28900, 25000, 25000), 0),
)


def test_on_connecting_status_and_state_come_first_then_what_was_never_confirmed(
    broker: Any, reader_of: Any, table_at: Any
) -> None:
    table = table_at(broker.daemon)
    table.publisher.publish_status("camera", {"status": "online"})
    table.draw(3)
    reader = reader_of(broker)

    table.publisher.start()
    reader.wait_for(lambda messages: len(messages) >= 6)

    assert reader.topics() == ["status", "status/camera", "state", "events/draw", "events/draw", "events/draw"]
    assert reader.messages[0].payload == b"online"
    assert reader.messages[2].document["data"]["sequence"] == 3
    assert reader.sequences() == [1, 2, 3]


def test_a_live_event_is_followed_by_its_state(broker: Any, reader_of: Any, table_at: Any) -> None:
    table = table_at(broker.daemon)
    reader = reader_of(broker)
    table.publisher.start()
    reader.wait_for(lambda messages: len(messages) >= 1)

    table.draw(1)
    reader.wait_for(lambda messages: len(messages) >= 3)

    assert reader.topics() == ["status", "events/draw", "state"]
    assert {message.qos for message in reader.messages} == {1}


def test_who_comes_later_gets_status_state_and_health_but_no_old_events(
    broker: Any, reader_of: Any, table_at: Any
) -> None:
    table = table_at(broker.daemon)
    first = reader_of(broker)
    table.publisher.start()
    table.publisher.publish_health({"frames": 12})
    table.draw(20)
    first.wait_for(lambda _: first.sequences() == list(range(1, 21)) and first.topics()[-1] == "state")

    later = reader_of(broker)
    later.wait_for(lambda messages: len(messages) >= 3)

    assert sorted(later.topics()) == ["health", "state", "status"]
    by_topic = {message.topic: message for message in later.messages}
    assert by_topic[f"{BASE}/state"].document["data"]["sequence"] == 20
    assert by_topic[f"{BASE}/health"].document["data"] == {"frames": 12}
    assert all(message.retained for message in later.messages)


def test_every_payload_follows_its_schema(broker: Any, reader_of: Any, table_at: Any) -> None:
    schemas = schema()
    table = table_at(broker.daemon)
    reader = reader_of(broker)
    table.publisher.start()
    table.publisher.publish_status("link", {"status": "offline", "line": "the table is silent"})
    table.publisher.publish_health({"frames": 12})
    table.play(*EVERY_EVENT)
    reader.wait_for(lambda _: reader.sequences() == list(range(1, len(EVERY_EVENT) + 1)))
    reader.wait_for(lambda _: {"health", "state", "status/link"} <= set(reader.topics()))

    seen = set()
    for message in list(reader.messages):
        topic = message.topic.removeprefix(f"{BASE}/")
        if topic == "status":
            continue
        name = "status/part" if topic.startswith("status/") else topic
        jsonschema.Draft202012Validator(schemas[name]).validate(message.document)
        assert message.document["subject"] == topic
        seen.add(name)
    assert seen == set(schemas)


def test_everything_confirmed_is_marked_in_the_journal(broker: Any, reader_of: Any, table_at: Any) -> None:
    table = table_at(broker.daemon)
    table.publisher.start()
    table.draw(50)
    table.publisher.stop(timeout_s=20)
    assert table.unconfirmed() == []


def test_leaving_says_offline(broker: Any, reader_of: Any, table_at: Any) -> None:
    table = table_at(broker.daemon)
    reader = reader_of(broker)
    table.publisher.start()
    table.draw(5)
    reader.wait_for(lambda _: len(reader.sequences()) == 5)
    table.publisher.stop()
    reader.wait_for(lambda messages: messages[-1].payload == b"offline")
    assert reader.topics()[-1] == "status"


def test_a_state_alone_may_be_published_before_the_start(broker: Any, reader_of: Any) -> None:
    reader = reader_of(broker)
    output = MqttPublisher(broker.daemon, "hall-1", list, print)
    output.publish_state(PublicState(table="hall-1", rulebook="", sequence=0, phase="idle"))
    output.publish_state(PublicState(table="hall-1", rulebook="", sequence=4, phase="idle"))
    output.start()
    reader.wait_for(lambda messages: len(messages) >= 2)
    output.stop()
    assert [message.document["data"]["sequence"] for message in reader.messages if "state" in message.topic] == [4]
