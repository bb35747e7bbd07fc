"""What the overlay shows that riichi does not have: flowers, void suits, hands of sixteen, winners of a hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tablebridge.release import PublicPattern, PublicResult, PublicSeat, PublicState, PublicWin
from tests.tablebridge.web.looks import open_overlay, seat_panel, tiles_in
from tests.tablebridge.web.states import discards, event, meld, tiles

pytestmark = pytest.mark.browser

replace = msgspec.structs.replace

TAIWAN = PublicState(
    table="hall-1",
    rulebook="taiwan16-ntuee-2009",
    tradition="taiwan",
    sequence=40,
    phase="playing",
    hand=2,
    round_wind="south",
    dealer="B",
    honba=2,
    turn="A",
    wall_left=37,
    seats={
        "A": PublicSeat(
            wind="north",
            points=212,
            concealed=17,
            flowers=tuple(tiles("1f 3g 4g 2f 1g 4f 3f 2g")),
            river=discards("1z 9p"),
        ),
        "B": PublicSeat(wind="east", points=188, concealed=16, ready=True, flowers=("2g",)),
        "C": PublicSeat(
            wind="south",
            points=200,
            concealed=1,
            melds=tuple(meld("pon", f"{rank}p {rank}p {rank}p", "B") for rank in range(1, 6)),
        ),
        "D": PublicSeat(wind="west", points=200, concealed=16),
    },
)
SICHUAN = replace(
    TAIWAN,
    rulebook="sichuan-bloody",
    tradition="sichuan",
    honba=0,
    seats={
        "A": PublicSeat(wind="east", points=12, void_suit="m", concealed=13, river=discards("1m " * 25 + "2m")),
        "B": PublicSeat(
            wind="south",
            points=-3,
            void_suit="s",
            concealed=13,
            won=True,
            revealed=tuple(tiles("1p 1p 1p 2p 3p 4p 5m 5m 5m 6m 7m 8m 9p 9p")),
        ),
        "C": PublicSeat(wind="west", points=-6, void_suit="p", concealed=13),
        "D": PublicSeat(wind="north", points=-3, concealed=13),
    },
)


def show(page: Page, served: Any, state: PublicState) -> None:
    served.states["hall-1"] = state
    open_overlay(page, served)


def test_flowers_and_a_declared_ready_hand_are_shown(page: Page, served: Any) -> None:
    show(page, served, TAIWAN)
    assert tiles_in(seat_panel(page, "A").locator(".flowers")) == tiles("1f 3g 4g 2f 1g 4f 3f 2g")
    assert tiles_in(seat_panel(page, "D").locator(".flowers")) == []
    expect(seat_panel(page, "B").locator(".mark")).to_have_text("Ready")
    expect(page.locator(".riichi-stick:visible")).to_have_count(0)
    panel, points = seat_panel(page, "A"), seat_panel(page, "A").locator(".points")
    assert inside(panel.bounding_box(), points.bounding_box())


def test_seventeen_tiles_and_five_melds_stay_in_their_panel(page: Page, served: Any) -> None:
    show(page, served, TAIWAN)
    expect(seat_panel(page, "A").locator(".hand .tile")).to_have_count(17)
    last = seat_panel(page, "A").locator(".hand .tile").last
    assert inside(seat_panel(page, "A").bounding_box(), last.bounding_box())
    lowest = seat_panel(page, "C").locator(".meld").last
    assert inside(seat_panel(page, "C").locator(".seat-body").bounding_box(), lowest.bounding_box())


def test_the_bar_shows_the_streak_and_neither_sticks_nor_dora(page: Page, served: Any) -> None:
    show(page, served, TAIWAN)
    expect(page.locator(".centre .repeats")).to_have_text("Streak2")
    expect(page.locator(".centre .deposits")).to_be_hidden()
    expect(page.locator(".centre .dora")).to_be_hidden()
    expect(page.locator('[data-value="wall"]')).to_have_text("37")


def test_void_suits_and_a_winner_while_the_others_play_on(page: Page, served: Any) -> None:
    show(page, served, SICHUAN)
    assert seat_panel(page, "A").locator(".mark").all_text_contents() == ["No characters"]
    assert seat_panel(page, "B").locator(".mark").all_text_contents() == ["No bamboo", "Won"]
    assert seat_panel(page, "D").locator(".mark").all_text_contents() == []
    assert tiles_in(seat_panel(page, "B").locator(".hand"))[-1] == "9p"
    expect(page.locator(".result")).to_be_hidden()
    expect(page.locator(".centre .repeats")).to_be_hidden()
    last = seat_panel(page, "A").locator(".river .tile").last
    assert inside(seat_panel(page, "A").bounding_box(), last.bounding_box())


def test_three_winners_fit_with_their_fan(page: Page, served: Any) -> None:
    wins = tuple(
        PublicWin(
            seat=seat,
            from_seat=None if seat == "B" else "D",
            tile="9p",
            concealed=tuple(tiles("1p 1p 1p 2p 3p 4p 5m 5m 5m 6m 7m 8m 9p")),
            patterns=(PublicPattern(name="pinghu", value=2, clauses=("SC-S01",), title={"en": "Basic win"}),),
            value=2,
            unit="fan",
            points={"each": 4, "total": 12},
            explanation="",
        )
        for seat in ("B", "A", "C")
    )
    ended = replace(
        SICHUAN, phase="settled", turn=None, result=PublicResult(kind="win", wins=wins, delta=(8, 12, 4, -24))
    )
    open_overlay(page, served)
    served.show(ended, event("settled", 90))
    expect(page.locator(".win")).to_have_count(3)
    assert page.locator(".call").all_text_contents() == ["Self-draw", "Win", "Win"]
    assert page.locator(".han-fu").all_text_contents() == ["2 fan"] * 3
    expect(page.locator(".win-points").first).to_have_text("12")
    box = page.locator(".result").bounding_box()
    assert box is not None
    assert box["y"] >= 160  # below the bar


def test_a_win_by_flowers_alone_has_no_winning_tile(page: Page, served: Any) -> None:
    flowers = tuple(tiles("1f 2f 3f 4f 1g 2g 3g 4g"))
    win = PublicWin(seat="A", from_seat=None, tile=None, flowers=flowers, value=8, unit="tai", points={"total": 33})
    result = PublicResult(kind="win", wins=(win,), delta=(33, -11, -11, -11))
    show(page, served, replace(TAIWAN, phase="settled", turn=None, result=result))
    assert tiles_in(page.locator(".win-hand")) == list(flowers)
    expect(page.locator(".han-fu")).to_have_text("8 tai")
    expect(page.locator(".winning-tile")).to_have_count(0)


def inside(outer: Any, inner: Any) -> bool:
    """Whether a box lies in another one, give or take a pixel."""
    return bool(
        outer["x"] - 1 <= inner["x"]
        and outer["y"] - 1 <= inner["y"]
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )
