"""Ports by URL: what can be opened is, what cannot says why in one line."""

from __future__ import annotations

import contextlib
import errno
import os
import pty
import socket
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import serial
import serial.rfc2217

from tablebridge.clock import TableClock
from tablebridge.link import TableLink, port_claim
from tablebridge.link.port import Port, PortError, PortInUse
from tablebridge.observation import LinkUp, SetComplete
from tablebridge.sim.device import VirtualDevice, identity
from tablebridge.sim.device_port import PtyPort, TcpPort
from tablebridge_protocol.messages import SetComplete as SetCompleteReport


@contextmanager
def terminal() -> Iterator[tuple[int, str]]:
    """The far end of a pseudo-terminal, and the name of its near end."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    try:
        yield master, os.ttyname(slave)
    finally:
        os.close(slave)
        os.close(master)


def url_of(server: socket.socket) -> str:
    return f"socket://127.0.0.1:{server.getsockname()[1]}"


def read_all(port: Port, count: int) -> bytes:
    data = b""
    while len(data) < count:
        data += port.read()
    return data


def test_bytes_go_both_ways_over_a_terminal() -> None:
    with terminal() as (master, name), Port(name) as port:
        assert port.read() == b""
        os.write(master, b"\x00\xff\x11\x13\n\r")  # what a terminal that is not raw would eat
        assert read_all(port, 6) == b"\x00\xff\x11\x13\n\r"
        port.write(b"")
        port.write(b"abc")
        assert os.read(master, 10) == b"abc"


def test_bytes_go_both_ways_over_tcp() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, Port(url_of(server)) as port:
        client, _ = server.accept()
        with client:
            client.sendall(b"\x00abc")
            assert read_all(port, 4) == b"\x00abc"
            port.write(b"xyz")
            assert client.recv(10) == b"xyz"
        with pytest.raises(PortError, match=r"^port socket://.* is gone \(disconnected\): check the cable"):
            read_all(port, 1)


class _PlainTerminal(serial.Serial):  # type: ignore[misc]  # pyserial has no types
    """A pseudo-terminal has no modem lines, and pyserial's server insists on asking for them."""

    cts = dsr = ri = cd = property(lambda self: False)
    _update_dtr_state = _update_rts_state = lambda self: None


@contextmanager
def serial_server(name: str) -> Iterator[str]:
    """An RFC 2217 serial server before the terminal `name`, for one connection."""
    stopping = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server, _PlainTerminal(name, timeout=0.02) as line:
        thread = threading.Thread(target=_serve_rfc2217, args=(server, line, stopping))
        thread.start()
        try:
            yield f"rfc2217://127.0.0.1:{server.getsockname()[1]}"
        finally:
            stopping.set()
            thread.join()


def _serve_rfc2217(server: socket.socket, line: Any, stopping: threading.Event) -> None:
    connection, _ = server.accept()
    with connection, contextlib.suppress(OSError):  # the port at the other end was closed
        connection.settimeout(0.02)
        with connection.makefile("wb", buffering=0) as sink:
            telnet = serial.rfc2217.PortManager(line, sink)
            while not stopping.is_set():
                with contextlib.suppress(TimeoutError):
                    line.write(b"".join(telnet.filter(connection.recv(1024))))
                sent = line.read(max(1, line.in_waiting))
                if sent:
                    sink.write(b"".join(telnet.escape(sent)))


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")  # pyserial's own
def test_bytes_go_both_ways_through_a_serial_server() -> None:
    with terminal() as (master, name), serial_server(name) as url, Port(url) as port:
        os.write(master, b"\x00\xff\x11abc")
        assert read_all(port, 6) == b"\x00\xff\x11abc"
        port.write(b"x\xffz")
        assert os.read(master, 10) == b"x\xffz"


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")  # pyserial's own
def test_a_table_behind_a_serial_server(tmp_path: Path, listener: Any) -> None:
    with (
        VirtualDevice(PtyPort(tmp_path / "tty-table"), identity("0042")) as device,
        serial_server(device.url) as url,
    ):
        link = TableLink(url, "table-1", listener.on_observation, listener.on_status, TableClock())
        link.start()
        try:
            assert listener.wait_for(LinkUp).serial_number == "0042"
            assert device.wait_for_host(10)
            assert device.send(SetCompleteReport(1, 136))
            assert listener.wait_for(SetComplete) == SetComplete(136)
        finally:
            link.stop()
        assert link.figures().corrupted == 0


