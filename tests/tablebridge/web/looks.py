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


def await_fonts(page: Page, text: str) -> None:
    """Waits until the page's own fonts are there, thin and bold, for whatever they have of these characters."""
    page.wait_for_function(FONTS_ARE_THERE, arg=text, timeout=60_000)


FONTS_ARE_THERE = """text => {
    const number = code => parseInt(code, 16);
    const faces = [...document.fonts].reverse().map(face => ({
        face,
        ranges: face.unicodeRange.split(",").map(range => range.trim().slice(2).split("-").map(number)),
    }));
    // the last face that has a character draws it
    const drawing = (code, weight) => faces.find(({ face, ranges }) =>
        Number(face.weight) === weight && ranges.some(([first, last]) => first <= code && code <= (last ?? first)));
    const codes = [...new Set(text)].map(letter => letter.codePointAt(0));
    const needed = [400, 700].flatMap(weight => codes.map(code => drawing(code, weight)));
    return faces.length > 0 && needed.every(one => !one || one.face.status === "loaded");
}"""
