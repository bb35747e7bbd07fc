"""One MQTT message to send."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge.mqtt.cloudevent import CONTENT_TYPE

__all__ = ["Message"]


@dataclass(frozen=True, slots=True)
class Message:
    """One MQTT message; `sequence` is set for an event and then confirmed to the journal.

    The rest only MQTT 5 carries: `expiry_s` after which the broker drops it, `correlation` of an answer.
    """

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = True
    sequence: int | None = None
    expiry_s: int | None = None
    correlation: bytes | None = None

    @property
    def content_type(self) -> str | None:
        """What the payload is; None for plain text and for a deletion."""
        return CONTENT_TYPE if self.payload.startswith(b"{") else None
