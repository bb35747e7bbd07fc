"""Payloads: CloudEvents 1.0 in structured JSON, and their JSON Schemas, both from the same types."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

import msgspec

from tablebridge.mqtt.topics import ROOT
from tablebridge.release import PublicState, Released, event_data

__all__ = ["CloudEvent", "encode_document", "encode_event", "encode_state", "schema"]

Data = TypeVar("Data")
Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class CloudEvent(msgspec.Struct, Generic[Data], frozen=True, kw_only=True):
    """The CloudEvents 1.0 envelope. `time` is when the act was first seen at the table.

    `sequence` is the CloudEvents extension of that name: text that sorts in order; the number itself is in `data`.
    """

    specversion: Literal["1.0"] = "1.0"
    id: str
    source: str
    type: str
    subject: str
    time: Moment
    datacontenttype: Literal["application/json"] = "application/json"
    sequence: str | msgspec.UnsetType = msgspec.UNSET
    data: Data


class PartStatus(msgspec.Struct, frozen=True, kw_only=True):
    """Data of `status/<part>`: `status` is online or offline; further keys say more."""

    status: str


_ENVELOPE = [
    ("table", str),
    ("sequence", int),
    ("hand", int),
    ("captured_at", Moment),
    ("released_at", Moment),
    ("confidence", float),
    ("witnesses", tuple[str, ...]),
    ("clauses", tuple[str, ...]),
]
"""What `data` of every event carries beside the event's own fields."""


def encode_event(released: Released) -> bytes:
    """The payload of `events/<type>`: `data` holds the event's own fields and those of its envelope, side by side."""
    data = {**released.data, **{name: getattr(released, name) for name, _ in _ENVELOPE}}
    return _encode(
        released.table,
        f"events/{released.type}",
        data,
        identity=released.id,
        time=released.captured_at,
        sequence=released.sequence,
    )


def encode_state(state: PublicState, now: datetime | None = None) -> bytes:
    """The payload of `state`; `data` is the whole public state."""
    identity = f"{state.table}-state-{state.sequence}"
    return _encode(state.table, "state", state, identity=identity, time=now, sequence=state.sequence)


def encode_document(table: str, topic: str, document: dict[str, Any], now: datetime | None = None) -> bytes:
    """The payload of `health` or `status/<part>`; `topic` is what follows the table's name."""
    time = now or datetime.now(UTC)
    return _encode(table, topic, document, identity=f"{table}-{topic}-{time.isoformat()}", time=time)


def _encode(
    table: str, topic: str, data: object, *, identity: str, time: datetime | None, sequence: int | None = None
) -> bytes:
    kind = topic.replace("/", ".")
    return msgspec.json.encode(
        CloudEvent(
            id=identity,
            source=f"/{ROOT}/{table}",
            type=f"tablebridge.v1.{kind}",
            subject=topic,
            time=time or datetime.now(UTC),
            # as wide as the largest 64-bit number: the extension wants text that sorts
            sequence=msgspec.UNSET if sequence is None else f"{sequence:019d}",
            data=data,
        )
    )


def schema() -> dict[str, dict[str, Any]]:
    """JSON Schema (2020-12) of every JSON payload by topic below the table: `state`, `health`, `status/part` (any
    part) and `events/<type>` for each type. The plain text of `status` has none."""
    payloads: dict[str, Any] = {"state": PublicState, "health": dict[str, Any], "status/part": PartStatus}
    for document in get_args(event_data.EventData):
        payloads[f"events/{document.__struct_config__.tag}"] = msgspec.defstruct(
            document.__name__.removesuffix("Data") + "Payload", _ENVELOPE, bases=(document,), kw_only=True, frozen=True
        )
    return {topic: _schema_of(topic, payload) for topic, payload in sorted(payloads.items())}


def _schema_of(topic: str, payload: Any) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:tablebridge:v1:{topic.replace('/', ':')}",
        "title": f"{ROOT}/<table>/{topic}",
        **msgspec.json.schema(CloudEvent[payload], schema_hook=_anything),
    }


def _anything(kind: type) -> dict[str, Any]:
    """The schema of what is typed only as `object`: any JSON."""
    if kind is object:
        return {"description": "any JSON value"}
    raise NotImplementedError
