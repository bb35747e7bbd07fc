"""Triggers over real HTTP, and what pages hear of them over the WebSocket."""

from __future__ import annotations

import asyncio
import json
import logging
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import aiohttp
import pytest

from tablebridge.web import WebServer
from tablebridge.web.scenes import SCENES
from tests.tablebridge.web.states import PLAYING, WON, event

TOKEN = "b5d1c4f0a9e84c6f"
BEARER = {"Authorization": f"Bearer {TOKEN}"}

Talk = Callable[[aiohttp.ClientWebSocketResponse], Awaitable[Any]]


@pytest.fixture
def server() -> Iterator[WebServer]:
    made = WebServer("127.0.0.1", 0, ("hall-1", "hall-2"), lambda _table: PLAYING, trigger_token=TOKEN)
    made.start()
    yield made
    made.stop()


def press(address: str, headers: dict[str, str] | None = None, method: str = "POST") -> tuple[int, str, dict[str, str]]:
    """Status, text and headers."""
    request = urllib.request.Request(address, method=method, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode(), dict(error.headers)


def watch(server: WebServer, talk: Talk, table: str = "hall-1") -> Any:
    async def run() -> Any:
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{server.address}/ws?table={table}") as connection,
        ):
            return await asyncio.wait_for(talk(connection), 30)

    return asyncio.run(run())


