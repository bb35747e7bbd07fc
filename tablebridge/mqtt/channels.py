"""Every topic of a table with the type of what is on it: the one list that schemas and AsyncAPI are made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

import msgspec

from tablebridge.mqtt.cloudevent import EVENT_ENVELOPE
from tablebridge.mqtt.commands import COMMANDS
from tablebridge.mqtt.payloads import Ask, CommandError, Health, Owner, PartStatus
from tablebridge.release import PublicState, TableEventData, ViolationFlag

__all__ = ["Channel", "channels", "reply_type"]

Reader = Literal["viewer", "integrator", "referee", "daemon"]


@dataclass(frozen=True, slots=True)
class Channel:
    """A topic below `tablebridge/v1/<table>/`; a part in braces stands for a name.

    `payload` is the type of `data` in a CloudEvent, of the whole payload when not `cloud_event`, and None for plain
    text. `asked` are topics that others write and the daemon reads. `role` is the least that may read it, or write it.
    """

    topic: str
    payload: Any
    does: str
    retained: bool = False
    qos: int = 1
    cloud_event: bool = True
    asked: bool = False
    role: Reader = "viewer"

    @property
    def name(self) -> str:
        """The topic without braces: as its schema and its file are called."""
        return self.topic.replace("{", "").replace("}", "")


def channels() -> tuple[Channel, ...]:
    """All of them, in the order in which a reader meets them."""
    return (*_retained(), *_events(), *_violations(), *_commands(), *_among_daemons())


@cache
def reply_type(result: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """`payloads.Reply` with the type of its result, which the answer to one command always has."""
    fields: list[tuple[str, Any, Any]] = [("result", result | None, None), ("error", CommandError | None, None)]
    return msgspec.defstruct(
        f"{result.__name__.removesuffix('Result')}Reply",
        [("command", str), ("request_id", str | None), ("ok", bool), *fields],
        kw_only=True,
        frozen=True,
    )


def _retained() -> tuple[Channel, ...]:
    return (
        Channel("status", None, "online, and by the last will offline", retained=True, cloud_event=False),
        Channel("status/{part}", PartStatus, "link, camera, second_camera or journal", retained=True),
        Channel("state", PublicState, "the whole public state of the hand", retained=True),
        Channel("health", Health, "figures about the daemon's running", retained=True, qos=0),
    )


def _events() -> tuple[Channel, ...]:
    every = []
    for document in get_args(TableEventData):
        kind = document.__struct_config__.tag
        name = document.__name__.removesuffix("Data") + "Payload"
        payload = msgspec.defstruct(name, EVENT_ENVELOPE, bases=(document,), kw_only=True, frozen=True)
        every.append(Channel(f"events/{kind}", payload, f"every {kind}, in order, at least once"))
        every.append(Channel(f"live/{kind}", payload, f"a {kind} while it is fresh, for viewers", qos=0))
    return tuple(sorted(every, key=lambda channel: channel.topic))


def _violations() -> tuple[Channel, ...]:
    does = "a flag on that clause, when it is raised and whenever its status changes"
    return (Channel("violations/{clause}", ViolationFlag, does, role="referee"),)


def _commands() -> tuple[Channel, ...]:
    asked = [
        Channel(f"command/{name}", kind.request, kind.does, cloud_event=False, asked=True, role=kind.role)
        for name, kind in COMMANDS.items()
    ]
    answered = [
        Channel(
            f"reply/{name}", reply_type(kind.result), f"the answer to {name}, where it was asked to go", role=kind.role
        )
        for name, kind in COMMANDS.items()
    ]
    return (*asked, *answered)


def _among_daemons() -> tuple[Channel, ...]:
    return (
        Channel("owner", Owner, "which daemon publishes this table", retained=True),
        Channel("owner/ask", Ask, "a daemon asks who publishes this table", role="daemon"),
    )
