"""The staff's status: one lamp a part, what the part says of itself, and nothing of the game."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import msgspec
import pytest

from tablebridge.web import StaffBoard, StaffTable, WebServer
from tablebridge.web.host_clock import follows_a_time_server
from tests.tablebridge.web.states import PLAYING, event
from tests.tablebridge.web.test_server import get, watch

BEGIN = datetime(2026, 5, 1, 18, tzinfo=UTC)
HEALTH: dict[str, Any] = {
    "frames": 900,
    "frames_a_second": 14.5,
    "frame_ms": {"p50": 21.0, "p95": 38.5},
    "observations": 4711,
    "waiting": 3,
    "disk": "enough",
    "model": "tiles-7",
    "unwritten": 2,
    "faults": 0,
}


class Clock:
    """Time that goes on when it is told to."""

    def __init__(self) -> None:
        self.s = 100.0

    def utc(self) -> datetime:
        return BEGIN + timedelta(seconds=self.s - 100)

    def monotonic_s(self) -> float:
        return self.s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def board(clock: Clock) -> StaffBoard:
    tables = {
        "hall-1": StaffTable(
            parts=("link", "camera", "second_camera", "broker", "journal"),
            commands=("set_lamp",),
            delay_s=lambda: 30.0,
        ),
        "hall-2": StaffTable(),
    }
    return StaffBoard(tables, utc=clock.utc, monotonic_s=clock.monotonic_s)


@pytest.fixture
def server(board: StaffBoard) -> Iterator[WebServer]:
    made = WebServer("127.0.0.1", 0, board.tables, lambda _table: PLAYING, staff=board)
    made.start()
    yield made
    made.stop()


def lamps(board: StaffBoard, table: str = "hall-1") -> dict[str, str]:
    return {check.name: check.lamp for check in board.status(table, 0).checks}


def line(board: StaffBoard, name: str) -> str:
    return next(check.line for check in board.status("hall-1", 0).checks if check.name == name)


def test_before_anything_was_heard_every_lamp_is_unknown(board: StaffBoard) -> None:
    names = ["link", "camera", "second_camera", "broker", "journal", "pictures", "in_step", "work", "disk"]
    assert lamps(board) == dict.fromkeys(names, "unknown")
    assert [check.since for check in board.status("hall-1", 0).checks] == [None] * len(names)


@pytest.mark.parametrize(
    ("status", "lamp"),
    [
        ({"status": "online", "line": "fine"}, "good"),
        ({"status": "online", "line": "the table has other tiles", "warning": True}, "warning"),
        ({"status": "offline", "line": "no such port: /dev/ttyUSB0 (check the cable and link.port)"}, "bad"),
    ],
)
def test_a_part_says_what_is_with_it(status: dict[str, Any], lamp: str, board: StaffBoard) -> None:
    board.tell("hall-1", "link", status)
    assert (lamps(board)["link"], line(board, "link")) == (lamp, status["line"])
    assert lamps(board, "hall-2")["link"] == "unknown"


def test_a_lamp_keeps_the_moment_it_changed(board: StaffBoard, clock: Clock) -> None:
    def since() -> datetime | None:
        return board.status("hall-1", 0).checks[0].since

    board.tell("hall-1", "link", {"status": "offline", "line": "no cable"})
    clock.s += 60
    board.tell("hall-1", "link", {"status": "offline", "line": "still none"})
    assert since() == BEGIN
    board.tell("hall-1", "link", {"status": "online", "line": "there it is"})
    assert since() == BEGIN + timedelta(seconds=60)


@pytest.mark.parametrize(("word", "lamp"), [("enough", "good"), ("low", "warning"), ("very_low", "bad")])
def test_the_disk(word: str, lamp: str, board: StaffBoard) -> None:
    board.measure("hall-1", HEALTH | {"disk": word})
    assert lamps(board)["disk"] == lamp


@pytest.mark.parametrize(("rate", "lamp"), [(0.0, "unknown"), (1.8, "warning"), (4.9, "warning"), (5.0, "good")])
def test_pictures_that_are_too_few_to_follow_a_game(rate: float, lamp: str, board: StaffBoard) -> None:
    board.measure("hall-1", HEALTH | {"frames_a_second": rate})
    assert lamps(board)["pictures"] == lamp
    assert rate == 0 or line(board, "pictures") == f"{rate:g} pictures a second are looked at"


def test_work_that_stands_still_is_told_by_its_silence(board: StaffBoard, clock: Clock) -> None:
    clock.s += 19
    assert lamps(board)["work"] == "unknown"
    clock.s += 2
    assert line(board, "work") == "no figures for 21 s: the work on this table stands still"
    board.measure("hall-1", HEALTH)
    assert lamps(board)["work"] == "good"
    clock.s += 30
    still = next(check for check in board.status("hall-1", 0).checks if check.name == "work")
    assert (still.lamp, still.since) == ("bad", BEGIN + timedelta(seconds=21))


def test_faults_of_ours_are_counted(board: StaffBoard) -> None:
    board.measure("hall-1", HEALTH | {"faults": 2})
    assert lamps(board)["work"] == "warning"
    assert "since the start: 2," in line(board, "work")


def test_out_of_step_says_what_the_public_is_told(board: StaffBoard) -> None:
    board.hear(None, msgspec.structs.replace(PLAYING, in_step=False, out_of_step="a tile is missing at C"))
    assert (lamps(board)["in_step"], line(board, "in_step")) == ("bad", "a tile is missing at C")
    board.hear(None, PLAYING)
    assert lamps(board)["in_step"] == "good"


def test_figures_are_what_was_measured(board: StaffBoard, clock: Clock) -> None:
    first = board.status("hall-1", 0).figures
    assert (first.last_event_s, first.pictures_a_second) == (None, None)
    board.measure("hall-1", HEALTH)
    board.hear(event("draw", 78, seat="A"), PLAYING)
    clock.s += 12.5
    board.hear(None, PLAYING)
    assert msgspec.to_builtins(board.status("hall-1", 4).figures) == {
        "viewers": 4,
        "last_event_s": 12.5,
        "pictures_a_second": 14.5,
        "look_ms": 38.5,
        "model": "tiles-7",
        "delay_s": 30.0,
        "commands": ("set_lamp",),
    }


def test_the_document_counts_each_tables_viewers(server: WebServer, board: StaffBoard, clock: Clock) -> None:
    async def talk(connection: aiohttp.ClientWebSocketResponse) -> Any:
        await connection.receive()
        async with aiohttp.ClientSession() as session, session.get(f"{server.address}/api/status") as answer:
            return answer.headers, await answer.json()

    clock.s += 8
    headers, document = watch(f"{server.address}/ws?table=hall-2", talk)
    assert (headers["Cache-Control"], headers["Content-Type"]) == ("no-store", "application/json")
    assert "Access-Control-Allow-Origin" not in headers
    assert set(document) == {"now", "version", "running_s", "clock_synchronised", "viewers", "checks", "tables"}
    assert (document["running_s"], document["viewers"]) == (8.0, 1)
    assert {table["table"]: table["figures"]["viewers"] for table in document["tables"]} == {"hall-1": 0, "hall-2": 1}


def test_one_table_may_be_asked_for(server: WebServer) -> None:
    assert [one["table"] for one in json.loads(get(f"{server.address}/api/status?table=hall-2")[2])["tables"]] == [
        "hall-2"
    ]
    status, _, body = get(f"{server.address}/api/status?table=hall-9")
    assert (status, body) == (404, b"no such table: hall-9 (tables here: hall-1, hall-2)\n")


def test_nothing_of_the_game_is_in_it(server: WebServer, board: StaffBoard) -> None:
    for part in ("link", "camera", "broker", "journal"):
        board.tell("hall-1", part, {"status": "online", "line": "fine", "evidence": "a flag"})
    board.measure("hall-1", HEALTH)
    board.hear(event("discard", 78, seat="A", tile="5z"), PLAYING)
    document = json.loads(get(f"{server.address}/api/status")[2])
    text = json.dumps(document | {"now": None, "running_s": None})
    # counts of what was seen and not yet told, flags, the event, its number, seats and points
    for secret in ("4711", "unwritten", "observations", "flag", "discard", "78", "5z", "31200", "sequence"):
        assert secret not in text


def test_without_a_board_there_is_no_such_page(served: Any) -> None:
    assert [get(f"{served.address}{path}")[0] for path in ("/status", "/api/status", "/static/status/status.html")] == [
        404
    ] * 3


def test_the_machine_says_whether_its_clock_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert follows_a_time_server() in (True, False, None)
    monkeypatch.setattr(sys, "platform", "win32")
    assert follows_a_time_server() is None
