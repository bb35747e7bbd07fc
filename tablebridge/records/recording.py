"""Recorded evenings: what a broker passed on of a table, message by message, with the moment of each.

A file is JSON lines, in gzip or plain. The first line is the header, every other a message: `at_ms` of table time since
the evening began, the `topic` below the table, and the `payload` as it was. What the publisher makes by itself is left
out: `status`, `owner`, `live/<type>` (each is the event on `events/<type>` once more), answers, discovery for Home
Assistant.
"""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from tablebridge.errors import UsageError
from tablebridge.release import PublicState, Released, ViolationFlag

__all__ = ["Header", "Part", "Recording", "Told", "Vital", "is_kept", "packed", "read_recording", "shipped_evenings"]

_LARGEST_BYTES = 256 * 2**20
"""Of a recording once unpacked: a whole day of play is a tenth of it."""
_GZIP = b"\x1f\x8b"  # RFC 1952, 2.3.1
_KEPT = ("events/", "status/", "violations/")


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line. `session` is what the ids of its events begin with, `began` (aware UTC) when `at_ms` was 0."""

    tablebridge_recording: Literal[1] = 1
    title: str
    rulebook: str
    session: Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9]{1,64}\Z")]
    began: Annotated[datetime, msgspec.Meta(tz=True)]


@dataclass(frozen=True, slots=True)
class Part:
    """What was on `status/<name>`."""

    name: str
    status: dict[str, object]


@dataclass(frozen=True, slots=True)
class Vital:
    """What was on `health`."""

    figures: dict[str, object]


Told = Released | PublicState | ViolationFlag | Part | Vital


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded evening: what was told, each with its moment in ms of table time since the evening began."""

    header: Header
    told: Sequence[tuple[float, Told]]

    @property
    def length_s(self) -> float:
        """Of table time."""
        return self.told[-1][0] / 1000

    @property
    def events(self) -> list[Released]:
        """The events in order."""
        return [told for _, told in self.told if isinstance(told, Released)]

    @property
    def types(self) -> Counter[str]:
        """How many events there are of each type."""
        return Counter(event.type for event in self.events)


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at_ms: Annotated[float, msgspec.Meta(ge=0)]
    topic: str
    payload: msgspec.Raw


_Data = TypeVar("_Data")


class _Payload(msgspec.Struct, Generic[_Data], frozen=True):
    """What is wanted of a CloudEvent."""

    id: str
    data: _Data


class _Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """Of an event's `data`, what is not the event's own."""

    type: str
    table: str
    sequence: int
    hand: int
    captured_at: datetime
    released_at: datetime
    confidence: float
    witnesses: tuple[str, ...]
    clauses: tuple[str, ...]


_ENVELOPE = frozenset(_Envelope.__struct_fields__) - {"type", "hand"}


def shipped_evenings() -> dict[str, Path]:
    """The evenings that come with the program, by name."""
    folder = Path(str(files("tablebridge.records").joinpath("evenings")))
    return {path.name.removesuffix(".jsonl.gz"): path for path in sorted(folder.glob("*.jsonl.gz"))}


def is_kept(topic: str) -> bool:
    """Whether what is on that topic below the table belongs into a recording."""
    return topic in ("state", "health") or topic.startswith(_KEPT)


def packed(header: Header, messages: Iterable[tuple[float, str, bytes]]) -> bytes:
    """The file: `messages` are moment, topic below the table and payload; the same ones give the same bytes."""
    lines = [msgspec.json.encode(header)]
    lines += [msgspec.json.encode(_Line(at_ms, topic, msgspec.Raw(payload))) for at_ms, topic, payload in messages]
    return gzip.compress(b"\n".join(lines) + b"\n", compresslevel=9, mtime=0)


def read_recording(path: Path) -> Recording:
    """Reads a recording whole. Raises `UsageError` for a file that cannot be read, that is none, or in which an event
    is missing."""
    lines = _content(path).splitlines()
    try:
        header = msgspec.json.decode(lines[0] if lines else b"", type=Header)
    except msgspec.MsgspecError as error:
        hint = "`tablebridge publish --list` names the evenings that are shipped"
        raise UsageError("this is no recorded evening", str(path), hint) from error
    told = list(_read(path, lines[1:]))
    events = [one for _, one in told if isinstance(one, Released)]
    gap = next((later.sequence for earlier, later in pairwise(events) if later.sequence != earlier.sequence + 1), None)
    if not events or events[0].sequence != 1 or gap is not None:
        raise UsageError(f"the recording lacks events before {gap or 'its first'}", str(path), "record it whole")
    return Recording(header, told)


def _read(path: Path, lines: Sequence[bytes]) -> Iterator[tuple[float, Told]]:
    latest_ms = 0.0
    for number, text in enumerate(lines, start=2):
        try:
            line = msgspec.json.decode(text, type=_Line)
            told = _told(line)
        except (msgspec.MsgspecError, ValueError) as error:
            raise UsageError(f"no message of a table ({error})", f"{path} line {number}", "record it anew") from error
        if line.at_ms < latest_ms:
            raise UsageError("a message before its time", f"{path} line {number}", "record it anew")
        latest_ms = line.at_ms
        yield line.at_ms, told


def _told(line: _Line) -> Told:
    kind, _, name = line.topic.partition("/")
    match kind:
        case "events":
            return _event(line.payload)
        case "state":
            return msgspec.json.decode(line.payload, type=_Payload[PublicState]).data
        case "violations":
            return msgspec.json.decode(line.payload, type=_Payload[ViolationFlag]).data
        case "status":
            return Part(name, _object(line.payload))
        case "health":
            return Vital(_object(line.payload))
        case _:
            raise ValueError(f"nothing is published on {line.topic!r}")


def _event(payload: msgspec.Raw) -> Released:
    envelope = msgspec.json.decode(payload, type=_Payload[_Envelope])
    own = {name: value for name, value in _object(payload).items() if name not in _ENVELOPE}
    # a game event has a field `hand` of its own only where it begins one; there both are the same
    if envelope.data.type != "hand_started":
        own.pop("hand", None)
    return Released(id=envelope.id, data=own, **msgspec.structs.asdict(envelope.data))


def _object(payload: msgspec.Raw) -> dict[str, Any]:
    return msgspec.json.decode(payload, type=_Payload[dict[str, Any]]).data


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            packed_file = gzip.GzipFile(fileobj=file) if file.peek(2)[:2] == _GZIP else file
            content = packed_file.read(_LARGEST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        hint = "give a recorded evening; `tablebridge publish --list` names those that are shipped"
        raise UsageError("cannot read the recording", f"{path}: {why}", hint) from error
    if len(content) > _LARGEST_BYTES:
        raise UsageError("the recording is too large", str(path), f"at most {_LARGEST_BYTES // 2**20} MiB unpacked")
    return content
