"""Who gets in at the console, over real HTTP and WebSockets, and who does not."""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import pytest

from tablebridge.web.console_gate import ConsoleGate
from tests.tablebridge.web.console_browser import log_in, next_of, status, talk
from tests.tablebridge.web.console_desk import PASSWORD, Console, event

CLOSED = ["/api/me", "/api/events?game=1&hand=3", "/api/report", "/clip?flag=x", "/ws", "/nothing"]


@pytest.mark.parametrize("path", CLOSED)
def test_without_a_login_nothing_of_a_table_is_served(path: str, console: Console) -> None:
    assert talk(console, lambda browser, at: status(browser, "GET", at + path), as_referee=None) == 401


@pytest.mark.parametrize("path", ["/", "/report"])
def test_without_a_login_a_page_leads_to_the_login(path: str, console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> tuple[int, str]:
        async with browser.get(at + path, allow_redirects=False) as answer:
            return answer.status, answer.headers["Location"]

    assert talk(console, act, as_referee=None) == (303, "/login")


@pytest.mark.parametrize("path", ["/login", "/favicon.ico", "/faces/japanese/5m.svg", "/static/console/login.js"])
def test_what_a_login_page_needs_is_open(path: str, console: Console) -> None:
    assert talk(console, lambda browser, at: status(browser, "GET", at + path), as_referee=None) == 200


def test_a_cookie_is_for_this_server_and_no_script(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> str:
        async with browser.post(f"{at}/login", json={"name": "lee", "password": PASSWORD}) as answer:
            return answer.headers["Set-Cookie"]

    cookie = talk(console, act, as_referee=None)
    assert {"HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"} <= set(cookie.split("; "))
    assert "Secure" not in cookie


def test_behind_tls_the_cookie_is_kept_to_it() -> None:
    console = Console(origins=("https://console.example",))

    async def act(browser: aiohttp.ClientSession, at: str) -> str:
        headers = {"Origin": "https://console.example"}
        async with browser.post(f"{at}/login", json={"name": "lee", "password": PASSWORD}, headers=headers) as answer:
            return answer.headers["Set-Cookie"]

    try:
        assert "Secure" in talk(console, act, as_referee=None).split("; ")
    finally:
        console.server.stop()


@pytest.mark.parametrize(
    ("name", "password"), [("lee", "wrong password"), ("nobody", PASSWORD), ("lee", ""), ("lee", "x" * 300), ("", "")]
)
def test_a_wrong_login_is_refused_and_logged_without_the_password(
    name: str, password: str, console: Console, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    assert talk(console, lambda browser, at: log_in(browser, at, name, password), as_referee=None) == 401
    known = "lee" if name == "lee" else "an unknown name"
    assert f"console: wrong login of {known} from 127.0.0.1" in caplog.text
    assert PASSWORD not in caplog.text
    assert "wrong password" not in caplog.text
    assert "nobody" not in caplog.text  # it might be a password typed into the wrong field


def test_guessing_is_slowed_down(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> tuple[list[int], str]:
        statuses = [await log_in(browser, at, "lee", f"guess number {number}") for number in range(6)]
        async with browser.post(f"{at}/login", json={"name": "lee", "password": PASSWORD}) as answer:
            return [*statuses, answer.status], answer.headers["Retry-After"]

    statuses, wait = talk(console, act, as_referee=None)
    assert statuses == [401] * 5 + [429, 429]
    assert 0 < int(wait) <= 5


def test_guesses_made_at_once_are_counted_too(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> list[int]:
        tries = (log_in(browser, at, "lee", f"guess number {number}") for number in range(40))
        return list(await asyncio.gather(*tries))

    statuses = talk(console, act, as_referee=None)
    assert statuses.count(401) == 5
    assert statuses.count(429) == 35


@pytest.mark.parametrize("body", [b"", b"[]", b'{"name": "lee"}', b"\xff"])
def test_a_login_that_is_none(body: bytes, console: Console) -> None:
    assert talk(console, lambda browser, at: status(browser, "POST", f"{at}/login", data=body), as_referee=None) == 400


FOREIGN = {"Origin": "http://evil.example"}
ACT = {"type": "void_hand"}


def test_a_foreign_page_can_neither_log_in_nor_act_nor_log_out(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> list[int]:
        login = {"name": "lee", "password": PASSWORD}
        return [
            await status(browser, "POST", f"{at}/login", json=login, headers=FOREIGN),
            await status(browser, "POST", f"{at}/api/act", json=ACT, headers=FOREIGN),
            await status(browser, "POST", f"{at}/logout", headers=FOREIGN),
            await status(browser, "GET", f"{at}/api/me"),
        ]

    assert talk(console, act) == [403, 403, 403, 200]
    assert console.desk.acts == []


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
def test_a_foreign_page_gets_no_socket(origin: str, console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> int:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await browser.ws_connect(f"{at}/ws", headers={"Origin": origin})
        return refused.value.status

    assert talk(console, act) == 403


def test_without_an_origin_there_is_no_socket_and_no_act(console: Console) -> None:
    async def run() -> list[int]:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await browser.ws_connect(f"{console.address}/ws")
            return [refused.value.status, await status(browser, "POST", f"{console.address}/api/act", json=ACT)]

    assert asyncio.run(run()) == [403, 403]


def test_a_name_that_was_made_to_point_here_is_refused(console: Console) -> None:
    headers = {"Host": "evil.example:8766", "Origin": "http://evil.example:8766"}
    assert talk(console, lambda browser, at: status(browser, "GET", f"{at}/login", headers=headers)) == 403


def test_a_logged_out_browser_gets_no_socket(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> list[int]:
        cookies = {cookie.key: cookie.value for cookie in browser.cookie_jar}
        logged_out = await status(browser, "POST", f"{at}/logout")
        statuses = [logged_out]
        for cookie in ({}, cookies):  # the browser's, which is gone, and the old one, which a thief may have kept
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await browser.ws_connect(f"{at}/ws", headers={"Cookie": "; ".join(map("=".join, cookie.items()))})
            statuses.append(refused.value.status)
        return statuses

    assert talk(console, act) == [200, 401, 401]


def test_logging_out_closes_the_sockets_of_that_login_only(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> tuple[bool, str]:
        mine = await browser.ws_connect(f"{at}/ws")
        await next_of(mine, "snapshot")
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(cookie_jar=jar, headers={"Origin": at}) as other:
            await log_in(other, at, "chen")
            theirs = await other.ws_connect(f"{at}/ws")
            await next_of(theirs, "snapshot")
            await status(browser, "POST", f"{at}/logout")
            async for _ in mine:
                pass
            console.desk.change(events=(event(90, "draw", seat="A", tile=None, replacement=False),))
            return mine.closed, (await next_of(theirs, "change"))["kind"]

    assert talk(console, act) == (True, "change")


def test_a_login_that_runs_out_closes_its_socket(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ConsoleGate, "left_s", lambda _gate, _login: 0.05)

    async def act(browser: aiohttp.ClientSession, at: str) -> bool:
        socket = await browser.ws_connect(f"{at}/ws")
        async for _ in socket:
            pass
        return socket.closed

    assert talk(console, act)
