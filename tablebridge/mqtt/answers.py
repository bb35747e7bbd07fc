"""What the daemon does when a command is asked for: each handler from what it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Protocol

import msgspec

from tablebridge.config.mqtt import MqttCommandName
from tablebridge.mqtt.cloudevent import encode_event
from tablebridge.mqtt.commands import CommandRefused, Handler, Replay, Request, Resend, Scene, SetDelay
from tablebridge.mqtt.motor import command_of
from tablebridge.mqtt.payloads import DelayResult, Done, PingResult, ResendResult, StateResult
from tablebridge.release import PublicState, Released
from tablebridge_protocol.messages import Command

__all__ = ["Outcome", "delay", "motors", "pages", "reading"]


class Outcome(Protocol):
    """What became of a command to the table; as text it says so in one line."""

    @property
    def accepted(self) -> bool: ...


def reading(
    table: str, instance: str, state: Callable[[], PublicState], history: Callable[[int, int], Sequence[Released]]
) -> dict[MqttCommandName, Handler]:
    """`ping`, `state` and `resend`. `history(first, count)` are public events from a sequence on, in order, beginning
    with the first that is there."""

    def ping(_request: Request) -> msgspec.Struct:
        return PingResult(table=table, instance=instance, version=version("tablebridge"), sequence=state().sequence)

    def tell(_request: Request) -> msgspec.Struct:
        return StateResult(state=state())

    def resend(request: Request) -> msgspec.Struct:
        assert isinstance(request, Resend)
        last = state().sequence
        events = history(request.from_sequence, request.count)
        if not events and request.from_sequence > last + 1:
            raise CommandRefused(f"no event has the sequence {request.from_sequence} yet (the last has {last})")
        first = events[0].sequence if events else last + 1
        if first > request.from_sequence:
            # an empty or shorter answer would say that everything was sent
            missing = f"{request.from_sequence} to {first - 1}"
            raise CommandRefused(f"events {missing} are not here any more (ask from {first} on)")
        more = bool(events) and events[-1].sequence < state().sequence
        return ResendResult(
            events=tuple(msgspec.Raw(encode_event(event)) for event in events),
            next_sequence=events[-1].sequence + 1 if more else None,
        )

    return {"ping": ping, "state": tell, "resend": resend}


def delay(set_delay: Callable[[float], float]) -> dict[MqttCommandName, Handler]:
    """`set_delay`; the callable returns the delay from now on, in seconds."""

    def change(request: Request) -> msgspec.Struct:
        assert isinstance(request, SetDelay)
        return DelayResult(delay_s=set_delay(request.delay_s))

    return {"set_delay": change}


def pages(scene: Callable[[str], None], replay: Callable[[str], None]) -> dict[MqttCommandName, Handler]:
    """`scene` and `replay`; the callables raise `ValueError` for what the pages have not got."""

    def change(request: Request) -> msgspec.Struct:
        assert isinstance(request, Scene)
        _asked(lambda: scene(request.scene))
        return Done(line=f"scene {request.scene}")

    def again(request: Request) -> msgspec.Struct:
        assert isinstance(request, Replay)
        _asked(lambda: replay(request.what))
        return Done(line=f"replay of the last {request.what}")

    return {"scene": change, "replay": again}


def motors(ask: Callable[[Command], Outcome]) -> dict[MqttCommandName, Handler]:
    """The commands of the wire protocol. `ask` waits for the table's answer; what it may be asked is the link's to
    judge, from its own configuration."""

    def move(request: Request) -> msgspec.Struct:
        outcome = ask(command_of(request))
        if not outcome.accepted:
            raise CommandRefused(str(outcome))
        return Done(line=str(outcome))

    names: tuple[MqttCommandName, ...] = (
        "raise_walls", "roll_dice", "open_cover", "set_mode", "set_lamp", "set_display",
    )  # fmt: skip
    return dict.fromkeys(names, move)


def _asked(act: Callable[[], None]) -> None:
    try:
        act()
    except ValueError as error:
        raise CommandRefused(str(error)) from error
