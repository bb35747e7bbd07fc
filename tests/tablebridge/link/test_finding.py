"""Where a table is looked for."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from tablebridge.link.finding import Candidate, Finder, usb_ports
from tablebridge.link.identity import Wanted


def usb(*devices: str) -> list[Candidate]:
    return [Candidate(device, "", "a cable", "0403:6001", "A1") for device in devices]


def test_nowhere_else_as_long_as_nobody_could_tell_it_is_the_right_one() -> None:
    finder = Finder("/dev/ttyUSB0", Wanted(), None, lambda: usb("/dev/ttyUSB1"))
    assert finder.first() == ["/dev/ttyUSB0"]
    assert finder.others() == []


def test_every_usb_port_but_its_own_where_nothing_is_configured() -> None:
    finder = Finder("/dev/ttyUSB0", Wanted("0042"), None, lambda: usb("/dev/ttyUSB0", "/dev/ttyUSB1", "/dev/ttyACM0"))
    assert finder.others() == ["/dev/ttyUSB1", "/dev/ttyACM0"]


def test_only_ports_of_the_make_it_was_found_on_are_greeted() -> None:
    printer = Candidate("/dev/ttyACM0", "", "a printer", "2341:0043", "P1")
    finder = Finder("/dev/ttyUSB0", Wanted("0042"), None, lambda: [*usb("/dev/ttyUSB0", "/dev/ttyUSB1"), printer])
    assert finder.others() == ["/dev/ttyUSB1", "/dev/ttyACM0"]  # never met: it may hang on any
    finder.found_at("/dev/ttyUSB0")
    assert finder.others() == ["/dev/ttyUSB1"]
    finder.found_at("/dev/serial/by-id/gone")  # a port that is not listed any more changes nothing
    assert "/dev/ttyACM0" not in finder.others()


@pytest.mark.parametrize("port", ["socket://10.0.0.7:4001", "/dev/pts/3", "run/tty-table", "replay://line.cap"])
def test_a_table_on_no_device_is_looked_for_nowhere_else(port: str) -> None:
    finder = Finder(port, Wanted("0042"), None, lambda: usb("/dev/ttyUSB1"))
    finder.found_at(port)
    assert finder.others() == []


def test_where_it_was_found_comes_first_then_its_own_port() -> None:
    finder = Finder("/dev/ttyUSB0", Wanted("0042"), None, lambda: usb("/dev/ttyUSB1", "/dev/ttyUSB2"))
    finder.found_at("/dev/ttyUSB1")
    assert finder.first() == ["/dev/ttyUSB1", "/dev/ttyUSB0"]
    assert finder.others() == ["/dev/ttyUSB2"]


def test_patterns_and_addresses_as_configured(tmp_path: Path) -> None:
    for name in ("tty-b", "tty-a", "other"):
        (tmp_path / name).touch()
    (tmp_path / "tty-link").symlink_to(tmp_path / "tty-a")
    candidates = [str(tmp_path / "tty-*"), "socket://10.0.0.7:4001", str(tmp_path / "none")]
    finder = Finder(str(tmp_path / "tty-b"), Wanted("0042"), candidates)
    # the link leads to tty-a: one port, tried once, by the name that was found last
    assert finder.others() == [str(tmp_path / "tty-link"), "socket://10.0.0.7:4001"]


def test_nowhere_else_when_so_configured() -> None:
    assert Finder("/dev/ttyUSB0", Wanted("0042"), [], lambda: usb("/dev/ttyUSB1")).others() == []


def test_only_usb_ports_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    cable = SimpleNamespace(device="/dev/ttyUSB7", description="Cable", vid=0x0403, pid=0x6001, serial_number=None)
    built_in = SimpleNamespace(device="/dev/ttyS0", description="n/a", vid=None, pid=None, serial_number=None)
    monkeypatch.setattr(list_ports, "comports", lambda: [cable, built_in])
    assert usb_ports() == [Candidate("/dev/ttyUSB7", "", "Cable", "0403:6001", "")]


def test_a_port_that_is_pulled_while_ports_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("gone")

    monkeypatch.setattr(list_ports, "comports", fail)
    assert usb_ports() == []
