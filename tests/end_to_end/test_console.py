"""The referee's console over a running daemon: driven in Chromium, and silent in public until something is ruled."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import paho.mqtt.client as mqtt
import pytest
from playwright.sync_api import Locator, Page, expect, sync_playwright

from tests.end_to_end.refereed_table import FOUL, PASSWORD, RefereedTable, wait_until

CHROMIUM_ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]
WHOLE = 4 * 30_000
"""All points of the table."""
ROOT = Path(__file__).resolve().parents[2]
PUBLIC_PAGES = [
    *("/", "/overlay", "/overlay?table=virtual&style=chinese", "/api/state", "/healthz", "/favicon.ico"),
    *(f"/overlay/{scene}" for scene in ("lower-third", "result", "waits", "standings", "program")),
    *("/scoreboard", "/scoreboard/all", "/status", "/api/status"),
]
CONSOLE_PAGES = [
    *("/login", "/report", "/api/me", "/api/report", "/api/events?game=1&hand=0", "/clip?flag=x", "/api/delay"),
    *("/static/console/main.js", "/static/console/console.html", "/static/../console/main.js"),
]


@pytest.fixture
def table(tmp_path: Path, mosquitto_port: int) -> Iterator[RefereedTable]:
    made = RefereedTable(tmp_path, mosquitto_port)
    yield made
    made.daemon.stop()


@pytest.fixture
def page(table: RefereedTable) -> Iterator[Page]:
    """The console as the referee lee sees it."""
    program = shutil.which("chromium")
    if program is None:
        pytest.fail("chromium is not installed: make setup-test brings it", pytrace=False)
    with sync_playwright() as playwright:
        expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)
        page = browser.new_page(viewport={"width": 1024, "height": 768}, locale="en-GB", reduced_motion="reduce")
        page.set_default_timeout(60_000)
        page.goto(table.console)
        page.fill("[name=name]", "lee")
        page.fill("[name=password]", PASSWORD)
        page.keyboard.press("Enter")
        expect(page.locator("body")).to_have_attribute("data-connected", "true")
        yield page
        browser.close()


class Spectators:
    """Everybody who hears without a login: all topics of the broker, the overlay's WebSocket."""

    def __init__(self, table: RefereedTable, broker_port: int) -> None:
        self.topics: list[tuple[str, str]] = []
        self.socket: list[str] = []
        self._client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        self._client.on_message = lambda _client, _data, message: self.topics.append(
            (message.topic, message.payload.decode())
        )
        self._client.connect("127.0.0.1", broker_port)
        self._client.subscribe("#", qos=1)
        self._client.loop_start()
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._watch(f"{table.public}/ws")))
        self._thread.start()

    async def _watch(self, address: str) -> None:
        async with aiohttp.ClientSession() as browser, browser.ws_connect(address) as socket:
            while not self._leaving.is_set():
                try:
                    self.socket.append(await socket.receive_str(timeout=0.2))
                except TimeoutError:
                    continue

    def leave(self) -> None:
        self._leaving.set()
        self._thread.join()
        self._client.disconnect()
        self._client.loop_stop()

    def heard(self) -> str:
        """All of it. Topics below `violations` are the referees' own; a broker's access list keeps others from them."""
        public = [f"{topic} {payload}" for topic, payload in self.topics if "/violations/" not in f"{topic}/"]
        return "\n".join([*public, *self.socket])

    def events(self, kind: str) -> list[dict[str, Any]]:
        return [json.loads(payload)["data"] for topic, payload in self.topics if topic.endswith(f"/events/{kind}")]


@pytest.fixture
def spectators(table: RefereedTable, mosquitto_port: int) -> Iterator[Spectators]:
    made = Spectators(table, mosquitto_port)
    yield made
    made.leave()


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def body(address: str) -> str:
    with urllib.request.urlopen(address, timeout=20) as answer:
        text: str = answer.read().decode("utf-8", "replace")
    return text


def public_pages(table: RefereedTable) -> str:
    """Every page and file that anybody can ask for."""
    static = ROOT / "tablebridge" / "web" / "static"
    files = [
        f"/static/{path.relative_to(static)}"
        for path in sorted(static.rglob("*"))
        if path.suffix in {".js", ".css", ".html", ".json"} and path.relative_to(static).parts[0] != "console"
    ]
    return "\n".join(body(table.public + path) for path in [*PUBLIC_PAGES, *files])


@pytest.mark.end_to_end
@pytest.mark.broker
@pytest.mark.browser
def test_a_flag_is_nobodys_until_it_is_ruled_on_and_whatever_is_ruled_the_points_sum(
    table: RefereedTable, spectators: Spectators, page: Page
) -> None:
    """One played hand: starting the daemon and playing it takes longer than all that is looked at."""
    table.play()
    assert table.money() == WHOLE
    chosen = chosen_flag(page)
    nobody_hears_of_a_flag_before_it_is_ruled_on(table, spectators, page, chosen)
    assert table.money() == WHOLE
    a_ruling_is_reversed_and_a_penalty_applied_and_revoked(table, page, chosen)
    an_old_discard_is_corrected(table, spectators, page)

    # who did what is in the report, and the report can be printed
    page.click("#report")
    expect(page.locator("body")).to_have_attribute("data-ready", "true")
    sheet = page.locator("#sheet").inner_text()
    assert all(text in sheet for text in (FOUL, "the tile was dropped", "seen up close", "lee", "Standings"))


