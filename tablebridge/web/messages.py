"""What is said over the WebSocket: one JSON document a message, told apart by `kind`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tablebridge.release import PublicState, Released
from tablebridge.web.moments import Moments

__all__ = [
    "Beat",
    "EventMessage",
    "Message",
    "MomentsMessage",
    "Parts",
    "PartsMessage",
    "Players",
    "ReplayMessage",
    "SceneMessage",
    "StateMessage",
    "encode",
]

Parts = dict[str, dict[str, Any]]
"""Status documents of the daemon's parts (`link`, `camera`) by name; each has a key `status`, online or offline."""
Players = tuple[str, str, str, str]
"""The players' names by seat, A to D: any text, never markup."""


class StateMessage(msgspec.Struct, tag_field="kind", tag="state", frozen=True):
    """The present public state: the first message on every connection, and when a state changes without an event.

    `players` is null where the configuration names none.
    """

    state: PublicState
    parts: Parts
    players: Players | None = None


class EventMessage(msgspec.Struct, tag_field="kind", tag="event", frozen=True):
    """An event that was just released, with the state after it."""

    event: Released
    state: PublicState


class PartsMessage(msgspec.Struct, tag_field="kind", tag="parts", frozen=True):
    """A part of the daemon came or went, at that table."""

    table: str
    parts: Parts


class SceneMessage(msgspec.Struct, tag_field="kind", tag="scene", frozen=True):
    """The scene that the table's program pages show, on every connection and whenever another one is chosen."""

    table: str
    scene: str


class MomentsMessage(msgspec.Struct, tag_field="kind", tag="moments", frozen=True):
    """The last call and win of the table, on every connection and after each event that changes them."""

    table: str
    moments: Moments


class ReplayMessage(msgspec.Struct, tag_field="kind", tag="replay", frozen=True):
    """The last call or win is to be shown once more."""

    table: str
    what: Literal["call", "win"]


class Beat(msgspec.Struct, tag_field="kind", tag="beat", frozen=True):
    """Sent every few seconds, for a page cannot see the protocol's own pings: silence means the link is dead."""


Message = StateMessage | EventMessage | PartsMessage | SceneMessage | MomentsMessage | ReplayMessage | Beat


def encode(message: msgspec.Struct) -> str:
    """A `Message`, or one of the console's, as one line of JSON."""
    return msgspec.json.encode(message).decode()
