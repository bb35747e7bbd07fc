"""Reads one section of a rulebook's file into a frozen value whose types say what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from tablebridge_rules.errors import RulebookError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["Section", "key_of", "line_of", "type_hints"]

_HEADER = re.compile(r"\[([\w.-]+)\]")
_KEY = re.compile(r"([\w-]+)\s*=")
_LARGEST = 2**63 - 1  # what TOML itself promises
_LONGEST_SHOWN = 80
_NOTHING: Mapping[str, object] = MappingProxyType({})

T = TypeVar("T", bound="DataclassInstance")


@dataclass(frozen=True, slots=True)
class Section:
    """A table of a file with what an error must name: `file`, the table's `name` and its `values`.

    With the `source` text an error names the line, too.
    """

    file: str
    name: str
    values: Mapping[str, Any]
    source: str = ""

    def error(self, key: str, problem: str) -> RulebookError:
        """An error that names the file, the section, the key and its line."""
        where = f"[{_cut(self.name)}] {_cut(key)}" if self.name else _cut(key)
        line = line_of(self.source, self.name, key)
        return RulebookError(f"{self.file}: {where} {problem}{f' (line {line})' if line else ''}")

    def text(self, key: str) -> str:
        """The text of that key. Raises `RulebookError` when it is missing or no text."""
        if not isinstance(self.values.get(key), str):
            raise self.error(key, "is missing or no text; allowed: a text")
        return str(self.values[key])

    def table(self, key: str) -> Section:
        """The table of that name within this one. Raises `RulebookError` when it is missing or no table."""
        value = self.values.get(key)
        if not isinstance(value, dict):
            found = "is missing" if value is None else f"is {_shown(value)}"
            raise self.error(key, f"{found}; expected a table")
        return Section(self.file, f"{self.name}.{key}" if self.name else key, value, self.source)

    def of(self, values: Mapping[str, Any]) -> Section:
        """The same section with other values, such as some of its keys."""
        return Section(self.file, self.name, values, self.source)

    def refuse_unknown(self, known: Iterable[str]) -> None:
        """Raises `RulebookError` for the first key that is not `known`."""
        names = sorted(known)
        for key in self.values:
            if key not in names:
                raise self.error(key, f"is unknown; known keys: {', '.join(names)}")

    def read(self, kind: type[T], given: Mapping[str, object] = _NOTHING) -> T:
        """The section as the dataclass `kind`: every field is a key; one that has a default may be left out.

        Fields that are `given` by name are no keys. Raises `RulebookError` for an unknown key, a missing one, or a
        value that the field's type does not allow.
        """
        hints = type_hints(kind)
        wanted = {key_of(field): field for field in fields(kind) if field.name not in given}
        self.refuse_unknown(wanted)
        arguments = dict(given)
        for key, field in wanted.items():
            if key in self.values:
                arguments[field.name] = self._value(key, hints[field.name])
            elif field.default is MISSING:
                raise self.error(key, f"is missing; allowed: {_allowed(hints[field.name])}")
        return kind(**arguments)

    def _value(self, key: str, hint: object) -> object:
        value = self.values[key]
        converted = _convert(value, hint)
        if converted is None:
            too_large = hint is int and type(value) is int and value > _LARGEST
            allowed = f"{_allowed(hint)}, {_LARGEST} at most" if too_large else _allowed(hint)
            raise self.error(key, f"is {_shown(value)}; allowed: {allowed}")
        return converted


def key_of(field: Field[Any]) -> str:
    """The key that a dataclass's field has in a file: its name, or what its metadata say as `key`."""
    return str(field.metadata.get("key", field.name))


@cache
def type_hints(kind: type) -> dict[str, Any]:
    """The types of a dataclass's fields; to be read only."""
    return get_type_hints(kind)


def line_of(source: str, section: str, key: str) -> int | None:
    """The line, from 1, of that key in a TOML text; for a key that is not there the line of what should hold it.

    >>> line_of("[scoring]\\nkuitan = true", "scoring", "kuitan"), line_of("[yaku]", "yaku.riichi", "closed")
    (2, 1)
    """
    wanted = [*filter(None, section.split(".")), key]
    header: list[str] = []
    best, found = 0, None
    for number, line in enumerate(source.split("\n"), start=1):
        if match := _HEADER.match(line):
            header = match[1].split(".")
            path = header
        elif match := _KEY.match(line):
            path = [*header, match[1]]
        else:
            continue
        if len(path) > best and wanted[: len(path)] == path:
            best, found = len(path), number
    return found


def _convert(value: object, hint: object) -> object:
    """`value` as the type `hint` wants it, None when it is not allowed."""
    if get_origin(hint) is Literal:
        return next((choice for choice in get_args(hint) if choice == value and type(choice) is type(value)), None)
    if hint is int:
        return value if type(value) is int and 0 <= value <= _LARGEST else None
    if hint in (bool, str):
        return value if type(value) is hint else None
    item = get_args(hint)[0]
    if get_origin(item) is tuple:
        return _convert_counts(value)
    return _convert_list(value, item)


def _convert_list(value: object, item: object) -> object:
    """A list as a tuple of `item`s; whole numbers in a list may be negative."""
    if not isinstance(value, list):
        return None
    parts = tuple(part if item is int and _is_whole(part) else _convert(part, item) for part in value)
    return None if None in parts else parts


def _convert_counts(value: object) -> object:
    """A table of whole numbers as pairs, in the file's order."""
    if not isinstance(value, dict) or not all(_is_whole(count) and count >= 0 for count in value.values()):
        return None
    return tuple(value.items())


def _is_whole(value: object) -> bool:
    return type(value) is int and abs(value) <= _LARGEST


def _allowed(hint: object) -> str:
    """What a field's type takes, in words."""
    if get_origin(hint) is Literal:
        return ", ".join(_shown(choice) for choice in get_args(hint))
    if hint is bool:
        return "true, false"
    if hint is int:
        return "a whole number, 0 or more"
    if hint is str:
        return "a text"
    item = get_args(hint)[0]
    if get_origin(item) is tuple:
        return "a table of names and whole numbers"
    return "a list of " + ("whole numbers" if item is int else _allowed(item))


def _shown(value: object) -> str:
    """A value as it is written in TOML, cut where it is long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{_cut(value)}"'
    try:
        return _cut(str(value))
    except ValueError:  # Python writes no number of more than some thousand digits
        return "a number too large to show"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
