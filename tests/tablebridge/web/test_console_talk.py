"""What a referee is told and can ask of the console, over real HTTP and WebSockets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tablebridge.config import ConsoleConfig
from tablebridge.errors import UsageError
from tablebridge.web import console_pages
from tablebridge.web.console_server import ConsoleServer
from tests.tablebridge.web.console_browser import log_in, next_of, status, talk
from tests.tablebridge.web.console_desk import EVENTS, Console, event, flag

ACT = {"type": "void_hand"}


def test_a_referee_hears_the_snapshot_first_then_each_change_in_order(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> list[dict[str, Any]]:
        async with browser.ws_connect(f"{at}/ws") as socket:
            heard = [await next_of(socket, "snapshot", "change")]
            for sequence in range(100, 150):
                console.desk.change(events=(event(sequence, "draw", seat="A", tile=None),), flags=(flag(sequence),))
            return heard + [await next_of(socket, "snapshot", "change") for _ in range(50)]

    first, *changes = talk(console, act)
    assert first["kind"] == "snapshot"
    assert [one["id"] for one in first["events"]] == [one.id for one in EVENTS]
    assert first["book"]["clauses"][1]["title"] == {"en": "Early draw", "zh": "先自摸"}
    assert [change["events"][0]["sequence"] for change in changes] == list(range(100, 150))
    assert changes[0]["flags"][0]["state"] == "pending"


def test_a_referee_hears_of_one_table_only(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> list[str]:
        async with browser.ws_connect(f"{at}/ws?table=hall-2") as socket:
            heard = [await next_of(socket, "snapshot")]
            console.desk.tell()
            console.desks["hall-2"].tell()
            return [*(one["table"] for one in heard), (await next_of(socket, "snapshot"))["table"]]

    assert talk(console, act) == ["hall-2", "hall-2"]


def test_everyone_at_a_table_is_named(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> list[list[str]]:
        named = []
        async with browser.ws_connect(f"{at}/ws") as mine:
            named.append((await next_of(mine, "presence"))["referees"])
            jar = aiohttp.CookieJar(unsafe=True)
            async with aiohttp.ClientSession(cookie_jar=jar, headers={"Origin": at}) as other:
                await log_in(other, at, "chen")
                async with other.ws_connect(f"{at}/ws"):
                    named.append((await next_of(mine, "presence"))["referees"])
            named.append((await next_of(mine, "presence"))["referees"])
        return named

    assert talk(console, act) == [["lee"], ["chen", "lee"], ["lee"]]


def test_parts_are_told_now_and_later(console: Console) -> None:
    offline = {"status": "offline", "line": "no frames"}

    async def act(browser: aiohttp.ClientSession, at: str) -> list[Any]:
        async with browser.ws_connect(f"{at}/ws") as socket:
            await next_of(socket, "snapshot")
            console.server.publish_status("hall-1", "camera", offline)
            now = await next_of(socket, "parts")
        async with browser.ws_connect(f"{at}/ws") as socket:
            return [now["parts"], (await next_of(socket, "snapshot"))["parts"]]

    assert talk(console, act) == [{"camera": offline}] * 2


def test_an_act_is_done_in_the_name_of_who_is_logged_in(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> Any:
        async with browser.post(f"{at}/api/act", json=ACT | {"by": "somebody else"}) as answer:
            return answer.status, await answer.json()

    assert talk(console, act, as_referee="chen") == (200, {"entries": ["s-99"]})
    assert console.desk.acts == [(ACT | {"by": "somebody else"}, "chen")]


def test_an_act_that_cannot_be_is_told_in_one_line(console: Console) -> None:
    console.desk.refuse = UsageError("there is no such event", "s-1", "choose one of the list")

    async def act(browser: aiohttp.ClientSession, at: str) -> Any:
        async with browser.post(f"{at}/api/act", json=ACT) as answer:
            return answer.status, await answer.json()

    assert talk(console, act) == (409, {"error": "there is no such event: s-1 (choose one of the list)"})


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"data": b"{", "headers": {"Content-Type": "application/json"}}, 400),
        ({"data": b"{}", "headers": {"Content-Type": "text/plain"}}, 415),
        ({"json": {"type": "x" * 70_000}}, 413),
    ],
    ids=["no-json", "plain-text", "too-large"],
)
def test_what_is_no_act_is_refused(more: dict[str, Any], expected: int, console: Console) -> None:
    assert talk(console, lambda browser, at: status(browser, "POST", f"{at}/api/act", **more)) == expected
    assert console.desk.acts == []


def test_a_table_that_hangs_is_said_to(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console_pages, "_ANSWER_S", 0.05)
    console.desk.silent = True
    assert talk(console, lambda browser, at: status(browser, "POST", f"{at}/api/act", json=ACT)) == 503


def test_an_older_hand_is_asked_for(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> Any:
        async with browser.get(f"{at}/api/events?game=1&hand=2") as answer:
            return [one["data"]["tile"] for one in await answer.json()]

    assert talk(console, act) == ["9m"]


@pytest.mark.parametrize("query", ["", "?game=1", "?game=x&hand=1"])
def test_a_hand_has_to_be_named(query: str, console: Console) -> None:
    assert talk(console, lambda browser, at: status(browser, "GET", f"{at}/api/events{query}")) == 400


@pytest.mark.parametrize("path", ["/api/report", "/api/events", "/ws", "/clip"])
def test_an_unknown_table(path: str, console: Console) -> None:
    assert talk(console, lambda browser, at: status(browser, "GET", f"{at}{path}?table=hall-9")) == 404


def test_the_report_can_be_kept(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> Any:
        async with browser.get(f"{at}/api/report?download") as answer:
            return answer.headers["Content-Disposition"], (await answer.json())["table"]

    assert talk(console, act) == ('attachment; filename="hall-1-report.json"', "hall-1")


def test_a_clip_is_for_the_referee_in_ranges_and_apart_from_the_console(console: Console, tmp_path: Path) -> None:
    (tmp_path / "clip.html").write_bytes(b"<!doctype html>0123456789")
    console.desk.clips["f-1"] = tmp_path / "clip.html"
    console.desk.clips["gone"] = tmp_path / "gone.html"

    async def act(browser: aiohttp.ClientSession, at: str) -> Any:
        async with browser.get(f"{at}/clip?flag=f-1", headers={"Range": "bytes=15-18"}) as answer:
            policy = answer.headers["Content-Security-Policy"].split("; ")[0]
            part = (answer.status, policy, await answer.read())
        return [part, *[await status(browser, "GET", f"{at}/clip?flag={name}") for name in ("gone", "f-2", "../x")]]

    assert talk(console, act) == [(206, "sandbox allow-scripts", b"0123"), 404, 404, 404]


def test_nothing_is_kept_by_the_browser_nor_shown_in_a_foreign_frame(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> Any:
        async with browser.get(f"{at}/") as answer:
            return answer.status, dict(answer.headers)

    code, headers = talk(console, act)
    assert (code, headers["Cache-Control"], headers["X-Content-Type-Options"]) == (200, "no-store", "nosniff")
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_a_console_without_tables_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="at least one table"):
        ConsoleServer(ConsoleConfig(), {})


def test_a_port_in_use_names_the_section(console: Console) -> None:
    port = int(console.address.rsplit(":", 1)[1])
    with pytest.raises(UsageError, match=r"set another console\.port"):
        ConsoleServer(ConsoleConfig(port=port), console.desks).start()
