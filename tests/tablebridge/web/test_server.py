"""The server over real HTTP and WebSockets, without a browser."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import socket
import threading
import urllib.error
import urllib.request
import warnings
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import aiohttp
import aiohttp.web
import msgspec
import pytest

from tablebridge.errors import UsageError
from tablebridge.release import PublicState
from tablebridge.web import WebServer, viewers
from tests.tablebridge.web.states import PLAYING, WON, event

replace = msgspec.structs.replace


def get(address: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body."""
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, dict(error.headers), error.read()


def watch(address: str, talk: Callable[[aiohttp.ClientWebSocketResponse], Awaitable[Any]]) -> Any:
    """Opens a WebSocket and does that with it."""

    async def run() -> Any:
        async with aiohttp.ClientSession() as session, session.ws_connect(address) as connection:
            return await asyncio.wait_for(talk(connection), 30)

    return asyncio.run(run())


async def next_but_beats(connection: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = await connection.receive_json()
        if message["kind"] not in {"beat", "scene", "moments"}:  # those two are of test_triggers.py
            return message


def as_json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_the_state_as_json(served: Any) -> None:
    status, headers, body = get(f"{served.address}/api/state?table=hall-1")
    assert (status, headers["Content-Type"].split(";")[0]) == (200, "application/json")
    assert msgspec.json.decode(body, type=PublicState) == PLAYING


def test_without_a_name_the_first_table_is_meant(served: Any) -> None:
    assert json.loads(get(f"{served.address}/api/state")[2])["table"] == "hall-1"


@pytest.mark.parametrize("path", ["/overlay", "/api/state", "/ws"])
def test_an_unknown_table_is_named_with_those_there_are(path: str, served: Any) -> None:
    status, headers, body = get(f"{served.address}{path}?table=hall-9")
    assert headers["Refresh"] == "10"
    assert (status, body) == (404, b"no such table: hall-9 (tables here: hall-1, hall-2)\n")


def test_an_unknown_style_is_named_with_those_there_are(served: Any) -> None:
    status, _, body = get(f"{served.address}/overlay?style=korean")
    assert (status, body) == (404, b"no such style: korean (styles: japanese, chinese)\n")


def test_the_front_leads_to_the_overlay(served: Any) -> None:
    status, headers, body = get(served.address)
    assert (status, headers["Content-Type"].split(";")[0]) == (200, "text/html")
    assert b"tablebridge overlay" in body


@pytest.mark.parametrize("path", ["/faces/japanese/5m.svg", "/faces/chinese/back.svg", "/favicon.ico"])
def test_drawings(path: str, served: Any) -> None:
    status, headers, body = get(f"{served.address}{path}")
    assert (status, headers["Content-Type"].split(";")[0], body[:4]) == (200, "image/svg+xml", b"<svg")


@pytest.mark.parametrize(
    "path",
    ["/faces/japanese/9z.svg", "/faces/korean/5m.svg", "/static/../server.py", "/nothing", "/static/console/main.js"],
)
def test_what_is_not_there(path: str, served: Any) -> None:
    assert get(f"{served.address}{path}")[0] == 404


def test_pages_are_asked_for_again_and_may_load_nothing_from_elsewhere(served: Any) -> None:
    headers = get(f"{served.address}/overlay")[1]
    assert headers["Cache-Control"] == "no-cache"
    fetched, styles, scripts = headers["Content-Security-Policy"].split("; ")
    assert (fetched, styles) == ("default-src 'self'", "style-src 'self' 'unsafe-inline'")
    assert re.fullmatch(r"script-src 'self' 'sha256-[A-Za-z0-9+/]+='", scripts)
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_healthz_counts_the_viewers(served: Any) -> None:
    async def talk(connection: aiohttp.ClientWebSocketResponse) -> Any:
        await next_but_beats(connection)
        return await asyncio.to_thread(get, f"{served.address}/healthz")

    status, _, body = watch(f"{served.address}/ws", talk)
    assert (status, json.loads(body)) == (200, {"status": "ok", "tables": ["hall-1", "hall-2"], "viewers": 1})


def test_a_viewer_hears_the_state_first_then_every_release_in_order(served: Any) -> None:
    async def talk(connection: aiohttp.ClientWebSocketResponse) -> list[dict[str, Any]]:
        messages = [await next_but_beats(connection)]
        for sequence in range(78, 178):
            served.show(replace(PLAYING, sequence=sequence), event("draw", sequence, seat="A"))
        served.show(WON)
        return messages + [await next_but_beats(connection) for _ in range(101)]

    first, *events, last = watch(f"{served.address}/ws", talk)

    assert first == {"kind": "state", "state": as_json(PLAYING), "parts": {}, "players": None}
    assert [message["event"]["sequence"] for message in events] == list(range(78, 178))
    assert [message["state"]["sequence"] for message in events] == list(range(78, 178))
    assert events[0] == {
        "kind": "event",
        "event": as_json(event("draw", 78, seat="A")),
        "state": as_json(replace(PLAYING, sequence=78)),
    }
    assert last == {"kind": "state", "state": as_json(WON), "parts": {}, "players": None}


def test_a_viewer_hears_of_its_own_table_only(served: Any) -> None:
    async def talk(connection: aiohttp.ClientWebSocketResponse) -> list[dict[str, Any]]:
        messages = [await next_but_beats(connection)]
        served.show(PLAYING, event("draw"))
        served.server.publish_status("hall-1", "link", {"status": "offline"})
        served.show(PublicState(table="hall-2", rulebook="", sequence=1, phase="building"))
        return [*messages, await next_but_beats(connection)]

    messages = watch(f"{served.address}/ws?table=hall-2", talk)
    assert [message["state"]["table"] for message in messages] == ["hall-2", "hall-2"]


def test_a_later_viewer_hears_what_is_missing(served: Any) -> None:
    camera = {"status": "offline", "line": "no frames"}
    served.server.publish_status("hall-1", "camera", camera)
    assert watch(f"{served.address}/ws", next_but_beats)["parts"] == {"camera": camera}


def test_what_was_said_before_the_start_is_kept() -> None:
    server = WebServer("127.0.0.1", 0, ["hall-1"], lambda _table: PLAYING)
    server.publish_status("hall-1", "link", {"status": "offline"})
    server.publish(event("draw"), PLAYING)
    server.start()
    try:
        assert watch(f"{server.address}/ws", next_but_beats)["parts"] == {"link": {"status": "offline"}}
    finally:
        server.stop()


def test_stopping_sends_viewers_away_and_frees_the_port(served: Any) -> None:
    async def talk(connection: aiohttp.ClientWebSocketResponse) -> int | None:
        await next_but_beats(connection)
        restarting = asyncio.create_task(asyncio.to_thread(served.restart))
        async for _ in connection:
            pass
        await restarting
        return connection.close_code

    assert watch(f"{served.address}/ws", talk) == aiohttp.WSCloseCode.GOING_AWAY
    assert watch(f"{served.address}/ws", next_but_beats)["kind"] == "state"


def test_a_viewer_that_cannot_keep_up_is_sent_away(served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewers, "_MOST_WAITING", 4)

    async def talk(connection: aiohttp.ClientWebSocketResponse) -> int | None:
        await next_but_beats(connection)
        for sequence in range(78, 78 + 2000):  # more than fits into the operating system's buffers, unread
            served.show(replace(WON, sequence=sequence), event("draw", sequence))
        async for _ in connection:
            pass
        return connection.close_code

    assert watch(f"{served.address}/ws", talk) == aiohttp.WSCloseCode.TRY_AGAIN_LATER


def test_a_port_in_use_is_said_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = WebServer("127.0.0.1", port, ["hall-1"], lambda _table: PLAYING)
        with pytest.raises(UsageError) as told:
            server.start()
    assert str(told.value) == f"the port is in use: 127.0.0.1:{port} (end the other program or set another web.port)"


def test_an_address_of_another_machine_is_said_in_one_line() -> None:
    server = WebServer("192.0.2.1", 0, ["hall-1"], lambda _table: PLAYING)
    with pytest.raises(UsageError, match="the pages cannot be served there"):
        server.start()


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 99999), ("127.0.0.1", -1), ("a" * 64 + ".example", 0)])
def test_what_can_be_no_address_is_said_in_one_line(host: str, port: int) -> None:
    server = WebServer(host, port, ["hall-1"], lambda _table: PLAYING)
    with pytest.raises(UsageError, match=f"{host}:{port}"):
        server.start()
    server.stop()


