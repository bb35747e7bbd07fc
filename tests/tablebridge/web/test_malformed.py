"""What is no HTTP, or not whole, is answered or hung up on: the log says so in one line, and the server goes on."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from aiohttp import WSCloseCode, WSMsgType

from tablebridge.release import PublicState
from tablebridge.web import WebServer
from tests.tablebridge.web.states import PLAYING
from tests.tablebridge.web.test_server import get, watch

HOST = b"Host: hall\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
POST = b"POST /trigger/scene?name=table HTTP/1.1\r\n" + HOST
NONSENSE: dict[str, bytes] = {
    "a line that is too long": b"GET /overlay?" + b"a" * 9000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "a line without end": b"GET /" + b"a" * 200_000,
    "a header that is too long": b"GET / HTTP/1.1\r\n" + HOST + b"X-Long: " + b"a" * 20_000 + b"\r\n\r\n",
    "too many headers": b"GET / HTTP/1.1\r\n"
    + HOST
    + b"".join(b"X-%d: 1\r\n" % number for number in range(5000))
    + b"\r\n",
    "a header without a name": b"GET / HTTP/1.1\r\n" + HOST + b": x\r\n\r\n",
    "a header with a zero byte": b"GET / HTTP/1.1\r\n" + HOST + b"X: a\0b\r\n\r\n",
    "two lengths": POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    "a length that is no number": POST + b"Content-Length: many\r\n\r\n",
    "a length below nothing": POST + b"Content-Length: -1\r\n\r\n",
    "chunks and a length": POST + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a chunk whose size is none": POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
    "a chunk that is longer than it says": POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n0\r\n\r\n",
    "a body packed in an unknown way": POST + b"Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
    "a version that there is not": b"GET / HTTP/9.9\r\n" + HOST + b"\r\n",
    "a method that is none": b"G\xc3\x84T / HTTP/1.1\r\n" + HOST + b"\r\n",
    "an address that is none": b"GET http://[::1 HTTP/1.1\r\n" + HOST + b"\r\n",
    "an address with bytes that are no text": b"GET /overlay?table=%ff%fe HTTP/1.1\r\n" + HOST + b"\r\n",
    "a host that is none": b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
    "TLS": bytes.fromhex("16030100c8010000c40303") + bytes(range(200)),
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes.fromhex("000012040000000000"),
    "garbage": bytes(range(256)) * 8,
    "lines alone": b"\r\n" * 4000,
    "SSH": b"SSH-2.0-OpenSSH_9.2\r\n",
    "SOCKS": b"\x05\x01\x00",
    "a CONNECT": b"CONNECT example.org:443 HTTP/1.1\r\n" + HOST + b"\r\n",
    "a socket without a key": UPGRADE.replace(b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", b""),
    "a socket of an old version": UPGRADE.replace(b"Version: 13", b"Version: 7"),
    "a socket's frame that is not masked": UPGRADE + b"\x81\x05hello",
    "a socket's frame of an unknown kind": UPGRADE + b"\x83\x85\0\0\0\0hello",
    "a socket's frame that is too long": UPGRADE + b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
    "a socket's text that is none": UPGRADE + b"\x81\x82\0\0\0\0\xff\xfe",
    "a socket's farewell that is none": UPGRADE + b"\x88\x81\0\0\0\0x",
    "noise on a socket": UPGRADE + bytes(range(255, -1, -1)) * 4,
}


@pytest.fixture(scope="module")
def served() -> Iterator[WebServer]:
    server = WebServer("127.0.0.1", 0, ("hall-1",), lambda _table: PLAYING, trigger_token="b5d1c4f0a9e84c6f")
    server.start()
    yield server
    server.stop()


def port(server: WebServer) -> int:
    return int(server.address.rpartition(":")[2])


def say(server: WebServer, words: bytes, *, stays: bool = False) -> None:
    """Sends that, says that nothing more comes, and reads until the other end hangs up. With `stays` it waits first
    until the server has answered another."""
    with socket.create_connection(("127.0.0.1", port(server)), timeout=60) as connection:
        try:
            connection.sendall(words)
            if stays:
                assert get(f"{server.address}/healthz")[0] == 200
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass
        except (ConnectionResetError, BrokenPipeError):
            pass  # hung up on before all was said


@pytest.mark.parametrize("words", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_costs_one_line_at_most(words: bytes, served: WebServer, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        say(served, words)
        say(served, words, stays=True)
        assert get(f"{served.address}/healthz")[0] == 200
    assert not [record.exc_info for record in caplog.records if record.exc_info]
    assert len(caplog.records) <= 1
    assert not any("\n" in message or len(message) > 200 for message in caplog.messages)


def test_the_line_says_what_came_from_where_and_quotes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """An address may hold the token of the triggers."""
    server = WebServer("127.0.0.1", 0, ("hall-1",), lambda _table: PLAYING)
    server.start()
    try:
        for _ in range(3):
            say(server, b"POST /trigger/scene?token=open-sesame&x=" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n")
        say(server, b"GET http://[open-sesame HTTP/1.1\r\n\r\n")
    finally:
        server.stop()
    assert caplog.messages == ["web: no HTTP (Got more than 8190 bytes when reading) from 127.0.0.1"]


@pytest.mark.parametrize("name", ["a body packed in an unknown way", "two lengths", "a line that is too long"])
def test_whoever_waits_for_it_is_told_that_it_was_no_request(name: str, served: WebServer) -> None:
    with socket.create_connection(("127.0.0.1", port(served)), timeout=60) as connection:
        connection.sendall(NONSENSE[name])
        assert connection.recv(65536).split(b" ")[1] == b"400"  # HTTP/1.0 where the version was not understood


def test_a_viewer_that_talks_much_is_sent_away(served: WebServer) -> None:
    async def talk(connection: Any) -> int | None:
        await connection.send_bytes(bytes(2000))
        while (await connection.receive()).type is WSMsgType.TEXT:
            pass
        return connection.close_code  # type: ignore[no-any-return]

    assert watch(f"{served.address}/ws", talk) == WSCloseCode.MESSAGE_TOO_BIG


def test_a_fault_of_ours_keeps_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    def broken(_table: str) -> PublicState:
        raise ValueError("a bug")

    server = WebServer("127.0.0.1", 0, ("hall-1",), broken)
    server.start()
    try:
        assert get(f"{server.address}/api/state")[0] == 500
    finally:
        server.stop()
    assert "ValueError: a bug" in caplog.text
