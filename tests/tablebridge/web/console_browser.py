"""A browser's place at the console, without a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

import aiohttp

from tests.tablebridge.web.console_desk import PASSWORD

T = TypeVar("T")
Talk = Callable[[aiohttp.ClientSession, str], Awaitable[T]]


class Served(Protocol):
    """A console that is served somewhere."""

    @property
    def address(self) -> str: ...


def talk(console: Served, act: Talk[T], *, as_referee: str | None = "lee") -> T:
    """Does that in a browser's place, logged in or not."""

    async def run() -> T:
        jar = aiohttp.CookieJar(unsafe=True)  # unsafe: it keeps cookies of addresses that are numbers
        async with aiohttp.ClientSession(cookie_jar=jar, headers={"Origin": console.address}) as browser:
            if as_referee is not None:
                assert await log_in(browser, console.address, as_referee) == 200
            return await asyncio.wait_for(act(browser, console.address), 30)

    return asyncio.run(run())


async def log_in(browser: aiohttp.ClientSession, address: str, name: str = "lee", password: str = PASSWORD) -> int:
    async with browser.post(f"{address}/login", json={"name": name, "password": password}) as answer:
        return answer.status


async def status(browser: aiohttp.ClientSession, method: str, address: str, **more: Any) -> int:
    async with browser.request(method, address, allow_redirects=False, **more) as answer:
        return answer.status


async def next_of(socket: aiohttp.ClientWebSocketResponse, *kinds: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = await socket.receive_json(timeout=20)
        if message["kind"] in kinds:
            return message
