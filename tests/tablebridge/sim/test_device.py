"""The virtual table as a host finds it: the protocol's host session over real ports, without the link."""

from __future__ import annotations

import contextlib
import os
import socket
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from tablebridge.sim.device import VirtualDevice, identity
from tablebridge.sim.device_port import DevicePort, PtyPort, TcpPort
from tablebridge_protocol.errors import FieldError
from tablebridge_protocol.host_session import HostSession
from tablebridge_protocol.messages import (
    Capability,
    Command,
    Message,
    ModeApplies,
    NakReason,
    Port,
    RaiseWalls,
    SetComplete,
    SetMode,
    Sides,
    TileCountMode,
    WallRaised,
)
from tablebridge_protocol.session import Alive, CommandAccepted, CommandRefused, Opened, Received, SessionEvent

E = TypeVar("E")


class Host:
    """A host on a descriptor: exchanges bytes until something has been heard."""

    def __init__(self, send: Callable[[bytes], object], receive: Callable[[], bytes]) -> None:
        self.events: list[SessionEvent] = []
        self._send = send
        self._receive = receive
        self._heard = b""
        self._session = HostSession()
        send(self._session.begin(_now_ms()))

    def ask(self, command: Command) -> None:
        self._send(self._session.command(command, _now_ms()).reply)

    def hear_text(self, text: bytes) -> None:
        """Waits for bytes that are no frames."""
        deadline_ms = _now_ms() + 10_000
        while text not in self._heard:
            assert _now_ms() < deadline_ms, f"did not come; heard: {self._heard!r}"
            with contextlib.suppress(BlockingIOError):
                self._heard += self._receive()
            time.sleep(0.002)

    def of(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def hear(self, kind: type[E], times: int = 1) -> E:
        deadline_ms = _now_ms() + 10_000
        while len(self.of(kind)) < times:
            assert _now_ms() < deadline_ms, f"did not come; heard: {self.events}"
            try:
                data = self._receive()
            except BlockingIOError:
                data = b""
            for turn in (self._session.receive(data, _now_ms()), self._session.tick(_now_ms())):
                self.events.extend(turn.events)
                if turn.reply:
                    self._send(turn.reply)
            time.sleep(0.002)
        return self.of(kind)[times - 1]


def _now_ms() -> float:
    return time.monotonic() * 1000


@contextmanager
def host_on(url: str) -> Iterator[Host]:
    """A host that has opened the port at `url`."""
    if url.startswith("socket://"):
        address, _, number = url.removeprefix("socket://").rpartition(":")
        with socket.create_connection((address, int(number)), timeout=10) as connection:
            connection.setblocking(False)
            yield Host(connection.sendall, lambda: connection.recv(4096))
        return
    descriptor = os.open(url, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(descriptor)
    try:
        yield Host(lambda data: os.write(descriptor, data), lambda: os.read(descriptor, 4096))
    finally:
        os.close(descriptor)


@pytest.fixture(params=["pty", "tcp"])
def port(request: pytest.FixtureRequest, tmp_path: Path) -> DevicePort:
    return PtyPort(tmp_path / "tty-table") if request.param == "pty" else TcpPort()


@pytest.fixture
def device(port: DevicePort) -> Iterator[VirtualDevice]:
    with VirtualDevice(port, identity("0042"), tiles=144) as started:
        yield started


def gone(device: VirtualDevice) -> bool:
    """Whether the table notices in time that its host has left."""
    deadline_ms = _now_ms() + 10_000
    while device.host_present and _now_ms() < deadline_ms:
        time.sleep(0.002)
    return not device.host_present


def test_a_host_that_comes_late_is_told_who_and_how_many_tiles(device: VirtualDevice) -> None:
    assert not device.wait_for_host(0)
    with host_on(device.url) as host:
        hello = host.hear(Opened).hello
        assert (hello.vendor, hello.model, hello.serial_number) == ("Tablebridge", "Virtual", "0042")
        mode = host.hear(Received).report
        assert isinstance(mode, TileCountMode)
        assert (mode.tiles, mode.applies) == (144, ModeApplies.NOW)
        assert device.wait_for_host(10)


def test_heartbeats_carry_a_clock_that_runs(device: VirtualDevice) -> None:
    with host_on(device.url) as host:
        last = host.hear(Alive, times=3)
        first = host.of(Alive)[0]
        assert first.uptime_ms + 900 < last.uptime_ms < first.uptime_ms + 5000


def test_reports_arrive_in_order_and_none_twice(device: VirtualDevice) -> None:
    with host_on(device.url) as host:
        host.hear(Received)
        assert device.wait_for_host(10)
        sent = [WallRaised(number, list(Port)[number % 4], number % 26) for number in range(100)]
        for report in sent:
            assert device.send(report)
            host.hear(Received, times=2 + report.at_ms)
        assert [event.report for event in host.of(Received)[1:]] == sent


def test_what_is_sent_without_a_host_is_lost_and_counted(device: VirtualDevice) -> None:
    assert not device.send(SetComplete(1, 136))
    with host_on(device.url) as host:
        host.hear(Received)
        assert device.wait_for_host(10)
        assert device.send(SetComplete(2, 136))
        assert host.hear(Received, times=2).report == SetComplete(2, 136)
    assert gone(device)
    assert not device.send(SetComplete(3, 136))
    assert device.unheard == 2


def test_a_changed_tile_count_is_remembered_for_the_next_host(device: VirtualDevice) -> None:
    device.send(TileCountMode(1, 108, ModeApplies.NEXT_SET))
    with host_on(device.url) as host:
        mode = host.hear(Received).report
        assert isinstance(mode, TileCountMode)
        assert mode.tiles == 108


def test_a_report_nobody_acknowledges_is_sent_again(device: VirtualDevice) -> None:
    """The first host only asks and then listens without a word, as over a line that is dead in one direction."""
    with host_on(device.url) as host:
        host._send = lambda data: None
        host.hear(Received)
        deadline_ms = _now_ms() + 10_000
        while host._session.counters.duplicates < 3:
            assert _now_ms() < deadline_ms
            host.hear(Alive, times=len(host.of(Alive)) + 1)
        assert len(host.of(Received)) == 1


def test_pulled_and_put_back(device: VirtualDevice) -> None:
    with host_on(device.url) as host:
        host.hear(Opened)
        device.unplug()
        assert not device.host_present
        device.unplug()
    with pytest.raises(OSError, match=r"refused|No such file"), host_on(device.url):
        pass
    device.plug()
    device.plug()
    with host_on(device.url) as host:
        host.hear(Opened)


def test_a_hung_table_says_nothing_until_it_runs_on(device: VirtualDevice) -> None:
    device.hang()
    with host_on(device.url) as host:
        time.sleep(0.05)
        assert host.events == []
        assert not device.send(SetComplete(1, 136))
        device.hang(False)
        host.hear(Opened)


def test_a_clock_of_its_own() -> None:
    with VirtualDevice(TcpPort(), uptime_ms=lambda: 2.0**32 + 77.9) as device, host_on(device.url) as host:
        assert host.hear(Opened).hello.uptime_ms == 77
        assert host.hear(Received).report.at_ms == 77


def test_stopped_twice_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "tty-table"
    device = VirtualDevice(PtyPort(path))
    device.stop()
    device.start()
    device.stop()
    device.stop()
    assert not path.is_symlink()


def test_identity() -> None:
    hello = identity("0042")
    unsaid = Capability.STATES | Capability.SEAT_POINTS | Capability.DEALS | Capability.ABILITIES
    assert hello.capabilities & unsaid == Capability(0)  # a table says what it reports, and no more
    assert all(capability in hello.capabilities | unsaid for capability in Capability)
    with pytest.raises(FieldError, match="serial_number"):
        identity("0123456789ABC")


def test_a_command_is_refused_as_long_as_the_switch_at_the_table_is_off(port: DevicePort) -> None:
    with VirtualDevice(port) as device, host_on(device.url) as host:
        host.hear(Opened)
        host.ask(SetMode(144))
        assert host.hear(CommandRefused).reason is NakReason.NOT_PERMITTED


def test_commands_are_carried_out_once_and_in_their_state(port: DevicePort) -> None:
    done: list[Command] = []
    with VirtualDevice(port, on_command=done.append) as device, host_on(device.url) as host:
        host.hear(Opened)
        host.ask(SetMode(144))
        assert host.hear(CommandAccepted).command == SetMode(144)
        host.hear(Received, times=2)
        assert host.of(Received)[1].report == replace(
            host.of(Received)[1].report, tiles=144, applies=ModeApplies.NEXT_SET
        )
        host.ask(RaiseWalls(Sides.A))
        assert host.hear(CommandRefused).reason is NakReason.WRONG_STATE
        assert device.send(SetComplete(1, 144))
        host.ask(RaiseWalls(Sides.A))
        host.hear(CommandAccepted, times=2)
        assert done == [SetMode(144), RaiseWalls(Sides.A)]


def test_a_table_of_another_maker_says_everything_in_its_own_words(port: DevicePort) -> None:
    with VirtualDevice(port, identity("0042"), speak=_loudly) as device, host_on(device.url) as host:
        assert device.wait_for_host(10)
        assert device.send(SetComplete(1, 136))
        host.hear_text(b"Hello! TileCountMode! ")
        host.hear_text(b"SetComplete! ")
        host.hear_text(b"Heartbeat! ")
    assert not device.host_present


def _loudly(message: Message) -> bytes:
    return f"{type(message).__name__}! ".encode()


def test_a_table_that_reboots_says_hello_and_counts_anew(port: DevicePort) -> None:
    device = VirtualDevice(port, identity("0042"), uptime_ms=lambda: time.monotonic() * 1000)
    with device, host_on(device.url) as host:
        uptime_ms = host.hear(Opened).hello.uptime_ms
        device.reboot()
        assert not device.host_present  # it knows of none until one asks
        assert host.hear(Opened, times=2).hello.uptime_ms < uptime_ms
        assert device.wait_for_host(10)
