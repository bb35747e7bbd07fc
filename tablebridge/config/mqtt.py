"""`[mqtt]`: the broker."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec

from tablebridge.config.texts import Text
from tablebridge.errors import UsageError

__all__ = ["MqttConfig"]


class MqttConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where to publish. The password is never written in this file: name a file or an environment variable."""

    host: Text = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 1883
    username: Text | None = None
    password_file: Text | None = None
    password_env: Text | None = None

    def password(self) -> str | None:
        """The password from its file or variable. Raises `UsageError` when it is named but not there, or no text."""
        if self.password_file is not None:
            try:
                return Path(self.password_file).read_text(encoding="utf-8").strip()
            except OSError as error:
                raise UsageError(
                    f"cannot read the broker's password ({error.strerror})",
                    f"mqtt.password_file = {self.password_file}",
                    "make the file readable for the daemon's user",
                ) from error
            except UnicodeDecodeError as error:
                raise _no_text(f"mqtt.password_file = {self.password_file}", "save the file as UTF-8") from error
        if self.password_env is not None:
            value = os.environ.get(self.password_env)
            if value is None:
                raise UsageError(
                    "the variable with the broker's password is not set",
                    f"mqtt.password_env = {self.password_env}",
                    "set it in the daemon's environment",
                )
            try:
                value.encode("utf-8")  # bytes that are no UTF-8 come as lone surrogates, which no broker is ever sent
            except UnicodeEncodeError as error:
                raise _no_text(f"mqtt.password_env = {self.password_env}", "set it to UTF-8 text") from error
            return value
        return None


def _no_text(where: str, what_to_do: str) -> UsageError:
    return UsageError("the broker's password is not UTF-8 text", where, what_to_do)
