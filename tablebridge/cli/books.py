"""Rulebooks as named on the command line."""

from __future__ import annotations

import os

from tablebridge.errors import UsageError
from tablebridge_rules.errors import RulebookError
from tablebridge_rules.play import AnyRulebook, read_rulebook

__all__ = ["read_book", "require_file"]


def read_book(name: str) -> AnyRulebook:
    """The rulebook of that name or file, of whatever tradition. Raises `UsageError`: what is wrong, what is allowed."""
    require_file(name)
    try:
        return read_rulebook(name)
    except RulebookError as error:
        raise UsageError(str(error), f"--rulebook {name}", "see docs/rulebooks.md") from error


def require_file(name: str) -> None:
    """Raises `UsageError` when the name is that of a file, and it cannot be read."""
    if not name.endswith(".toml"):
        return
    try:
        with open(name, "rb", opener=_at_once):
            return
    except OSError as error:
        raise UsageError(f"cannot read the rulebook ({error.strerror})", name, "check the path") from error


def _at_once(path: str, flags: int) -> int:
    """Opens a file without waiting, as for one who may write to a pipe."""
    return os.open(path, flags | os.O_NONBLOCK)
