"""The overlay in a real Chromium, by content."""

from __future__ import annotations

import itertools
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.tablebridge.web.looks import await_sequence, open_overlay, seat_panel, tiles_in
from tests.tablebridge.web.states import PLAYING, SEATS, WON, discards, tiles

pytestmark = pytest.mark.browser

replace = msgspec.structs.replace


def test_the_present_state_is_there_on_connecting(page: Page, served: Any) -> None:
    open_overlay(page, served)
    body = page.locator("body")
    expect(body).to_have_attribute("data-table", "hall-1")
    expect(body).to_have_attribute("data-phase", "playing")
    await_sequence(page, 77)


def test_each_seat_shows_wind_and_points(page: Page, served: Any) -> None:
    open_overlay(page, served)
    for name, wind, points in [
        ("A", "east", "31,200"),
        ("B", "south", "24,000"),
        ("C", "west", "18,900"),
        ("D", "north", "24,900"),
    ]:
        expect(seat_panel(page, name).locator(".points")).to_have_text(points)
        expect(seat_panel(page, name)).to_have_attribute("data-wind", wind)
        expect(seat_panel(page, name).locator(".wind-name")).to_have_text(wind.capitalize())
    expect(page.locator('.seat[data-dealer="true"]')).to_have_attribute("data-seat", "A")


def test_the_turn_is_marked_on_one_seat_only(page: Page, served: Any) -> None:
    open_overlay(page, served)
    marked = page.locator('.seat[data-turn="true"]')
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-seat", "D")


def test_riichi_shows_a_stick(page: Page, served: Any) -> None:
    open_overlay(page, served)
    sticks = page.locator(".riichi-stick:visible")
    expect(sticks).to_have_count(1)
    expect(seat_panel(page, "B").locator(".riichi-stick")).to_be_visible()


def test_rivers_lie_in_rows_of_six_and_the_third_goes_on(page: Page, served: Any) -> None:
    open_overlay(page, served)
    rows = seat_panel(page, "C").locator(".river-row")
    assert [tiles_in(rows.nth(row)) for row in range(3)] == [
        tiles("1p 9s 2z 8m 3s 4m"),
        tiles("5m 6z 9m 1s 7m 2s"),
        tiles("3p 4p 6s 8s 9p 2m 3m 1z"),
    ]


def test_the_riichi_tile_lies_sideways(page: Page, served: Any) -> None:
    open_overlay(page, served)
    sideways = seat_panel(page, "B").locator(".river .tile[data-sideways]")
    expect(sideways).to_have_count(1)
    expect(sideways).to_have_attribute("data-tile", "4s")
    box = sideways.bounding_box()
    assert box is not None
    assert box["width"] > box["height"]


def test_a_claimed_tile_is_dimmed_and_still_to_be_told_on_every_ground(page: Page, served: Any) -> None:
    open_overlay(page, served)
    claimed = page.locator(".river .tile[data-claimed-by]")
    expect(claimed).to_have_count(1)
    expect(claimed).to_have_attribute("data-tile", "5z")
    expect(claimed).to_have_attribute("data-claimed-by", "C")
    page.wait_for_load_state("networkidle")
    lying = seat_panel(page, "A").locator(".river .tile").nth(6)
    for theme, ground in itertools.product(("night", "paper", "clear"), ("#ffffff", "#10211c")):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        page.evaluate("ground => { document.body.style.background = ground; }", ground)
        gap = page.evaluate(GAP)
        dimmed, bright, beside = (_brightness(page, where) for where in (_box(claimed), _box(lying), gap))
        assert dimmed < 0.75 * bright, (theme, ground)
        assert abs(dimmed - beside) > 40, (theme, ground)


def test_melds_show_the_called_tile_and_turned_backs(page: Page, served: Any) -> None:
    open_overlay(page, served)
    melds = seat_panel(page, "C").locator(".meld")
    kinds = melds.evaluate_all("melds => melds.map(meld => meld.dataset.kind)")
    assert kinds == ["chi", "kan_concealed", "kan_added", "kan_exposed"]
    assert tiles_in(melds.nth(0)) == ["6m", "0m", "7m"]
    expect(melds.nth(0).locator("[data-sideways]")).to_have_attribute("data-tile", "6m")
    expect(melds.nth(0)).to_have_attribute("data-from", "B")
    assert tiles_in(melds.nth(1)) == ["back", "2s", "2s", "back"]
    assert tiles_in(melds.nth(3)) == ["4p", "4p", "4p", "4p"]


