"""`tablebridge link`: what a technician types, on real ports."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablebridge import cli
from tablebridge.cli import link_ports
from tablebridge.link.capture import Capture, Mark, entries
from tablebridge.link.finding import Candidate
from tablebridge.link.following import follow
from tablebridge.link.port import Port
from tablebridge.sim.device import VirtualDevice, identity
from tablebridge.sim.device_port import DevicePort, PtyPort, TcpPort
from tablebridge_protocol.codec import encode_message
from tablebridge_protocol.messages import Ack, SetComplete


@pytest.fixture(params=["pty", "tcp"])
def device(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VirtualDevice]:
    port: DevicePort = PtyPort(tmp_path / "tty-table") if request.param == "pty" else TcpPort()
    with VirtualDevice(port, identity("0042")) as started:
        yield started


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    """A capture with a report, its ack and a damaged frame."""
    path = tmp_path / "line.cap"
    written = Capture(path, lambda: 0.0)
    written.opened("x")
    written.came(encode_message(SetComplete(9, 136), 4))
    written.sent(encode_message(Ack(4), 0))
    written.came(b"\x03\x41\x42\x00")
    written.gone("closed")
    written.close()
    return path


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert cli.main(["link", *arguments]) == code
    return capsys.readouterr().out


def documents(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_free_port_is_watched_as_a_polite_host(device: VirtualDevice, capsys: pytest.CaptureFixture[str]) -> None:
    seen = documents(said(capsys, "monitor", device.url, "--seconds", "1.5", "--json", "--hide", "heartbeat"))
    names = [document["message"] for document in seen]
    assert names[:4] == ["note", "hello_request", "hello", "tile_count_mode"]
    assert names.count("ack") == 1
    assert seen[2]["fields"]["serial_number"] == "0042"


def test_a_host_that_has_nothing_to_ask_is_not_shown(device: VirtualDevice, capsys: pytest.CaptureFixture[str]) -> None:
    asks_nothing = str(Path(__file__).parents[1] / "link" / "adapters" / "own_table.py")
    seen = documents(said(capsys, "monitor", device.url, "--seconds", "0.3", "--json", "--adapter", asks_nothing))
    assert [one for one in seen if one["message"] == "unknown"] == []


def test_listening_sends_nothing(device: VirtualDevice, capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "monitor", device.url, "--seconds", "1.5", "--listen", "--json")
    assert {document["from"] for document in documents(out)} == {None, "table"}
    assert {document["message"] for document in documents(out)} == {"note", "heartbeat"}
    assert not device.host_present


@pytest.mark.parametrize("command", [["monitor"], ["capture"]], ids=["monitor", "capture"])
def test_a_port_that_a_daemon_has_is_left_alone(
    device: VirtualDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    more = [str(tmp_path / "x.cap")] if command == ["capture"] else []
    with Port(device.url) as daemon:
        assert cli.main(["link", *command, device.url, *more]) == 2
        error = capsys.readouterr().err
        assert f"tablebridge: port {device.url} is in use by another program" in error
        assert ("--replay its link.capture --follow" in error) == (command == ["monitor"])
        daemon.write(b"\x00")  # and it has it still


def test_what_is_captured_is_replayed(
    device: VirtualDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evening.cap"
    assert said(capsys, "capture", device.url, str(path), "--seconds", "1.5") == ""
    assert {entry.mark for entry in entries(path)} == set(Mark)
    seen = documents(said(capsys, "monitor", "--replay", str(path), "--json", "--filter", "hello,tile_count_mode"))
    assert [document["message"] for document in seen] == ["hello", "tile_count_mode"]


def test_a_captured_line_is_shown_with_its_bytes(capture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "monitor", "--replay", str(capture), "--hex", "--hide", "note", code=1).splitlines()
    assert [line.split()[4] for line in lines[::2][:2]] == ["set_complete", "ack"]
    assert lines[1].strip() == encode_message(SetComplete(9, 136), 4).hex(" ")
    assert "corrupted" in lines[4]
    assert lines[5].strip() == "03 41 42 00"


def test_a_capture_is_followed_as_it_grows(capture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "monitor", "--replay", str(capture), "--follow", "--seconds", "0.3", "--json", code=1)
    assert len(documents(out)) == 5


def test_following_goes_over_a_rotation(tmp_path: Path) -> None:
    path = tmp_path / "line.cap"
    written = Capture(path, lambda: 0.0, most_bytes=600, files=9)
    written.opened("x")
    ended = threading.Event()
    seen: list[bytes] = []

    def read() -> None:
        for entry in follow(path, ended):
            seen.append(entry.data)
            if entry.data == bytes((99,)):
                return

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(100):
        written.came(bytes((number,)))
        ended.wait(0.002)
    reader.join(20)
    ended.set()
    reader.join()
    written.close()
    assert seen[-1] == bytes((99,))
    assert seen == sorted(seen)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["monitor"], "nothing to watch, or two things"),
        (["monitor", "x", "--replay", "y"], "nothing to watch, or two things"),
        (["monitor", "x", "--filter", "helo"], "no message is named helo: --filter (write some of abilities, ack,"),
        (["monitor", "--replay", "none.cap"], "cannot read the capture (No such file or directory): none.cap"),
        (["monitor", "--replay", "none.cap", "--follow"], "cannot read the capture (No such file or directory)"),
        (["monitor", "x", "--adapter", "acme"], "no such adapter: acme"),
        (["capture", "x", "y", "--mb", "0"], "the bounds make no sense"),
        (["monitor", "x", "--seconds", "nan"], "no time to watch for: nan: --seconds (give more than 0"),
        (["capture", "x", "y", "--seconds", "-1"], "no time to watch for: -1.0: --seconds (give more than 0"),
        (["monitor", "x", "--seconds", "inf"], "no time to watch for: inf: --seconds (give more than 0"),
        (["monitor", "x", "--baud", "-7"], "no speed of a line: -7: --baud (give 300 to 4000000)"),
        (["capture", "x", "y", "--baud", "7"], "no speed of a line: 7: --baud (give 300 to 4000000)"),
    ],
    ids=[
        *("nothing", "both", "filter", "replay", "follow", "adapter", "bounds"),
        *("not-a-number", "negative", "endless", "speed", "slow"),
    ],
)
def test_bad_use_is_one_line(arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["link", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"tablebridge: {line}")
    assert error.count("\n") == 1


def test_a_capture_that_cannot_be_written_ends_and_says_so(
    device: VirtualDevice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["link", "capture", device.url, str(tmp_path), "--seconds", "60"]) == 2
    line = f"tablebridge: the capture {tmp_path} cannot be written (Is a directory): make room or name another file\n"
    assert capsys.readouterr().err == line


def test_a_port_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["link", "monitor", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.startswith(f"tablebridge: no such port {tmp_path / 'none'}: plug the table in")


def test_following_what_is_no_capture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.txt").write_text("hello\n")
    assert cli.main(["link", "monitor", "--replay", str(tmp_path / "x.txt"), "--follow"]) == 2
    assert "not a capture of a line" in capsys.readouterr().err


def test_ports_are_listed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    cable = Candidate("/dev/ttyUSB0", "/dev/serial/by-id/usb-x", "Cable", "0403:6001", "A1")
    monkeypatch.setattr(link_ports, "usb_ports", lambda: [cable])
    assert said(capsys, "ports") == "/dev/serial/by-id/usb-x  (/dev/ttyUSB0, Cable, 0403:6001)\n"
    (row,) = json.loads(said(capsys, "ports", "--json"))["ports"]
    assert (row["port"], row["usb_serial_number"], row["answer"]) == ("/dev/serial/by-id/usb-x", "A1", None)


def test_no_port(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(link_ports, "usb_ports", list)
    assert said(capsys, "ports", code=1).startswith("no USB serial port: plug the table in")


def test_ports_are_asked_who_is_there(
    device: VirtualDevice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(link_ports, "usb_ports", list)
    rows = json.loads(said(capsys, "ports", "--ask", "--json", device.url, str(tmp_path / "none")))["ports"]
    assert [row["serial_number"] for row in rows] == ["0042", None]
    assert rows[0]["answer"] == f"Tablebridge Virtual on {device.url}, serial number 0042, firmware 0.1.0"
    assert rows[1]["answer"].startswith("no such port")
