"""The schemas: one for every payload, each of them refuses what it should, and the shipped ones are new."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import get_args

import jsonschema
import msgspec
import pytest

from tablebridge.cli.schema import files
from tablebridge.daemon.public_health import PublicHealth
from tablebridge.health import DiskSpace, Health
from tablebridge.mqtt import payloads
from tablebridge.mqtt.channels import channels, reply_type
from tablebridge.mqtt.cloudevent import encode_document, encode_event
from tablebridge.mqtt.commands import COMMANDS
from tablebridge.mqtt.payloads import CommandError, Done, Reply
from tablebridge.mqtt.schema import schemas
from tablebridge.release import Released, TableEventData

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SCHEMAS = schemas()
FILES = files()
DISCARD = Released(
    id="s-42",
    sequence=42,
    type="discard",
    table="hall-1",
    hand=3,
    data={"type": "discard", "seat": "A", "tile": "0p", "sideways": True, "drawn": None},
    captured_at=NOON,
    released_at=NOON.replace(second=30),
)


def test_there_is_a_schema_for_each_type_of_event_and_each_command() -> None:
    types = {document.__struct_config__.tag for document in get_args(TableEventData)}
    assert {topic for topic in SCHEMAS if topic.startswith("events/")} == {f"events/{kind}" for kind in types}
    assert {topic for topic in SCHEMAS if topic.startswith("live/")} == {f"live/{kind}" for kind in types}
    for name in COMMANDS:
        assert {f"command/{name}", f"reply/{name}"} <= set(SCHEMAS)
    assert {"state", "health", "status/part", "owner", "owner/ask"} <= set(SCHEMAS)


@pytest.mark.parametrize("topic", SCHEMAS)
def test_every_schema_is_a_schema(topic: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[topic])


def test_every_topic_says_what_it_is_for() -> None:
    for channel in channels():
        assert channel.does
        assert channel.asked == channel.topic.startswith("command/")


@pytest.mark.parametrize(
    ("key", "value"),
    [("tile", "9z"), ("seat", "E"), ("sequence", "42"), ("captured_at", 1746100800), ("witnesses", "camera")],
)
def test_a_wrong_payload_does_not_pass_its_schema(key: str, value: object) -> None:
    document = msgspec.json.decode(encode_event(DISCARD))
    checker = jsonschema.Draft202012Validator(SCHEMAS["events/discard"])
    checker.validate(document)
    document["data"][key] = value
    assert not checker.is_valid(document)


@pytest.mark.parametrize(
    ("topic", "request_", "fine"),
    [
        ("command/set_delay", {"delay_s": 30, "request_id": "7"}, True),
        ("command/set_delay", {"delay_s": 301}, False),
        ("command/set_delay", {}, False),
        ("command/ping", {"delay_s": 3}, False),
        ("command/raise_walls", {"sides": []}, False),
    ],
)
def test_a_command_is_as_its_schema_says(topic: str, request_: dict[str, object], fine: bool) -> None:
    assert jsonschema.Draft202012Validator(SCHEMAS[topic]).is_valid(request_) is fine


@pytest.mark.parametrize(
    "reply",
    [
        Reply(command="scene", request_id="7", ok=True, result=Done(line="scene table")),
        Reply(command="scene", request_id=None, ok=False, error=CommandError(code="busy", message="later")),
    ],
    ids=["done", "refused"],
)
def test_an_answer_is_as_its_schema_says(reply: Reply) -> None:
    document = msgspec.json.decode(encode_document("hall-1", "reply/scene", reply))
    jsonschema.Draft202012Validator(SCHEMAS["reply/scene"]).validate(document)
    document["data"]["error"] = {"code": "bored", "message": ""}
    assert not jsonschema.Draft202012Validator(SCHEMAS["reply/scene"]).is_valid(document)


def test_every_answer_has_the_fields_of_an_answer() -> None:
    for kind in COMMANDS.values():
        assert reply_type(kind.result).__struct_fields__ == Reply.__struct_fields__


def test_every_word_for_a_refusal_is_explained() -> None:
    assert set(payloads.ERROR_CODES) == set(get_args(payloads.ErrorCode))


def test_the_daemons_figures_are_those_of_the_schema() -> None:
    moving = Health().figures() | {"frames_a_second": 8.0, "waiting": 0, "unwritten": 0, "faults": 0}
    link = {"state": "up", "serial_number": None}
    disk = DiskSpace("hall-1", Path(tempfile.gettempdir()))
    document = PublicHealth(disk, lambda: 0.0).document(moving=moving, link=link, model="m")
    assert set(document) == set(payloads.Health.__struct_fields__)
    msgspec.convert(document, payloads.Health, strict=True)


@pytest.mark.parametrize("name", FILES)
def test_what_is_shipped_is_what_the_types_say(name: str) -> None:
    shipped = resources.files("tablebridge.mqtt").joinpath("schemas", name).read_text("utf-8")
    assert shipped == FILES[name], "run `tablebridge schema --write tablebridge/mqtt/schemas` and look at what changed"


def test_nothing_else_is_shipped() -> None:
    assert {path.name for path in resources.files("tablebridge.mqtt").joinpath("schemas").iterdir()} == set(FILES)
