"""The table's end of the cable: appears, vanishes, notices its host, keeps nothing for nobody."""

from __future__ import annotations

import os
import pty
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
    came = bytearray()
    until(lambda: came.extend(waiting(host)) or len(came) >= len(b"after"))
    assert came == b"after"
    os.close(host)
    port.close()


def waiting(host: int) -> bytes:
    """What has come and was not read yet."""
    try:
        return os.read(host, 4096)
    except BlockingIOError:
        return b""


def test_a_link_of_a_living_table_is_left_to_it(tmp_path: Path) -> None:
    first, second = PtyPort(tmp_path / "tty-table"), PtyPort(tmp_path / "tty-table")
    first.open()
    target = os.readlink(first.url)
    with pytest.raises(UsageError, match=r"another table offers this port: .*tty-table"):
        second.open()
    second.close()
    assert os.readlink(first.url) == target
    first.close()
    second.open()
    second.close()
    assert not (tmp_path / "tty-table").is_symlink()


def test_a_link_that_a_killed_table_left_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "tty-table").symlink_to("/dev/pts/999999")
    port = PtyPort(tmp_path / "tty-table")
    port.open()
    assert port.read() is None
    os.close(open_raw(port.url))
    port.close()
    assert not (tmp_path / "tty-table").is_symlink()


def test_a_left_link_whose_number_another_terminal_got_is_replaced(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    link = tmp_path / "tty-table"
    link.symlink_to(os.ttyname(slave))
    os.utime(link, (1_000_000_000, 1_000_000_000), follow_symlinks=False)
    port = PtyPort(link)
    port.open()
    assert os.readlink(link) != os.ttyname(slave)
    port.close()
    os.close(master)
    os.close(slave)


def test_only_the_own_link_is_taken_away(tmp_path: Path) -> None:
    port = PtyPort(tmp_path / "tty-table")
    port.open()
    (tmp_path / "tty-table").unlink()
    (tmp_path / "tty-table").symlink_to("/dev/pts/999999")
    port.close()
    assert os.readlink(tmp_path / "tty-table") == "/dev/pts/999999"


@pytest.mark.parametrize("target", ["letter", "/dev/null", "."], ids=["a file", "a device", "a folder"])
def test_a_link_to_something_else_is_not_touched(tmp_path: Path, target: str) -> None:
    (tmp_path / "letter").write_text("precious")
    link = tmp_path / "tty-table"
    link.symlink_to(target)
    with pytest.raises(UsageError, match="tty-table"):
        PtyPort(link).open()
    assert os.readlink(link) == target


def test_a_host_in_another_folder_finds_the_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert PtyPort(Path("run/tty-table")).url == str(tmp_path / "run" / "tty-table")


@pytest.mark.parametrize("place", ["/proc/x/y", "/proc/tty-table", "x" * 300, "", "loop"])
def test_a_place_where_no_link_can_be_is_one_line(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(UsageError, match="the table's port cannot be made"):
        PtyPort(Path(place)).open()


@pytest.mark.parametrize("host", ["no such host", "a" * 64 + ".example"])
def test_a_name_that_is_no_hosts_is_one_line(host: str) -> None:
    with pytest.raises(UsageError, match="the table's port cannot be made"):
        TcpPort(host).open()


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
    os.set_blocking(host, False)
    assert 0 < sum(map(len, iter(lambda: waiting(host), b""))) < 200 * 1000
    port.write(b"heard again")
    until(lambda: waiting(host) == b"heard again")
    os.close(host)
    assert port.read() is None
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
    with connect(port) as other:  # the port lives on, and keeps nothing for it
        until(lambda: port.read() is not None)
        port.write(b"fresh")
        assert other.recv(10) == b"fresh"
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
