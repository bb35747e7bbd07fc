"""The table's end of the cable: appears, vanishes, notices its host, keeps nothing for nobody."""

from __future__ import annotations

import os
import socket
import time
import tty
from collections.abc import Callable
from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.sim.device_port import DevicePort, PtyPort, TcpPort


def until(found: Callable[[], object]) -> None:
    """Waits for what the system needs a moment for."""
    deadline_s = time.monotonic() + 10
    while not found():
        assert time.monotonic() < deadline_s, "did not come"
        time.sleep(0.002)


def heard(port: DevicePort, count: int) -> bytes:
    data = bytearray()

    def enough() -> bool:
        data.extend(port.read() or b"")
        return len(data) >= count

    until(enough)
    return bytes(data)


def open_raw(path: str) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(descriptor)
    return descriptor


def test_a_terminal_with_a_link(tmp_path: Path) -> None:
    link = tmp_path / "run" / "tty-table"
    port = PtyPort(link)
    assert port.url == str(link)
    port.open()
    assert port.read() is None  # nobody has it open
    host = open_raw(port.url)
    assert port.read() == b""
    os.write(host, b"\x00\xffabc")
    assert heard(port, 5) == b"\x00\xffabc"
    port.write(b"xyz\x00")
    assert os.read(host, 10) == b"xyz\x00"
    os.close(host)
    assert port.read() is None
    port.write(b"lost")
    port.close()
    assert not link.is_symlink()
    assert port.read() is None
    port.close()


def test_what_was_sent_before_a_host_came_is_not_kept(tmp_path: Path) -> None:
    port = PtyPort(tmp_path / "tty-table")
    port.open()
    port.write(b"before")
    host = os.open(port.url, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(host)  # as a serial program does, which empties what came before
    port.write(b"after")
    until(lambda: heard_after(host))
    os.close(host)
    port.close()


def heard_after(host: int) -> bool:
    try:
        return os.read(host, 100) == b"after"
    except BlockingIOError:
        return False


def test_a_link_is_moved_to_the_new_terminal_and_left_to_its_new_owner(tmp_path: Path) -> None:
    link = tmp_path / "tty-table"
    link.symlink_to("/nowhere")
    old, new = PtyPort(link), PtyPort(link)
    old.open()
    new.open()
    target = os.readlink(link)
    old.close()
    assert os.readlink(link) == target
    new.close()
    assert not link.is_symlink()


def test_a_file_in_the_place_of_the_link_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "tty-table"
    file.write_text("precious")
    with pytest.raises(UsageError, match="a file of that name exists: remove it"):
        PtyPort(file).open()
    assert file.read_text() == "precious"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match=r"the table's port cannot be made: .*file/tty"):
        PtyPort(tmp_path / "file" / "tty").open()


def test_without_a_link_the_terminal_has_its_own_name() -> None:
    port = PtyPort()
    port.open()
    assert port.url.startswith("/dev/")
    port.close()


def test_a_terminal_nobody_reads_loses_bytes_and_does_not_block() -> None:
    port = PtyPort()
    port.open()
    host = open_raw(port.url)
    for _ in range(200):
        port.write(bytes(1000))
    os.close(host)
    port.close()


def connect(port: TcpPort) -> socket.socket:
    host, _, number = port.url.removeprefix("socket://").rpartition(":")
    return socket.create_connection((host, int(number)), timeout=10)


def test_a_tcp_port() -> None:
    port = TcpPort()
    assert port.read() is None
    port.open()
    assert port.read() is None
    port.write(b"lost")
    with connect(port) as host:
        until(lambda: port.read() is not None)
        host.sendall(b"\x00abc")
        assert heard(port, 4) == b"\x00abc"
        port.write(b"xyz")
        assert host.recv(10) == b"xyz"
    until(lambda: port.read() is None)
    port.close()
    with pytest.raises(ConnectionRefusedError):
        connect(port)


def test_the_newest_host_wins() -> None:
    port = TcpPort()
    port.open()
    with connect(port) as first:
        until(lambda: port.read() is not None)
        with connect(port) as second:
            until(lambda: port.read() is None)
            port.write(b"hello")
            assert second.recv(10) == b"hello"
            assert first.recv(10) == b""
    port.close()


def test_a_host_that_breaks_off_is_noticed() -> None:
    port = TcpPort()
    port.open()
    host = connect(port)
    until(lambda: port.read() is not None)
    port.write(b"unread")  # a connection closed with bytes unread is reset
    until(lambda: bool(host.recv(1, socket.MSG_PEEK)))
    host.close()
    until(lambda: port.read() is None)
    port.write(b"lost")
    port.close()


def test_the_same_address_after_a_cable_was_pulled() -> None:
    port = TcpPort()
    port.open()
    url = port.url
    port.close()
    port.open()
    assert port.url == url
    port.close()


def test_an_address_in_use() -> None:
    first = TcpPort()
    first.open()
    number = int(first.url.rpartition(":")[2])
    with pytest.raises(UsageError, match=rf"cannot be made: 127.0.0.1:{number} \(Address already in use"):
        TcpPort(port=number).open()
    first.close()
