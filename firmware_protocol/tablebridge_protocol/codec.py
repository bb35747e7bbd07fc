"""Messages into frames and frames into messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from tablebridge_protocol.errors import FieldError
from tablebridge_protocol.fields import Field, Payload
from tablebridge_protocol.framing import Corruption, CorruptionReason, Frame, encode_frame
from tablebridge_protocol.messages import MESSAGES, Message

__all__ = ["UnknownMessage", "encode_message", "message_of", "to_frame"]

_BY_ID = {message.ID: message for message in MESSAGES}


@dataclass(frozen=True, slots=True)
class UnknownMessage:
    """A whole frame of a type that this version does not have: a newer peer may send it, it is skipped."""

    frame: Frame


def to_frame(message: Message, sequence: int) -> Frame:
    """The frame that carries `message` under a sequence number 0..255. Raises `FrameError` for another number."""
    payload = b"".join(field.pack(getattr(message, field.name)) for field in _sent_fields(message))
    return Frame(message.ID, sequence, payload)


def _sent_fields(message: Message) -> tuple[Field, ...]:
    """Without the appended fields at the end that have their default: an older reader gets what it always got."""
    fields = message.LAYOUT
    while fields and fields[-1].default is not None and getattr(message, fields[-1].name) == fields[-1].default:
        fields = fields[:-1]
    return fields


def encode_message(message: Message, sequence: int) -> bytes:
    """The bytes to send, delimiter included. Raises `FrameError` for a sequence number outside 0..255.

    >>> from tablebridge_protocol.messages import Heartbeat
    >>> encode_message(Heartbeat(uptime_ms=1500), sequence=3).hex(" ")
    '05 02 03 dc 05 01 03 67 43 00'
    """
    return encode_frame(to_frame(message, sequence))


def message_of(frame: Frame) -> Message | UnknownMessage | Corruption:
    """What a frame means. Never raises: a field cut off or out of range makes it a `Corruption`.

    Bytes after the last known field are skipped, and appended fields that are not there have their default: the
    peer may be of another minor version.
    """
    kind = _BY_ID.get(frame.type_id)
    if kind is None:
        return UnknownMessage(frame)
    payload = Payload(frame.payload)
    build = cast(Callable[..., Message], kind)
    try:
        return build(*[_unpacked(field, payload) for field in kind.LAYOUT])
    except FieldError as error:
        detail = f"{kind.NAME}: {error}"
        return Corruption(CorruptionReason.CONTENT, len(frame.payload), frame.payload, detail)


def _unpacked(field: Field, payload: Payload) -> object:
    return field.default if field.default is not None and payload.at_end else field.unpack(payload)