async def of_kind(connection: aiohttp.ClientWebSocketResponse, *kinds: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = await connection.receive_json()
        if message["kind"] in kinds:
            return message


async def greeting(connection: aiohttp.ClientWebSocketResponse) -> list[dict[str, Any]]:
    return [await of_kind(connection, "state", "scene", "moments") for _ in range(3)]


def test_a_page_is_told_the_scene_and_the_moments_after_the_state(server: WebServer) -> None:
    server.publish(event("win", 90), WON)
    state, scene, moments = watch(server, greeting)
    assert [state["kind"], scene["kind"], moments["kind"]] == ["state", "scene", "moments"]
    assert scene == {"kind": "scene", "table": "hall-1", "scene": "table"}
    assert moments["moments"]["win"]["sequence"] == 90
    assert moments["moments"]["win"]["state"]["result"]["kind"] == "win"
    assert watch(server, greeting, "hall-2")[2]["moments"] == {"call": None, "win": None}


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_is_chosen_for_those_who_watch_and_those_who_come(scene: str, server: WebServer) -> None:
    async def talk(connection: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
        await greeting(connection)
        address = f"{server.address}/trigger/scene?table=hall-1&name={scene}"
        assert (await asyncio.to_thread(press, address, BEARER))[:2] == (200, f"scene {scene}\n")
        return await of_kind(connection, "scene")

    assert watch(server, talk) == {"kind": "scene", "table": "hall-1", "scene": scene}
    assert watch(server, greeting)[1]["scene"] == scene
    assert watch(server, greeting, "hall-2")[1]["scene"] == "table"


def test_a_win_is_shown_again(server: WebServer) -> None:
    async def talk(connection: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
        await greeting(connection)
        server.publish(event("win", 90), WON)
        assert (await of_kind(connection, "moments"))["moments"]["win"]["sequence"] == 90
        address = f"{server.address}/trigger/replay?what=win&token={TOKEN}"
        assert (await asyncio.to_thread(press, address))[:2] == (200, "replay of the last win\n")
        return await of_kind(connection, "replay")

    assert watch(server, talk) == {"kind": "replay", "table": "hall-1", "what": "win"}


def test_what_was_let_out_while_nothing_is_served_is_kept() -> None:
    server = WebServer("127.0.0.1", 0, ("hall-1",), lambda _table: WON)
    server.publish(event("win", 90), WON)
    server.start()
    try:
        assert watch(server, greeting)[2]["moments"]["win"]["sequence"] == 90
    finally:
        server.stop()


WRONG = "the trigger needs the token of web.trigger_token_file (Authorization: Bearer TOKEN, or token=TOKEN)\n"
SCENES_TEXT = "table, lower-third, result, waits, standings, empty"


@pytest.mark.parametrize(
    ("path", "headers", "status", "text"),
    [
        ("scene?name=waits", {}, 401, WRONG),
        ("scene?name=waits&token=", {}, 401, WRONG),
        (f"scene?name=waits&token={TOKEN}x", {}, 401, WRONG),
        ("scene?name=waits&token=%F0%9F%80%84", {}, 401, WRONG),
        ("scene?name=waits", {"Authorization": "Bearer nothing"}, 401, WRONG),
        ("scene?name=waits", {"Authorization": f"Basic {TOKEN}"}, 401, WRONG),
        ("scene?table=hall-9", {}, 401, WRONG),
        ("scene", BEARER, 400, f"the trigger needs name= ({SCENES_TEXT})\n"),
        ("scene?name=Waits", BEARER, 404, f"no such scene: Waits (scenes: {SCENES_TEXT})\n"),
        ("scene?table=hall-9&name=waits", BEARER, 404, "no such table: hall-9 (tables here: hall-1, hall-2)\n"),
        ("replay", BEARER, 400, "the trigger needs what= (call, win)\n"),
        ("replay?what=draw", BEARER, 404, "no such replay: draw (replays: call, win)\n"),
        ("replay?what=call", BEARER, 409, "there is no call to show again yet (press it after the next one)\n"),
    ],
)
def test_what_is_refused(path: str, headers: dict[str, str], status: int, text: str, server: WebServer) -> None:
    answer = press(f"{server.address}/trigger/{path}", headers)
    assert answer[:2] == (status, text)
    assert answer[2]["Access-Control-Allow-Origin"] == "*"
    assert watch(server, greeting)[1]["scene"] == "table"


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
@pytest.mark.parametrize("path", ["scene?name=waits", "replay?what=win"])
def test_only_a_post_presses(path: str, method: str, server: WebServer) -> None:
    status, text, headers = press(f"{server.address}/trigger/{path}&token={TOKEN}", method=method)
    assert (status, headers["Allow"]) == (405, "POST")
    assert text == f"a trigger is pressed with POST, not {method} (curl -X POST, see docs/pages.md)\n"
    assert watch(server, greeting)[1]["scene"] == "table"


def test_a_control_page_of_another_address_may_send_the_header(server: WebServer) -> None:
    asked = {"Origin": "http://control.example", "Access-Control-Request-Method": "POST"}
    status, _, headers = press(f"{server.address}/trigger/scene", asked, "OPTIONS")
    assert status == 204
    assert headers["Access-Control-Allow-Methods"] == "POST"
    assert headers["Access-Control-Allow-Headers"] == "Authorization"
    assert "Access-Control-Allow-Credentials" not in headers


def test_triggers_are_off_without_a_token(served: Any) -> None:
    status, text, _ = press(f"{served.address}/trigger/scene?name=waits&token=", BEARER)
    assert status == 403
    assert text.startswith("triggers are off (set web.trigger_token_file or web.trigger_token_env")


def test_no_token_comes_into_the_log(server: WebServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    press(f"{server.address}/trigger/scene?name=waits&token={TOKEN}")
    press(f"{server.address}/trigger/scene?name=waits&token=not-{TOKEN}")
    press(f"{server.address}/trigger/scene?name=waits", {"Authorization": f"Bearer not-{TOKEN}"})
    assert "wrong token from 127.0.0.1" in caplog.text
    assert TOKEN not in caplog.text


@pytest.mark.parametrize(
    ("query", "headers", "said"),
    [
        ("", {}, "no"),
        ("&token=", {}, "no"),
        ("", {"Authorization": "Bearer "}, "no"),
        ("", {"Authorization": "Basic x"}, "no"),
        ("&token=x", {}, "wrong"),
        ("", {"Authorization": "Bearer x"}, "wrong"),
    ],
)
def test_the_log_says_whether_a_token_was_given(
    query: str, headers: dict[str, str], said: str, server: WebServer, caplog: pytest.LogCaptureFixture
) -> None:
    assert press(f"{server.address}/trigger/scene?name=waits{query}", headers)[0] == 401
    assert [record.getMessage() for record in caplog.records] == [f"/trigger/scene: {said} token from 127.0.0.1"]


@pytest.mark.parametrize(
    ("table", "act", "word"),
    [("hall-1", "choose", "no such scene: x"), ("hall-1", "replay", "no such replay: x")],
)
def test_a_command_is_refused_with_the_same_words(table: str, act: str, word: str, server: WebServer) -> None:
    with pytest.raises(ValueError, match=word):
        getattr(server.stages, act)(table, "x")


def test_what_is_said_is_plain_json(server: WebServer) -> None:
    async def talk(connection: aiohttp.ClientWebSocketResponse) -> list[str]:
        return [await connection.receive_str() for _ in range(3)]

    assert [json.loads(text)["kind"] for text in watch(server, talk)] == ["state", "scene", "moments"]