def test_an_address_is_one_program_s_at_a_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = url_of(server)
        with Port(url), pytest.raises(PortInUse, match=rf"^port {url} is in use by another program: end that one$"):
            Port(url)
        with Port(url):  # given back with the port
            pass
    for _ in range(2):  # and after a failure to open
        with pytest.raises(PortError, match="nothing listens"):
            Port(url)


def test_the_same_address_under_another_protocol_is_the_same_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = url_of(server)
        with Port(url), pytest.raises(PortInUse):
            Port(url.replace("socket:", "rfc2217:"))


def test_a_system_without_such_claims_opens_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(url: str) -> socket.socket:
        raise OSError(errno.EAFNOSUPPORT, f"no such names for {url}")

    monkeypatch.setattr("tablebridge.link.port.claim", refuse)
    with socket.create_server(("127.0.0.1", 0)) as server, Port(url_of(server)) as one, Port(url_of(server)) as other:
        one.write(b"a")
        other.write(b"b")
        (first, _), (second, _) = server.accept(), server.accept()
        with first, second:
            assert {first.recv(1), second.recv(1)} == {b"a", b"b"}


def test_another_trouble_with_a_claim_is_not_taken_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(port_claim, "_name_of", lambda url: b"/no/such/folder/name")
    with pytest.raises(OSError, match="No such file"):
        port_claim.claim("socket://10.0.0.7:4001")


def test_a_missing_port(tmp_path: Path) -> None:
    missing = tmp_path / "tty-table"
    with pytest.raises(PortError) as refused:
        Port(str(missing))
    assert str(refused.value) == f"no such port {missing}: plug the table in or check link.port"


def test_a_file_that_is_no_port(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("x")
    with pytest.raises(PortError, match=r"^port .*notes.txt cannot be opened \(.*\): check link.port$"):
        Port(str(file))


def test_a_port_in_use() -> None:
    in_use = pytest.raises(PortError, match=r"is in use by another program: end that one$")
    with terminal() as (_, name), Port(name), in_use:
        Port(name)


def test_nothing_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = url_of(server)
    with pytest.raises(PortError, match=rf"^nothing listens at {url}: switch the serial server on"):
        Port(url)


@pytest.mark.parametrize("url", ["socket://", "socket://127.0.0.1", "socket://127.0.0.1:99999", "socket://host:abc"])
def test_an_address_without_its_port_is_told_how_to_write_it(url: str) -> None:
    with pytest.raises(PortError) as refused:
        Port(url)
    assert str(refused.value) == f"port {url} cannot be opened (write socket://HOST:PORT): check link.port"


def test_a_folder_is_no_port(tmp_path: Path) -> None:
    with pytest.raises(PortError) as refused:
        Port(str(tmp_path))
    assert str(refused.value) == f"port {tmp_path} cannot be opened (Is a directory): check link.port"


@pytest.mark.parametrize("url", ["bluetooth://table", "socket://127.0.0.1", "socket://127.0.0.1:99999", "socket://:x"])
def test_a_url_that_is_none(url: str) -> None:
    with pytest.raises(PortError, match=r"cannot be opened \(.*\): check link.port$") as refused:
        Port(url)
    assert "\n" not in str(refused.value)


def test_no_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise serial.SerialException(errno.EACCES, "could not open port: permission denied")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    with pytest.raises(PortError, match=r"^port /dev/ttyUSB0 may not be opened: add this user to the group dialout$"):
        Port("/dev/ttyUSB0")


def test_a_terminal_whose_far_end_goes_is_gone_for_reading_and_writing() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    with Port(os.ttyname(slave)) as port:
        os.close(slave)
        os.close(master)
        with pytest.raises(PortError, match="is gone"):
            port.read()
        with pytest.raises(PortError, match="is gone"):
            port.write(b"x")


def test_a_peer_that_takes_nothing_is_given_up() -> None:
    port_end = TcpPort()
    port_end.open()
    try:
        with Port(port_end.url) as port, pytest.raises(PortError, match="takes no more bytes"):
            port.write(bytes(50_000_000))  # more than any socket buffers
    finally:
        port_end.close()
