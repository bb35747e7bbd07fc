"""Short ways to look at the overlay."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect


def open_overlay(page: Page, served: Any, query: str = "") -> None:
    page.goto(f"{served.address}/overlay{query}")
    expect(page.locator("body")).to_have_attribute("data-connected", "true")


def await_sequence(page: Page, sequence: int) -> None:
    expect(page.locator("body")).to_have_attribute("data-sequence", str(sequence))


def seat_panel(page: Page, name: str) -> Locator:
    return page.locator(f'.seat[data-seat="{name}"]')


def tiles_in(where: Locator) -> list[str]:
    tiles: list[str] = where.locator(".tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.tile)")
    return tiles