def test_an_added_kans_fourth_tile_lies_on_the_sideways_one(page: Page, served: Any) -> None:
    open_overlay(page, served)
    pile = seat_panel(page, "C").locator('.meld[data-kind="kan_added"] .pile .tile')
    expect(pile).to_have_count(2)
    above, below = pile.nth(0).bounding_box(), pile.nth(1).bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"] + 1
    assert above["x"] == below["x"]


def test_standing_hands_show_only_backs(page: Page, served: Any) -> None:
    open_overlay(page, served)
    for name, count in [("A", 11), ("B", 13), ("C", 1), ("D", 14)]:
        assert tiles_in(seat_panel(page, name).locator(".hand")) == ["back"] * count


def test_an_unknown_tile_is_said_to_be_unknown(page: Page, served: Any) -> None:
    open_overlay(page, served)
    expect(seat_panel(page, "D").locator('.tile[data-tile="?"] .unknown')).to_be_visible()


def test_the_bar_shows_round_counters_and_wall(page: Page, served: Any) -> None:
    open_overlay(page, served)
    for value, text in [("round", "East"), ("hand", "Hand 4"), ("honba", "1"), ("sticks", "2"), ("wall", "31")]:
        expect(page.locator(f'.centre [data-value="{value}"]')).to_have_text(text)


def test_the_bar_shows_each_indicator_and_its_dora(page: Page, served: Any) -> None:
    open_overlay(page, served)
    pairs = page.locator(".dora-pair").evaluate_all(
        "pairs => pairs.map(({dataset}) => [dataset.indicator, dataset.makes])"
    )
    assert pairs == [["6p", "7p"], ["9m", "1m"]]
    assert tiles_in(page.locator(".dora-list")) == ["6p", "7p", "9m", "1m"]


def test_dora_and_red_fives_are_marked_wherever_they_lie(page: Page, served: Any) -> None:
    open_overlay(page, served)
    marked = page.locator(".seat .tile[data-dora]").evaluate_all("tiles => tiles.map(tile => tile.dataset.tile).sort()")
    assert marked == ["0m", "0s", "1m", "1m", "7p"]


def test_the_dora_follows_its_indicator_within_its_suit_its_winds_or_its_dragons(page: Page, served: Any) -> None:
    open_overlay(page, served)
    pair = page.locator(".dora-pair")
    indicators = tiles("1m 8p 9s 0m 5p 1z 2z 3z 4z 5z 6z 7z")
    for indicator, dora in zip(indicators, tiles("2m 9p 1s 6m 6p 2z 3z 4z 1z 6z 7z 5z"), strict=True):
        served.show(replace(PLAYING, indicators=(indicator,)))
        expect(pair).to_have_count(1)
        expect(pair).to_have_attribute("data-indicator", indicator)
        expect(pair).to_have_attribute("data-makes", dora)


def test_every_face_that_is_shown_was_loaded(page: Page, served: Any) -> None:
    open_overlay(page, served)
    page.wait_for_load_state("networkidle")
    broken = page.locator("img").evaluate_all(
        "images => images.filter(i => !(i.complete && i.naturalWidth)).map(i => i.src)"
    )
    assert broken == []


def test_the_style_is_chosen_in_the_address(page: Page, served: Any) -> None:
    open_overlay(page, served, "?table=hall-1&style=chinese")
    sources = page.locator("img").evaluate_all("images => images.map(i => new URL(i.src).pathname.split('/')[2])")
    assert set(sources) == {"chinese"}


def test_a_table_that_is_idle_shows_nothing(page: Page, served: Any) -> None:
    open_overlay(page, served, "?table=hall-2")
    expect(page.locator(".centre")).to_be_hidden()
    expect(page.locator(".seat:visible")).to_have_count(0)
    expect(page.locator(".note")).to_have_count(0)


