"""Where the broker is and who we are to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablebridge.config import MqttConfig

__all__ = ["BrokerAddress"]


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """A broker's address and login. The password shows in no text made from it.

    >>> str(BrokerAddress("hall.local", 1883, "table-1", "secret"))
    'hall.local:1883 as table-1'
    """

    host: str = "127.0.0.1"
    port: int = 1883
    username: str | None = None
    password: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}" + (f" as {self.username}" if self.username else "")

    @classmethod
    def of(cls, config: MqttConfig) -> BrokerAddress:
        """From the configuration. Raises `UsageError` when the password it names is not there."""
        return cls(config.host, config.port, config.username, config.password())
