"""Names of forty characters in any script: they fit, or become smaller, or end in dots; nothing gives way to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablebridge.release import PublicState
from tablebridge.web.messages import Players
from tests.tablebridge.web.hall import Hall, replace
from tests.tablebridge.web.played import BOOKS, last_of, played
from tests.tablebridge.web.states import WON

pytestmark = pytest.mark.browser

KANA = "さくらももこ" * 6 + "さくらも"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMN"
WORDS = "Maria del Carmen Fernández de la Vega Sa"
HAN = "欧阳娜娜王小明李大为" * 4
LONGEST: Players = (KANA, CAPITALS, WORDS, HAN)
MIDDLING: Players = ("Bartholomew Smithson", "さくらももこさくらももこ", "王小明", "Maximiliane von Hohenberg-S")

PUSHED = """() => {
    const holders = ".seat, .result, .row, .card, .outcome, .lower-third, .standings, .call-banner, .centre";
    const say = element => `${element.className}: ${element.textContent.slice(0, 30)}`;
    const found = [];
    for (const element of document.querySelectorAll("#stage *")) {
        const speaks = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (!element.checkVisibility({ visibilityProperty: true }) || !speaks) continue;
        const box = element.getBoundingClientRect();
        for (let holder = element; (holder = holder.parentElement?.closest(holders)); ) {
            const room = holder.getBoundingClientRect();
            const isIn = box.left >= room.left - 1 && box.right <= room.right + 1 &&
                box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
            if (!isIn) found.push(`outside ${holder.className}: ${say(element)}`);
        }
        if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
            found.push(`off the screen: ${say(element)}`);
        const isName = element.matches(
            ".name, .wind-name, .winner, .from, .liable, .who, .whom, .call-from, .clauses");
        if (!isName && getComputedStyle(element).display !== "inline" && element.scrollWidth > element.clientWidth + 1)
            found.push(`cut: ${say(element)}`);
    }
    return found;
}"""
"""What lies outside its panel or the screen, and what is cut though it is no name."""

CUT = """() => [...document.querySelectorAll(".rows .name, #rows .name")]
    .filter(name => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 3)
    .map(name => name.textContent)"""
"""Names on a board that are not there to their last character."""


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    """A win of riichi whose dealer has declared, a bystander being liable; three winners of Sichuan's; a first hand."""
    assert WON.result is not None
    wins = (replace(WON.result.wins[0], liable=("D",)),)
    seats = {**WON.seats, "A": replace(WON.seats["A"], riichi=True, points=131_200)}
    sichuan = last_of(played(BOOKS["sichuan"], 8), "settled")[1]
    states: dict[str, PublicState] = {
        "riichi": replace(WON, table="riichi", seats=seats, result=replace(WON.result, wins=wins)),
        "sichuan": replace(sichuan, table="sichuan"),
        "middling": replace(WON, table="middling", seats=seats),
    }
    made = Hall(states, {"riichi": LONGEST, "sichuan": LONGEST, "middling": MIDDLING})
    yield made
    made.server.stop()


@pytest.fixture
def page(browser: Any) -> Iterator[Page]:
    expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong
    page = browser.new_page(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    yield page
    page.close()


def look(page: Page, hall: Hall, path: str) -> None:
    page.goto(f"{hall.address}{path}")
    expect(page.locator("body")).to_have_attribute("data-connected", "true")
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")


SCENES = ("/overlay", "/overlay/lower-third", "/overlay/standings", "/scoreboard")


@pytest.mark.parametrize(
    ("table", "paths"), [("riichi", SCENES), ("sichuan", ("/overlay", "/scoreboard")), ("middling", ("/overlay",))]
)
def test_nothing_gives_way_to_a_long_name(table: str, paths: tuple[str, ...], hall: Hall, page: Page) -> None:
    for path in paths:
        look(page, hall, f"{path}?table={table}&lang=en")
        expect(page.get_by_text(hall.players[table][0]).first).to_be_attached()
        assert page.evaluate(PUSHED) == [], path


def test_no_name_is_cut_on_a_board(hall: Hall, page: Page) -> None:
    for path in ("/scoreboard?table=riichi", "/scoreboard?table=sichuan", "/scoreboard/all"):
        look(page, hall, path)
        expect(page.locator(".row").first).to_be_visible()
        assert page.evaluate(CUT) == [], path
    assert page.evaluate(PUSHED) == []


def test_a_name_has_its_size_again_once_there_is_room(hall: Hall, page: Page) -> None:
    size = "name => parseFloat(getComputedStyle(name).fontSize)"
    look(page, hall, "/overlay?table=middling")
    name = page.locator('.seat[data-seat="A"] .wind-name')
    beside = name.evaluate(size)
    state = hall.states["middling"]
    seats = {**state.seats, "A": replace(state.seats["A"], riichi=False)}
    hall.show(replace(state, sequence=state.sequence + 1, seats=seats))
    expect(page.locator('.seat[data-seat="A"]')).to_have_attribute("data-riichi", "false")
    assert name.evaluate(size) > beside
    hall.show(state)
    expect(page.locator('.seat[data-seat="A"]')).to_have_attribute("data-riichi", "true")
    assert name.evaluate(size) == beside
