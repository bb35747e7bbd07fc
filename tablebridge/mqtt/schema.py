"""JSON Schema (2020-12) of every JSON payload, from the types that encode it."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from tablebridge.mqtt.channels import Channel, channels
from tablebridge.mqtt.cloudevent import CloudEvent
from tablebridge.mqtt.topics import ROOT

__all__ = ["DIALECT", "components", "schema", "schemas"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """The schema of each topic below the table, by its name without braces: `state`, `events/discard`,
    `status/part`, `command/ping`. The plain text of `status` has none."""
    return {channel.name: schema(channel) for channel in channels() if channel.payload is not None}


def schema(channel: Channel) -> dict[str, Any]:
    """The schema of one topic, whole in itself."""
    return {
        "$schema": DIALECT,
        "$id": f"urn:tablebridge:v1:{channel.name.replace('/', ':')}",
        "title": f"{ROOT}/<table>/{channel.topic}",
        **_portable(msgspec.json.schema(_type_of(channel), schema_hook=_anything)),
    }


def components(some: tuple[Channel, ...], ref_template: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The schemas of several topics as references, by `ref_template`, into one set of definitions."""
    types = [_type_of(channel) for channel in some]
    references, definitions = msgspec.json.schema_components(types, schema_hook=_anything, ref_template=ref_template)
    return list(references), _portable(definitions)


def _type_of(channel: Channel) -> Any:
    envelope: Any = CloudEvent
    return envelope[channel.payload] if channel.cloud_event else channel.payload


def _portable(part: Any) -> Any:
    """The same with its patterns as ECMA-262 writes them, which JSON Schema takes.

    Python's `\\A` and `\\Z` are its `^` and `$`; Python's own `$` would let a line break follow.
    """
    if isinstance(part, list):
        return [_portable(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        key: re.sub(r"\A\\A(.*)\\Z\Z", r"^\1$", value)
        if key == "pattern" and isinstance(value, str)
        else _portable(value)
        for key, value in part.items()
    }


def _anything(kind: type) -> dict[str, Any]:
    """The schema of what is typed only as `object`, or is JSON from elsewhere: any JSON."""
    if kind in (object, msgspec.Raw):
        return {"description": "any JSON value"}
    raise NotImplementedError  # the hook's way to say that msgspec shall refuse the type
