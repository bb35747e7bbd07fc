"""The demonstration in a real Chromium: the page shows the hand that was played, compared by content."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

SEED = 6
CHROMIUM_ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]


@pytest.mark.end_to_end
@pytest.mark.browser
def test_the_overlay_shows_the_hand_that_was_played(start: Callable[..., Any], tmp_path: Path) -> None:
    demo = start("demo", "demo", "--headless", "--hands", 1, "--seed", SEED, "--json", "--folder", "demo")
    address = demo.says("overlay at").split("overlay at ")[1].strip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGUMENTS)
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.goto(address)
        page.wait_for_selector(".result:not([hidden])", timeout=420_000)
        shown = what_it_shows(page)
        page.screenshot(path=tmp_path / "overlay.png", omit_background=True)
        browser.close()
    assert demo.ends() == 0, demo.stdout + demo.stderr
    truth = [json.loads(line) for line in (tmp_path / "demo" / "truth.jsonl").read_text().splitlines()]
    assert shown["rivers"] == rivers(truth)
    assert shown["dora"] == [row["tile"] for row in truth if row["type"] in ("dealt", "indicator")]
    assert shown["points"] == dict(zip("ABCD", truth[-1]["points"], strict=True))
    assert shown["winners"] == [row["seat"] for row in truth if row["type"] == "win"]
    assert shown["riichi"] == {row["seat"] for row in truth if row["type"] == "riichi"}
    assert shown["corner"] == "rgba(0, 0, 0, 0)"
    assert (tmp_path / "overlay.png").stat().st_size > 50_000


def chromium() -> str:
    found = shutil.which("chromium")
    if found is None:
        pytest.fail("chromium is not installed: make setup-test brings it", pytrace=False)
    return found


def what_it_shows(page: Page) -> dict[str, Any]:
    """What a viewer reads from the page."""
    seats = {name: page.locator(f'.seat[data-seat="{name}"]') for name in "ABCD"}

    def tiles(name: str) -> list[str]:
        found = seats[name].locator(".river .tile").all()
        return [str(tile.get_attribute("data-tile")) for tile in found]

    return {
        "rivers": {name: tiles(name) for name in seats},
        "dora": [pair.get_attribute("data-indicator") for pair in page.locator(".dora .dora-pair").all()],
        "points": {name: int(str(seat.get_attribute("data-points"))) for name, seat in seats.items()},
        "riichi": {name for name, seat in seats.items() if seat.get_attribute("data-riichi") == "true"},
        "winners": [win.get_attribute("data-winner") for win in page.locator(".result .win").all()],
        "corner": page.evaluate("getComputedStyle(document.body).backgroundColor"),
    }


def rivers(truth: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Every discard by seat, claimed ones too: the page keeps them, dimmed."""
    return {seat: [row["tile"] for row in truth if row["type"] == "discard" and row["seat"] == seat] for seat in "ABCD"}
