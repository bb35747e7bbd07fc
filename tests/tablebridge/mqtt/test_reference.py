"""docs/mqtt.md is true: its tables have what the program has, no more and no less."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablebridge.config.mqtt import MqttConfig
from tablebridge.mqtt.channels import channels
from tablebridge.mqtt.cloudevent import EVENT_ENVELOPE
from tablebridge.mqtt.commands import COMMANDS, Request
from tablebridge.mqtt.payloads import ERROR_CODES

PAGE = (Path(__file__).parents[3] / "docs" / "mqtt.md").read_text("utf-8")
MOTORS = {"raise_walls", "roll_dice", "open_cover", "set_mode", "set_lamp", "set_display"}


def table(heading: str) -> list[list[str]]:
    """The rows of the table that begins with that cell."""
    rows = PAGE[PAGE.index(f"| {heading} |") :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def words(text: str) -> list[str]:
    """What stands in backticks, but for what a parenthesis says of it."""
    return re.findall(r"`([^`]+)`", re.sub(r"\([^()]*\)", "", text))


def own_fields(kind: type[Any], shared: set[str]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(kind) if field.encode_name not in shared]


def test_every_event_has_a_row_with_all_its_fields() -> None:
    told: dict[str, list[str]] = {}
    for kinds, fields in table("type"):
        told |= dict.fromkeys(words(kinds), sorted(words(fields)))
    envelope = {name for name, _ in EVENT_ENVELOPE}
    assert told == {
        channel.topic.removeprefix("events/"): sorted(own_fields(channel.payload, envelope))
        for channel in channels()
        if channel.topic.startswith("events/")
    }


def test_what_every_event_carries_is_named() -> None:
    said = PAGE[PAGE.index("Every event's `data` has") : PAGE.index("Event types with")]
    assert {name for name, _ in EVENT_ENVELOPE} - {"table"} <= set(words(said))


def test_every_topic_has_a_row_with_its_qos_and_whether_it_is_retained() -> None:
    told: dict[str, tuple[str, str]] = {}
    for topics, retained, qos, *_ in table("topic"):
        names = [re.sub(r"<\w+>|…", "*", topic) for topic in words(topics)]
        kept = (retained.split(", ") * len(names))[: len(names)]
        told |= {name: (one, qos) for name, one in zip(names, kept, strict=True)}
    told |= {"status/*": told["status/link"]}
    known: dict[str, tuple[str, str]] = {}
    for channel in channels():
        kind, _, name = channel.topic.partition("/")
        topic = channel.topic if kind in ("owner",) or not name else f"{kind}/*"
        known[topic] = ("yes" if channel.retained else "no", str(channel.qos))
    known["reply/*/*"] = known.pop("reply/*")
    parts = {"status/link", "status/camera", "status/second_camera", "status/journal"}
    assert {topic: row for topic, row in told.items() if topic not in parts} == known


def test_every_command_has_a_row_with_all_its_fields() -> None:
    told: dict[str, list[str]] = {}
    for names, fields, _gives in table("command"):
        told |= dict.fromkeys(words(names), words(fields))
    assert set(told) == set(COMMANDS)
    shared = {field.encode_name for field in msgspec.structs.fields(Request)}
    for name, kind in COMMANDS.items():
        if name in ("scene", "replay"):  # they share a row
            assert set(own_fields(kind.request, shared)) <= set(told[name])
        elif name not in MOTORS:  # those are of the protocol
            assert own_fields(kind.request, shared) == told[name]


@pytest.mark.parametrize("code", ERROR_CODES)
def test_every_code_of_an_error_is_named(code: str) -> None:
    assert f"`{code}`" in PAGE


def test_the_configurations_on_the_page_are_read() -> None:
    blocks = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        config = msgspec.toml.decode(block, type=dict[str, MqttConfig])
        assert config["mqtt"]