def nobody_hears_of_a_flag_before_it_is_ruled_on(
    table: RefereedTable, spectators: Spectators, page: Page, card: Locator
) -> None:
    flags = table.daemon._tables["virtual"]._session.flags
    secrets = {part for flag in flags for part in (flag.id, flag.clause, flag.name, flag.text)}
    page.keyboard.press("d")
    expect(card).to_have_attribute("data-state", "deferred")
    wait_until(lambda: spectators.events("settled"), "the settlement at the broker")

    told = spectators.heard() + public_pages(table)
    assert len(spectators.events("discard")) > 10
    assert spectators.socket
    assert [secret for secret in sorted(secrets) if secret in told] == []
    assert [path for path in CONSOLE_PAGES if status(table.public + path) != 404] == []

    page.keyboard.press("a")
    expect(card).to_have_attribute("data-state", "accepted")
    (ruling,) = wait_until(lambda: spectators.events("ruling"), "the ruling at the broker")
    assert (ruling["clause"], ruling["decision"]) == (FOUL, "accepted")
    wait_until(lambda: FOUL in "".join(spectators.socket), "the ruling at a page")


def a_ruling_is_reversed_and_a_penalty_applied_and_revoked(table: RefereedTable, page: Page, chosen: Locator) -> None:
    chosen.locator(".reason input").fill("the tile was dropped")
    chosen.locator('[data-act="overrule_flag"]').click()
    expect(chosen).to_have_attribute("data-state", "overruled")
    expect(chosen.locator(".facts")).to_contain_text("by lee · the tile was dropped")
    assert table.money() == WHOLE

    # in points of the referee's own
    chosen.locator('[data-act="accept_only"]').click()
    expect(chosen).to_have_attribute("data-state", "accepted")
    before = points(table)
    chosen.locator(".own-points summary").click()
    for seat, moved in (("A", "-3000"), ("B", "1000"), ("C", "1000"), ("D", "1000")):
        chosen.locator(f'.own-points [data-seat="{seat}"]').fill(moved)
    chosen.locator('[data-act="set_points"]').click()
    expect(chosen).to_have_attribute("data-penalty", "true")
    moved_points = [one + change for one, change in zip(before, (-3000, 1000, 1000, 1000), strict=True)]
    assert points(table) == moved_points
    assert table.money() == WHOLE
    page.keyboard.press("p")
    expect(chosen).to_have_attribute("data-penalty", "false")
    assert points(table) == before
    assert table.money() == WHOLE


def an_old_discard_is_corrected(table: RefereedTable, spectators: Spectators, page: Page) -> None:
    """The first of A's river."""
    tile = page.locator('.seat[data-seat="A"] .river .tile').first
    wrong = tile.get_attribute("data-tile")
    right = "1z" if wrong != "1z" else "2z"
    tile.click()
    page.locator(f'#editor .picker > .suit:not(.likely) [data-pick="{right}"]').click()
    page.locator("#editor .reason input").fill("seen up close")
    page.locator('#editor [data-act="save"]').click()
    expect(page.locator("#editor")).to_be_hidden()
    expect(page.locator('.seat[data-seat="A"] .river .tile').first).to_have_attribute("data-tile", right)
    assert table.state()["seats"]["A"]["river"][0]["tile"] == right
    assert table.money() == WHOLE
    wait_until(lambda: any(one["replaces"] for one in spectators.events("correction")), "the correction at the broker")


def chosen_flag(page: Page) -> Locator:
    """A pending flag of the foul, opened."""
    first = page.locator(f'.flag[data-clause="{FOUL}"][data-state="pending"]').first
    identity = first.get_attribute("data-flag")
    first.locator(".line").click()
    return page.locator(f'.flag[data-flag="{identity}"][data-selected="true"]')


def points(table: RefereedTable) -> list[int]:
    seats = table.state()["seats"]
    return [seats[seat]["points"] for seat in "ABCD"]


@pytest.mark.end_to_end
def test_a_demonstration_says_how_to_try_the_console(
    start: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for screen in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(screen, raising=False)
    demo = start("demo", "demo", "--web-port", 0, "--speed", 1)
    told = re.search(r"console at (\S+): name (\S+), password (\S+)", demo.says("referee's console at"))
    assert told is not None
    address, name, password = told.groups()
    assert [log_in(address, name, one) for one in (password, f"not {password}")] == [200, 401]
    assert demo.interrupt() == 1, "the hand was not played to its end"


def log_in(address: str, name: str, password: str) -> int:
    request = urllib.request.Request(
        f"{address}/login",
        json.dumps({"name": name, "password": password}).encode(),
        {"Content-Type": "application/json", "Origin": address},
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
