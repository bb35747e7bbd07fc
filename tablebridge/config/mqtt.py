"""`[mqtt]`: the broker, how it is spoken to, and what is allowed over it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tablebridge.config.secret import secret_of
from tablebridge.config.table import CommandName
from tablebridge.config.texts import Name, Text

__all__ = ["CommandsConfig", "HomeAssistantConfig", "MqttCommandName", "MqttConfig", "MqttTlsConfig"]

_PLAIN_PORT, _TLS_PORT = 1883, 8883  # assigned by IANA

MqttCommandName = Literal["ping", "state", "resend", "scene", "replay", "set_delay"] | CommandName
"""A command that may be asked for over MQTT: our own, and those of the wire protocol."""


class MqttTlsConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[mqtt.tls]`: present, even empty, it means TLS. Files are PEM.

    `ca_file` names who may have signed the broker's certificate; the machine's own list when not given.
    `certificate_file` and `key_file` are ours, for a broker that asks for them.
    `insecure` takes any certificate from anybody: only for finding out what is wrong.
    """

    ca_file: Text | None = None
    certificate_file: Text | None = None
    key_file: Text | None = None
    key_password_file: Text | None = None
    insecure: bool = False


class CommandsConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[mqtt.commands]`: what may be asked of the daemon over MQTT, nothing unless it is named.

    A motor command must also stand in the table's `link.allow_commands`.
    """

    allow: tuple[MqttCommandName, ...] = ()
    timeout_s: Annotated[float, msgspec.Meta(ge=0.1, le=120)] = 15.0


class HomeAssistantConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[mqtt.home_assistant]`: whether each table shows as a device there; `remove` takes it away again."""

    discovery: Literal["off", "on", "remove"] = "off"
    prefix: Name = "homeassistant"


class MqttConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where to publish. The password is never written in this file: name a file or an environment variable.

    `port` is 1883, or 8883 with TLS, when not given. `version` 5 falls back to 3.1.1 where the broker has not got it.
    `backlog_rate` are the events a second that are sent after an outage, `backlog_wait_s` how long they wait for the
    readers to be back first; an event older than `live_s` is no longer told on the viewers' topics. `violations` tells
    flags that nobody has ruled on yet: only for a broker whose access list keeps them for the referee.
    """

    host: Text = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] | msgspec.UnsetType = msgspec.UNSET
    version: Literal["5", "3.1.1"] = "5"
    username: Text | None = None
    password_file: Text | None = None
    password_env: Text | None = None
    tls: MqttTlsConfig | None = None
    backlog_rate: Annotated[float, msgspec.Meta(ge=1, le=10_000)] = 50.0
    backlog_wait_s: Annotated[float, msgspec.Meta(ge=0, le=60)] = 2.0
    live_s: Annotated[float, msgspec.Meta(ge=0.5, le=300)] = 10.0
    violations: bool = False
    commands: CommandsConfig = CommandsConfig()
    home_assistant: HomeAssistantConfig = HomeAssistantConfig()

    @property
    def broker_port(self) -> int:
        """The port, or the one that goes with the way of speaking."""
        if isinstance(self.port, int):
            return self.port
        return _PLAIN_PORT if self.tls is None else _TLS_PORT

    def password(self) -> str | None:
        """The password from its file or variable. Raises `UsageError` when it is named but not there, or no text."""
        return secret_of("mqtt.password", "the broker's password", self.password_file, self.password_env)
