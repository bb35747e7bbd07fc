"""A page asks again for what did not come, whichever page it is; and that alone may run inside one."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from playwright.sync_api import Page, Route, expect

from tablebridge.web.page_file import page_file, script_policy
from tablebridge.web.site import STATIC
from tests.tablebridge.web.console_browser import talk
from tests.tablebridge.web.console_desk import Console
from tests.tablebridge.web.looks import await_fonts
from tests.tablebridge.web.test_fonts import fonts_of, own
from tests.tablebridge.web.test_server import get

FILES = sorted(STATIC.rglob("*.html"))
ADDRESSES = ("/overlay", "/overlay/program", "/overlay/waits", "/scoreboard", "/scoreboard/all")
INSIDE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def runs(html: str, policy: str) -> bool:
    """Whether the policy lets the one script inside the page run."""
    (script,) = INSIDE.findall(html)
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" in policy


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(STATIC)))
def test_every_page_watches_before_it_asks_for_anything(path: Path) -> None:
    served = page_file(path).text or ""
    assert runs(served, script_policy())
    watched = served.index("<script>")
    asked = min(served.index(asks) for asks in ("<link", "<script src", "<script type", "<img") if asks in served)
    assert watched < asked
    assert "again.js" not in served  # that could fail to come, too


def test_a_page_that_would_not_come_back_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<!doctype html><title>t</title>", encoding="utf-8")
    with pytest.raises(ValueError, match=r"page\.html does not hold <script"):
        page_file(tmp_path / "page.html")


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_public_page_is_served_with_it(address: str, served: Any) -> None:
    status, headers, body = get(f"{served.address}{address}")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert runs(body.decode(), headers["Content-Security-Policy"])


def test_the_console_is_served_with_it(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> list[tuple[str, str]]:
        found = []
        for path in ("/", "/report", "/login"):
            async with browser.get(f"{at}{path}") as answer:
                found.append((await answer.text(), answer.headers["Content-Security-Policy"]))
        return found

    assert [runs(*one) for one in talk(console, act)] == [True] * 3


class OnceRefused:
    """The first request of each of these files is refused, as by a daemon that is just going."""

    def __init__(self, *names: str) -> None:
        self.left = set(names)

    def meet(self, route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        if name in self.left:
            self.left.remove(name)
            route.abort("connectionrefused")
        else:
            route.continue_()


@pytest.mark.browser
def test_a_page_comes_up_though_parts_of_it_did_not_come_at_first(served: Any, page: Page) -> None:
    # its own script, one that this one needs, a sheet, the sheet of the fonts, and one of the fonts
    refused = OnceRefused("main.js", "centre.js", "seat.css", "ja.css", "page-j-700.woff2")
    page.route("**/static/**", refused.meet)
    page.goto(f"{served.address}/overlay?lang=ja")
    expect(page.locator("body")).to_have_attribute("data-connected", "true", timeout=60_000)
    await_fonts(page, "流局 ABC")
    assert refused.left == set()
    assert own(*fonts_of(page, ".round-wind"))  # bold Han, drawn with the font that did not come at first
    assert page.locator('.seat[data-seat="A"]').evaluate("seat => getComputedStyle(seat).position") == "absolute"
