"""Where rulebooks lie, and how their text is read; what it means is for each tradition's own reader.

A file's first key says its tradition (`tradition = "sichuan"`); one without it is a riichi book.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from os import PathLike
from pathlib import Path
from typing import Any

from tablebridge_rules.errors import RulebookError

__all__ = ["RIICHI", "read_text", "read_values", "shipped", "tradition_of"]

RIICHI = "riichi"
"""The tradition of a file that does not name one."""

_TRADITION = re.compile(r'^tradition\s*=\s*"([^"]*)"', re.MULTILINE)


def shipped(tradition: str | None = None) -> tuple[str, ...]:
    """The names of the rulebooks in this distribution, in alphabetical order; with `tradition` only those of it."""
    names = sorted(entry.name.removesuffix(".toml") for entry in _folder().iterdir() if entry.name.endswith(".toml"))
    return tuple(name for name in names if tradition in (None, tradition_of(name)))


@cache
def tradition_of(name: str) -> str:
    """The tradition of a shipped rulebook: `riichi`, `sichuan`, …"""
    found = _TRADITION.search(_shipped_text(name))
    return found[1] if found else RIICHI


def read_text(name_or_path: str | PathLike[str], tradition: str) -> tuple[str, str]:
    """The text of a rulebook of that tradition and the name to use in errors: shipped, or a path that ends in `.toml`.

    Raises `RulebookError` when there is no such rulebook or the file cannot be read.
    """
    name = str(name_or_path)
    if name.endswith(".toml"):
        try:
            return Path(name).read_text("utf-8"), name
        except (OSError, UnicodeDecodeError) as error:
            raise RulebookError(f"{name}: cannot be read: {error}") from error
    known = shipped(tradition)
    if name not in known:
        raise RulebookError(f"no rulebook {name!r}; allowed: {', '.join(known)}, or a file that ends in .toml")
    return _shipped_text(name), f"{name}.toml"


def read_values(text: str, file: str, tradition: str) -> dict[str, Any]:
    """The values of a rulebook's TOML text without its `tradition`.

    Raises `RulebookError` when the text is no TOML or of another tradition.
    """
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{file}: no TOML: {error}") from error
    found = values.pop("tradition", RIICHI)
    if found != tradition:
        raise RulebookError(f"{file}: tradition is {found!r}; expected a {tradition} rulebook")
    return values


def _shipped_text(name: str) -> str:
    return (_folder() / f"{name}.toml").read_text("utf-8")


def _folder() -> Traversable:
    return resources.files("tablebridge_rules") / "rulebooks"
