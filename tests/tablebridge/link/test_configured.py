"""A link as its section of the configuration says: captured, replayed, by serial number, through an adapter."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablebridge.backoff import Backoff
from tablebridge.clock import TableClock
from tablebridge.config import LinkConfig
from tablebridge.errors import UsageError
from tablebridge.link import LinkState, TableLink
from tablebridge.link.adapters import load_adapter
from tablebridge.observation import (
    ButtonPressed,
    DiceShown,
    LinkDown,
    LinkUp,
    SetComplete,
    TileCountMode,
    WallRaised,
)
from tablebridge.sim.device import VirtualDevice, identity
from tablebridge.sim.device_port import DevicePort, PtyPort, TcpPort
from tablebridge_protocol.messages import Button, ButtonKind, Dice, DicePurpose, Port, Report
from tablebridge_protocol.messages import SetComplete as SetCompleteReport
from tablebridge_protocol.messages import WallRaised as WallRaisedReport
from tablebridge_rules.seat import Seat

Listener = Any  # `conftest.Listener`: a test folder is no package to import from
Linked = Callable[[LinkConfig], TableLink]

HAND: tuple[Report, ...] = (
    SetCompleteReport(1, 136),
    WallRaisedReport(2, Port.C, 17),
    Dice(3, DicePurpose.WALL_BREAK, Port.A, (2, 5)),
    Button(4, Port.B, ButtonKind.RIICHI),
)
SEEN = [SetComplete(136), WallRaised(Seat.C, 17), DiceShown("break", Seat.A, (2, 5)), ButtonPressed(Seat.B, "riichi")]


@pytest.fixture
def linked(listener: Listener) -> Iterator[Linked]:
    """Starts links that tell the listener and try again quickly; stops them at the end of the test."""
    started: list[TableLink] = []

    def start(config: LinkConfig) -> TableLink:
        link = TableLink(
            config,
            "table-1",
            listener.on_observation,
            listener.on_status,
            TableClock(),
            backoff=Backoff(first_s=0.05, longest_s=0.2),
        )
        started.append(link)
        link.start()
        return link

    yield start
    for link in started:
        link.stop()


def test_what_was_captured_is_observed_again(tmp_path: Path, linked: Linked, listener: Listener) -> None:
    path = tmp_path / "captures" / "line.cap"
    with VirtualDevice(TcpPort(), identity("0042")) as device:
        link = linked(LinkConfig(port=device.url, capture=str(path)))
        listener.wait_for(LinkUp)
        assert device.wait_for_host(10)
        for report in HAND[:2]:
            assert device.send(report)
        listener.wait_for(WallRaised)
        device.unplug()
        listener.wait_for(LinkDown)
        device.plug()
        listener.wait_for(LinkUp, times=2)
        assert device.wait_for_host(10)
        for report in HAND[2:]:
            assert device.send(report)
        listener.wait_for(ButtonPressed)
        link.stop()
    first = list(listener.sightings)
    replayed = linked(LinkConfig(port=f"replay://{path}?speed=0"))
    listener.wait_for_line("is played to its end")
    again = listener.sightings[len(first) :]
    assert [seen for seen in again if not isinstance(seen, LinkDown)] == [
        seen for seen in first if not isinstance(seen, LinkDown)
    ]
    reasons = [seen.reason for seen in again if isinstance(seen, LinkDown)]
    assert reasons[0] == f"in the capture {path}: {first[3 + 1].reason}"
    assert [status.state for status in listener.statuses][-1] is LinkState.STOPPED
    assert replayed.health()["state"] == "stopped"


def test_a_capture_that_is_none_is_told(tmp_path: Path, linked: Linked, listener: Listener) -> None:
    linked(LinkConfig(port=f"replay://{tmp_path / 'none.cap'}"))
    assert "cannot read the capture (No such file" in listener.wait_for_state(LinkState.DOWN).line


def test_the_capture_stays_in_its_bounds(tmp_path: Path, linked: Linked, listener: Listener) -> None:
    path = tmp_path / "line.cap"
    with VirtualDevice(TcpPort(), identity("0042")) as device:
        linked(LinkConfig(port=device.url, capture=str(path), capture_mb=0.01, capture_files=2))
        listener.wait_for(LinkUp)
        assert device.wait_for_host(10)
        for _ in range(200):
            assert device.send(HAND[0])
        listener.wait_for(SetComplete, times=200)
    assert {file.name for file in tmp_path.iterdir()} == {"line.cap", "line.cap.1"}
    assert all(file.stat().st_size <= 10_000 for file in tmp_path.iterdir())


def test_only_the_table_with_the_configured_number_is_taken(linked: Linked, listener: Listener) -> None:
    with VirtualDevice(TcpPort(), identity("0042")) as device:
        link = linked(LinkConfig(port=device.url, serial_number="0043"))
        line = listener.wait_for_state(LinkState.DOWN).line
        assert line == (
            f"port {device.url} is Tablebridge Virtual with serial number 0042, not serial number 0043: "
            "put the cables right or correct link.serial_number"
        )
        assert listener.observations == []
        listener.wait(lambda: link.figures().strangers > 2)
    assert link.health()["serial_number"] is None


def test_it_is_looked_for_among_the_candidates(tmp_path: Path, linked: Linked, listener: Listener) -> None:
    with (
        VirtualDevice(PtyPort(tmp_path / "tty-0"), identity("0041")),
        VirtualDevice(PtyPort(tmp_path / "tty-1"), identity("0042")) as device,
    ):
        config = LinkConfig(port=str(tmp_path / "tty-9"), serial_number="0042", candidates=(str(tmp_path / "tty-*"),))
        linked(config)
        assert listener.wait_for(LinkUp).serial_number == "0042"
        assert f"on {device.url}," in listener.wait_for_state(LinkState.UP).line


def test_it_is_said_that_it_is_nowhere(tmp_path: Path, linked: Linked, listener: Listener) -> None:
    with VirtualDevice(PtyPort(tmp_path / "tty-0"), identity("0041")):
        port = str(tmp_path / "tty-9")
        linked(LinkConfig(port=port, serial_number="0042", candidates=(str(tmp_path / "tty-*"),)))
        line = listener.wait_for_state(LinkState.DOWN).line
    assert line == (
        f"no such port {port}: plug the table in or check link.port "
        "(serial number 0042 is not on the other port either)"
    )


@pytest.mark.parametrize("name", ["start-byte", "text-line", str(Path(__file__).parent / "adapters" / "own_table.py")])
@pytest.mark.parametrize("kind", ["pty", "tcp"])
def test_a_table_of_another_maker(tmp_path: Path, linked: Linked, listener: Listener, name: str, kind: str) -> None:
    port: DevicePort = PtyPort(tmp_path / "tty-table") if kind == "pty" else TcpPort()
    speak = load_adapter(name)().speak
    with VirtualDevice(port, identity("0042"), speak=speak) as device:
        linked(LinkConfig(port=device.url, adapter=name))
        assert device.wait_for_host(10)
        spoken = [seen for report, seen in zip(HAND, SEEN, strict=True) if speak(report)]
        for report in HAND:
            assert device.send(report)
        listener.wait_for(type(spoken[-1]))
        device.unplug()
        listener.wait_for(LinkDown)
    assert [seen for seen in listener.sightings if not isinstance(seen, LinkUp | LinkDown | TileCountMode)] == spoken
    known = "" if name.endswith(".py") else "0042"
    assert [up.serial_number for up in listener.of(LinkUp)] == [known]


def test_an_adapter_that_cannot_be_loaded_is_said_at_the_start(listener: Listener) -> None:
    with pytest.raises(UsageError, match="no such adapter: acme"):
        TableLink(LinkConfig(port="x", adapter="acme"), "t", listener.on_observation, listener.on_status, TableClock())


def test_health_has_every_figure(linked: Linked, listener: Listener, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    with VirtualDevice(TcpPort(), identity("0042")) as device:
        link = linked(LinkConfig(port=device.url))
        listener.wait_for(TileCountMode)
        health = link.health()
    assert (health["state"], health["serial_number"], health["reports"], health["last_lost"]) == ("up", "0042", 1, "")
    assert set(health) >= {"bytes_received", "bytes_sent", "corrupted", "duplicates", "late", "missing", "echoes"}
