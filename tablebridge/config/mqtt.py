"""`[mqtt]`: the broker."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec

from tablebridge.errors import UsageError

__all__ = ["MqttConfig"]


class MqttConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where to publish. The password is never written in this file: name a file or an environment variable."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 1883
    username: str | None = None
    password_file: str | None = None
    password_env: str | None = None

    def password(self) -> str | None:
        """The password from its file or variable. Raises `UsageError` when it is named but not there."""
        if self.password_file is not None:
            try:
                return Path(self.password_file).read_text(encoding="utf-8").strip()
            except OSError as error:
                raise UsageError(
                    f"cannot read the broker's password ({error.strerror})",
                    f"mqtt.password_file = {self.password_file}",
                    "make the file readable for the daemon's user",
                ) from error
        if self.password_env is not None:
            value = os.environ.get(self.password_env)
            if value is None:
                raise UsageError(
                    "the variable with the broker's password is not set",
                    f"mqtt.password_env = {self.password_env}",
                    "set it in the daemon's environment",
                )
            return value
        return None