@pytest.mark.parametrize("failure", [RuntimeError("a bug"), OverflowError("a number"), ValueError("a value")])
def test_whatever_goes_wrong_at_the_start_reaches_who_starts_it(
    failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise failure

    monkeypatch.setattr(aiohttp.web.AppRunner, "setup", fails)
    server = WebServer("127.0.0.1", 0, ["hall-1"], lambda _table: PLAYING)
    with pytest.raises(type(failure)) as told:
        server.start()
    assert told.value is failure


def test_a_server_without_tables_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="at least one table"):
        WebServer("127.0.0.1", 0, [], lambda _table: PLAYING)


def test_stopping_twice_is_no_fault(served: Any) -> None:
    address = served.address
    for _ in range(2):
        served.server.stop()
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(address, timeout=20)


def ask_for_more_than_fits(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.sendall(b"GET /static/overlay/main.js HTTP/1.1\r\nHost: hall\r\n\r\n" * 50)


@pytest.mark.parametrize("ask", [lambda connection: None, ask_for_more_than_fits], ids=["silent", "unread"])
def test_stopping_leaves_no_connection_open(ask: Callable[[socket.socket], None]) -> None:
    """Also one that is just arriving, and one whose other end does not read."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        for _ in range(2):
            stop_while_they_come(ask)
        gc.collect()
    assert [str(one.message) for one in told] == []


def stop_while_they_come(ask: Callable[[socket.socket], None]) -> None:
    server = WebServer("127.0.0.1", 0, ["hall-1"], lambda _table: PLAYING)
    server.start()
    host, port = server.address.removeprefix("http://").split(":")
    first_came = threading.Event()

    def come() -> list[socket.socket]:
        connections = []
        with suppress(OSError):  # until the port is closed
            while True:
                connections.append(socket.create_connection((host, int(port)), timeout=20))
                ask(connections[-1])
                first_came.set()
        return connections

    with ThreadPoolExecutor() as threads:
        coming = [threads.submit(come) for _ in range(3)]
        assert first_came.wait(20)
        server.stop()
        for one in coming:
            for connection in one.result():
                connection.close()
