"""The link to a table over real pseudo-terminals and real TCP ports, with what happens to cables."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from tablebridge.backoff import Backoff
from tablebridge.clock import FrameClock, TableClock
from tablebridge.link import LinkState, TableLink
from tablebridge.observation import (
    ButtonPressed,
    DiceShown,
    Evidence,
    LinkDown,
    LinkUp,
    Observation,
    TileCountMode,
    WallRaised,
    Witness,
)
from tablebridge.observation import SetComplete as SetCompleteSeen
from tablebridge.sim.device import VirtualDevice, identity
from tablebridge.sim.device_port import DevicePort, PtyPort, TcpPort
from tablebridge_protocol.codec import encode_message
from tablebridge_protocol.device_session import DeviceSession
from tablebridge_protocol.messages import Button, ButtonKind, Dice, DicePurpose, Heartbeat, Port, SetComplete
from tablebridge_protocol.messages import WallRaised as WallRaisedReport
from tablebridge_rules.seat import Seat

LinkTo = Callable[..., TableLink]
Speaker = Callable[[DevicePort, Callable[[bytes], bytes]], AbstractContextManager[str]]
Listener = Any  # `conftest.Listener`: a test folder is no package to import from


@pytest.fixture(params=["pty", "tcp"])
def device(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VirtualDevice]:
    port = PtyPort(tmp_path / "tty-table") if request.param == "pty" else TcpPort()
    with VirtualDevice(port, identity("0042")) as started:
        yield started


def test_a_table_is_found_and_its_reports_become_observations(
    device: VirtualDevice, link_to: LinkTo, listener: Listener
) -> None:
    link = link_to(device.url)
    assert listener.wait_for(LinkUp) == LinkUp("Tablebridge", "Virtual", "0.1.0", "0042")
    listener.wait_for_state(LinkState.UP)
    assert device.wait_for_host(10)
    assert device.send(SetComplete(1, 136))
    assert device.send(WallRaisedReport(2, Port.C, 17))
    assert device.send(Dice(3, DicePurpose.WALL_BREAK, Port.A, (2, 5)))
    assert device.send(Button(4, Port.B, ButtonKind.RIICHI))
    listener.wait_for(ButtonPressed)
    assert listener.sightings[1:] == [
        TileCountMode(136),
        SetCompleteSeen(136),
        WallRaised(Seat.C, 17),
        DiceShown("break", Seat.A, (2, 5)),
        ButtonPressed(Seat.B, "riichi"),
    ]
    assert all(seen.witness is Witness.TABLE and seen.confidence == 1.0 for seen in listener.observations)
    assert all(seen.captured_at.tzinfo is not None for seen in listener.observations)
    assert link.figures().reports == 5
    assert link.figures().missing == link.figures().corrupted == 0


def test_a_cable_pulled_and_put_back(device: VirtualDevice, link_to: LinkTo, listener: Listener) -> None:
    link = link_to(device.url)
    listener.wait_for(LinkUp)
    device.unplug()
    assert "is gone (disconnected): check the cable" in listener.wait_for(LinkDown).reason
    assert listener.wait_for_state(LinkState.DOWN).line == listener.of(LinkDown)[0].reason
    assert not device.send(SetComplete(1, 136))
    assert device.unheard == 1
    device.plug()
    listener.wait_for(LinkUp, times=2)
    assert device.wait_for_host(10)
    assert device.send(SetComplete(2, 144))
    assert listener.wait_for(SetCompleteSeen) == SetCompleteSeen(144)
    assert link.figures().connections >= 2


def test_a_table_that_hangs_is_noticed_and_found_again(
    device: VirtualDevice, link_to: LinkTo, listener: Listener
) -> None:
    link_to(device.url)
    listener.wait_for(LinkUp)
    device.hang()
    assert "has not been heard for 2." in listener.wait_for(LinkDown).reason
    device.hang(False)
    listener.wait_for(LinkUp, times=2)


def test_a_table_that_restarts_is_up_again(link_to: LinkTo, listener: Listener) -> None:
    uptime_ms = [90_000.0]
    with VirtualDevice(TcpPort(), uptime_ms=lambda: uptime_ms[0]) as device:
        link_to(device.url)
        listener.wait_for(LinkUp)
        uptime_ms[0] = 10.0
        assert listener.wait_for(LinkDown).reason == "the table restarted"
        listener.wait_for(LinkUp, times=2)


def test_another_table_on_the_same_line_is_refused_by_name(
    speaker: Speaker, link_to: LinkTo, listener: Listener
) -> None:
    first, second = DeviceSession(identity("0001")), DeviceSession(identity("0002"))
    sent = threading.Event()

    def answer(heard: bytes) -> bytes:
        if sent.is_set():
            return second.receive(heard, 0, 99_000).reply
        reply = first.receive(heard, 0, 1000).reply
        if reply:
            sent.set()
            return reply + second.power_on(99_000) + second.report(SetComplete(99_000, 136), 0)
        return b""

    with speaker(TcpPort(), answer) as url:
        link = link_to(url)
        reason = listener.wait_for(LinkDown).reason
        assert reason == (
            f"port {url} is Tablebridge Virtual with serial number 0002, not Tablebridge Virtual with serial number "
            "0001: put the cables right, or start tablebridge again to take this table"
        )
        listener.wait(lambda: link.figures().strangers >= 2)
        assert [hello.serial_number for hello in listener.of(LinkUp)] == ["0001"]
        assert listener.of(SetCompleteSeen) == []


def test_reports_that_come_twice_or_are_missing(speaker: Speaker, link_to: LinkTo, listener: Listener) -> None:
    session = DeviceSession(identity())
    numbers = iter([1, 2, 2, 5, 5, 4, 255])

    def answer(heard: bytes) -> bytes:
        reply = session.receive(heard, 0, 0).reply
        if session.host_present and (number := next(numbers, None)) is not None and number != 255:
            reply += encode_message(SetComplete(0, number), number)
        return reply

    with speaker(TcpPort(), answer) as url:
        link = link_to(url)
        listener.wait_for(SetCompleteSeen, times=4)
        assert listener.of(SetCompleteSeen) == [SetCompleteSeen(number) for number in (1, 2, 5, 4)]
        assert listener.observations[1].evidence == (Evidence("bytes", "1"),)
        figures = link.figures()
        assert (figures.duplicates, figures.late, figures.missing) == (2, 1, 1)


def test_noise_on_the_line_is_counted_and_costs_nothing_else(
    speaker: Speaker, link_to: LinkTo, listener: Listener
) -> None:
    session = DeviceSession(identity())

    def answer(heard: bytes) -> bytes:
        reply = session.receive(heard, 0, 0).reply
        return (
            b"\x55" * 300 + b"\x00" + reply + b"noise\x00" + (encode_message(SetComplete(0, 136), 1) if reply else b"")
        )

    with speaker(TcpPort(), answer) as url:
        link = link_to(url)
        listener.wait_for(SetCompleteSeen)
        assert listener.of(LinkDown) == []
        assert link.figures().corrupted >= 2


def test_a_line_cut_in_the_middle_of_a_frame_invents_nothing(link_to: LinkTo, listener: Listener) -> None:
    port = TcpPort()
    with VirtualDevice(port) as device:
        link = link_to(device.url)
        assert device.wait_for_host(10)
        listener.wait_for(TileCountMode)
        port.write(encode_message(SetComplete(0, 136), 77)[:6])
        device.unplug()
        listener.wait_for(LinkDown)
        device.plug()
        listener.wait_for(TileCountMode, times=2)
        assert listener.of(SetCompleteSeen) == []
        assert link.figures().missing == 0


@pytest.mark.parametrize("port", [PtyPort(), TcpPort()], ids=["pty", "tcp"])
@pytest.mark.parametrize(
    ("answer", "line"),
    [
        pytest.param(lambda heard: b"OK\r\n", "answers, but not as a tablebridge table (got ", id="text"),
        pytest.param(lambda heard: b"", "is open, but nothing answers", id="silence"),
        pytest.param(lambda heard: heard, "only gives back what is sent to it", id="echo"),
    ],
)
def test_what_is_no_table_is_named(
    port: DevicePort,
    answer: Callable[[bytes], bytes],
    line: str,
    speaker: Speaker,
    link_to: LinkTo,
    listener: Listener,
) -> None:
    with speaker(port, answer) as url:
        link_to(url)
        status = listener.wait_for_state(LinkState.DOWN)
        assert f"port {url} {line}" in status.line
        assert "check" in status.line
        assert listener.observations == []


def test_a_heartbeat_alone_is_no_table(speaker: Speaker, link_to: LinkTo, listener: Listener) -> None:
    with speaker(TcpPort(), lambda heard: encode_message(Heartbeat(5), 0)) as url:
        link_to(url)
        assert "but no hello" in listener.wait_for_state(LinkState.DOWN).line


def test_a_missing_port_is_told_once_and_tried_until_it_comes(
    tmp_path: Path, link_to: LinkTo, listener: Listener
) -> None:
    path = tmp_path / "tty-table"
    link_to(str(path))
    line = f"no such port {path}: plug the table in or check link.port"
    assert listener.wait_for_state(LinkState.DOWN).line == line
    with VirtualDevice(PtyPort(path)):
        listener.wait_for(LinkUp)
    states = [status.state for status in listener.statuses]
    assert states[:3] == [LinkState.CONNECTING, LinkState.DOWN, LinkState.UP]


@pytest.mark.parametrize("url", ["bluetooth://table", "socket://127.0.0.1"])
def test_an_address_that_is_none_is_one_clear_line(url: str, link_to: LinkTo, listener: Listener) -> None:
    link_to(url)
    line = listener.wait_for_state(LinkState.DOWN).line
    assert line.startswith(f"port {url} cannot be opened (")
    assert line.endswith("): check link.port")


def test_two_links_on_one_port(tmp_path: Path, link_to: LinkTo, listener: Listener) -> None:
    with VirtualDevice(PtyPort(tmp_path / "tty-table")) as device:
        link_to(device.url)
        listener.wait_for(LinkUp)
        link_to(device.url)
        assert "is in use by another program" in listener.wait_for_state(LinkState.DOWN).line


def test_reports_are_placed_on_the_host_clock(link_to: LinkTo, listener: Listener) -> None:
    clock = FrameClock()
    clock.advance_to(50_000)
    with VirtualDevice(TcpPort(), uptime_ms=lambda: 8000.0) as device:
        link_to(device.url, clock)
        assert device.wait_for_host(10)
        assert device.send(SetComplete(7400, 136))
        listener.wait_for(SetCompleteSeen)
        assert listener.observations[-1].at_ms == 49_400


def test_on_the_same_clock_a_report_keeps_its_time(link_to: LinkTo, listener: Listener) -> None:
    with VirtualDevice(TcpPort(), uptime_ms=lambda: 8000.0) as device:
        link_to(device.url, FrameClock(), same_clock=True)
        assert device.wait_for_host(10)
        assert device.send(SetComplete(7400, 136))
        listener.wait_for(SetCompleteSeen)
        assert listener.observations[-1].at_ms == 7400


def test_a_listener_that_fails_does_not_end_the_link(listener: Listener, caplog: pytest.LogCaptureFixture) -> None:
    failed = threading.Event()

    def fail_once(observation: Observation) -> None:
        if not failed.is_set():
            failed.set()
            raise RuntimeError("the decoder is broken")
        listener.on_observation(observation)

    with VirtualDevice(TcpPort()) as device:
        link = TableLink(device.url, "table-1", fail_once, listener.on_status, TableClock(), backoff=Backoff(0.05, 0.2))
        link.start()
        try:
            listener.wait_for(LinkUp)
        finally:
            link.stop()
    assert "failed unexpectedly (see the log)" in listener.wait_for_state(LinkState.DOWN).line
    assert "the decoder is broken" in caplog.text


def test_a_stopped_link_leaves_the_port_and_its_thread_ends(
    device: VirtualDevice, link_to: LinkTo, listener: Listener
) -> None:
    link = link_to(device.url)
    listener.wait_for(LinkUp)
    link.stop()
    link.stop()
    assert listener.statuses[-1].state is LinkState.STOPPED
    assert listener.of(LinkDown) == []
    assert not any(thread.name == "link table-1" for thread in threading.enumerate())
    second = link_to(device.url)
    listener.wait_for(LinkUp, times=2)
    assert second.figures().connections == 1
