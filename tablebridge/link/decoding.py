"""A line as a technician reads it: each message with time, direction, number and fields, and what is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, IntFlag

from tablebridge.link.adapters import Adapter
from tablebridge.link.capture import Entry, Mark
from tablebridge_protocol.codec import UnknownMessage, message_of
from tablebridge_protocol.framing import DELIMITER, Corruption, Frame
from tablebridge_protocol.messages import Message
from tablebridge_protocol.stream import StreamDecoder

__all__ = ["CORRUPTED", "NOTE", "UNKNOWN", "Decoded", "LineDecoder"]

CORRUPTED = "corrupted"
UNKNOWN = "unknown"
NOTE = "note"
_MOST_RAW_BYTES = 256


@dataclass(frozen=True, slots=True)
class Decoded:
    """One thing on the line. `name` is the message's, or `corrupted`, `unknown`, `note`; `number` its sequence
    number; `fields` its values in plain types; `text` what is to say about what has none; `raw` its bytes."""

    utc: datetime
    mark: Mark
    name: str
    number: int | None = None
    fields: dict[str, object] = field(default_factory=dict)
    text: str = ""
    raw: bytes = b""

    def document(self) -> dict[str, object]:
        """For JSON."""
        direction = {Mark.FROM_TABLE: "table", Mark.TO_TABLE: "host", Mark.NOTE: None}[self.mark]
        time = self.utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return {
            "time": time,
            "from": direction,
            "message": self.name,
            "sequence": self.number,
            "fields": self.fields,
            "text": self.text,
            "raw": self.raw.hex(" "),
        }

    def __str__(self) -> str:
        time = f"{self.utc.astimezone():%H:%M:%S}.{self.utc.microsecond // 1000:03d}"
        if self.mark is Mark.NOTE:
            return f"{time}  -- {self.text}"
        way = "table >" if self.mark is Mark.FROM_TABLE else "      < host"
        number = f"#{self.number}" if self.number is not None else ""
        words = [f"{name}={_shown(value)}" for name, value in self.fields.items()]
        return f"{time}  {way:<12} {number:<5} {self.name:<16} {' '.join(words) or self.text}".rstrip()


class LineDecoder:
    """Takes the entries of a line in order. With an adapter, what comes from the table is read through it."""

    def __init__(self, adapter: type[Adapter] | None = None) -> None:
        self._kind = adapter
        self._begin()

    def take(self, entry: Entry) -> Iterator[Decoded]:
        """What an entry completes."""
        if entry.mark is Mark.NOTE:
            if entry.note.startswith("open "):
                self._begin()
            yield Decoded(entry.utc, entry.mark, NOTE, text=entry.note)
        elif self._adapter is None:
            yield from self._frames(entry)
        elif entry.mark is Mark.TO_TABLE:
            yield Decoded(entry.utc, entry.mark, UNKNOWN, text=_printable(entry.data), raw=entry.data)
        else:
            for item in self._adapter.feed(entry.data, int(entry.at_ms) % (1 << 32)):
                yield _message(entry, item, None, entry.data)

    def _begin(self) -> None:
        """What a connection leaves unfinished never goes on in the next one."""
        self._adapter = self._kind() if self._kind is not None else None
        self._decoders = {mark: StreamDecoder() for mark in (Mark.FROM_TABLE, Mark.TO_TABLE)}
        self._raw = {mark: bytearray() for mark in self._decoders}

    def _frames(self, entry: Entry) -> Iterator[Decoded]:
        decoder, raw = self._decoders[entry.mark], self._raw[entry.mark]
        for piece in entry.data.split(DELIMITER)[:-1]:
            raw += (piece + DELIMITER)[: _MOST_RAW_BYTES - len(raw)]
            for item in decoder.feed(piece + DELIMITER):
                yield _decoded(entry, item, bytes(raw))
            raw.clear()
        rest = entry.data.rpartition(DELIMITER)[2]
        raw += rest[: _MOST_RAW_BYTES - len(raw)]
        decoder.feed(rest)


def _decoded(entry: Entry, item: Frame | Corruption, raw: bytes) -> Decoded:
    if isinstance(item, Corruption):
        return _message(entry, item, None, raw)
    return _message(entry, message_of(item), item.sequence, raw)


def _message(entry: Entry, message: Message | UnknownMessage | Corruption, number: int | None, raw: bytes) -> Decoded:
    if isinstance(message, Corruption):
        return Decoded(entry.utc, entry.mark, CORRUPTED, number, text=str(message), raw=raw)
    if isinstance(message, UnknownMessage):
        text = f"type 0x{message.frame.type_id:02x}, {len(message.frame.payload)} bytes"
        return Decoded(entry.utc, entry.mark, UNKNOWN, number, text=text, raw=raw)
    fields = {part.name: _plain(getattr(message, part.name)) for part in message.LAYOUT}
    return Decoded(entry.utc, entry.mark, message.NAME, number, fields, raw=raw)


def _plain(value: object) -> object:
    if isinstance(value, IntFlag):
        return [(flag.name or str(int(flag))).lower() for flag in value]
    if isinstance(value, IntEnum):
        return value.name if len(value.name) == 1 else value.name.lower()  # a seat is A, not a
    return list(value) if isinstance(value, tuple) else value


def _shown(value: object) -> str:
    if isinstance(value, list):
        return "+".join(str(part) for part in value) or "none"
    return f'"{value}"' if value == "" or (isinstance(value, str) and " " in value) else str(value)


def _printable(data: bytes) -> str:
    text = data.decode("latin-1").strip()
    return f'"{text}"' if text.isascii() and text.isprintable() else data.hex(" ")
