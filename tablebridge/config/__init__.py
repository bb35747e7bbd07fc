"""The configuration: one TOML file, a dataclass a section, every mistake named by key and line."""

from tablebridge.config.console import ConsoleConfig
from tablebridge.config.evidence import EvidenceConfig
from tablebridge.config.file import Config, load, read
from tablebridge.config.mqtt import CommandsConfig, HomeAssistantConfig, MqttConfig, MqttTlsConfig
from tablebridge.config.table import CameraConfig, LinkConfig, TableConfig
from tablebridge.config.web import WebConfig

__all__ = [
    "CameraConfig",
    "CommandsConfig",
    "Config",
    "ConsoleConfig",
    "EvidenceConfig",
    "HomeAssistantConfig",
    "LinkConfig",
    "MqttConfig",
    "MqttTlsConfig",
    "TableConfig",
    "WebConfig",
    "load",
    "read",
]
