"""How the overlay shows the end of a hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tablebridge.release import PublicWin
from tests.tablebridge.web.looks import await_sequence, open_overlay, seat_panel, tiles_in
from tests.tablebridge.web.states import WON, event, tiles

pytestmark = pytest.mark.browser

replace = msgspec.structs.replace


def test_a_win_shows_who_with_what_and_for_how_much(page: Page, served: Any) -> None:
    open_overlay(page, served)
    served.show(WON, event("win", 90))
    await_sequence(page, 90)

    result = page.locator(".result")
    expect(result).to_be_visible()
    expect(result.locator(".win")).to_have_attribute("data-winner", "B")
    expect(result.locator(".win")).to_have_attribute("data-from", "C")
    expect(result.locator(".call")).to_have_text("Ron")
    lines = result.locator(".patterns li").evaluate_all(
        "lines => lines.map(({dataset}) => [dataset.pattern, dataset.han])"
    )
    assert lines == [["riichi", "1"], ["pinfu", "1"], ["dora", "3"]]
    expect(result.locator(".patterns li").first).to_have_text("RiichiRL-Y011")
    expect(result.locator(".han-fu")).to_have_text("5 han 30 fu")
    expect(result.locator(".limit")).to_have_text("Mangan")
    expect(result.locator(".win-points")).to_have_text("8,000")
    deltas = result.locator(".delta").evaluate_all("all => all.map(({dataset}) => [dataset.deltaSeat, dataset.delta])")
    assert deltas == [["A", "0"], ["B", "10300"], ["C", "-8300"], ["D", "0"]]
    expect(result.locator(".winning-tile .tile")).to_have_attribute("data-tile", "5s")
    assert tiles_in(result.locator(".ura")) == ["1z", "2p"]
    assert tiles_in(seat_panel(page, "B").locator(".hand"))[0] == "2m"


def test_a_winning_hand_is_sorted_and_its_last_tile_apart(page: Page, served: Any) -> None:
    served.states["hall-1"] = WON
    open_overlay(page, served)
    shown = tiles_in(page.locator(".win-hand"))
    assert shown[:14] == tiles("2m 3m 4m 0p 6p 7p 7p 8p 9p 3s 4s 8s 8s 5s")


def test_a_self_drawn_yakuman_has_no_fu_and_no_payer(page: Page, served: Any) -> None:
    [win] = WON.result.wins
    yakuman = replace(win, from_seat=None, fu=None, han=13, yakuman=1, limit="yakuman", points={"total": 32000})
    served.states["hall-1"] = replace(WON, result=replace(WON.result, wins=(yakuman,)))
    open_overlay(page, served)
    expect(page.locator(".call")).to_have_text("Tsumo")
    expect(page.locator(".from, .han-fu")).to_have_count(0)
    expect(page.locator(".limit")).to_have_text("Yakuman")
    expect(page.locator(".win-points")).to_have_text("32,000")


def test_a_double_ron_shows_both_and_stays_on_the_stage(page: Page, served: Any) -> None:
    [win] = WON.result.wins
    both = (win, replace(win, seat="A"))
    served.states["hall-1"] = replace(WON, result=replace(WON.result, wins=both))
    open_overlay(page, served)
    expect(page.locator(".win")).to_have_count(2)
    box = page.locator(".result").bounding_box()
    assert box is not None
    assert box["y"] >= 160  # below the bar


def test_a_win_without_yaku_says_so(page: Page, served: Any) -> None:
    [win] = WON.result.wins
    false_win = PublicWin(seat=win.seat, from_seat=win.from_seat, tile=win.tile, concealed=win.concealed)
    served.states["hall-1"] = replace(WON, result=replace(WON.result, wins=(false_win,)))
    open_overlay(page, served)
    expect(page.locator(".patterns")).to_have_text("No yaku")
    expect(page.locator(".win-points")).to_have_count(0)


@pytest.mark.parametrize(
    ("kind", "reason", "title"),
    [("exhaustive_draw", None, "Exhaustive draw"), ("abortive_draw", "nine_terminals", "Abortive drawNine terminals")],
)
def test_a_draw_shows_its_kind(kind: str, reason: str | None, title: str, page: Page, served: Any) -> None:
    result = replace(WON.result, kind=kind, wins=(), reason=reason, delta=(1500, 1500, -1500, -1500))
    served.states["hall-1"] = replace(WON, result=result)
    open_overlay(page, served)
    expect(page.locator(".result-title")).to_have_text(title)
    expect(page.locator('.delta[data-sign="gain"]')).to_have_count(2)
