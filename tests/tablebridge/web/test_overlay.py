"""The overlay in a real Chromium, by content."""

from __future__ import annotations

import itertools
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tablebridge.web import server
from tests.tablebridge.web.states import PLAYING, SEATS, WON, discards, event, meld, tiles

pytestmark = pytest.mark.browser

replace = msgspec.structs.replace


def _open(page: Page, served: Any, query: str = "") -> None:
    page.goto(f"{served.address}/overlay{query}")
    expect(page.locator("body")).to_have_attribute("data-connected", "true")


def _at(page: Page, sequence: int) -> None:
    expect(page.locator("body")).to_have_attribute("data-sequence", str(sequence))


def _seat(page: Page, name: str) -> Locator:
    return page.locator(f'.seat[data-seat="{name}"]')


def _tiles(where: Locator) -> list[str]:
    tiles: list[str] = where.locator(".tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.tile)")
    return tiles


def test_the_present_state_is_there_on_connecting(page: Page, served: Any) -> None:
    _open(page, served)
    body = page.locator("body")
    expect(body).to_have_attribute("data-table", "hall-1")
    expect(body).to_have_attribute("data-phase", "playing")
    _at(page, 77)


def test_each_seat_shows_wind_and_points(page: Page, served: Any) -> None:
    _open(page, served)
    for name, wind, points in [
        ("A", "east", "31,200"),
        ("B", "south", "24,000"),
        ("C", "west", "18,900"),
        ("D", "north", "24,900"),
    ]:
        expect(_seat(page, name).locator(".points")).to_have_text(points)
        expect(_seat(page, name)).to_have_attribute("data-wind", wind)
        expect(_seat(page, name).locator(".wind-name")).to_have_text(wind)
    expect(page.locator('.seat[data-dealer="true"]')).to_have_attribute("data-seat", "A")


def test_the_turn_is_marked_on_one_seat_only(page: Page, served: Any) -> None:
    _open(page, served)
    marked = page.locator('.seat[data-turn="true"]')
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-seat", "D")


def test_riichi_shows_a_stick(page: Page, served: Any) -> None:
    _open(page, served)
    sticks = page.locator(".riichi-stick:visible")
    expect(sticks).to_have_count(1)
    expect(_seat(page, "B").locator(".riichi-stick")).to_be_visible()


def test_rivers_lie_in_rows_of_six_and_the_third_goes_on(page: Page, served: Any) -> None:
    _open(page, served)
    rows = _seat(page, "C").locator(".river-row")
    assert [_tiles(rows.nth(row)) for row in range(3)] == [
        tiles("1p 9s 2z 8m 3s 4m"),
        tiles("5m 6z 9m 1s 7m 2s"),
        tiles("3p 4p 6s 8s 9p 2m 3m 1z"),
    ]


def test_the_riichi_tile_lies_sideways(page: Page, served: Any) -> None:
    _open(page, served)
    sideways = _seat(page, "B").locator(".river .tile[data-sideways]")
    expect(sideways).to_have_count(1)
    expect(sideways).to_have_attribute("data-tile", "4s")
    box = sideways.bounding_box()
    assert box is not None
    assert box["width"] > box["height"]


def test_a_claimed_tile_is_dimmed(page: Page, served: Any) -> None:
    _open(page, served)
    claimed = page.locator(".river .tile[data-claimed-by]")
    expect(claimed).to_have_count(1)
    expect(claimed).to_have_attribute("data-tile", "5z")
    expect(claimed).to_have_attribute("data-claimed-by", "C")
    expect(claimed).to_have_css("opacity", "0.32")


def test_melds_show_the_called_tile_and_turned_backs(page: Page, served: Any) -> None:
    _open(page, served)
    melds = _seat(page, "C").locator(".meld")
    kinds = melds.evaluate_all("melds => melds.map(meld => meld.dataset.kind)")
    assert kinds == ["chi", "kan_concealed", "kan_added", "kan_exposed"]
    assert _tiles(melds.nth(0)) == ["6m", "0m", "7m"]
    expect(melds.nth(0).locator("[data-sideways]")).to_have_attribute("data-tile", "6m")
    expect(melds.nth(0)).to_have_attribute("data-from", "B")
    assert _tiles(melds.nth(1)) == ["back", "2s", "2s", "back"]
    assert _tiles(melds.nth(3)) == ["4p", "4p", "4p", "4p"]


def test_an_added_kans_fourth_tile_lies_on_the_sideways_one(page: Page, served: Any) -> None:
    _open(page, served)
    pile = _seat(page, "C").locator('.meld[data-kind="kan_added"] .pile .tile')
    expect(pile).to_have_count(2)
    above, below = pile.nth(0).bounding_box(), pile.nth(1).bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"] + 1
    assert above["x"] == below["x"]


