"""Payloads: CloudEvents 1.0 in structured JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Generic, Literal, TypeVar

import msgspec

from tablebridge.mqtt.payloads import Moment
from tablebridge.mqtt.topics import ROOT
from tablebridge.release import PublicState, Released, ViolationFlag

__all__ = [
    "CONTENT_TYPE",
    "EVENT_ENVELOPE",
    "CloudEvent",
    "encode_document",
    "encode_event",
    "encode_state",
    "encode_violation",
]

CONTENT_TYPE = "application/cloudevents+json"
"""Of every JSON payload, where the version of MQTT can say so."""

Data = TypeVar("Data")


_Id = Annotated[
    str,
    msgspec.Meta(
        description="the same however often it is sent; up to its last '-' an event's id names the journal, in which "
        "its sequence counts from 1"
    ),
]


class CloudEvent(msgspec.Struct, Generic[Data], frozen=True, kw_only=True):
    """The CloudEvents 1.0 envelope. `time` is when the act was first seen at the table.

    `sequence` is the CloudEvents extension of that name: text that sorts in order; the number itself is in `data`.
    """

    specversion: Literal["1.0"] = "1.0"
    id: _Id
    source: str
    type: str
    subject: str
    time: Moment
    datacontenttype: Literal["application/json"] = "application/json"
    sequence: str | msgspec.UnsetType = msgspec.UNSET
    data: Data


EVENT_ENVELOPE = [
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
    """The payload of `events/<type>` and `live/<type>`: `data` holds the event's own fields and those of its envelope,
    side by side."""
    data = {**released.data, **{name: getattr(released, name) for name, _ in EVENT_ENVELOPE}}
    return _encode(
        released.table,
        f"events/{released.type}",
        data,
        identity=released.id,
        time=released.captured_at,
        sequence=released.sequence,
    )


def encode_state(state: PublicState, now: datetime | None = None) -> bytes:
    """The payload of `state`; `data` is the whole public state.

    The state after one event may change, as when the cloth shows something else: each has an `id` of its own.
    """
    time = now or datetime.now(UTC)
    identity = f"{state.table}-state-{state.sequence}-{time.isoformat()}"
    return _encode(state.table, "state", state, identity=identity, time=time, sequence=state.sequence)


def encode_document(table: str, topic: str, document: object, now: datetime | None = None) -> bytes:
    """The payload of `health`, `status/<part>` or any other topic; `topic` is what follows the table's name."""
    time = now or datetime.now(UTC)
    return _encode(table, topic, document, identity=f"{table}-{topic}-{time.isoformat()}", time=time)


def encode_violation(flag: ViolationFlag) -> bytes:
    """The payload of `violations/<clause>`; its `id` is another whenever the flag has changed."""
    penalty = ".penalty" if flag.penalty_applied else ""
    return _encode(
        flag.table,
        f"violations/{flag.clause}",
        flag,
        identity=f"{flag.id}.{flag.status}{penalty}",
        time=flag.captured_at,
    )


def _encode(
    table: str, topic: str, data: object, *, identity: str, time: datetime, sequence: int | None = None
) -> bytes:
    kind = topic.replace("/", ".")
    return msgspec.json.encode(
        CloudEvent(
            id=identity,
            source=f"/{ROOT}/{table}",
            type=f"tablebridge.v1.{kind}",
            subject=topic,
            time=time,
            # as wide as the largest 64-bit number: the extension wants text that sorts
            sequence=msgspec.UNSET if sequence is None else f"{sequence:019d}",
            data=data,
        )
    )
