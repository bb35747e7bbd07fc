"""Commands over a real line: sent when everybody agrees, and by nobody else."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tablebridge.clock import TableClock
from tablebridge.config import LinkConfig
from tablebridge.link import LinkState, Refusal, Role, TableLink
from tablebridge.link.capture import Mark, entries
from tablebridge.observation import LinkUp, TileCountMode
from tablebridge.sim.device import VirtualDevice, identity
from tablebridge.sim.device_port import TcpPort
from tablebridge_protocol.codec import message_of
from tablebridge_protocol.framing import Frame
from tablebridge_protocol.messages import Command, Message, OpenCover, RaiseWalls, SetMode, Sides
from tablebridge_protocol.stream import StreamDecoder

Listener = Any  # `conftest.Listener`: a test folder is no package to import from
ALLOWED = ("raise_walls", "set_mode")


@contextmanager
def linked(
    listener: Listener,
    allow: tuple[str, ...] = ALLOWED,
    on_command: Callable[[Command], None] | None = None,
    **more: Any,
) -> Iterator[tuple[TableLink, VirtualDevice]]:
    with VirtualDevice(TcpPort(), identity("0042"), on_command=on_command) as device:
        config = LinkConfig(port=device.url, allow_commands=allow, **more)  # type: ignore[arg-type]
        link = TableLink(config, "table-1", listener.on_observation, listener.on_status, TableClock())
        link.start()
        try:
            listener.wait_for(LinkUp)
            yield link, device
        finally:
            link.stop()


def test_a_command_that_everybody_agrees_to_is_carried_out(listener: Listener) -> None:
    done: list[Command] = []
    with linked(listener, on_command=done.append) as (link, _):
        assert link.command(SetMode(144), Role.REFEREE).accepted
        listener.wait(lambda: TileCountMode(144) in listener.sightings)
    assert done == [SetMode(144)]


def test_the_table_has_the_last_word(listener: Listener, caplog: pytest.LogCaptureFixture) -> None:
    with linked(listener, on_command=lambda _: None) as (link, _), caplog.at_level(logging.INFO):
        outcome = link.command(RaiseWalls(Sides.A), Role.TECHNICIAN)
        assert outcome.refusal is Refusal.TABLE
    assert f"link table-1: asked by the technician: {outcome}" in caplog.text
    assert outcome.detail in caplog.text


def test_the_switch_at_the_table(listener: Listener) -> None:
    with linked(listener) as (link, _):
        assert link.command(SetMode(144), Role.REFEREE).refusal is Refusal.TABLE


@pytest.mark.parametrize(
    ("allow", "role", "refusal"),
    [((), Role.REFEREE, Refusal.NOT_ALLOWED), (ALLOWED, Role.VIEWER, Refusal.ROLE)],
    ids=["off-by-default", "role"],
)
def test_what_is_not_permitted_never_reaches_the_line(
    listener: Listener, tmp_path: Path, allow: tuple[str, ...], role: Role, refusal: Refusal
) -> None:
    path = tmp_path / "line.cap"
    with linked(listener, allow, lambda _: None, capture=str(path)) as (link, device):
        for command in (SetMode(144), OpenCover(True)):
            outcome = link.command(command, role)
            assert outcome.refusal in (refusal, Refusal.NOT_ALLOWED)
        device.unplug()  # and none is sent later either, not even after coming back
        listener.wait_for_state(LinkState.DOWN)
        assert link.command(SetMode(144), Role.VIEWER).refusal in (refusal, Refusal.NOT_ALLOWED)
        device.plug()
        listener.wait_for(LinkUp, times=2)
    assert commands_in(path) == []


def test_every_command_on_the_line_was_asked_for(listener: Listener, tmp_path: Path) -> None:
    path = tmp_path / "line.cap"
    with linked(listener, on_command=lambda _: None, capture=str(path)) as (link, _):
        assert link.command(SetMode(144), Role.REFEREE).accepted
    assert commands_in(path) == [SetMode(144)]


def commands_in(path: Path) -> list[Message]:
    """The commands that a capture shows on their way to the table."""
    sent = b"".join(entry.data for entry in entries(path) if entry.mark is Mark.TO_TABLE)
    frames = [frame for frame in StreamDecoder().feed(sent) if isinstance(frame, Frame)]
    return [message for frame in frames if isinstance(message := message_of(frame), Command)]


def test_without_a_table_nothing_is_sent(listener: Listener) -> None:
    with linked(listener) as (link, device):
        device.unplug()
        listener.wait_for_state(LinkState.DOWN)
        assert link.command(SetMode(144), Role.REFEREE).refusal is Refusal.NO_TABLE


def test_a_table_that_hangs_does_not_answer(listener: Listener) -> None:
    with linked(listener, on_command=lambda _: None) as (link, device):
        device.hang()
        assert link.command(SetMode(144), Role.REFEREE).refusal is Refusal.NO_ANSWER
