"""The AsyncAPI 3.0 document of a table's topics, made from the same list as the schemas.

Source: AsyncAPI Specification 3.0.0; MQTT bindings 0.2.0.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from tablebridge.mqtt.channels import Channel, channels
from tablebridge.mqtt.cloudevent import CONTENT_TYPE
from tablebridge.mqtt.schema import components
from tablebridge.mqtt.topics import ROOT

__all__ = ["document"]

_BINDING = "0.2.0"
_DESCRIPTION = """\
What a tablebridge daemon publishes about one mahjong table, and what it may be asked where its configuration allows.
Events come at least once and in order; a reader keeps the last `sequence` it has seen. Commands carry MQTT 5's
response topic and correlation data, or `reply_to` and `request_id` in the payload. Seen from the daemon: it sends
what others read.
"""
_PARAMETERS = {
    "table": {"description": "the table's name in the daemon's configuration"},
    "part": {"description": "link, camera, second_camera or journal"},
    "clause": {"description": "a clause of the rulebook, as RL-T01"},
}


def document() -> dict[str, Any]:
    """The whole document, ready for JSON."""
    every = channels()
    typed = tuple(channel for channel in every if channel.payload is not None)
    references, definitions = components(typed, "#/components/schemas/{name}")
    payloads: dict[str, Any] = dict(zip((channel.name for channel in typed), references, strict=True))
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "tablebridge",
            "version": version("tablebridge"),
            "description": _DESCRIPTION,
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": {_key(channel): _channel(channel) for channel in every},
        "operations": {_key(channel): _operation(channel) for channel in every},
        "components": {
            "messages": {_key(channel): _message(channel, payloads.get(channel.name)) for channel in every},
            "schemas": {name: _draft_7(schema) for name, schema in sorted(definitions.items())},
        },
    }


def _key(channel: Channel) -> str:
    return channel.name.replace("/", ".")


def _channel(channel: Channel) -> dict[str, Any]:
    key = _key(channel)
    names = ["table", *(name for name in _PARAMETERS if f"{{{name}}}" in channel.topic)]
    address: str | None = f"{ROOT}/{{table}}/{channel.topic}"
    if channel.topic.startswith("reply/"):
        return {
            "address": None,  # AsyncAPI 3.0: unknown until the request names it
            "description": channel.does,
            "messages": {key: {"$ref": f"#/components/messages/{key}"}},
        }
    return {
        "address": address,
        "description": f"{channel.does}; for the role {channel.role}",
        "parameters": {name: _PARAMETERS[name] for name in names},
        "messages": {key: {"$ref": f"#/components/messages/{key}"}},
    }


def _operation(channel: Channel) -> dict[str, Any]:
    key = _key(channel)
    operation: dict[str, Any] = {
        "action": "receive" if channel.asked else "send",
        "channel": {"$ref": f"#/channels/{key}"},
        "summary": channel.does,
        "bindings": {"mqtt": {"qos": channel.qos, "retain": channel.retained, "bindingVersion": _BINDING}},
        "messages": [{"$ref": f"#/channels/{key}/messages/{key}"}],
    }
    if channel.asked:
        reply = key.replace("command.", "reply.", 1)
        operation["reply"] = {
            "address": {
                "description": "with MQTT 5 the response topic, else this field",
                "location": "$message.payload#/reply_to",
            },
            "channel": {"$ref": f"#/channels/{reply}"},
            "messages": [{"$ref": f"#/channels/{reply}/messages/{reply}"}],
        }
    return operation


def _message(channel: Channel, payload: dict[str, Any] | None) -> dict[str, Any]:
    if payload is None:
        text = {"type": "string", "enum": ["online", "offline"]}
        return {"name": _key(channel), "summary": channel.does, "contentType": "text/plain", "payload": text}
    return {
        "name": _key(channel),
        "summary": channel.does,
        "contentType": CONTENT_TYPE if channel.cloud_event else "application/json",
        "payload": payload,
    }


def _draft_7(schema: Any) -> Any:
    """AsyncAPI's own schemas are of draft 7, which says `items` and `additionalItems` for a tuple where 2020-12 says
    `prefixItems` and `items`; a discriminator is only the name of the property."""
    if isinstance(schema, list):
        return [_draft_7(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {key: _draft_7(value) for key, value in schema.items()}
    if "prefixItems" in changed:
        changed["additionalItems"] = changed.pop("items", True)
        changed["items"] = changed.pop("prefixItems")
    if isinstance(changed.get("discriminator"), dict):
        changed["discriminator"] = changed["discriminator"]["propertyName"]
    return changed
