"""A served table whose scenes are chosen, and short ways to look at them."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from tablebridge.release import PublicState
from tablebridge.web import WebServer
from tests.tablebridge.web.conftest import Served
from tests.tablebridge.web.played import Shown

TOKEN = "b5d1c4f0a9e84c6f"
NAMES = ("Player A", "選手 B", "玩家丙" * 13, "<b>D</b>")


class Directed(Served):
    """A server whose triggers are on, with names at its first table."""

    def _make(self, port: int) -> WebServer:
        states = self.states
        return WebServer(
            "127.0.0.1",
            port,
            tuple(states),
            lambda table: states[table],
            players={"hall-1": NAMES},
            trigger_token=TOKEN,
        )

    def press(self, path: str) -> None:
        request = urllib.request.Request(f"{self.address}/trigger/{path}&token={TOKEN}", method="POST")
        with urllib.request.urlopen(request, timeout=20) as answer:
            assert answer.status == 200

    def play(self, shown: tuple[Shown, ...]) -> PublicState:
        """Lets all of that out; the state after it."""
        for released, state in shown:
            self.show(state, released)
        return shown[-1][1]


def open_scene(page: Page, directed: Directed, scene: str, query: str = "") -> None:
    page.goto(f"{directed.address}/overlay/{scene}{query}")
    expect(page.locator("body")).to_have_attribute("data-connected", "true")


def await_sequence(page: Page, state: PublicState) -> None:
    expect(page.locator("body")).to_have_attribute("data-sequence", str(state.sequence))


def cut_to(page: Page, directed: Directed, scene: str) -> Any:
    """The scene, once it is the one that can be seen."""
    directed.server.stages.choose("hall-1", scene)
    shown = page.locator(f'section[data-scene="{scene}"]')
    expect(shown).to_be_visible()
    expect(page.locator('.scene[data-on="true"]')).to_have_count(1)
    return shown


def serving() -> Iterator[Directed]:
    """For a fixture."""
    expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong
    made = Directed()
    yield made
    made.server.stop()
