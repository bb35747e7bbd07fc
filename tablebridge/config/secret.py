"""Secrets never stand in the configuration: it names a file, or a variable of the environment."""

from __future__ import annotations

import os
from pathlib import Path

from tablebridge.errors import UsageError

__all__ = ["secret_of"]


def secret_of(key: str, what: str, file: str | None, variable: str | None) -> str | None:
    """The secret from its file, or else from its variable; None where neither is named.

    `key` is that of the configuration without its ending (`mqtt.password`), `what` the secret in words. Raises
    `UsageError` when it is named but not there, or no text.
    """
    if file is not None:
        return _from_file(f"{key}_file = {file}", what, Path(file))
    if variable is not None:
        return _from_variable(f"{key}_env = {variable}", what, variable)
    return None


def _from_file(where: str, what: str, path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        to_do = "make the file readable for the daemon's user"
        raise UsageError(f"cannot read {what} ({error.strerror})", where, to_do) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{what} is not UTF-8 text", where, "save the file as UTF-8") from error


def _from_variable(where: str, what: str, variable: str) -> str:
    value = os.environ.get(variable)
    if value is None:
        raise UsageError(f"the variable with {what} is not set", where, "set it in the daemon's environment")
    try:
        value.encode("utf-8")  # bytes that are no UTF-8 come as lone surrogates
    except UnicodeEncodeError as error:
        raise UsageError(f"{what} is not UTF-8 text", where, "set it to UTF-8 text") from error
    return value
