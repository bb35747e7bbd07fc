"""`[mqtt]` and what is below it."""

from __future__ import annotations

from typing import get_args

import pytest

from tablebridge.config import CommandsConfig, MqttConfig, MqttTlsConfig, read
from tablebridge.config.mqtt import MqttCommandName
from tablebridge.errors import UsageError
from tablebridge.mqtt.commands import COMMANDS

TABLE = """
[[table]]
name = "table-1"
[table.link]
port = "/dev/ttyUSB0"
[table.camera]
address = 0
"""


def mqtt(text: str) -> MqttConfig:
    return read(f"[mqtt]\n{text}\n{TABLE}", "table.toml").mqtt


def test_nothing_is_wanted_unless_it_is_said() -> None:
    config = read(TABLE, "table.toml").mqtt
    assert config == MqttConfig()
    assert (config.version, config.tls, config.violations) == ("5", None, False)
    assert (config.commands.allow, config.home_assistant.discovery) == ((), "off")


def test_everything_can_be_said() -> None:
    config = mqtt(
        """
        version = "3.1.1"
        backlog_rate = 20
        live_s = 30
        [mqtt.tls]
        ca_file = "ca.pem"
        [mqtt.commands]
        allow = ["ping", "open_cover"]
        timeout_s = 5
        [mqtt.home_assistant]
        discovery = "remove"
        """
    )
    assert (config.version, config.backlog_rate, config.live_s) == ("3.1.1", 20, 30)
    assert config.tls == MqttTlsConfig(ca_file="ca.pem")
    assert config.commands == CommandsConfig(allow=("ping", "open_cover"), timeout_s=5)
    assert config.home_assistant.discovery == "remove"


def test_an_empty_section_means_tls() -> None:
    assert mqtt("[mqtt.tls]").broker_port == 8883
    assert mqtt("").broker_port == 1883


@pytest.mark.parametrize(
    ("text", "what", "line", "key"),
    [
        ('version = "4"', "invalid enum value '4'", 2, "mqtt.version"),
        ("backlog_rate = 0", "expected `float` >= 1", 2, "mqtt.backlog_rate"),
        ("[mqtt.tls]\nca = 1", "unknown key", 3, "mqtt.tls.ca"),
        ('[mqtt.tls]\nca_file = ""', "must not be empty", 3, "mqtt.tls.ca_file"),
        ('[mqtt.tls]\ninsecure = "yes"', "expected `bool`", 3, "mqtt.tls.insecure"),
        ('[mqtt.commands]\nallow = ["dance"]', "there are ping, state, resend, ", 3, "mqtt.commands.allow[0]"),
        ("[mqtt.commands]\ntimeout_s = 0", "expected `float` >= 0.1", 3, "mqtt.commands.timeout_s"),
        ('[mqtt.home_assistant]\ndiscovery = "yes"', "invalid enum value 'yes'", 3, "mqtt.home_assistant.discovery"),
        ('[mqtt.home_assistant]\nprefix = "a/b"', "letters, digits, - or _", 3, "mqtt.home_assistant.prefix"),
    ],
)
def test_a_mistake_is_named_by_key_and_line(text: str, what: str, line: int, key: str) -> None:
    with pytest.raises(UsageError) as caught:
        mqtt(text)
    assert what in str(caught.value)
    assert f"table.toml, line {line}, key {key} " in str(caught.value)


def test_every_command_there_is_can_be_allowed() -> None:
    assert set(COMMANDS) == {name for names in get_args(MqttCommandName) for name in get_args(names)}
