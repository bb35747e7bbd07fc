"""Where the broker is, how it is spoken to, and who we are to it."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Literal

from tablebridge.config import MqttConfig
from tablebridge.mqtt.tls import Tls
from tablebridge.mqtt.wording import IN_CONFIGURATION, Named

__all__ = ["BrokerAddress", "MqttVersion"]

_log = logging.getLogger(__name__)

MqttVersion = Literal["5", "3.1.1"]


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """A broker's address and login. The password shows in no text made from it.

    `version` is the one that is tried first. `tls` is None for a plain connection. `named` is what a line that says
    what to do calls its parts.

    >>> str(BrokerAddress("hall.local", 1883, "table-1", "secret"))
    'hall.local:1883 as table-1'
    """

    host: str = "127.0.0.1"
    port: int = 1883
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    version: MqttVersion = "5"
    tls: Tls | None = None
    named: Named = field(default=IN_CONFIGURATION, repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}" + (f" as {self.username}" if self.username else "")

    @classmethod
    def of(cls, config: MqttConfig, named: Named = IN_CONFIGURATION) -> BrokerAddress:
        """From the configuration, or what stands in its place. Raises `UsageError` when the password or a TLS file it
        names cannot be used."""
        tls = None if config.tls is None else Tls.of(config.tls, named)
        password = config.password()
        if password is not None and tls is None and not _is_this_machine(config.host):
            _log.warning("the broker's password goes to %s unencrypted (%s)", config.host, named.with_tls)
        return cls(config.host, config.broker_port, config.username, password, config.version, tls, named)


def _is_this_machine(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")
