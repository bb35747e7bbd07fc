"""Home Assistant: one device a table, by MQTT discovery.

The whole device is one retained message on `<prefix>/device/<id>/config`; an empty one takes it away again. What its
sensors show is on the topics that everybody reads.

Source: Home Assistant documentation, "MQTT", sections "Device discovery payload" and "Birth and last will messages".
"""

from __future__ import annotations

import re
from importlib.metadata import version

import msgspec

from tablebridge.mqtt.message import Message
from tablebridge.mqtt.topics import Topics

__all__ = ["HomeAssistant", "device_document"]

_PHASES = ("idle", "building", "playing", "settled")
_SEATS = ("A", "B", "C", "D")


class HomeAssistant:
    """Whether and how a table shows in Home Assistant. `remove` takes it away instead.

    Its ids come from the table's serial number: a table that goes to another daemon, or gets another name, stays the
    same device. Until the number is known nothing is said.
    """

    def __init__(self, table: str, *, prefix: str = "homeassistant", remove: bool = False) -> None:
        self._table = table
        self._prefix = prefix
        self._remove = remove
        self._serial_number: str | None = None

    @property
    def birth_topic(self) -> str:
        """Where Home Assistant says that it has started."""
        return f"{self._prefix}/status"

    def is_birth(self, topic: str, payload: bytes) -> bool:
        """Whether that message says so: then discovery is sent again."""
        return topic == self.birth_topic and payload == b"online"

    def know(self, serial_number: str) -> bool:
        """The table's serial number is known; True when it was not, or was another."""
        changed = serial_number != self._serial_number
        self._serial_number = serial_number
        return changed

    def leave(self) -> None:
        """From now on the device is taken away instead."""
        self._remove = True

    def message(self) -> Message | None:
        """What is to be published, retained; None while the table is unknown."""
        if self._serial_number is None:
            return None
        topic = f"{self._prefix}/device/{_identifier(self._serial_number)}/config"
        if self._remove:
            return Message(topic, b"")
        return Message(topic, msgspec.json.encode(device_document(self._table, self._serial_number)))


def device_document(table: str, serial_number: str) -> dict[str, object]:
    """The discovery payload of a table."""
    topics = Topics(table)
    identifier = _identifier(serial_number)
    state = {"state_topic": topics.state}
    sensors: dict[str, dict[str, object]] = {
        "phase": _enumeration("State", "data.phase", _PHASES, icon="mdi:cards-playing-outline") | state,
        "dealer": _enumeration("Dealer", "data.dealer", _SEATS, icon="mdi:account-star") | state,
        "wall_left": _number("Wall left", "data.wall_left", "tiles", icon="mdi:wall") | state,
    }
    for seat in _SEATS:
        value = f"data.seats.get('{seat}', {{}}).get('points')"
        sensors[f"points_{seat.lower()}"] = _number(f"Points {seat}", value, "points", icon="mdi:counter") | state
    sensors["violations"] = _number("Violations", "data.violations", None, icon="mdi:gavel") | state
    sensors["link"] = _part("Link", topics.part("link"))
    sensors["camera"] = _part("Camera", topics.part("camera"))
    return {
        "device": {
            "identifiers": [identifier],
            "name": f"Mahjong table {table}",
            "manufacturer": "tablebridge",
            "model": "Automatic mahjong table",
            "serial_number": serial_number,
            "sw_version": version("tablebridge"),
        },
        "origin": {"name": "tablebridge", "sw_version": version("tablebridge")},
        "availability": [{"topic": topics.status, "payload_available": "online", "payload_not_available": "offline"}],
        "qos": 1,
        "components": {
            f"{identifier}_{name}": {"unique_id": f"{identifier}_{name}", **sensor} for name, sensor in sensors.items()
        },
    }


def _enumeration(name: str, value: str, options: tuple[str, ...], *, icon: str) -> dict[str, object]:
    return {
        "platform": "sensor",
        "name": name,
        "device_class": "enum",
        "options": list(options),
        "value_template": _template(value),
        "icon": icon,
    }


def _number(name: str, value: str, unit: str | None, *, icon: str) -> dict[str, object]:
    sensor: dict[str, object] = {
        "platform": "sensor",
        "name": name,
        "state_class": "measurement",
        "value_template": _template(value),
        "icon": icon,
    }
    return sensor if unit is None else sensor | {"unit_of_measurement": unit}


def _part(name: str, topic: str) -> dict[str, object]:
    """A part of the daemon: connected or not, with its line as attribute."""
    return {
        "platform": "binary_sensor",
        "name": name,
        "device_class": "connectivity",
        "entity_category": "diagnostic",
        "state_topic": topic,
        "value_template": "{{ value_json.data.status }}",
        "payload_on": "online",
        "payload_off": "offline",
        "json_attributes_topic": topic,
        "json_attributes_template": "{{ {'line': value_json.data.line} | tojson }}",
    }


def _template(value: str) -> str:
    """The value out of the payload. What is null there is rendered as `None`, the word for a sensor of which nothing
    is known now."""
    return f"{{{{ value_json.{value} }}}}"


def _identifier(serial_number: str) -> str:
    """An id that may stand in a discovery topic: letters, digits, - and _ only."""
    return f"tablebridge_{re.sub(r'[^A-Za-z0-9_-]', '_', serial_number)}"