def test_the_background_is_transparent_and_panels_are_not(page: Page, served: Any) -> None:
    open_overlay(page, served)
    page.wait_for_load_state("networkidle")
    alpha = _alpha(page.screenshot(omit_background=True))
    panel = seat_panel(page, "A").bounding_box()
    tile = seat_panel(page, "A").locator(".river .tile").first.bounding_box()
    assert panel is not None
    assert tile is not None

    for x, y in itertools.product((700, 960, 1200), (300, 540, 800)):
        assert alpha[y][x] == 0, f"the middle of the picture is covered at {x}, {y}"
    for x, y in [(0, 0), (1919, 0), (0, 1079), (1919, 1079)]:
        assert alpha[y][x] == 0, f"the rim of the picture is covered at {x}, {y}"
    assert 200 < alpha[int(panel["y"] + panel["height"] / 2)][int(panel["x"] + panel["width"] - 8)] < 255
    assert alpha[int(tile["y"] + tile["height"] / 2)][int(tile["x"] + tile["width"] / 2)] == 255


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (3840, 2160), (1080, 1920), (1024, 768)])
def test_the_stage_fits_every_window(width: int, height: int, page: Page, served: Any) -> None:
    served.states["hall-1"] = replace(WON, indicators=("6p", "9m", "4z", "7z", "0s"))
    page.set_viewport_size({"width": width, "height": height})
    open_overlay(page, served)
    boxes = page.locator("#stage, .centre, .seat, .result").evaluate_all(
        "all => all.map(e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })"
    )
    assert len(boxes) == 7
    for left, top, right, bottom in boxes:
        assert left >= -1
        assert top >= -1
        assert right <= width + 1
        assert bottom <= height + 1
    # no two panels lie on each other
    for first, second in itertools.combinations(boxes[1:], 2):
        apart = first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1] or second[3] <= first[1]
        assert apart, (first, second)


@pytest.mark.parametrize("discarded", [18, 20, 21])
def test_no_tile_leaves_its_panel_or_covers_another(discarded: int, page: Page, served: Any) -> None:
    longest = replace(SEATS["C"], river=discards("5p " * discarded))
    served.states["hall-1"] = replace(PLAYING, seats={**SEATS, "C": longest})
    open_overlay(page, served)
    outside = page.evaluate(
        """() => [...document.querySelectorAll('.seat')].flatMap(seat => {
            const panel = seat.querySelector('.seat-body').getBoundingClientRect();
            return [...seat.querySelectorAll('.seat-body .tile')].filter(tile => {
                const box = tile.getBoundingClientRect();
                return box.left < panel.left - 1 || box.right > panel.right + 1
                    || box.top < panel.top - 1 || box.bottom > panel.bottom + 1;
            }).map(tile => `${seat.dataset.seat} ${tile.dataset.tile}`);
        })"""
    )
    assert outside == []
    covered = page.evaluate(
        """() => [...document.querySelectorAll('.seat')].flatMap(seat => {
            const melds = [...seat.querySelectorAll('.melds .tile')].map(tile => tile.getBoundingClientRect());
            return [...seat.querySelectorAll('.river .tile')].filter(tile => {
                const box = tile.getBoundingClientRect();
                return melds.some(meld => box.right > meld.left && box.bottom > meld.top && box.top < meld.bottom);
            }).map(tile => `${seat.dataset.seat} ${tile.dataset.tile}`);
        })"""
    )
    assert covered == []


GAP = """() => {
    const { right, top, width } = document.querySelector('.seat[data-seat="A"] .river').getBoundingClientRect();
    return { x: right + width / 4, y: top, width: 20, height: 20 };
}"""
"""A place of a seat's panel where no tile lies."""


def _box(tile: Locator) -> FloatRect:
    """The middle of a tile."""
    box = tile.bounding_box()
    assert box is not None
    return {"x": box["x"] + 8, "y": box["y"] + 8, "width": box["width"] - 16, "height": box["height"] - 16}


def _brightness(page: Page, where: FloatRect) -> float:
    """The brightest point of a part of the picture, 0..255: of a tile its ground."""
    picture = cv2.imdecode(np.frombuffer(page.screenshot(clip=where), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return float(picture.max())


def _alpha(png: bytes) -> np.ndarray:
    """The alpha channel of a PNG, (height, width) of 0..255."""
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    alpha: np.ndarray = picture[..., 3]
    return alpha