def test_standing_hands_show_only_backs(page: Page, served: Any) -> None:
    _open(page, served)
    for name, count in [("A", 11), ("B", 13), ("C", 1), ("D", 14)]:
        assert _tiles(_seat(page, name).locator(".hand")) == ["back"] * count


def test_an_unknown_tile_is_said_to_be_unknown(page: Page, served: Any) -> None:
    _open(page, served)
    expect(_seat(page, "D").locator('.tile[data-tile="?"] .unknown')).to_be_visible()


def test_the_bar_shows_round_counters_and_wall(page: Page, served: Any) -> None:
    _open(page, served)
    for value, text in [("round", "east"), ("hand", "3"), ("honba", "1"), ("sticks", "2"), ("wall", "31")]:
        expect(page.locator(f'#centre [data-value="{value}"]')).to_have_text(text)


def test_the_bar_shows_each_indicator_and_its_dora(page: Page, served: Any) -> None:
    _open(page, served)
    pairs = page.locator(".dora-pair").evaluate_all(
        "pairs => pairs.map(({dataset}) => [dataset.indicator, dataset.makes])"
    )
    assert pairs == [["6p", "7p"], ["9m", "1m"]]
    assert _tiles(page.locator(".dora-list")) == ["6p", "7p", "9m", "1m"]


def test_dora_and_red_fives_are_marked_wherever_they_lie(page: Page, served: Any) -> None:
    _open(page, served)
    marked = page.locator(".seat .tile[data-dora]").evaluate_all("tiles => tiles.map(tile => tile.dataset.tile).sort()")
    assert marked == ["0m", "0s", "1m", "1m", "7p"]


def test_the_dora_follows_its_indicator_within_its_suit_its_winds_or_its_dragons(page: Page, served: Any) -> None:
    _open(page, served)
    pair = page.locator(".dora-pair")
    indicators = tiles("1m 8p 9s 0m 5p 1z 2z 3z 4z 5z 6z 7z")
    for indicator, dora in zip(indicators, tiles("2m 9p 1s 6m 6p 2z 3z 4z 1z 6z 7z 5z"), strict=True):
        served.show(replace(PLAYING, indicators=(indicator,)))
        expect(pair).to_have_count(1)
        expect(pair).to_have_attribute("data-indicator", indicator)
        expect(pair).to_have_attribute("data-makes", dora)


def test_every_face_that_is_shown_was_loaded(page: Page, served: Any) -> None:
    _open(page, served)
    page.wait_for_load_state("networkidle")
    broken = page.locator("img").evaluate_all(
        "images => images.filter(i => !(i.complete && i.naturalWidth)).map(i => i.src)"
    )
    assert broken == []


def test_the_style_is_chosen_in_the_address(page: Page, served: Any) -> None:
    _open(page, served, "?table=hall-1&style=chinese")
    sources = page.locator("img").evaluate_all("images => images.map(i => new URL(i.src).pathname.split('/')[2])")
    assert set(sources) == {"chinese"}


def test_a_table_that_is_idle_shows_nothing(page: Page, served: Any) -> None:
    _open(page, served, "?table=hall-2")
    expect(page.locator("#centre")).to_be_hidden()
    expect(page.locator(".seat:visible")).to_have_count(0)
    expect(page.locator(".banner")).to_have_count(0)


def test_a_discard_is_laid_and_marked_as_the_newest(page: Page, served: Any) -> None:
    _open(page, served)
    before = served.states["hall-1"]
    seat = before.seats["D"]
    after = replace(
        before,
        sequence=78,
        turn="A",
        wall_left=30,
        seats={**before.seats, "D": replace(seat, river=(*seat.river, *discards("7z")), concealed=13)},
    )
    # the tiles that lie there must stay the same elements: only what is new moves
    page.evaluate("window.lying = document.querySelector('.seat[data-seat=\"D\"] .river .tile')")
    served.show(after, event("discard", seat="D", tile="7z"))
    _at(page, 78)

    assert _tiles(_seat(page, "D").locator(".river")) == tiles("3z 1m 9p ? 6m 6s 7z")
    newest = page.locator(".tile[data-newest]")
    expect(newest).to_have_count(1)
    expect(newest).to_have_attribute("data-tile", "7z")
    expect(page.locator(".tile.fresh")).to_have_attribute("data-tile", "7z")
    assert page.evaluate("window.lying.isConnected")
    expect(page.locator('.seat[data-turn="true"]')).to_have_attribute("data-seat", "A")
    expect(page.locator('[data-value="wall"]')).to_have_text("30")


