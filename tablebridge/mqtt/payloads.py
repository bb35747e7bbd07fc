"""What `data` holds in each kind of payload that is no event and no state: the types they are encoded from."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from tablebridge.health import DiskWord
from tablebridge.release import PublicState

__all__ = [
    "ERROR_CODES",
    "Ask",
    "CommandError",
    "DelayResult",
    "Done",
    "ErrorCode",
    "Health",
    "Moment",
    "Owner",
    "PartStatus",
    "PingResult",
    "Reply",
    "ResendResult",
    "StateResult",
]

Moment = Annotated[datetime, msgspec.Meta(tz=True)]

ErrorCode = Literal["bad_request", "not_allowed", "unavailable", "refused", "busy", "timeout", "failed"]
ERROR_CODES: dict[ErrorCode, str] = {
    "bad_request": "the payload, or the place for the answer, is not as it must be",
    "not_allowed": "mqtt.commands.allow does not name it",
    "unavailable": "this daemon has nothing that could do it",
    "refused": "it was understood and is not done; the message says why",
    "busy": "too many commands are being done already; ask again",
    "timeout": "it was not done in time; it may still be",
    "failed": "a fault of the daemon, which is in its log",
}
"""Why a command was not done."""


class PartStatus(msgspec.Struct, frozen=True, kw_only=True):
    """Data of `status/<part>`; `line` says what is wrong and what to do. It holds while `status` is online."""

    status: Literal["online", "offline"]
    line: str = ""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Data of `health`: figures about the daemon's running. Times in ms of real time; `delay_s` is the broadcast delay
    in force. `disk` is whether there is room where the journal is: under 2,000 MB it is `low`, under 500 `very_low`.

    What moves with the play is as old as the broadcast delay: all but `disk`, `model`, `versions`, `delay_s` and of the
    `link` its `state` and `serial_number`.
    """

    frames: int = 0
    frames_a_second: float = 0.0
    frame_ms: dict[str, float | None] = {}
    observations: int = 0
    waiting: int = 0
    disk: DiskWord = "enough"
    model: str = ""
    versions: dict[str, str] = {}
    unwritten: int = 0
    delay_s: float = 0.0
    faults: int = 0
    link: dict[str, Any] = {}


class Owner(msgspec.Struct, frozen=True, kw_only=True):
    """Data of `owner`: the daemon that publishes this table. `instance` is the same over its restarts."""

    instance: str
    host: str
    since: Moment
    version: str


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """Data of `owner/ask`: a daemon that wants to publish asks who does; `owner` is restated as the answer."""

    instance: str
    nonce: str


class CommandError(msgspec.Struct, frozen=True, kw_only=True):
    """Why a command was not done: a word for programs, a line for people."""

    code: ErrorCode
    message: str


class PingResult(msgspec.Struct, frozen=True, kw_only=True):
    """The daemon is there; `sequence` is that of the last public event."""

    table: str
    instance: str
    version: str
    sequence: int


class StateResult(msgspec.Struct, frozen=True, kw_only=True):
    """The public state as of now."""

    state: PublicState


class ResendResult(msgspec.Struct, frozen=True, kw_only=True):
    """Public events again, each as the CloudEvent it was; `next_sequence` is where to go on, null at the end."""

    events: tuple[msgspec.Raw, ...]
    next_sequence: int | None


class DelayResult(msgspec.Struct, frozen=True, kw_only=True):
    """The broadcast delay from now on."""

    delay_s: float


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """It was done; `line` says what."""

    line: str


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """Data of an answer: `result` when `ok`, else `error`."""

    command: str
    request_id: str | None
    ok: bool
    result: Any = None
    error: CommandError | None = None
