"""The fields of a record, read with errors that name the field, what it holds and what is allowed.

Every function raises `NotationError` for a value that cannot be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

from tablebridge_rules.errors import NotationError
from tablebridge_rules.meld import Meld
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile

__all__ = [
    "MOST",
    "choice_of",
    "count_of",
    "flag_of",
    "list_of",
    "melds_of",
    "relation_of",
    "text_in",
    "tile_in",
    "tile_list",
    "tiles_in",
]

MOST = 9_999
"""The largest count of a field: more counters, sticks or wins in a row than any table has seen."""

_LONGEST = 60
"""Characters of a value in an error."""

_RELATIONS = {relation.name.lower(): relation for relation in Relation}
Choice = TypeVar("Choice", bound=Enum)


def relation_of(record: Mapping[str, Any]) -> Relation | None:
    """The discarder seen from the winner, from the fields `win` and `from`; None for a self-draw."""
    win, discarder = record.get("win"), record.get("from")
    if win == "tsumo" and discarder is None:
        return None
    if win == "ron" and isinstance(discarder, str) and discarder in _RELATIONS:
        return _RELATIONS[discarder]
    problem = f"win is {_shown(win)} and from is {_shown(discarder)}"
    raise NotationError(f"{problem}; allowed: tsumo without from, or ron from {', '.join(_RELATIONS)}")


def choice_of(record: Mapping[str, Any], field: str, kind: type[Choice]) -> Choice:
    """The member of an enum whose value that field holds."""
    for choice in kind:
        if choice.value == record.get(field):
            return choice
    allowed = ", ".join(choice.value for choice in kind)
    raise NotationError(f"{field} is {_shown(record.get(field))}; allowed: {allowed}")


def tiles_in(value: object, field: str) -> tuple[Tile, ...]:
    """The tiles that a text names."""
    text = text_in(value, field)
    try:
        return parse_tiles(text)
    except NotationError as error:
        raise NotationError(f"{field}: {error}") from error


def tile_in(value: object, field: str) -> Tile:
    """The one tile that a text names."""
    tiles = tiles_in(value, field)
    if len(tiles) != 1:
        raise NotationError(f"{field} is {_shown(value)}; expected one tile")
    return tiles[0]


def melds_of(record: Mapping[str, Any], owner: Seat) -> tuple[Meld, ...]:
    """The melds of the field `melds`, as `owner` laid them; none when it is left out."""
    texts = [text_in(text, "a meld") for text in list_of(record, "melds")]
    try:
        return tuple(parse_meld(text).meld(owner) for text in texts)
    except NotationError as error:
        raise NotationError(f"melds: {error}") from error


def tile_list(record: Mapping[str, Any], field: str) -> tuple[Tile, ...]:
    """The tiles of a field that lists one name each; none when it is left out."""
    return tuple(tile_in(value, field) for value in list_of(record, field))


def text_in(value: object, field: str) -> str:
    """The text that a field holds."""
    if not isinstance(value, str):
        raise NotationError(f"{field} is {_shown(value)}; expected a text")
    return value


def list_of(record: Mapping[str, Any], field: str) -> list[object]:
    """The list that a field holds, empty when it is left out."""
    value = record.get(field, [])
    if not isinstance(value, list):
        raise NotationError(f"{field} is {_shown(value)}; expected a list")
    return value


def flag_of(record: Mapping[str, Any], *fields: str) -> bool:
    """Whether one of the fields says true, which are names of the same; false when all are left out."""
    flags = [_flag(record, field) for field in fields]  # every one is read: none may hold what is no flag
    return True in flags


def count_of(record: Mapping[str, Any], field: str) -> int:
    """The whole number of a field, `MOST` at most, 0 when it is left out; below zero is for the caller to judge."""
    value = record.get(field, 0)
    if type(value) is not int:
        raise NotationError(f"{field} is {_shown(value)}; expected a whole number")
    if abs(value) > MOST:
        raise NotationError(f"{field} is out of all bounds; expected 0 to {MOST}")
    return value


def _flag(record: Mapping[str, Any], field: str) -> bool:
    value = record.get(field, False)
    if not isinstance(value, bool):
        raise NotationError(f"{field} is {_shown(value)}; expected true or false")
    return value


def _shown(value: object) -> str:
    """The value as an error shows it: its beginning, when it is long."""
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
