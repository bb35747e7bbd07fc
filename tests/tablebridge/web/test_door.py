"""Strangers who fill the pages' port, over real sockets."""

from __future__ import annotations

import errno
import json
import logging
import socket
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection

import pytest

from tablebridge.web import Room, WebServer, door
from tests.tablebridge.web.states import PLAYING

STRANGER, OTHER, STAFF = "127.0.0.2", "127.0.0.3", "127.0.0.1"
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: hall\r\n\r\n"
PATIENCE_S = 60


@pytest.fixture(autouse=True)
def strangers_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one of its addresses stands for the machine itself."""
    monkeypatch.setattr(door, "_is_this_machine", lambda address: address == STAFF)


@contextmanager
def serving(connections: int = 8, per_address: int = 8) -> Iterator[WebServer]:
    server = WebServer("127.0.0.1", 0, ["hall-1"], lambda _table: PLAYING, room=Room(connections, per_address))
    server.start()
    try:
        yield server
    finally:
        server.stop()


def connect(server: WebServer, address: str) -> socket.socket:
    port = int(server.address.rsplit(":", 1)[1])
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S, source_address=(address, 0))


def answer_to(connection: socket.socket, request: bytes = REQUEST) -> bytes:
    """The first line of the answer; empty when the connection was closed without one."""
    try:
        connection.sendall(request)
        with connection.makefile("rb") as lines:
            return lines.readline().strip()
    except ConnectionError:
        return b""


def holding(server: WebServer, address: str, count: int) -> ExitStack:
    """So many connections from there, each of which was let in and answered."""
    with ExitStack() as stack:
        for _ in range(count):
            connection = stack.enter_context(connect(server, address))
            assert answer_to(connection) == b"HTTP/1.1 200 OK"
        return stack.pop_all()


def turned_away(connection: socket.socket) -> bool:
    with connection:
        return answer_to(connection) in (b"HTTP/1.1 503 Service Unavailable", b"")


@pytest.mark.parametrize(
    ("room", "held", "knocks", "is_let_in"),
    [
        (Room(4, 4), {STRANGER: 3}, STRANGER, True),
        (Room(4, 4), {STRANGER: 4}, STRANGER, False),
        (Room(4, 4), {STRANGER: 4}, OTHER, False),
        (Room(4, 2), {STRANGER: 2}, STRANGER, False),
        (Room(4, 2), {STRANGER: 2}, OTHER, True),
        (Room(4, 2), {STRANGER: 2, OTHER: 2}, STAFF, True),
        (Room(4, 2), {STAFF: 3}, STAFF, True),
        (Room(4, 2), {STAFF: 4}, STRANGER, False),
    ],
    ids=str,
)
def test_who_finds_room(room: Room, held: dict[str, int], knocks: str, is_let_in: bool) -> None:
    with serving(room.connections, room.per_address) as server, ExitStack() as held_open:
        for address, count in held.items():
            held_open.enter_context(holding(server, address, count))
        if is_let_in:
            held_open.enter_context(holding(server, knocks, 1))
        else:
            assert turned_away(connect(server, knocks))


def test_whoever_leaves_makes_room() -> None:
    with serving(connections=2) as server:
        for _ in range(3):
            with holding(server, STRANGER, 2):
                assert turned_away(connect(server, STRANGER))
            wait_until(lambda: json.loads(read(f"{server.address}/healthz"))["status"] == "ok")
            wait_until(lambda: not turned_away(connect(server, STRANGER)))


def wait_until(is_so: Callable[[], bool]) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < until_s, "it never came"
        time.sleep(0.02)


def read(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
        return bytes(answer.read())


@pytest.mark.parametrize(
    ("room", "silent_from", "knocks", "asked_from_there", "is_let_in"),
    [
        (Room(2, 2), STRANGER, OTHER, 1, True),
        (Room(2, 2), STRANGER, STRANGER, 1, True),
        (Room(3, 1), STRANGER, STRANGER, 0, True),
        (Room(4, 1), OTHER, STRANGER, 1, False),
    ],
    ids=str,
)
def test_whoever_is_silent_gives_way_where_that_makes_room(
    room: Room, silent_from: str, knocks: str, asked_from_there: int, is_let_in: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "_GRACE_S", 0.0)
    with ExitStack() as stack:
        server = stack.enter_context(serving(room.connections, room.per_address))
        silent = stack.enter_context(connect(server, silent_from))
        read(f"{server.address}/healthz")  # it is in by then
        for _ in range(asked_from_there):
            stack.enter_context(holding(server, knocks, 1))
        if is_let_in:
            stack.enter_context(holding(server, knocks, 1))
            assert silent.recv(1) == b""
        else:
            assert turned_away(connect(server, knocks))


@pytest.mark.parametrize(
    "said",
    [b"", b"GET /overlay HTTP/1.1\r\n", b"GET /overlay HTTP/1.1\r\nHost: h\r\nX: "],
    ids=["nothing", "line", "half"],
)
def test_whoever_sends_no_whole_request_is_sent_away(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "_FIRST_REQUEST_S", 0.2)
    with serving() as server, connect(server, STRANGER) as silent, holding(server, STRANGER, 1) as held:
        silent.sendall(said)
        assert silent.recv(1) == b""  # closed from there, or this waits for ever
        assert held is not None


def test_a_request_whose_rest_does_not_come_is_answered_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "_BODY_S", 0.2)
    head = b"POST /trigger/scene?name=table HTTP/1.1\r\nHost: hall\r\nContent-Length: 20\r\n\r\n"
    with serving() as server, connect(server, STRANGER) as slow, connect(server, STRANGER) as whole:
        assert answer_to(slow, head + b"x" * 19) == b"HTTP/1.1 408 Request Timeout"
        assert answer_to(whole, head + b"x" * 20) == b"HTTP/1.1 403 Forbidden"


def test_whoever_has_asked_may_be_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "_FIRST_REQUEST_S", 0.2)
    with serving() as server, connect(server, STRANGER) as silent:
        viewer = HTTPConnection(server.address.removeprefix("http://"), timeout=PATIENCE_S)
        with closing(viewer):
            assert ask(viewer) == 200
            its_socket = viewer.sock
            assert silent.recv(1) == b""  # the door has made its round: the viewer's turn would have come, too
            assert ask(viewer) == 200
            assert viewer.sock is its_socket


def ask(viewer: HTTPConnection) -> int:
    viewer.request("GET", "/healthz")
    with viewer.getresponse() as answer:
        answer.read()
        return answer.status


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux gives up what is not read")
def test_whoever_does_not_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "_UNREAD_S", 0.2)
    with serving(connections=1) as server, connect(server, STRANGER) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(b"GET /static/overlay/main.js HTTP/1.1\r\nHost: hall\r\n\r\n" * 200)
        wait_until(lambda: not turned_away(connect(server, OTHER)))


def test_a_flood_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), serving(connections=8) as server, holding(server, STRANGER, 8):
        for _ in range(300):
            assert turned_away(connect(server, STRANGER))
        assert json.loads(read(f"{server.address}/healthz"))["status"] == "ok"
    assert [record.getMessage() for record in caplog.records] == [
        "web: connections turned away: 1, of them from 127.0.0.2: 1; open: 8 (docs/pages.md, Connections)"
    ]


def test_without_file_numbers_the_door_waits_and_opens_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    accept, lacks = socket.socket.accept, [errno.EMFILE, errno.ENFILE, errno.EMFILE]

    def out_of_numbers(listener: socket.socket) -> tuple[socket.socket, object]:
        if lacks:
            raise OSError(lacks.pop(), "Too many open files")
        return accept(listener)

    monkeypatch.setattr(door, "_ROUND_S", 0.05)
    with caplog.at_level(logging.WARNING), serving() as server:
        monkeypatch.setattr(socket.socket, "accept", out_of_numbers)
        with connect(server, STRANGER) as patient:
            assert answer_to(patient) == b"HTTP/1.1 200 OK"
    assert lacks == []
    assert len(caplog.records) == 1
    assert caplog.records[0].getMessage().startswith("web: no connection can be accepted now, Too many open files (")


@pytest.mark.parametrize(
    ("address", "household"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:a::1", "2001:db8:1:2::/64"), ("fe80::1%eth0", "fe80::/64")],
)
def test_what_counts_as_one_address(address: str, household: str) -> None:
    assert door._household(address) == household
