"""The AsyncAPI document against the published schema of such documents, and against our own topics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tablebridge.mqtt.asyncapi import document
from tablebridge.mqtt.channels import channels
from tablebridge.mqtt.cloudevent import encode_event
from tests.tablebridge.mqtt.test_publisher import one_of_each

# see tests/data/asyncapi/NOTICE.md
OFFICIAL = jsonschema.Draft7Validator(
    json.loads((Path(__file__).resolve().parents[2] / "data" / "asyncapi" / "3.0.0.json").read_text("utf-8"))
)
DOCUMENT = document()


def test_it_is_what_asyncapi_says_a_document_is() -> None:
    assert [f"{error.json_path}: {error.message[:200]}" for error in OFFICIAL.iter_errors(DOCUMENT)] == []


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("operations", "state", "action"), "shout"),
        (("channels", "state", "address"), 7),
        (("operations", "state", "bindings", "mqtt", "qos"), 3),
        (("asyncapi",), "2.6.0"),
    ],
)
def test_the_check_finds_what_is_wrong(place: tuple[str, ...], value: object) -> None:
    wrong = json.loads(json.dumps(DOCUMENT))
    *path, last = place
    part = wrong
    for name in path:
        part = part[name]
    part[last] = value
    assert not OFFICIAL.is_valid(wrong)


def test_every_topic_is_in_it_in_the_right_direction() -> None:
    actions = {name: operation["action"] for name, operation in DOCUMENT["operations"].items()}
    assert actions == {channel.name.replace("/", "."): "receive" if channel.asked else "send" for channel in channels()}
    assert DOCUMENT["channels"]["events.discard"]["address"] == "tablebridge/v1/{table}/events/discard"
    assert DOCUMENT["operations"]["state"]["bindings"]["mqtt"]["retain"] is True
    assert DOCUMENT["operations"]["live.discard"]["bindings"]["mqtt"]["qos"] == 0


def test_every_reference_leads_somewhere() -> None:
    def references(part: Any) -> set[str]:
        if isinstance(part, dict):
            own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
            return own.union(*(references(value) for value in part.values()))
        return set().union(*(references(value) for value in part)) if isinstance(part, list) else set()

    for reference in references(DOCUMENT):
        part = DOCUMENT
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]
        assert part


def test_every_command_has_its_answer() -> None:
    for name, operation in DOCUMENT["operations"].items():
        if name.startswith("command."):
            assert operation["reply"]["channel"]["$ref"] == f"#/channels/reply.{name.removeprefix('command.')}"
        else:
            assert "reply" not in operation


@pytest.mark.parametrize("released", one_of_each(), ids=lambda released: released.type)
def test_its_schemas_take_what_is_published(released: Any) -> None:
    reference = DOCUMENT["components"]["messages"][f"events.{released.type}"]["payload"]["$ref"]
    checker = jsonschema.Draft7Validator({"$ref": reference, "components": DOCUMENT["components"]})
    payload = json.loads(encode_event(released))
    checker.validate(payload)
    del payload["data"]["sequence"]
    assert not checker.is_valid(payload)