def test_a_call_takes_the_tile_away_and_lays_the_meld(page: Page, served: Any) -> None:
    _open(page, served)
    before = served.states["hall-1"]
    after = replace(
        before,
        sequence=78,
        turn="A",
        seats={
            **before.seats,
            "A": replace(
                before.seats["A"], melds=(*before.seats["A"].melds, meld("pon", "6s_ 6s 6s", "D")), concealed=8
            ),
            "D": replace(before.seats["D"], river=discards("3z 1m 9p ? 6m 6s>A")),
        },
    )
    served.show(after, event("pon", seat="A", own=["6s", "6s"], called="6s", from_seat="D"))
    _at(page, 78)

    expect(_seat(page, "A").locator(".meld")).to_have_count(2)
    assert _tiles(_seat(page, "A").locator(".meld").nth(1)) == ["6s", "6s", "6s"]
    expect(_seat(page, "D").locator('.tile[data-tile="6s"]')).to_have_attribute("data-claimed-by", "A")
    expect(page.locator(".tile[data-newest]")).to_have_count(0)


def test_a_new_hand_clears_the_table(page: Page, served: Any) -> None:
    _open(page, served)
    served.show(WON, event("win"))
    _at(page, 90)
    seats = {
        name: replace(seat, river=(), melds=(), revealed=(), riichi=False, concealed=13) for name, seat in SEATS.items()
    }
    served.show(replace(PLAYING, sequence=95, hand=4, seats=seats), event("dealt", 95))
    _at(page, 95)
    expect(page.locator(".river .tile, .meld")).to_have_count(0)
    expect(page.locator("#result")).to_be_hidden()
    expect(page.locator(".riichi-stick:visible")).to_have_count(0)


def test_a_win_shows_who_with_what_and_for_how_much(page: Page, served: Any) -> None:
    _open(page, served)
    served.show(WON, event("win", 90))
    _at(page, 90)

    result = page.locator("#result")
    expect(result).to_be_visible()
    expect(result.locator(".win")).to_have_attribute("data-winner", "B")
    expect(result.locator(".win")).to_have_attribute("data-from", "C")
    expect(result.locator(".call")).to_have_text("RON")
    lines = result.locator(".patterns li").evaluate_all(
        "lines => lines.map(({dataset}) => [dataset.pattern, dataset.han])"
    )
    assert lines == [["riichi", "1"], ["pinfu", "1"], ["dora", "3"]]
    expect(result.locator(".patterns li").first).to_have_text("Riichi1")
    expect(result.locator(".han-fu")).to_have_text("5 han 30 fu")
    expect(result.locator(".limit")).to_have_text("Mangan")
    expect(result.locator(".win-points")).to_have_text("8,000")
    deltas = result.locator(".delta").evaluate_all("all => all.map(({dataset}) => [dataset.deltaSeat, dataset.delta])")
    assert deltas == [["A", "0"], ["B", "10300"], ["C", "-8300"], ["D", "0"]]
    expect(result.locator(".winning-tile .tile")).to_have_attribute("data-tile", "5s")
    assert _tiles(result.locator(".ura")) == ["1z", "2p"]
    assert _tiles(_seat(page, "B").locator(".hand"))[0] == "2m"


def test_a_self_drawn_yakuman_has_no_fu_and_no_payer(page: Page, served: Any) -> None:
    [win] = WON.result.wins
    yakuman = {
        **win,
        "from_seat": None,
        "fu": None,
        "han": 13,
        "yakuman": 1,
        "limit": "yakuman",
        "points": {"total": 32000},
    }
    served.states["hall-1"] = replace(WON, result=replace(WON.result, wins=(yakuman,)))
    _open(page, served)
    expect(page.locator(".call")).to_have_text("TSUMO")
    expect(page.locator(".from, .han-fu")).to_have_count(0)
    expect(page.locator(".limit")).to_have_text("Yakuman")
    expect(page.locator(".win-points")).to_have_text("32,000")


def test_a_double_ron_shows_both_and_stays_on_the_stage(page: Page, served: Any) -> None:
    [win] = WON.result.wins
    both = (win, {**win, "seat": "A"})
    served.states["hall-1"] = replace(WON, result=replace(WON.result, wins=both))
    _open(page, served)
    expect(page.locator(".win")).to_have_count(2)
    box = page.locator("#result").bounding_box()
    assert box is not None
    assert box["y"] >= 160  # below the bar


