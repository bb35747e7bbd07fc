"""`messages.toml` as typed values: what the documents, the plain words and the tests are made from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["SpecEnum", "SpecField", "SpecMessage", "SpecTransition", "SpecValue", "Specification", "load"]


@dataclass(frozen=True, slots=True)
class SpecValue:
    """One named number; `action` is what a user does about a fault, else empty; `since` where it came later."""

    value: int
    name: str
    text: str
    action: str = ""
    since: str = ""


@dataclass(frozen=True, slots=True)
class SpecEnum:
    """An enumeration, or a set of flags where `flags` is true."""

    name: str
    text: str
    values: tuple[SpecValue, ...]
    flags: bool


@dataclass(frozen=True, slots=True)
class SpecField:
    """One field; `of` names its enumeration or flags, if any.

    `numbers` has what its type needs: width, min, max, min_count, max_count, max_bytes. A field that was appended
    in a later version has `since` and the `default` that stands for it where it is left out.
    """

    name: str
    type: str
    text: str
    unit: str
    of: str
    numbers: Mapping[str, int]
    since: str
    default: int | bool | None


@dataclass(frozen=True, slots=True)
class SpecMessage:
    """One message with its fields in the order of the payload.

    `needs` is the capability bit of a table that sends the report, empty where every table may. A command names the
    `capability` bit it needs and the `states` of the table in which it may be carried out.
    """

    id: int
    name: str
    sender: str
    report: bool
    since: str
    text: str
    fields: tuple[SpecField, ...]
    needs: str
    capability: str
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpecTransition:
    """A change of state that a table may make; `sends` is the report beside `state_changed`, if any."""

    source: str
    target: str
    text: str
    sends: str


@dataclass(frozen=True, slots=True)
class Specification:
    """The whole table.

    `timing` maps each name to milliseconds (or a count) and its meaning, `rules` each subject to its sentences.
    """

    name: str
    major: int
    minor: int
    framing: Mapping[str, str | int]
    timing: Mapping[str, tuple[int, str]]
    rules: Mapping[str, tuple[str, ...]]
    enums: tuple[SpecEnum, ...]
    messages: tuple[SpecMessage, ...]
    start_state: str
    transitions: tuple[SpecTransition, ...]


@cache
def load() -> Specification:
    """The specification of this version, as shipped inside the package."""
    text = (files("tablebridge_protocol") / "messages.toml").read_text("utf-8")
    table = tomllib.loads(text)
    return Specification(
        name=table["protocol"]["name"],
        major=table["protocol"]["major"],
        minor=table["protocol"]["minor"],
        framing=table["framing"],
        timing={name: (entry["value"], entry["text"]) for name, entry in table["timing"].items()},
        rules={subject: tuple(sentences) for subject, sentences in table["rules"].items()},
        enums=(
            *(_enum(entry, flags=False) for entry in table["enum"]),
            *(_enum(entry, flags=True) for entry in table["flags"]),
        ),
        messages=tuple(_message(entry) for entry in table["message"]),
        start_state=table["states"]["start"],
        transitions=tuple(_transition(entry) for entry in table["transition"]),
    )


def _enum(table: dict[str, Any], *, flags: bool) -> SpecEnum:
    values = tuple(SpecValue(**entry) for entry in table["values"])
    return SpecEnum(table["name"], table["text"], values, flags)


def _message(table: dict[str, Any]) -> SpecMessage:
    return SpecMessage(
        id=table["id"],
        name=table["name"],
        sender=table["sender"],
        report=table.get("report", False),
        since=table["since"],
        text=table["text"],
        fields=tuple(_field(entry) for entry in table["fields"]),
        needs=table.get("needs", ""),
        capability=table.get("capability", ""),
        states=tuple(table.get("states", ())),
    )


def _transition(table: dict[str, Any]) -> SpecTransition:
    return SpecTransition(table["from"], table["to"], table["text"], table.get("sends", ""))


def _field(table: dict[str, Any]) -> SpecField:
    return SpecField(
        name=table["name"],
        type=table["type"],
        text=table["text"],
        unit=table.get("unit", ""),
        of=table.get("enum", table.get("flags", "")),
        numbers={key: value for key, value in table.items() if isinstance(value, int) and key != "default"},
        since=table.get("since", ""),
        default=table.get("default"),
    )
