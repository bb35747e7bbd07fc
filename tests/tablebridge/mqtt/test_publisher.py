"""The publisher against real brokers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, get_args

import jsonschema
import msgspec

from tablebridge.mqtt import MqttPublisher
from tablebridge.mqtt.schema import schemas
from tablebridge.release import PublicState, Released, TableEventData

BASE = "tablebridge/v1/hall-1"
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_on_connecting_status_and_state_come_first_then_what_was_never_confirmed(
    broker: Any, reader_of: Any, table_at: Any
) -> None:
    table = table_at(broker.daemon)
    table.publisher.publish_status("camera", {"status": "online"})
    table.draw(3)
    reader = reader_of(broker)

    table.publisher.start()
    reader.wait_for(lambda _: reader.sequences() == [1, 2, 3])

    assert reader.topics() == ["status", "status/camera", "state", "events/draw", "events/draw", "events/draw"]
    assert reader.on("status")[0].payload == b"online"
    assert reader.on("state")[0].document["data"]["sequence"] == 3
    assert reader.sequences() == [1, 2, 3]


def test_a_live_event_is_followed_by_its_state(broker: Any, reader_of: Any, table_at: Any) -> None:
    table = table_at(broker.daemon)
    reader = reader_of(broker)
    table.publisher.start()
    reader.wait_for(lambda _: reader.topics())

    table.draw(1)
    reader.wait_for(lambda _: len(reader.topics()) >= 3 and reader.on("live/draw"))

    assert reader.topics() == ["status", "events/draw", "state"]
    assert {message.qos for message in reader.messages if "/live/" not in message.topic} == {1}
    (live,) = reader.on("live/draw")
    assert (live.qos, live.retained, live.payload) == (0, False, reader.on("events/draw")[0].payload)


def test_who_comes_later_gets_status_state_and_health_but_no_old_events(
    broker: Any, reader_of: Any, table_at: Any
) -> None:
    table = table_at(broker.daemon)
    first = reader_of(broker)
    table.publisher.start()
    table.statuses.wait_for(lambda seen: seen)
    table.publisher.publish_health({"frames": 12})
    table.draw(20)
    first.wait_for(lambda _: first.sequences() == list(range(1, 21)) and first.topics()[-1] == "state")

    later = reader_of(broker)
    later.wait_for(lambda _: len(later.topics()) >= 3 and later.on("owner"))

    assert sorted(later.topics()) == ["health", "state", "status"]
    by_topic = {message.topic: message for message in later.messages}
    assert by_topic[f"{BASE}/state"].document["data"]["sequence"] == 20
    assert by_topic[f"{BASE}/health"].document["data"] == {"frames": 12}
    assert all(message.retained for message in later.messages)


def test_every_payload_follows_its_schema(broker: Any, reader_of: Any) -> None:
    every = schemas()
    reader = reader_of(broker)
    output = MqttPublisher(broker.daemon, "hall-1", list, lambda sequence: None)
    output.start()
    reader.wait_for(lambda _: reader.topics())
    output.publish_status("link", {"status": "offline", "line": "the table is silent"})
    output.publish_health({"frames": 12})
    output.publish_state(PublicState(table="hall-1", rulebook="", sequence=0, phase="idle"))
    for released in (events := one_of_each()):
        output.publish(released)
    reader.wait_for(lambda _: reader.sequences() == [released.sequence for released in events])
    reader.wait_for(lambda _: {"health", "state", "status/link"} <= set(reader.topics()))
    output.stop()

    seen = set()
    for message in list(reader.messages):
        topic = message.topic.removeprefix(f"{BASE}/")
        if topic == "status" or not message.payload:
            continue
        name = "status/part" if topic.startswith("status/") else topic
        jsonschema.Draft202012Validator(every[name]).validate(message.document)
        assert message.document["subject"] == topic.replace("live/", "events/")
        seen.add(name)
    assert seen == {name for name in every if not name.startswith(("command/", "reply/", "violations/"))}


def one_of_each() -> list[Released]:
    """An event of every type that there is, with some values or other."""
    types = get_args(TableEventData)
    return [
        Released(
            id=f"s-{number}",
            sequence=number,
            type=document.__struct_config__.tag,
            table="hall-1",
            hand=1,
            data=some_value_of(document),
            captured_at=NOON,
            released_at=NOON,
        )
        for number, document in enumerate(types, 1)
    ]


def some_value_of(kind: type) -> dict[str, Any]:
    whole = msgspec.json.schema(kind)

    def value(schema: dict[str, Any]) -> Any:
        if "$ref" in schema:
            return value(whole["$defs"][schema["$ref"].rpartition("/")[2]])
        if "enum" in schema:
            return schema["enum"][0]
        if "anyOf" in schema:
            return value(schema["anyOf"][0])
        match schema.get("type"):
            case "object":
                return {name: value(part) for name, part in schema.get("properties", {}).items()}
            case "array":
                return [value(part) for part in schema.get("prefixItems", [])]
            case "string":
                return "5p"
            case "boolean":
                return True
            case "null":
                return None
            case _:
                return 1

    document: dict[str, Any] = value(whole)
    return document


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
    reader.wait_for(lambda messages: messages[-1].topic == f"{BASE}/owner" and not messages[-1].payload)
    assert reader.topics()[-1] == "status"
    assert reader.on("status")[-1].payload == b"offline"


def test_a_state_alone_may_be_published_before_the_start(broker: Any, reader_of: Any) -> None:
    reader = reader_of(broker)
    output = MqttPublisher(broker.daemon, "hall-1", list, print)
    output.publish_state(PublicState(table="hall-1", rulebook="", sequence=0, phase="idle"))
    output.publish_state(PublicState(table="hall-1", rulebook="", sequence=4, phase="idle"))
    output.start()
    reader.wait_for(lambda _: reader.on("state"))
    output.stop()
    assert [message.document["data"]["sequence"] for message in reader.on("state")] == [4]
