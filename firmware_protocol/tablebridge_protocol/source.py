"""`messages.toml` as typed values: what the documents, the plain words and the tests are made from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tablebridge_protocol.messages import FaultCode

__all__ = ["SpecEnum", "SpecField", "SpecMessage", "SpecValue", "Specification", "fault_text", "load"]


@dataclass(frozen=True, slots=True)
class SpecValue:
    """One named number; `action` is what a user does about a fault, else empty."""

    value: int
    name: str
    text: str
    action: str = ""


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

    `numbers` has what its type needs: width, min, max, min_count, max_count, max_bytes.
    """

    name: str
    type: str
    text: str
    unit: str
    of: str
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SpecMessage:
    """One message with its fields in the order of the payload."""

    id: int
    name: str
    sender: str
    report: bool
    since: str
    text: str
    fields: tuple[SpecField, ...]


@dataclass(frozen=True, slots=True)
class Specification:
    """The whole table. `timing` maps each name to milliseconds (or a count) and its meaning."""

    name: str
    major: int
    minor: int
    framing: Mapping[str, str | int]
    timing: Mapping[str, tuple[int, str]]
    enums: tuple[SpecEnum, ...]
    messages: tuple[SpecMessage, ...]


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
        enums=(
            *(_enum(entry, flags=False) for entry in table["enum"]),
            *(_enum(entry, flags=True) for entry in table["flags"]),
        ),
        messages=tuple(_message(entry) for entry in table["message"]),
    )


def fault_text(code: FaultCode) -> str:
    """What is wrong and what to do, in plain English.

    >>> fault_text(FaultCode.DOOR_OPEN)
    'a cover or door is open: close it'
    """
    codes = next(enum for enum in load().enums if enum.name == "fault_code")
    value = next(value for value in codes.values if value.value == code)
    return f"{value.text}: {value.action}"


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
    )


def _field(table: dict[str, Any]) -> SpecField:
    return SpecField(
        name=table["name"],
        type=table["type"],
        text=table["text"],
        unit=table.get("unit", ""),
        of=table.get("enum", table.get("flags", "")),
        numbers={key: value for key, value in table.items() if isinstance(value, int)},
    )
