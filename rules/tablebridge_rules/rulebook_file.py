"""Where rulebooks lie, and how their text is read; what it means is for each tradition's own reader.

A file's first key says its tradition (`tradition = "sichuan"`); one without it is a riichi book. A house book says
what it `extends` and then only what it changes.
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

_OWN = ("name", "title")
"""What a house book does not inherit."""

_OFF = "off"

_TRADITION = re.compile(r'^tradition\s*=\s*"([^"]*)"', re.MULTILINE)
_EXTENDS = re.compile(r'^extends\s*=\s*"([^"]*)"', re.MULTILINE)


def shipped(tradition: str | None = None) -> tuple[str, ...]:
    """The names of the rulebooks in this distribution, in alphabetical order; with `tradition` only those of it."""
    names = sorted(entry.name.removesuffix(".toml") for entry in _folder().iterdir() if entry.name.endswith(".toml"))
    return tuple(name for name in names if tradition in (None, _named_tradition(name, _shipped_text(name), ())))


def tradition_of(name_or_path: str | PathLike[str]) -> str:
    """The tradition of a rulebook: `riichi`, `sichuan`, …; a house book has that of the book it extends.

    Raises `RulebookError` when there is no such rulebook or a file cannot be read.
    """
    name = str(name_or_path)
    return _named_tradition(name, _file_text(name), ()) if name.endswith(".toml") else _shipped_tradition(name)


@cache
def _shipped_tradition(name: str) -> str:
    if name not in shipped():
        raise RulebookError(f"no rulebook {name!r}; allowed: {', '.join(shipped())}, or a file that ends in .toml")
    return _named_tradition(name, _shipped_text(name), ())


def _named_tradition(name: str, text: str, seen: tuple[str, ...]) -> str:
    """What the first lines of a text say, or those of what it extends; riichi where nothing does."""
    if found := _TRADITION.search(text):
        return found[1]
    base = _EXTENDS.search(text)
    if base is None or name in seen:
        return RIICHI
    other = _base_name(base[1], name)
    return _named_tradition(other, _file_text(other), (*seen, name)) if other.endswith(".toml") else tradition_of(other)


def read_text(name_or_path: str | PathLike[str], tradition: str) -> tuple[str, str]:
    """The text of a rulebook of that tradition and the name to use in errors: shipped, or a path that ends in `.toml`.

    Raises `RulebookError` when there is no such rulebook or the file cannot be read.
    """
    name = str(name_or_path)
    if name.endswith(".toml"):
        return _file_text(name), name
    known = shipped(tradition)
    if name not in known:
        raise RulebookError(f"no rulebook {name!r}; allowed: {', '.join(known)}, or a file that ends in .toml")
    return _shipped_text(name), f"{name}.toml"


def read_values(text: str, file: str, tradition: str) -> dict[str, Any]:
    """The values of a rulebook's TOML text without its `tradition`, those of the book that it `extends` included.

    Raises `RulebookError` when the text is no TOML or of another tradition, or extends what cannot be read.
    """
    return _values(text, file, tradition, ())


def _values(text: str, file: str, tradition: str, extending: tuple[str, ...]) -> dict[str, Any]:
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{file}: no TOML: {error}") from error
    base = values.pop("extends", None)
    # a house book is of the tradition of what it extends
    found = values.pop("tradition", RIICHI if base is None else tradition)
    if found != tradition:
        raise RulebookError(f"{file}: tradition is {found!r}; expected a {tradition} rulebook")
    if base is None:
        return values
    name = _base_name(base, file)
    if name in (file, *extending):
        raise RulebookError(f"{file}: extends {name}, which extends this file; extend a shipped rulebook")
    inherited = _values(*read_text(name, tradition), tradition, (file, *extending))
    return _extended(inherited, values, file)


def _base_name(base: object, file: str) -> str:
    """The book that `file` extends: a shipped one by name, or a file beside it."""
    if not isinstance(base, str):
        raise RulebookError(f"{file}: extends is {base!r}; allowed: a rulebook's name, or a file that ends in .toml")
    return str(Path(file).parent / base) if base.endswith(".toml") else base


def _extended(base: dict[str, Any], changes: dict[str, Any], file: str) -> dict[str, Any]:
    """`base` with the changes of a house book, which must name itself.

    A section is changed key by key; a section of tables, such as `[yaku]`, line by line and each line key by key.
    The text "off" takes a line out.
    """
    book = {key: value for key, value in base.items() if key not in _OWN}
    for name, value in changes.items():
        section = book.get(name)
        if isinstance(section, dict) and isinstance(value, dict):
            book[name] = _changed(section, value, f"{file}: [{name}]")
        else:
            book[name] = value
    return book


def _changed(section: dict[str, Any], changes: dict[str, Any], where: str) -> dict[str, Any]:
    changed = dict(section)
    of_tables = all(isinstance(line, dict) for line in section.values())
    for key, value in changes.items():
        line = section.get(key)
        if of_tables and value == _OFF:
            if line is None:
                raise RulebookError(f"{where} {key} is not in the extended rulebook, so it cannot be turned off")
            del changed[key]
        elif of_tables and isinstance(line, dict) and isinstance(value, dict):
            changed[key] = {**line, **value}
        else:
            changed[key] = value
    return changed


def _file_text(path: str) -> str:
    try:
        return Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulebookError(f"{path}: cannot be read: {error}") from error


def _shipped_text(name: str) -> str:
    return (_folder() / f"{name}.toml").read_text("utf-8")


def _folder() -> Traversable:
    return resources.files("tablebridge_rules") / "rulebooks"
