"""What Home Assistant takes as a device discovery payload, in our words.

Sources, read for the device-based discovery of 2024.11 and later:
https://www.home-assistant.io/integrations/mqtt/ ("Discovery topic", "Device discovery payload"),
https://www.home-assistant.io/integrations/sensor.mqtt/, https://www.home-assistant.io/integrations/binary_sensor.mqtt/,
and `DEVICE_DISCOVERY_SCHEMA` in homeassistant/components/mqtt/schemas.py.
"""

from __future__ import annotations

import re
from typing import Any

TOPIC = re.compile(r"[a-zA-Z0-9_-]+/device/[a-zA-Z0-9_-]+/config")
_TEXT: dict[str, Any] = {"type": "string", "minLength": 1}
_TOPIC: dict[str, Any] = {"type": "string", "pattern": r"^[^\u0000]+$"}
_TEMPLATE: dict[str, Any] = {"type": "string", "pattern": r"^\{\{.*\}\}$"}
_ENTITY: dict[str, Any] = {
    "unique_id": _TEXT,
    "name": {"type": ["string", "null"]},
    "state_topic": _TOPIC,
    "value_template": _TEMPLATE,
    "json_attributes_topic": _TOPIC,
    "json_attributes_template": _TEMPLATE,
    "icon": {"type": "string", "pattern": "^mdi:[a-z0-9-]+$"},
    # an entity that only shows something has no `config` category
    "entity_category": {"const": "diagnostic"},
}
_SENSOR: dict[str, Any] = {
    "properties": {
        **_ENTITY,
        "platform": {"const": "sensor"},
        "device_class": {"enum": ["enum", "duration", "timestamp", "data_size"]},
        "state_class": {"enum": ["measurement", "total", "total_increasing"]},
        "unit_of_measurement": _TEXT,
        "options": {"type": "array", "items": _TEXT, "minItems": 1, "uniqueItems": True},
    },
    "required": ["platform", "unique_id", "state_topic"],
    "additionalProperties": False,
    # options go with the class enum, and with neither a state class nor a unit
    "dependentSchemas": {
        "options": {
            "properties": {"device_class": {"const": "enum"}, "state_class": False, "unit_of_measurement": False},
            "required": ["device_class"],
        }
    },
}
_BINARY_SENSOR: dict[str, Any] = {
    "properties": {
        **_ENTITY,
        "platform": {"const": "binary_sensor"},
        "device_class": {"enum": ["connectivity", "problem", "running"]},
        "payload_on": _TEXT,
        "payload_off": _TEXT,
    },
    "required": ["platform", "unique_id", "state_topic"],
    "additionalProperties": False,
}
DEVICE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "device": {
            "type": "object",
            "properties": {
                "identifiers": {"type": "array", "items": _TEXT, "minItems": 1},
                "connections": {"type": "array", "items": {"type": "array", "minItems": 2, "maxItems": 2}},
                **dict.fromkeys(
                    ("configuration_url", "hw_version", "manufacturer", "model", "model_id"),
                    _TEXT,
                ),
                **dict.fromkeys(
                    ("name", "serial_number", "suggested_area", "sw_version", "via_device"),
                    _TEXT,
                ),
            },
            "anyOf": [{"required": ["identifiers"]}, {"required": ["connections"]}],
            "additionalProperties": False,
        },
        "origin": {
            "type": "object",
            "properties": {"name": _TEXT, "sw_version": _TEXT, "support_url": _TEXT},
            "required": ["name"],
            "additionalProperties": False,
        },
        "components": {
            "type": "object",
            "additionalProperties": {"oneOf": [_SENSOR, _BINARY_SENSOR]},
            "minProperties": 1,
        },
        "availability": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "topic": _TOPIC,
                    "payload_available": _TEXT,
                    "payload_not_available": _TEXT,
                    "value_template": _TEMPLATE,
                },
                "required": ["topic"],
                "additionalProperties": False,
            },
        },
        "availability_mode": {"enum": ["all", "any", "latest"]},
        "state_topic": _TOPIC,
        "command_topic": _TOPIC,
        "qos": {"enum": [0, 1, 2]},
        "encoding": _TEXT,
    },
    "required": ["device", "origin", "components"],
    "additionalProperties": False,
}
