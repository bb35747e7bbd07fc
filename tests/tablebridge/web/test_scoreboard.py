"""What the boards are told: the players' names, and all tables over one connection."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import aiohttp
import msgspec
import pytest

from tablebridge.release import PublicState
from tablebridge.web import WebServer
from tests.tablebridge.web.states import PLAYING, event
from tests.tablebridge.web.test_server import get, watch

NAMES = ("王小明", "<b>Bea</b>", "さくら", "D" * 40)
TABLES = ("hall-1", "hall-2", "hall-3")
STATES = {
    "hall-1": PLAYING,
    "hall-2": PublicState(table="hall-2", rulebook="sichuan-bloody", sequence=0, phase="idle"),
    "hall-3": PublicState(table="hall-3", rulebook="riichi-league-tw", sequence=0, phase="idle"),
}
SPOKEN = ("state", "event", "parts")


@pytest.fixture
def server() -> Iterator[WebServer]:
    made = WebServer("127.0.0.1", 0, TABLES, STATES.__getitem__, players={"hall-1": NAMES})
    made.start()
    yield made
    made.stop()


async def hear(connection: aiohttp.ClientWebSocketResponse, count: int) -> list[dict[str, Any]]:
    """The next `count` messages that are about the tables themselves."""
    heard: list[dict[str, Any]] = []
    while len(heard) < count:
        message = await connection.receive_json()
        if message["kind"] in SPOKEN:
            heard.append(message)
    return heard


def test_the_first_message_has_the_players_names_as_they_are_written(server: WebServer) -> None:
    def first(query: str) -> Any:
        return watch(f"{server.address}/ws{query}", lambda connection: hear(connection, 1))[0]["players"]

    assert first("") == list(NAMES)
    assert first("?table=hall-2") is None


def test_a_state_that_changes_by_itself_brings_the_names_again(server: WebServer) -> None:
    async def talk(connection: aiohttp.ClientWebSocketResponse) -> list[dict[str, Any]]:
        await hear(connection, 1)
        server.publish(None, PLAYING)
        return await hear(connection, 1)

    assert watch(f"{server.address}/ws", talk)[0]["players"] == list(NAMES)


def test_one_connection_hears_all_tables_and_which_each_message_is_about(server: WebServer) -> None:
    async def talk(connection: aiohttp.ClientWebSocketResponse) -> list[dict[str, Any]]:
        first = await hear(connection, 3)
        server.publish(event("draw", 78, seat="A"), PLAYING)
        server.publish(None, msgspec.structs.replace(STATES["hall-3"], sequence=5))
        server.publish_status("hall-2", "link", {"status": "offline", "line": "no cable"})
        return first + await hear(connection, 3)

    heard = watch(f"{server.address}/ws?tables=all", talk)
    assert [message["state"]["table"] for message in heard[:3]] == list(TABLES)
    assert (heard[3]["event"]["table"], heard[3]["state"]["table"]) == ("hall-1", "hall-1")
    assert (heard[4]["state"]["table"], heard[4]["state"]["sequence"]) == ("hall-3", 5)
    assert heard[5] == {
        "kind": "parts",
        "table": "hall-2",
        "parts": {"link": {"status": "offline", "line": "no cable"}},
    }


def test_a_board_of_all_tables_is_one_viewer_and_hears_each_beat_once(server: WebServer) -> None:
    async def talk(connection: aiohttp.ClientWebSocketResponse) -> Any:
        await hear(connection, 3)
        for beat in (1, 2):
            text = json.dumps({"kind": "state", "beat": beat})
            server._thread.soon(partial(server._viewers.send_everywhere, text))
        async with aiohttp.ClientSession() as session, session.get(f"{server.address}/healthz") as answer:
            return await hear(connection, 2), await answer.json()

    beats, health = watch(f"{server.address}/ws?tables=all", talk)
    assert [beat["beat"] for beat in beats] == [1, 2]
    assert health["viewers"] == 1


def test_tables_are_all_or_none(server: WebServer) -> None:
    status, _, body = get(f"{server.address}/ws?tables=some")
    assert (status, body) == (404, b"no such tables: some (tables: all)\n")


@pytest.mark.parametrize("path", ["/scoreboard", "/scoreboard/all"])
@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("table=hall-9", "no such table: hall-9 (tables here: hall-1, hall-2, hall-3)"),
        ("lang=fr", "no such lang: fr (langs: en, zh-Hant, zh-Hans, ja)"),
        ("theme=pink", "no such theme: pink (themes: night, paper, clear)"),
        ("sponsor=tea", "no such sponsor: tea (sponsors here: none)"),
    ],
)
def test_an_address_that_asks_for_what_there_is_not(path: str, query: str, answer: str, server: WebServer) -> None:
    status, _, body = get(f"{server.address}{path}?{query}")
    assert (status, body.decode()) == (404, f"{answer}\n")


def test_a_board_of_all_tables_turns_at_one_of_some_paces(server: WebServer) -> None:
    assert get(f"{server.address}/scoreboard/all?pace=20")[0] == 200
    status, _, body = get(f"{server.address}/scoreboard/all?pace=0.001")
    assert (status, body) == (404, b"no such pace: 0.001 (paces: 12, 5, 8, 20, 30, 60)\n")
