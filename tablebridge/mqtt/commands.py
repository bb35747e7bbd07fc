"""The commands that may be asked for over MQTT: what each needs, what it gives, and who may ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from tablebridge.config.mqtt import MqttCommandName
from tablebridge.mqtt.payloads import DelayResult, Done, ErrorCode, PingResult, ResendResult, StateResult

__all__ = [
    "COMMANDS",
    "CommandKind",
    "CommandRefused",
    "Handler",
    "OpenCover",
    "Ping",
    "RaiseWalls",
    "Replay",
    "Request",
    "Resend",
    "RollDice",
    "Scene",
    "SetDelay",
    "SetDisplay",
    "SetLamp",
    "SetMode",
    "State",
]

SeatName = Literal["A", "B", "C", "D"]
Word = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_-]{1,64}\Z")]
_RequestId = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every command may carry: where the answer goes and by what it is known, for those without MQTT 5.

    `reply_to` is a topic below this table's `reply/`. Without it, and without MQTT 5's response topic, nobody is told.
    """

    reply_to: str | None = None
    request_id: _RequestId | None = None


class Ping(Request, frozen=True, kw_only=True):
    """Is the daemon there?"""


class State(Request, frozen=True, kw_only=True):
    """The public state now."""


class Resend(Request, frozen=True, kw_only=True):
    """Public events again, from `from_sequence` on, at most `count`: for a reader that sees a gap."""

    from_sequence: Annotated[int, msgspec.Meta(ge=1)]
    count: Annotated[int, msgspec.Meta(ge=1, le=100)] = 100


class Scene(Request, frozen=True, kw_only=True):
    """Another scene on the overlay pages."""

    scene: Word


class Replay(Request, frozen=True, kw_only=True):
    """The last call or the last win once more on the overlay pages."""

    what: Literal["call", "win"] = "win"


class SetDelay(Request, frozen=True, kw_only=True):
    """Another broadcast delay for all public outputs, in seconds."""

    delay_s: Annotated[float, msgspec.Meta(ge=0, le=300)]


class RaiseWalls(Request, frozen=True, kw_only=True):
    """The walls of these sides come up."""

    sides: Annotated[tuple[SeatName, ...], msgspec.Meta(min_length=1, max_length=4)] = ("A", "B", "C", "D")


class RollDice(Request, frozen=True, kw_only=True):
    """The dice are thrown."""

    purpose: Literal["dealer", "wall_break"]
    seat: SeatName


class OpenCover(Request, frozen=True, kw_only=True):
    """The cover of the middle opens, or closes."""

    open: bool


class SetMode(Request, frozen=True, kw_only=True):
    """The next set is built of so many tiles."""

    tiles: Annotated[int, msgspec.Meta(ge=1, le=200)]


class SetLamp(Request, frozen=True, kw_only=True):
    """A lamp of a seat."""

    seat: SeatName
    lamp: Literal["dealer", "turn", "riichi", "attention"]
    mode: Literal["off", "on", "blink"]


class SetDisplay(Request, frozen=True, kw_only=True):
    """Points on a seat's display."""

    seat: SeatName
    points: Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]


@dataclass(frozen=True, slots=True)
class CommandKind:
    """A command: the type of what is asked, of what is answered, and the role that the broker's access file lets ask.

    MQTT does not tell a reader who wrote: the topic is what the role is known by.
    """

    request: type[Request]
    result: type[msgspec.Struct]
    role: Literal["integrator", "referee"]

    @property
    def does(self) -> str:
        """What it does, in one line."""
        return (self.request.__doc__ or "").strip().splitlines()[0]


COMMANDS: Mapping[MqttCommandName, CommandKind] = {
    "ping": CommandKind(Ping, PingResult, "integrator"),
    "state": CommandKind(State, StateResult, "integrator"),
    "resend": CommandKind(Resend, ResendResult, "integrator"),
    "scene": CommandKind(Scene, Done, "integrator"),
    "replay": CommandKind(Replay, Done, "integrator"),
    "set_delay": CommandKind(SetDelay, DelayResult, "referee"),
    "raise_walls": CommandKind(RaiseWalls, Done, "referee"),
    "roll_dice": CommandKind(RollDice, Done, "referee"),
    "open_cover": CommandKind(OpenCover, Done, "referee"),
    "set_mode": CommandKind(SetMode, Done, "referee"),
    "set_lamp": CommandKind(SetLamp, Done, "referee"),
    "set_display": CommandKind(SetDisplay, Done, "referee"),
}

Handler = Callable[[Request], msgspec.Struct]
"""Does a command and returns its result; raises `CommandRefused` where it is not to be done. Runs in a thread of its
own."""


class CommandRefused(Exception):
    """The command is not done; `message` is one line: what, where, what to do."""

    def __init__(self, message: str, code: ErrorCode = "refused") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
