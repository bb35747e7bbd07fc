"""A served table, its states, and a real Chromium to look with."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tablebridge.release import PublicState, Released
from tablebridge.web import WebServer
from tablebridge.web.messages import Players
from tests.tablebridge.web.console_desk import Console
from tests.tablebridge.web.console_looks import enter
from tests.tablebridge.web.states import PLAYING

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Served:
    """A server of two tables whose present state is what the test says."""

    def __init__(self) -> None:
        self.states = {
            "hall-1": PLAYING,
            "hall-2": PublicState(table="hall-2", rulebook="riichi-league-tw", sequence=0, phase="idle"),
        }
        self.sponsors: Path | None = None
        self.players: dict[str, Players] = {}
        self.server = self._make(0)
        self.server.start()

    @property
    def address(self) -> str:
        return self.server.address

    def show(self, state: PublicState, released: Released | None = None) -> None:
        """Releases a state, with the event that led to it."""
        self.states[state.table] = state
        self.server.publish(released, state)

    def restart(self, while_down: Callable[[], object] = lambda: None) -> None:
        """Stops, lets something happen, and serves again at the same address."""
        port = int(self.address.rsplit(":", 1)[1])
        self.server.stop()
        while_down()
        self.server = self._make(port)
        self.server.start()

    def _make(self, port: int) -> WebServer:
        tables = tuple(self.states)
        return WebServer("127.0.0.1", port, tables, self.states.__getitem__, self.sponsors, players=self.players)


@pytest.fixture
def served() -> Iterator[Served]:
    made = Served()
    yield made
    made.server.stop()


@pytest.fixture
def console() -> Iterator[Console]:
    """A referee's console of two tables that the test speaks for."""
    made = Console()
    yield made
    made.server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium. Fails the test when there is none: skipping would hide that nothing was tested."""
    program = shutil.which("chromium") or shutil.which("chromium", path="/usr/bin:/usr/local/bin:/snap/bin")
    if program is None:
        pytest.fail("chromium is not installed: make setup-test brings it (apt-get install chromium)", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """A page of 1920 by 1080, closed before its server; whatever it complains of fails the test."""
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    # a browser itself reports each refused connection; that the page tries again is what is wanted
    refused = ("WebSocket connection to", "net::ERR_CONNECTION_REFUSED")
    assert [text for text in complaints if not any(one in text for one in refused)] == []


@pytest.fixture
def browser_page(browser: Browser) -> Iterator[Page]:
    """A tablet's page; whatever it complains of fails the test, but for what was refused on purpose."""
    expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong
    context = browser.new_context(
        viewport={"width": 1024, "height": 768}, reduced_motion="reduce", locale="en-GB", timezone_id="UTC"
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    refused = ("WebSocket connection to", "net::ERR_CONNECTION_REFUSED", "status of 401", "status of 409")
    assert [text for text in complaints if not any(one in text for one in refused)] == []


@pytest.fixture
def referee(browser_page: Page, console: Console) -> Page:
    """The console as lee sees it who has logged in, at the first table."""
    enter(browser_page, console)
    expect(browser_page.locator("body")).to_have_attribute("data-connected", "true")
    return browser_page
