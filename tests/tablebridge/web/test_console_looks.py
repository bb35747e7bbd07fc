"""The console's words and sizes in a real Chromium: four languages, a tablet and a broadcast desk, keys and fingers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.tablebridge.web.console_desk import Console, flag

pytestmark = pytest.mark.browser

VOCABULARY = "import('/static/console/vocabulary.js').then(({ WORDS }) => WORDS)"
SIZES = [(1024, 768), (1920, 1080)]
BROKEN_BUTTONS = """() => [...document.querySelectorAll("button")].filter(button => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const isText = button.children.length === 0 && button.checkVisibility({ visibilityProperty: true });
    const lines = new Set([...range.getClientRects()].map(rect => rect.top)).size;
    return isText && (lines > 1 || button.scrollWidth > button.clientWidth);
}).map(button => button.textContent)"""
"""Buttons whose words are cut or stand on more than one line."""


def test_every_word_is_there_in_every_language(referee: Page) -> None:
    words: dict[str, list[str]] = referee.evaluate(VOCABULARY)
    assert len(words) > 150
    assert {key for key, texts in words.items() if len(texts) != 4} == set()
    silent = {"cause.corrected"}  # that somebody corrected something is said by the event's own name
    assert {key for key, texts in words.items() if not all(texts)} == silent
    holes: dict[str, list[set[str]]] = referee.evaluate(
        f"{VOCABULARY}.then(words => Object.fromEntries(Object.entries(words).map(([key, texts]) =>"
        " [key, texts.map(text => (text.match(/\\{\\w+\\}/g) ?? []).sort())])))"
    )
    assert {key for key, found in holes.items() if any(one != found[0] for one in found)} == set()


@pytest.mark.parametrize(
    ("language", "accept", "turn", "chair", "lang"),
    [
        ("English", "Accept", "discard", "Seat D", "en"),
        ("繁體中文", "成立", "打牌", "座位 D", "zh-Hant"),
        ("简体中文", "成立", "打牌", "座位 D", "zh-Hans"),
        ("日本語", "認める", "打牌", "席 D", "ja"),
    ],
)
def test_the_language_is_chosen_and_kept(
    language: str, accept: str, turn: str, chair: str, lang: str, referee: Page, console: Console
) -> None:
    console.desk.change(flags=(flag(72),))
    referee.select_option("#language", label=language)
    for _ in range(2):
        expect(referee.locator('[data-act="accept_flag"]')).to_have_text(accept)
        expect(referee.locator('.event[data-event="s-77"] .type')).to_have_text(turn)
        expect(referee.locator('.seat[data-seat="D"] .chair')).to_have_text(chair)
        expect(referee.locator("html")).to_have_attribute("lang", lang)
        assert referee.evaluate("[...document.querySelectorAll('[data-say]')].filter(e => !e.textContent).length") == 0
        assert referee.evaluate(BROKEN_BUTTONS) == []
        referee.wait_for_load_state("networkidle")
        referee.reload()


def test_the_bar_keeps_its_buttons_beside_the_longest_names(referee: Page) -> None:
    referee.evaluate("""() => {
        document.querySelector("#table option").textContent = "W".repeat(64);
        document.querySelector("#referees").textContent += "國".repeat(40);
    }""")
    for language in ("English", "日本語", "繁體中文", "简体中文"):
        referee.select_option("#language", label=language)
        assert referee.evaluate(BROKEN_BUTTONS) == []
        outside = "parts => parts.filter(part => part.getBoundingClientRect().right > innerWidth).map(part => part.id)"
        assert referee.locator("#bar > *").evaluate_all(outside) == []


WISHES = [
    (["zh-TW", "en"], "zh-Hant"),
    (["zh-HK"], "zh-Hant"),
    (["zh-CN"], "zh-Hans"),
    (["zh"], "zh-Hans"),
    (["ja-JP"], "ja"),
    (["fr", "en-GB"], "en"),
    (["fr"], "en"),
]


def test_the_browsers_language_is_taken_at_first(referee: Page) -> None:
    choose = "wishes => import('/static/console/words.js').then(({ choose }) => choose(null, ...wishes))"
    assert [(wishes, referee.evaluate(choose, wishes)) for wishes, _ in WISHES] == WISHES


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_that_is_tapped_is_large_enough(width: int, height: int, referee: Page, console: Console) -> None:
    referee.set_viewport_size({"width": width, "height": height})
    console.desk.change(flags=(flag(72), flag(71, state="accepted")))
    referee.locator('.event[data-event="s-72"] .line').click()
    expect(referee.locator('.event[data-event="s-72"]')).to_have_attribute("data-selected", "true")
    small = (
        "root => [...document.querySelectorAll(`${root} button, ${root} select, ${root} input, ${root} summary`)]"
        ".filter(one => one.checkVisibility()).map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 44 || box.width < 44).map(([html]) => html)"
    )
    assert referee.evaluate(small, "body") == []
    for key, dialog in [("n", "#editor"), ("c", "#editor"), ("Delete", "#question"), ("?", "#keys")]:
        referee.keyboard.press(key)
        expect(referee.locator(dialog)).to_be_visible()
        assert referee.evaluate(small, dialog) == []
        referee.keyboard.press("Escape")
        expect(referee.locator(dialog)).not_to_be_visible()


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans", "ja"])
def test_nothing_is_cut_off_or_lies_over_another(
    width: int, height: int, language: str, referee: Page, console: Console
) -> None:
    referee.set_viewport_size({"width": width, "height": height})
    referee.select_option("#language", language)
    console.desk.change(flags=(flag(72), flag(71, state="accepted")))
    assert referee.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        width,
        height,
    ]
    boxes: list[dict[str, Any]] = [
        referee.locator(one).bounding_box() or {}
        for one in ("#bar", '.seat[data-seat="A"]', '.seat[data-seat="C"]', "#acts", "#events", "#flags")
    ]
    for place, one in enumerate(boxes):
        assert one["x"] >= 0
        assert one["x"] + one["width"] <= width
        assert one["y"] + one["height"] <= height
        for other in boxes[place + 1 :]:
            apart = (
                one["x"] + one["width"] <= other["x"] + 1
                or other["x"] + other["width"] <= one["x"] + 1
                or one["y"] + one["height"] <= other["y"] + 1
                or other["y"] + other["height"] <= one["y"] + 1
            )
            assert apart, (one, other)
    assert referee.locator("#events").evaluate("list => list.clientHeight") > 150


def test_the_editor_fits_a_tablet_with_saving_in_sight(referee: Page) -> None:
    referee.keyboard.press("n")
    for kind in ("win", "kan", "discard"):
        referee.locator(f'#editor [data-type="{kind}"]').click()
        box = referee.locator('#editor [data-act="save"]').bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 768


def test_keys_are_letters_where_text_is_typed(referee: Page, console: Console) -> None:
    console.desk.change(flags=(flag(72),))
    field = referee.locator(".flag .reason input")
    field.press_sequentially("a odd pan?")
    expect(field).to_have_value("a odd pan?")
    assert console.desk.acts == []


def test_the_list_of_keys_is_the_documented_one(referee: Page) -> None:
    from pathlib import Path

    referee.keyboard.press("?")
    rows = referee.locator("#keys dl > div")
    shown = [
        ([key.inner_text() for key in row.locator("kbd").all()], row.locator("dd").inner_text()) for row in rows.all()
    ]
    guide = (Path(__file__).resolve().parents[3] / "docs" / "console.md").read_text(encoding="utf-8")
    for keys, meaning in shown:
        assert f"| {' '.join(f'`{key}`' for key in keys)} | {meaning} |" in guide
