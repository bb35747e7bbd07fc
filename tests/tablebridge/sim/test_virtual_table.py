"""The script is played on the port and before the camera at once, and the truth is written as it can be seen."""

from __future__ import annotations

import json
import socket
import threading
import urllib.request
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tablebridge.clock import TableClock
from tablebridge.errors import UsageError
from tablebridge.link import TableLink
from tablebridge.observation import Observation, SetComplete, TileCountMode
from tablebridge.sim.device_port import TcpPort
from tablebridge.sim.timeline import Script, TimedReport
from tablebridge.sim.virtual_table import CameraSettings, TruthFile, VirtualTable
from tablebridge_protocol import messages
from tablebridge_protocol.host_session import HostSession
from tablebridge_protocol.session import Opened

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ROWS: list[dict[str, Any]] = [{"type": "draw", "at_ms": 100.0}, {"type": "discard", "at_ms": 600.0}]


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_row_is_written_with_the_first_frame_that_shows_it(tmp_path: Path) -> None:
    truth = TruthFile(tmp_path / "deep" / "truth.jsonl", ROWS)
    truth.shown(99.0, NOON)
    assert lines(tmp_path / "deep" / "truth.jsonl") == []
    truth.shown(125.0, NOON)
    assert lines(tmp_path / "deep" / "truth.jsonl") == [ROWS[0] | {"visible_at": "2026-11-30T12:00:00.000+00:00"}]
    truth.close()
    assert lines(tmp_path / "deep" / "truth.jsonl")[1] == ROWS[1] | {"visible_at": None}


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot write the truth"):
        TruthFile(tmp_path / "file" / "truth.jsonl", ROWS)


def small_table(truth: Path, speed: float = 0.0) -> VirtualTable:
    report = TimedReport(300.0, messages.SetComplete(300, 136))
    script = Script(motions=(), reports=(report,), truth=tuple(ROWS), duration_ms=1000.0)
    settings = CameraSettings(fps=10, size=(320, 240))
    return VirtualTable(script, TcpPort("127.0.0.1", 0), ("127.0.0.1", 0), settings=settings, speed=speed, truth=truth)


def test_the_table_is_set_to_the_tiles_of_its_script() -> None:
    heard: list[Observation] = []
    came = threading.Event()

    def take(observation: Observation) -> None:
        heard.append(observation)
        if isinstance(observation.sighting, TileCountMode):
            came.set()

    script = Script(motions=(), reports=(), truth=(), duration_ms=0.0, tiles=144)
    with VirtualTable(script, TcpPort(), ("127.0.0.1", 0), settings=CameraSettings(size=(320, 240))) as table:
        link = TableLink(table.device.url, "t", take, lambda _status: None, TableClock())
        link.start()
        assert came.wait(20)
        link.stop()
    assert TileCountMode(144) in [observation.sighting for observation in heard]


def test_host_and_viewer_get_the_whole_script(tmp_path: Path) -> None:
    heard: list[Observation] = []
    with small_table(tmp_path / "truth.jsonl") as table:
        link = TableLink(table.device.url, "t", heard.append, lambda _status: None, TableClock())
        link.start()
        whole: list[bool] = []
        playing = threading.Thread(target=lambda: whole.append(table.play(threading.Event())))
        playing.start()
        with urllib.request.urlopen(table.camera_url, timeout=20) as stream:
            while playing.is_alive():
                stream.read(4096)
        link.stop()
    assert whole == [True]
    assert [seen.sighting for seen in heard if isinstance(seen.sighting, SetComplete)] == [SetComplete(136)]
    assert all(row["visible_at"] for row in lines(tmp_path / "truth.jsonl"))


def test_it_stays_until_host_and_viewer_have_gone(tmp_path: Path) -> None:
    with small_table(tmp_path / "truth.jsonl") as table:
        link = TableLink(table.device.url, "t", lambda _seen: None, lambda _status: None, TableClock())
        link.start()
        assert table.device.wait_for_host(20)
        staying = threading.Thread(target=lambda: table.stay(threading.Event()))
        staying.start()
        with urllib.request.urlopen(table.camera_url, timeout=20) as stream:
            stream.read(4096)
            link.stop()
            stream.read(4096)
            assert staying.is_alive()
        staying.join(20)
        assert not staying.is_alive()


def test_it_does_not_stay_when_stopped_or_when_nobody_is_there(tmp_path: Path) -> None:
    with small_table(tmp_path / "truth.jsonl") as table:
        never_asked, stopping = Stopped(), Stopped()
        table.stay(never_asked)
        with urllib.request.urlopen(table.camera_url, timeout=20) as stream:
            stream.read(4096)
            table.stay(stopping)
            assert stream.read(4096)  # the viewer was there all the time
        assert (never_asked.asked, stopping.asked) == (0, 1)


class Stopped(threading.Event):
    """A wish to end that counts how often it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.set()

    def wait(self, timeout: float | None = None) -> bool:
        self.asked += 1
        return super().wait(timeout)


@pytest.mark.parametrize(
    ("seed", "serial_number"),
    [(0, "VT-0000"), (999_999_999, "VT-999999999"), (1_000_000_000, "VT-0000"), (10**30 + 17, "VT-0017")],
)
def test_every_seed_makes_a_serial_number_the_wire_can_carry(seed: int, serial_number: str) -> None:
    script = Script(motions=(), reports=(), truth=(), duration_ms=0.0)
    settings = CameraSettings(seed=seed, size=(320, 240))
    with VirtualTable(script, TcpPort(), ("127.0.0.1", 0), settings=settings) as table:
        assert hello_of(table.device.url).serial_number == serial_number


def hello_of(url: str) -> messages.Hello:
    """What a table says of itself to a host that asks."""
    address, _, number = url.removeprefix("socket://").rpartition(":")
    session = HostSession()
    with socket.create_connection((address, int(number)), timeout=20) as host:
        host.sendall(session.begin(0))
        while True:
            for event in session.receive(host.recv(4096), 1).events:
                assert isinstance(event, Opened)
                return event.hello


def test_it_does_not_wait_for_ever_when_nobody_comes(tmp_path: Path) -> None:
    stopping = threading.Event()
    stopping.set()
    with small_table(tmp_path / "truth.jsonl") as table:
        assert table.play(stopping) is False
    assert [row["visible_at"] for row in lines(tmp_path / "truth.jsonl")] == [None, None]


def test_a_camera_address_that_is_taken_leaves_no_port_behind(tmp_path: Path) -> None:
    with small_table(tmp_path / "one.jsonl") as first:
        host, port = first.camera_url.removeprefix("http://").split("/")[0].split(":")
        script = Script(motions=(), reports=(), truth=(), duration_ms=0.0)
        second = VirtualTable(script, TcpPort("127.0.0.1", 0), (host, int(port)))
        with pytest.raises(UsageError, match="camera's address"):
            second.start()
        assert not second.device.host_present
