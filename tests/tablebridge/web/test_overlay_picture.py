"""The overlay as a picture: edges that survive a key, 1080p and 2160p alike, names and sponsors in their place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.tablebridge.web.looks import open_overlay, seat_panel
from tests.tablebridge.web.states import PLAYING, WON

pytestmark = pytest.mark.browser

BOXES = """() => [...document.querySelectorAll('.seat, .tile, .points, .wind-name, .centre, .result, .delta b')]
    .map(one => { const box = one.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })"""
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><rect width="400" height="100"/></svg>'


def picture(page: Page, **where: Any) -> np.ndarray:
    """(height, width, 4) of 0..255: blue, green, red, alpha, not premultiplied."""
    png = page.screenshot(omit_background=True, **where)
    found: np.ndarray = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    return found


@pytest.mark.parametrize(("lang", "ink"), [("en", (255, 255, 255)), ("zh-Hant", (32, 64, 224))])
def test_edges_of_text_carry_its_colour_and_a_part_of_alpha(
    lang: str, ink: tuple[int, int, int], page: Page, served: Any
) -> None:
    open_overlay(page, served, f"?theme=clear&lang={lang}")
    page.evaluate(
        "ink => { const { style } = document.documentElement;"
        " style.setProperty('--ink', ink); style.setProperty('--text-shadow', 'none'); }",
        f"rgb({', '.join(map(str, ink))})",
    )
    page.evaluate("document.fonts.ready.then(() => null)")
    for part in (".points", ".wind-name"):
        box = seat_panel(page, "C").locator(part).bounding_box()
        assert box is not None
        found = picture(page, clip=box).reshape(-1, 4).astype(int)
        colour, alpha = found[:, 2::-1], found[:, 3]
        edge = (alpha > 0) & (alpha < 255)
        assert edge.sum() > 100
        assert (alpha == 255).sum() > 100
        # a part of alpha holds a colour only so exactly: 255 steps of the product, and one of rounding
        tolerance = 255 / alpha[edge] + 1
        strange = np.abs(colour[edge] - np.array(ink)).max(axis=1) > tolerance
        assert strange.sum() == 0, "a fringe of another colour, or coloured smoothing"


def test_2160p_is_1080p_with_more_detail(page: Page, served: Any) -> None:
    served.states["hall-1"] = WON
    found = {}
    for width, height in ((1920, 1080), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        open_overlay(page, served, "?lang=ja")
        page.wait_for_load_state("networkidle")
        page.evaluate("document.fonts.ready.then(() => null)")
        found[width] = np.array(page.evaluate(BOXES)), picture(page).astype(np.float32)
    (small_boxes, small), (large_boxes, large) = found[1920], found[3840]
    assert len(small_boxes) > 100
    assert np.abs(large_boxes - 2 * small_boxes).max() <= 2.0
    halved = cv2.resize(large, (1920, 1080), interpolation=cv2.INTER_AREA)
    assert np.abs(halved - small).mean() < 3.0


def test_players_go_by_name_and_a_long_one_stays_in_its_place(page: Page, served: Any) -> None:
    served.players = {"hall-1": ("<b>Ada</b> & Co", "陳大文", "A" * 40, "")}
    served.states["hall-1"] = WON
    served.restart()
    open_overlay(page, served)
    name = ".wind-name"
    expect(seat_panel(page, "A").locator(name)).to_have_text("<b>Ada</b> & Co")
    expect(seat_panel(page, "A").locator(".chair")).to_have_text("East · Seat A")
    expect(seat_panel(page, "B").locator(name)).to_have_text("陳大文")
    expect(seat_panel(page, "D").locator(name)).to_have_text("North")
    expect(page.locator(".win .winner")).to_have_text("陳大文")
    # a name that is too long ends in dots, and nothing lies on it
    panel, points = seat_panel(page, "C").bounding_box(), seat_panel(page, "C").locator(".points").bounding_box()
    long = seat_panel(page, "C").locator(name).bounding_box()
    assert panel is not None
    assert points is not None
    assert long is not None
    assert points["x"] + points["width"] <= panel["x"] + panel["width"]
    assert long["x"] + long["width"] <= points["x"] + 1
    served.players = {}
    served.restart()
    expect(seat_panel(page, "B").locator(name)).to_have_text("South")


def test_a_sponsor_shows_between_the_seats_and_gives_way_to_a_result(page: Page, served: Any, tmp_path: Path) -> None:
    (tmp_path / "hall.svg").write_text(DRAWING, encoding="utf-8")
    served.sponsors = tmp_path
    served.restart()
    open_overlay(page, served, "?sponsor=hall")
    shown = page.locator(".scene .sponsor img")
    expect(shown).to_be_visible()
    assert shown.evaluate("async image => { await image.decode(); return image.naturalWidth; }") > 0
    served.show(msgspec.structs.replace(WON, sequence=91))
    expect(page.locator(".result")).to_be_visible()
    expect(shown).to_be_hidden()
    served.show(msgspec.structs.replace(PLAYING, sequence=92))
    expect(shown).to_be_visible()
    open_overlay(page, served)
    expect(page.locator(".scene .sponsor")).to_be_hidden()


def test_what_was_not_read_surely_is_marked(page: Page, served: Any) -> None:
    seat = PLAYING.seats["B"]
    first, *others = seat.river
    doubtful = msgspec.structs.replace(first, confidence=0.4)
    seats = {**PLAYING.seats, "B": msgspec.structs.replace(seat, river=(doubtful, *others))}
    served.states["hall-1"] = msgspec.structs.replace(PLAYING, seats=seats)
    open_overlay(page, served)
    marked = page.locator(".tile[data-unsure]")
    expect(marked).to_have_count(1)
    expect(marked.locator(".doubt")).to_have_text("?")
    expect(marked).to_have_attribute("data-tile", first.tile)


def test_custom_css_of_a_mixer_holds(page: Page, served: Any) -> None:
    """OBS adds it to the page as an element, by script, once the page is there."""
    open_overlay(page, served)
    page.evaluate(
        "css => { const style = document.createElement('style'); style.textContent = css;"
        " document.head.append(style); }",
        ":root { --panel: rgb(1, 2, 3) } html { background: #00b140 }",
    )
    look = "name => getComputedStyle(document.documentElement).getPropertyValue(name)"
    assert [page.evaluate(look, name) for name in ("background-color", "--panel")] == [
        "rgb(0, 177, 64)",
        "rgb(1, 2, 3)",
    ]
