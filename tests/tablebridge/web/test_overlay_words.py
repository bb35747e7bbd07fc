"""The overlay in four languages: the end of a hand explains itself, and the bar, seats and notes speak the same."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tablebridge.release import PublicFu, PublicPattern, PublicPayment, PublicResult, PublicState, PublicWin
from tests.tablebridge.web.looks import open_overlay, seat_panel, tiles_in
from tests.tablebridge.web.states import WON

pytestmark = pytest.mark.browser

replace = msgspec.structs.replace


def explained() -> PublicState:
    """B's ron from C with fu of every kind of line, a pattern without a Japanese name, and a stick from the table."""
    [win] = WON.result.wins
    patterns = (
        PublicPattern(
            name="riichi", value=1, clauses=("RL-R01",), title={"en": "Riichi", "ja": "リーチ", "zh": "立直"}
        ),
        PublicPattern(
            name="house", value=2, clauses=("RL-Y09", "RL-Y10"), title={"en": "House", "ja": "House", "zh": "家規"}
        ),
        PublicPattern(name="dora", value=1, clauses=("RL-Y01",), title={"en": "Dora", "ja": "ドラ", "zh": "Dora"}),
    )
    fu = (
        PublicFu(kind="base", fu=20),
        PublicFu(kind="closed_ron", fu=10),
        PublicFu(kind="concealed_triplet", fu=4, tile="6z"),
        PublicFu(kind="pair_wait", fu=2),
    )
    payments = (
        PublicPayment(payer="C", receiver="B", points=8000, clauses=("RL-W02",)),
        PublicPayment(payer="C", receiver="B", points=300, clauses=("RL-P03",)),
        PublicPayment(payer=None, receiver="B", points=2000, clauses=("RL-R03",)),
    )
    won = replace(win, patterns=patterns, fu=40, fu_parts=fu, han=4, value=4)
    return replace(WON, result=replace(WON.result, wins=(won,), payments=payments))


EXPECTED = {
    "en": ("Ron", "from West (C)", ["Riichi", "House", "Dora"], "4 han 40 fu", "Mangan", "Base20", "Hand 4", "Riichi"),
    "zh-Hant": ("榮和", "西 (C) 放銃", ["立直", "家規", "Dora"], "4 番 40 符", "滿貫", "底符20", "第 4 局", "立直"),
    "zh-Hans": ("荣和", "西 (C) 点炮", ["立直", "家規", "Dora"], "4 番 40 符", "满贯", "底符20", "第 4 局", "立直"),
    "ja": ("ロン", "西 (C) 放銃", ["リーチ", "家規", "ドラ"], "4翻 40符", "満貫", "副底20", "第4局", "リーチ"),
}


@pytest.mark.parametrize("lang", EXPECTED)
def test_a_win_is_explained_in_the_viewers_language(lang: str, page: Page, served: Any) -> None:
    served.states["hall-1"] = explained()
    call, origin, patterns, worth, limit, base, hand, riichi = EXPECTED[lang]
    open_overlay(page, served, f"?lang={lang}")
    result = page.locator(".result")
    expect(result.locator(".call")).to_have_text(call)
    expect(result.locator(".from")).to_have_text(origin)
    assert result.locator(".patterns .name").all_text_contents() == patterns
    assert result.locator(".patterns .clauses").all_text_contents() == ["RL-R01", "RL-Y09 RL-Y10", "RL-Y01"]
    expect(result.locator(".han-fu")).to_have_text(worth)
    expect(result.locator(".limit")).to_have_text(limit)
    expect(result.locator(".fu-part").first).to_have_text(base)
    expect(page.locator('.centre [data-value="hand"]')).to_have_text(hand)
    expect(seat_panel(page, "B").locator(".riichi-word")).to_have_text(riichi)
    expect(page.locator("html")).to_have_attribute("lang", lang)


def test_the_fu_are_added_up_with_the_tiles_they_are_for(page: Page, served: Any) -> None:
    served.states["hall-1"] = explained()
    open_overlay(page, served)
    parts = page.locator(".fu-part").evaluate_all("parts => parts.map(({dataset}) => [dataset.fuPart, dataset.fu])")
    assert parts == [["base", "20"], ["closed_ron", "10"], ["concealed_triplet", "4"], ["pair_wait", "2"]]
    assert tiles_in(page.locator(".fu-parts")) == ["6z"]
    expect(page.locator(".fu-sum")).to_have_text("= 36 → 40 fu")


def test_each_seats_payments_are_on_its_card(page: Page, served: Any) -> None:
    served.states["hall-1"] = explained()
    open_overlay(page, served)
    lines = page.locator(".paid").evaluate_all(
        """lines => lines.map(line =>
            [line.closest(".delta").dataset.deltaSeat, line.dataset.paidTo, line.dataset.paid])"""
    )
    assert lines == [["B", "", "2000"], ["C", "B", "8300"]]
    assert page.locator(".paid").all_text_contents() == [
        "From the table+2,000RL-R03",
        "→ South (B)8,300RL-W02 RL-P03",
    ]


def test_nothing_of_the_longest_explanation_leaves_its_place(page: Page, served: Any) -> None:
    """Ten patterns with long English names, three payments a seat, two winners."""
    [win] = explained().result.wins
    many = tuple(
        PublicPattern(name=f"p{n}", value=1, clauses=("RL-Y01", "RL-Y02"), title={"en": "Three coloured triplets"})
        for n in range(10)
    )
    payments = tuple(
        PublicPayment(payer="D", receiver=receiver, points=16000, clauses=("RL-W02", "RL-P03", "RL-P04"))
        for receiver in "ABC"
    )
    wins = tuple(replace(win, seat=seat, patterns=many) for seat in "AB")
    result = PublicResult(kind="win", wins=wins, payments=payments, delta=(16000, 16000, 16000, -48000))
    served.states["hall-1"] = replace(WON, result=result)
    for lang in ("en", "ja"):
        open_overlay(page, served, f"?lang={lang}")
        box = page.locator(".result").bounding_box()
        assert box is not None
        assert box["y"] >= 136  # below the bar
        wide = page.locator(".result, .win-body, .deltas, .delta, .patterns").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.className || one.id)"
        )
        assert wide == []


def test_a_win_that_nobody_can_value_says_so(page: Page, served: Any) -> None:
    bare = PublicWin(seat="B", from_seat="C", tile="5s", concealed=("1m",) * 13)
    served.states["hall-1"] = replace(WON, result=replace(WON.result, wins=(bare,)))
    open_overlay(page, served, "?lang=ja")
    expect(page.locator(".patterns")).to_have_text("役なし")
    expect(page.locator(".fu-parts")).to_have_count(0)
