"""What a table is made of, as its configuration says, for the staff's status page."""

from __future__ import annotations

from typing import get_args

from tablebridge.config import MqttConfig, TableConfig
from tablebridge.config.table import CommandName
from tablebridge.release import ReleaseGate
from tablebridge.web import StaffTable

__all__ = ["staff_table"]


def staff_table(table: TableConfig, mqtt: MqttConfig, gate: ReleaseGate) -> StaffTable:
    """The table's parts, and the commands that would be carried out: a motor's only where the link allows it, too."""
    cameras = ["camera", *(["second_camera"] if table.second_camera is not None else [])]
    motors = set(get_args(CommandName)) - set(table.link.allow_commands)
    return StaffTable(
        parts=("link", *cameras, "broker", "journal"),
        commands=tuple(name for name in mqtt.commands.allow if name not in motors),
        delay_s=lambda: gate.delay_s,
    )