def test_a_win_without_yaku_says_so(page: Page, served: Any) -> None:
    keys = ("seat", "from_seat", "tile", "concealed", "ura_indicators")
    false_win = {key: WON.result.wins[0][key] for key in keys} | {"patterns": []}
    served.states["hall-1"] = replace(WON, result=replace(WON.result, wins=(false_win,)))
    _open(page, served)
    expect(page.locator(".patterns")).to_have_text("No yaku")
    expect(page.locator(".win-points")).to_have_count(0)


@pytest.mark.parametrize(
    ("kind", "reason", "title"),
    [("exhaustive_draw", None, "Exhaustive draw"), ("abortive_draw", "nine_terminals", "Abortive drawNine terminals")],
)
def test_a_draw_shows_its_kind(kind: str, reason: str | None, title: str, page: Page, served: Any) -> None:
    result = replace(WON.result, kind=kind, wins=(), reason=reason, delta=(1500, 1500, -1500, -1500))
    served.states["hall-1"] = replace(WON, result=result)
    _open(page, served)
    expect(page.locator(".result-title")).to_have_text(title)
    expect(page.locator('.delta[data-sign="gain"]')).to_have_count(2)


def test_out_of_step_is_said_and_taken_back(page: Page, served: Any) -> None:
    _open(page, served)
    served.show(replace(PLAYING, in_step=False, out_of_step="C's river shows 12 tiles, 11 are due"))
    banner = page.locator('.banner[data-banner="out-of-step"]')
    expect(banner).to_have_text("Out of step with the table: C's river shows 12 tiles, 11 are due")
    served.show(PLAYING)
    expect(banner).to_have_count(0)


def test_a_missing_camera_is_said_and_taken_back(page: Page, served: Any) -> None:
    _open(page, served)
    served.server.publish_status("hall-1", "camera", {"status": "offline", "line": "no frames"})
    banner = page.locator('.banner[data-banner="part-offline"]')
    expect(banner).to_have_text("Camera not connected")
    expect(banner).to_have_attribute("data-part", "camera")
    served.server.publish_status("hall-1", "camera", {"status": "online"})
    expect(banner).to_have_count(0)


def test_a_restarted_server_is_found_again_and_the_present_state_shown(page: Page, served: Any) -> None:
    _open(page, served)

    def while_down() -> None:
        expect(page.locator("body")).to_have_attribute("data-connected", "false")
        expect(page.locator('.banner[data-banner="not-connected"]')).to_have_text("Connection lost – reconnecting")
        # the last picture stays on the air
        expect(_seat(page, "A").locator(".points")).to_have_text("31,200")
        served.states["hall-1"] = WON

    served.restart(while_down)

    _at(page, 90)
    expect(page.locator("body")).to_have_attribute("data-connected", "true")
    expect(page.locator(".banner")).to_have_count(0)
    expect(page.locator("#result")).to_be_visible()
    served.show(replace(PLAYING, sequence=91), event("hand_started", 91))
    _at(page, 91)


def test_a_link_that_died_in_silence_is_noticed(page: Page, served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_BEAT_S", 3600.0)
    served.restart()
    page.clock.install()
    _open(page, served)
    page.clock.fast_forward(10_001)
    expect(page.locator("body")).to_have_attribute("data-connected", "false")
    page.clock.fast_forward(300)
    expect(page.locator("body")).to_have_attribute("data-connected", "true")


def test_beats_keep_a_quiet_table_connected(page: Page, served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_BEAT_S", 0.05)
    served.restart()
    page.clock.install()
    with page.expect_websocket() as connecting:
        _open(page, served)
    for _ in range(3):
        for _beat in range(2):  # when the second is here, the page has dealt with the first
            with connecting.value.expect_event("framereceived", lambda frame: '"beat"' in frame):
                pass
        page.clock.fast_forward(9_000)
    expect(page.locator("body")).to_have_attribute("data-connected", "true")


def test_the_background_is_transparent_and_panels_are_not(page: Page, served: Any) -> None:
    _open(page, served)
    page.wait_for_load_state("networkidle")
    alpha = _alpha(page.screenshot(omit_background=True))
    panel = _seat(page, "A").bounding_box()
    tile = _seat(page, "A").locator(".river .tile").first.bounding_box()
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
    _open(page, served)
    boxes = page.locator("#stage, #centre, .seat, #result").evaluate_all(
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
    _open(page, served)
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


def _alpha(png: bytes) -> np.ndarray:
    """The alpha channel of a PNG, (height, width) of 0..255."""
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    alpha: np.ndarray = picture[..., 3]
    return alpha
