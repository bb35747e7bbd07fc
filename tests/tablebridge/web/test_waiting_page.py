"""docs/examples/wait.html: a browser source that is opened before the daemon runs shows the page once it does. And no
public page asks its own clock, which on a mixer may be minutes off."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tablebridge.web.site import STATIC
from tests.tablebridge.web.hall import Hall, in_play

WAIT = Path(__file__).parents[3] / "docs" / "examples" / "wait.html"
CLOCK = re.compile(r"\bDate\b|timeOrigin|timeStamp")


@pytest.mark.browser
def test_a_page_that_was_opened_first_comes_up_with_the_daemon(browser: Browser) -> None:
    hall = Hall({"hall-1": in_play("riichi", "hall-1")}, {})
    context = browser.new_context()
    try:

        def while_down() -> None:
            page = context.new_page()
            refused: list[str] = []
            page.on("requestfailed", lambda request: refused.append(request.url))
            page.goto(f"{WAIT.as_uri()}#{hall.address}/overlay?lang=ja")
            while not refused:
                page.wait_for_timeout(50)

        hall.restart(while_down)
        (page,) = context.pages
        expect(page).to_have_url(f"{hall.address}/overlay?lang=ja", timeout=60_000)
        expect(page.locator("body")).to_have_attribute("data-connected", "true", timeout=60_000)
    finally:
        context.close()
        hall.server.stop()


@pytest.mark.parametrize("folder", ["shared", "overlay", "scoreboard"])
def test_no_public_page_asks_its_own_clock(folder: str) -> None:
    scripts = sorted((STATIC / folder).rglob("*.js"))
    assert len(scripts) > 3
    assert not [path.name for path in scripts if CLOCK.search(path.read_text(encoding="utf-8"))]
