"""Where rulebooks lie, and how their text is read; what it means is for each tradition's own reader.

A file's first key says its tradition (`tradition = "sichuan"`); one without it is a riichi book. A house book says
what it `extends` and then only what it changes.
"""

from __future__ import annotations

import re
from functools import cache
from os import PathLike
from typing import TYPE_CHECKING, Any

from tablebridge_rules.errors import RulebookError

# what only reading a file needs is imported there: it is a quarter of the time that `import` of the rules would take
if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["RIICHI", "read_text", "read_values", "shipped", "tradition_of"]

RIICHI = "riichi"
"""The tradition of a file that does not name one."""

_OWN = ("name", "title")
"""What a house book does not inherit."""

_OFF = "off"

_TRADITION = re.compile(r'^tradition\s*=\s*"([^"]*)"', re.MULTILINE)
_LARGEST_BYTES = 1_000_000  # thirty times the largest shipped book
_LONGEST_CHAIN = 8  # books that extend one another


def shipped(tradition: str | None = None) -> tuple[str, ...]:
    """The names of the rulebooks in this distribution, in alphabetical order; with `tradition` only those of it."""
    names = sorted(entry.name.removesuffix(".toml") for entry in _folder().iterdir() if entry.name.endswith(".toml"))
    return tuple(name for name in names if tradition in (None, _shipped_tradition(name)))


def tradition_of(name_or_path: str | PathLike[str]) -> str:
    """The tradition of a rulebook: `riichi`, `sichuan`, …; a house book has that of the book it extends.

    Raises `RulebookError` when there is no such rulebook or a file cannot be read.
    """
    name = str(name_or_path)
    if name.endswith(".toml"):
        return _file_tradition(name, ())
    _require(name, shipped())
    return _shipped_tradition(name)


@cache
def _shipped_tradition(name: str) -> str:
    found = _TRADITION.search(_shipped_text(name))
    return found[1] if found else RIICHI


def _file_tradition(file: str, extending: tuple[str, ...]) -> str:
    """What a file says, or what it extends says; riichi where nothing does."""
    values = _toml(_file_text(file), file)
    base = values.get("extends")
    if base is None or "tradition" in values:
        return _own_tradition(values, file, RIICHI)
    name = _base_name(base, file, extending)
    return _file_tradition(name, (file, *extending)) if name.endswith(".toml") else tradition_of(name)


def _own_tradition(values: dict[str, Any], file: str, otherwise: str) -> str:
    found = values.get("tradition", otherwise)
    if not isinstance(found, str):
        raise RulebookError(f"{file}: tradition is no text; allowed: a text such as {RIICHI}")
    return found


def read_text(name_or_path: str | PathLike[str], tradition: str) -> tuple[str, str]:
    """The text of a rulebook of that tradition and the name to use in errors: shipped, or a path that ends in `.toml`.

    Raises `RulebookError` when there is no such rulebook or the file cannot be read.
    """
    name = str(name_or_path)
    if name.endswith(".toml"):
        return _file_text(name), name
    _require(name, shipped(tradition))
    return _shipped_text(name), f"{name}.toml"


def _require(name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise RulebookError(f"no rulebook {name!r}; allowed: {', '.join(known)}, or a file that ends in .toml")


def read_values(text: str, file: str, tradition: str) -> dict[str, Any]:
    """The values of a rulebook's TOML text without its `tradition`, those of the book that it `extends` included.

    Raises `RulebookError` when the text is no TOML or of another tradition, or extends what cannot be read.
    """
    return _values(text, file, tradition, ())


def _values(text: str, file: str, tradition: str, extending: tuple[str, ...]) -> dict[str, Any]:
    values = _toml(text, file)
    base = values.pop("extends", None)
    # a house book is of the tradition of what it extends
    found = _own_tradition(values, file, RIICHI if base is None else tradition)
    values.pop("tradition", None)
    if found != tradition:
        raise RulebookError(f"{file}: tradition is {found!r}; expected a {tradition} rulebook")
    if base is None:
        return values
    name = _base_name(base, file, extending)
    inherited = _values(*read_text(name, tradition), tradition, (file, *extending))
    return _extended(inherited, values, file)


def _toml(text: str, file: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, or a number with more digits than Python reads
        raise RulebookError(f"{file}: no TOML: {error}") from error
    except RecursionError as error:
        raise RulebookError(f"{file}: no TOML that can be read: lists or tables lie too deep in one another") from error


def _base_name(base: object, file: str, extending: tuple[str, ...]) -> str:
    """The book that `file` extends: a shipped one by name, or a file beside it; `extending` leads to `file`."""
    from pathlib import Path

    if not isinstance(base, str):
        raise RulebookError(f"{file}: extends is {base!r}; allowed: a rulebook's name, or a file that ends in .toml")
    name = str(Path(file).parent / base) if base.endswith(".toml") else base
    if name in (file, *extending):
        raise RulebookError(f"{file}: extends {name}, which extends this file; extend a shipped rulebook")
    if len(extending) >= _LONGEST_CHAIN:
        raise RulebookError(f"{file}: extends {name}: more than {_LONGEST_CHAIN} books extend one another")
    return name


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
    """A file's text; a mark of byte order at its beginning is left out."""
    from pathlib import Path

    try:
        if Path(path).exists() and not Path(path).is_file():  # a directory, or a pipe that nobody may ever write to
            raise RulebookError(f"{path}: cannot be read: it is no file")
        with Path(path).open("rb") as file:
            content = file.read(_LARGEST_BYTES + 1)
        if len(content) > _LARGEST_BYTES:
            raise RulebookError(f"{path}: cannot be read: it has more than {_LARGEST_BYTES} bytes, so is no rulebook")
        return content.decode("utf-8-sig")
    except (OSError, ValueError) as error:  # ValueError: no UTF-8, or a path that no system has
        raise RulebookError(f"{path}: cannot be read: {error}") from error


def _shipped_text(name: str) -> str:
    return (_folder() / f"{name}.toml").read_text("utf-8")


def _folder() -> Traversable:
    from importlib import resources

    return resources.files("tablebridge_rules") / "rulebooks"
