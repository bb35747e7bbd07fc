"""Fields: how one value of a message lies in its payload, and which values it may have.

Multi-byte numbers are little-endian. Every field checks on the way out and on the way in, with the same words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from tablebridge_protocol.errors import FieldError

__all__ = ["Choice", "Field", "Flags", "Int", "Numbers", "Payload", "Switch", "Text", "UInt"]


class Payload:
    """The bytes of a payload, taken from the front field by field. Bytes left at the end are nobody's fault."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def at_end(self) -> bool:
        """Whether no byte is left."""
        return self._at == len(self._data)

    def take(self, count: int, field_name: str) -> bytes:
        """The next `count` bytes. Raises `FieldError` naming the field that is cut off."""
        taken = self._data[self._at : self._at + count]
        if len(taken) < count:
            raise FieldError(f"{field_name} is cut off: {len(taken)} of {count} bytes")
        self._at += count
        return taken

    def take_uint(self, width: int, field_name: str) -> int:
        """The next `width` bytes as an unsigned number. Raises `FieldError` as `take` does."""
        return int.from_bytes(self.take(width, field_name), "little")


@dataclass(frozen=True, slots=True)
class Field(ABC):
    """One named value. `pack` expects a value that `check` let pass; `unpack` returns one not yet checked.

    `default` is what a field that was appended in a later version has where an older sender left it out; a field
    of the message's first version has none, and must be there.
    """

    name: str
    default: object = field(default=None, kw_only=True)

    @abstractmethod
    def check(self, value: object) -> None:
        """Raises `FieldError` for a value this field cannot carry."""

    @abstractmethod
    def pack(self, value: object) -> bytes:
        """The value's bytes."""

    @abstractmethod
    def unpack(self, payload: Payload) -> object:
        """The next value of `payload`. Raises `FieldError` where it is cut off or no value of the field."""

    def _refuse(self, value: object, allowed: str) -> FieldError:
        return FieldError(f"{self.name} is {value!r}: allowed is {allowed}")

    def _whole_number(self, value: object, minimum: int, maximum: int) -> int:
        if not isinstance(value, int) or not minimum <= value <= maximum:
            raise self._refuse(value, f"a whole number {minimum}..{maximum}")
        return value


@dataclass(frozen=True, slots=True)
class UInt(Field):
    """An unsigned number of `width` bytes within `minimum..maximum`, both included."""

    width: int
    minimum: int
    maximum: int

    def check(self, value: object) -> None:
        self._whole_number(value, self.minimum, self.maximum)

    def pack(self, value: object) -> bytes:
        return self._whole_number(value, self.minimum, self.maximum).to_bytes(self.width, "little")

    def unpack(self, payload: Payload) -> object:
        return payload.take_uint(self.width, self.name)


@dataclass(frozen=True, slots=True)
class Int(Field):
    """A signed number (two's complement) of `width` bytes within `minimum..maximum`, both included."""

    width: int
    minimum: int
    maximum: int

    def check(self, value: object) -> None:
        self._whole_number(value, self.minimum, self.maximum)

    def pack(self, value: object) -> bytes:
        return self._whole_number(value, self.minimum, self.maximum).to_bytes(self.width, "little", signed=True)

    def unpack(self, payload: Payload) -> object:
        return int.from_bytes(payload.take(self.width, self.name), "little", signed=True)


@dataclass(frozen=True, slots=True)
class Switch(Field):
    """A yes or no in one byte, 1 or 0."""

    def check(self, value: object) -> None:
        if not isinstance(value, bool):
            raise self._refuse(value, "0 or 1")

    def pack(self, value: object) -> bytes:
        return b"\x01" if value else b"\x00"

    def unpack(self, payload: Payload) -> object:
        number = payload.take_uint(1, self.name)
        return bool(number) if number <= 1 else number


@dataclass(frozen=True, slots=True)
class Choice(Field):
    """One value of an enumeration in one byte."""

    enum: type[IntEnum]

    def check(self, value: object) -> None:
        if not isinstance(value, self.enum):
            raise self._refuse(value, ", ".join(f"{member.value} {member.name.lower()}" for member in self.enum))

    def pack(self, value: object) -> bytes:
        return self._whole_number(value, 0, 0xFF).to_bytes(1, "little")

    def unpack(self, payload: Payload) -> object:
        number = payload.take_uint(1, self.name)
        try:
            return self.enum(number)
        except ValueError:
            return number


@dataclass(frozen=True, slots=True)
class Flags(Field):
    """A set of bits in `width` bytes. Bits without a name are kept: a newer peer may know them.

    Python keeps one object for every set of bits it has ever met: at most 29 MB for two bytes, from a peer that says
    hello with each of the 65,536; a table says one.
    """

    width: int
    flags: type[IntFlag]

    def check(self, value: object) -> None:
        if not isinstance(value, self.flags):
            raise self._refuse(value, f"a {self.flags.__name__}")
        self._whole_number(value, 0, self._maximum)

    def pack(self, value: object) -> bytes:
        return self._whole_number(value, 0, self._maximum).to_bytes(self.width, "little")

    def unpack(self, payload: Payload) -> object:
        return self.flags(payload.take_uint(self.width, self.name))

    @property
    def _maximum(self) -> int:
        return (1 << 8 * self.width) - 1


@dataclass(frozen=True, slots=True)
class Text(Field):
    """Printable ASCII, one length byte before it, at most `max_bytes` long."""

    max_bytes: int

    def check(self, value: object) -> None:
        self._encoded(value)

    def pack(self, value: object) -> bytes:
        encoded = self._encoded(value)
        return bytes([len(encoded)]) + encoded

    def unpack(self, payload: Payload) -> object:
        length = payload.take_uint(1, self.name)
        # Latin-1 gives every byte a character, so that a wrong one reaches `check` and its message.
        return payload.take(length, self.name).decode("latin-1")

    def _encoded(self, value: object) -> bytes:
        printable = isinstance(value, str) and value.isascii() and value.isprintable()
        if not isinstance(value, str) or not printable or len(value) > self.max_bytes:
            raise self._refuse(value, f"printable ASCII of at most {self.max_bytes} characters")
        return value.encode("ascii")


@dataclass(frozen=True, slots=True)
class Numbers(Field):
    """One count byte, then so many one-byte numbers, each within `minimum..maximum`."""

    min_count: int
    max_count: int
    minimum: int
    maximum: int

    def check(self, value: object) -> None:
        self._members(value)

    def pack(self, value: object) -> bytes:
        members = self._members(value)
        return bytes([len(members), *members])

    def unpack(self, payload: Payload) -> object:
        count = payload.take_uint(1, self.name)
        return tuple(payload.take(count, self.name))

    def _members(self, value: object) -> tuple[int, ...]:
        if not isinstance(value, tuple) or not self.min_count <= len(value) <= self.max_count:
            raise self._refuse(value, f"{self.min_count}..{self.max_count} numbers")
        for member in value:
            self._whole_number(member, self.minimum, self.maximum)
        return value
