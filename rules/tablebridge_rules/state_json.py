"""Hands and events as plain JSON values and back, without loss.

Tiles are their names (`5m`, `0p`), enums their values, tuples lists, sets sorted lists, and a dataclass an object of
its fields. An event has its `type` besides; a call is flat, its `type` being the act (`chi`, `pon` or `kan`). What is
read is told by the type hints of the dataclasses, so a new field or a new tradition needs nothing here.

>>> from tablebridge_rules.event import Drawn
>>> event_to_json(Drawn(Seat.A, Tile.parse("0p")))
{'type': 'draw', 'seat': 'A', 'tile': '0p', 'replacement': False}
>>> event_from_json({"type": "draw", "seat": "A", "tile": "0p"})
Drawn(seat=<Seat.A: 'A'>, tile=Tile('0p'), replacement=False)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from tablebridge_rules.errors import JsonError, NotationError
from tablebridge_rules.event import Called, HandEvent, event_type
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile, TileKind

__all__ = ["Json", "event_from_json", "event_to_json", "from_json", "to_json"]

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
"""What `json.dumps` writes and `json.loads` reads; no floats."""

T = TypeVar("T")

_Reader = Callable[[object, str], Any]
"""Makes a value of what stands at a path of a document."""

_CALLS = {"chi": (MeldKind.CHI,), "pon": (MeldKind.PON,), "kan": tuple(kind for kind in MeldKind if kind.is_kan)}
_CALL_FIELDS = ("type", "seat", "kind", "own", "called", "from_seat", "drawn")


def to_json(value: object) -> Json:
    """A state, an event or a part of one as plain values. Raises `TypeError` for what the rules do not use."""
    match value:
        case None | bool() | int() | str():
            return value
        case Tile() | TileKind():
            return str(value)
        case Enum():
            return cast(str | int, value.value)
        case tuple():
            return [to_json(one) for one in value]
        case frozenset():
            return sorted((to_json(one) for one in value), key=str)
        case Called():
            return _call_to_json(value)
        case _ if is_dataclass(value):
            kind: Any = type(value)
            named = {field.name: to_json(getattr(value, field.name)) for field in _fields(kind)}
            return {"type": kind.TYPE, **named} if _tags(kind) else named
        case _:
            raise TypeError(f"{type(value).__name__} has no JSON here: states and events are values of the rules")


def from_json(kind: type[T], value: object, path: str = "") -> T:
    """The `kind`, a frozen dataclass, that `value` describes; fields with a default may be missing.

    Raises `JsonError` with the path of what cannot be read, an unknown field included; `path` is that of `value`.
    """
    hint: Any = kind
    made: T = _reader(hint)(value, path)
    return made


def event_to_json(event: HandEvent) -> dict[str, Json]:
    """The event with its `type`, which is its name on every output."""
    return cast(dict[str, Json], to_json(event))


def event_from_json(value: object) -> HandEvent:
    """The event that `value` describes; fields that it does not know are ignored, for events are published with more.

    Raises `JsonError` with the path of what cannot be read.
    """
    document = _object(value, "")
    kind = _choose(get_args(HandEvent), document, "")
    known = _CALL_FIELDS if kind is Called else ("type", *(field.name for field in _fields(kind)))
    event: HandEvent = from_json(kind, {name: one for name, one in document.items() if name in known})
    return event


def _call_to_json(event: Called) -> dict[str, Json]:
    meld = cast(dict[str, Json], to_json(event.meld))
    kind = meld.pop("kind")
    document: dict[str, Json] = {"type": event_type(event), "seat": event.seat.value}
    if event.meld.kind.is_kan:
        document["kind"] = kind
    document.update(meld)
    return document if event.drawn is None else {**document, "drawn": event.drawn}


def _read_call(document: Mapping[str, object], path: str) -> Called:
    _refuse_unknown(document, _CALL_FIELDS, path)
    kinds = _CALLS[cast(str, document["type"])]
    kind = kinds[0].value if len(kinds) == 1 else _required(document, "kind", path)
    if kind not in [one.value for one in kinds]:
        raise _unreadable(_below(path, "kind"), kind, "one of " + ", ".join(one.value for one in kinds))
    laid = {name: document[name] for name in ("own", "called", "from_seat") if name in document}
    meld: Meld = _read_fields(Meld, {"kind": kind, **laid}, path)
    seat = _reader(Seat)(_required(document, "seat", path), _below(path, "seat"))
    return Called(seat, meld, _reader(bool | None)(document.get("drawn"), _below(path, "drawn")))


@cache
def _reader(hint: Any) -> _Reader:
    """What reads a value of that type hint."""
    arguments = get_args(hint)
    match get_origin(hint):
        case None if hint in _LEAVES:
            return _LEAVES[hint]
        case None if issubclass(hint, Enum):
            return partial(_read_enum, {one.value: one for one in hint})
        case None if is_dataclass(hint):
            return partial(_read_fields, hint)
        case origin if origin in (Union, UnionType):
            options = tuple(one for one in arguments if one is not NoneType)
            return partial(_read_union, options, NoneType in arguments)
        case origin if origin is frozenset:
            return partial(_read_set, arguments[0])
        case origin if origin is tuple and arguments[-1] is Ellipsis:
            return partial(_read_list, arguments[0])
        case origin if origin is tuple:
            return partial(_read_tuple, arguments)
        case _:
            raise TypeError(f"a field of type {hint} has no JSON here")


def _read_plain(kind: type, value: object, path: str) -> Any:
    if type(value) is not kind:  # exactly: a boolean is no number
        raise _unreadable(path, value, {bool: "true or false", int: "a whole number", str: "text"}[kind])
    return value


def _read_tile(value: object, path: str) -> Tile:
    name: str = _read_plain(str, value, path)
    try:
        return Tile.parse(name)
    except NotationError as error:
        raise _unreadable(path, value, str(error)) from None


def _read_kind(value: object, path: str) -> TileKind:
    tile = _read_tile(value, path)
    if tile.red:
        raise _unreadable(path, value, f"a kind of tile, {tile.kind}")
    return tile.kind


def _read_enum(members: Mapping[object, Enum], value: object, path: str) -> Enum:
    # a list or an object is no key of a dict
    found = members.get(value) if isinstance(value, str | int) else None
    if found is None:
        raise _unreadable(path, value, "one of " + ", ".join(map(str, members)))
    return found


def _read_list(hint: Any, value: object, path: str) -> tuple[Any, ...]:
    read = _reader(hint)
    return tuple(read(one, f"{path}[{index}]") for index, one in enumerate(_list(value, path)))


def _read_set(hint: Any, value: object, path: str) -> frozenset[Any]:
    return frozenset(_read_list(hint, value, path))


def _read_tuple(hints: tuple[Any, ...], value: object, path: str) -> tuple[Any, ...]:
    values = _list(value, path)
    if len(values) != len(hints):
        raise _unreadable(path, value, f"a list of {len(hints)}")
    return tuple(
        _reader(hint)(one, f"{path}[{index}]") for index, (hint, one) in enumerate(zip(hints, values, strict=True))
    )


def _read_union(options: tuple[Any, ...], nothing: bool, value: object, path: str) -> Any:
    if value is None and nothing:
        return None
    if len(options) == 1:
        return _reader(options[0])(value, path)
    return _read_fields(_choose(options, _object(value, path), path), value, path)


def _choose(options: tuple[Any, ...], document: Mapping[str, object], path: str) -> Any:
    """The dataclass that a document tells of: by its `type`, and where two share one, by the fields it must have."""
    tag = document.get("type")
    typed = [one for one in options if tag in _tags(one)]
    if not typed:
        known = dict.fromkeys(known for one in options for known in _tags(one))
        raise _unreadable(_below(path, "type"), tag, "one of " + ", ".join(known))
    fitting = (one for one in typed if all(field.name in document for field in _fields(one) if _is_required(field)))
    return next(fitting, typed[0])


def _read_fields(kind: Any, value: object, path: str) -> Any:
    document = _object(value, path)
    tags = _tags(kind)
    if tags and document.get("type", tags[0]) not in tags:
        raise _unreadable(_below(path, "type"), document["type"], "one of " + ", ".join(tags))
    if kind is Called:
        return _read_call(document, path)
    known = {field.name: field for field in _fields(kind)}
    _refuse_unknown(document, {*known, *(["type"] if tags else [])}, path)
    read = {
        name: _reader(_hints(kind)[name])(_required(document, name, path), _below(path, name))
        for name, field in known.items()
        if name in document or _is_required(field)
    }
    try:
        return kind(**read)
    except ValueError as error:
        raise _unreadable(path, value, str(error)) from None


def _refuse_unknown(document: Mapping[str, object], known: Collection[str], path: str) -> None:
    for name, one in document.items():
        if name not in known:
            raise _unreadable(_below(path, name), one, "there is no such field")


def _required(document: Mapping[str, object], name: str, path: str) -> object:
    if name not in document:
        where = _below(path, name)
        raise JsonError(f"{where} is missing; give it a value")
    return document[name]


def _object(value: object, path: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _unreadable(path, value, "an object")
    return value


def _list(value: object, path: str) -> list[object] | tuple[object, ...]:
    if not isinstance(value, list | tuple):
        raise _unreadable(path, value, "a list")
    return value


def _unreadable(path: str, value: object, expected: str) -> JsonError:
    shown = repr(value)
    return JsonError(f"{path or 'the document'}: {shown[:60]}{'…' * (len(shown) > 60)} cannot be read: {expected}")


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _tags(kind: Any) -> tuple[str, ...]:
    """What an object's `type` can be for that dataclass; only events have one."""
    return tuple(_CALLS) if kind is Called else (kind.TYPE,) if hasattr(kind, "TYPE") else ()


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _fields(kind: Any) -> tuple[Field[Any], ...]:
    """The fields that a value is made of; one that the class fills in itself is none."""
    return tuple(field for field in fields(kind) if field.init)


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


_LEAVES: Mapping[Any, _Reader] = {
    Tile: _read_tile,
    TileKind: _read_kind,
    **{kind: partial(_read_plain, kind) for kind in (bool, int, str)},
}
