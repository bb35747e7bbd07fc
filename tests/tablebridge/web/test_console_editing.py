"""Corrections and entries by hand in a real Chromium: by touch, by key, the likely tile first."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from tablebridge.web.console_messages import ConsoleSuspect
from tests.tablebridge.web.console_desk import BOOK, Console
from tests.tablebridge.web.console_looks import DISCARD, acts, row

pytestmark = pytest.mark.browser

READ = {"type": "discard", "seat": "D", "tile": "3z", "sideways": False, "drawn": True}
REPLACED = {"type": "replace_event", "event_id": DISCARD}


def editor(page: Page) -> Locator:
    return page.locator("#editor")


def choose(page: Page, field: str, value: str) -> None:
    editor(page).locator(f'[data-field="{field}"] [data-value="{value}"]').click()


def pick(page: Page, *tiles: str) -> None:
    for tile in tiles:
        editor(page).locator(f'.picker > .suit:not(.likely) [data-pick="{tile}"]').click()


def save(page: Page) -> None:
    editor(page).locator('[data-act="save"]').click()
    expect(editor(page)).to_be_hidden()


def test_one_tap_on_a_likely_tile_corrects(referee: Page, console: Console) -> None:
    likely = row(referee, DISCARD).locator(".candidate")
    assert likely.evaluate_all("buttons => buttons.map(button => button.dataset.tile)") == ["2z", "4z"]
    likely.first.click()
    assert acts(referee, console) == [REPLACED | {"event": READ | {"tile": "2z"}}]


def test_a_surely_read_event_offers_no_tile_until_it_is_selected(referee: Page, console: Console) -> None:
    sure = msgspec.structs.replace(console.desk.events[4], candidates=(("8p", 0.98), ("9p", 0.02)))
    console.desk.events = (*console.desk.events[:4], sure)
    console.desk.tell()
    expect(row(referee, sure.id).locator(".candidate")).to_have_count(0)
    row(referee, sure.id).locator(".line").click()
    expect(row(referee, sure.id).locator(".candidate")).to_have_count(1)


def test_a_key_takes_the_likely_tile_of_the_selected_event(referee: Page, console: Console) -> None:
    for key in ("ArrowDown", "ArrowDown", "ArrowDown"):
        referee.keyboard.press(key)
    expect(row(referee, DISCARD)).to_have_attribute("data-selected", "true")
    referee.keyboard.press("2")
    assert acts(referee, console) == [REPLACED | {"event": READ | {"tile": "4z"}}]


def test_a_tap_on_a_river_tile_opens_its_discard(referee: Page, console: Console) -> None:
    referee.locator('.seat[data-seat="D"] .river .tile').first.click()
    expect(editor(referee)).to_be_visible()
    likely = editor(referee).locator(".likely .pick")
    assert likely.evaluate_all("buttons => buttons.map(button => button.dataset.pick)") == ["3z", "2z", "4z"]
    pick(referee, "7s")
    choose(referee, "sideways", "true")
    choose(referee, "drawn", "null")
    editor(referee).locator(".reason input").fill("seen up close")
    save(referee)
    event = {"type": "discard", "seat": "D", "tile": "7s", "sideways": True, "drawn": None}
    assert acts(referee, console) == [REPLACED | {"event": event, "reason": "seen up close"}]


def test_the_newest_discard_is_corrected_without_a_mouse(referee: Page, console: Console) -> None:
    newest = msgspec.structs.replace(console.desk.events[4], candidates=(("8p", 0.6), ("7p", 0.4)))
    console.desk.events = (*console.desk.events[:4], newest)
    console.desk.tell()
    expect(row(referee, newest.id).locator(".confidence")).to_be_visible()
    for key in ("l", "2", "Enter"):
        referee.keyboard.press(key)
    expect(editor(referee)).to_be_hidden()
    event = {"type": "discard", "seat": "B", "tile": "7p", "sideways": False, "drawn": False}
    assert acts(referee, console) == [{"type": "replace_event", "event_id": "s-77", "event": event, "reason": ""}]


def test_escape_takes_nothing(referee: Page, console: Console) -> None:
    referee.keyboard.press("l")
    expect(editor(referee)).to_be_visible()
    pick(referee, "1m")
    referee.keyboard.press("Escape")
    expect(editor(referee)).to_be_hidden()
    referee.keyboard.press("n")
    editor(referee).locator('[data-act="cancel"]').click()
    expect(editor(referee)).to_be_hidden()
    assert console.desk.acts == []


def test_what_looks_misread_says_why_and_offers_what_it_may_be(referee: Page, console: Console) -> None:
    sure = console.desk.events[4]
    reason = "8p was told and is read as 6p now: event 5 of the hand"
    console.desk.change(suspects=(ConsoleSuspect(event_id=sure.id, likely=("6p",), reason=reason),))
    expect(row(referee, sure.id).locator(".suspect")).to_have_text(f"Probably misread: {reason}")
    row(referee, sure.id).locator(".candidate").click()
    assert acts(referee, console) == [
        {"type": "replace_event", "event_id": sure.id, "event": sure.data | {"tile": "6p"}}
    ]
    console.desk.change()
    expect(row(referee, sure.id).locator(".suspect")).to_have_count(0)


def test_a_key_counts_at_once_when_a_dialog_was_closed(referee: Page) -> None:
    row(referee, DISCARD).locator(".line").click()
    expect(row(referee, DISCARD)).to_have_attribute("data-selected", "true")
    referee.keyboard.press("Delete")
    expect(referee.locator("#question")).to_be_visible()
    # until the page is drawn again the field of the closed dialog may still have the focus
    referee.evaluate(
        "() => { const field = document.querySelector('#question input'); document.querySelector('#question').close();"
        " field.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true })) }"
    )
    expect(referee.locator("#keys")).to_be_visible()


def test_a_refused_correction_keeps_the_dialog(referee: Page, console: Console) -> None:
    from tablebridge.errors import UsageError

    console.desk.refuse = UsageError("this cannot be told", "the referee's act", "give another event")
    referee.keyboard.press("l")
    editor(referee).locator('[data-act="save"]').click()
    expect(referee.locator("#told")).to_contain_text("this cannot be told")
    console.desk.refuse = None
    save(referee)
    assert len(acts(referee, console)) == 1


def test_a_call_is_entered_by_hand_with_what_is_likely_filled_in(referee: Page, console: Console) -> None:
    referee.click("#enter")
    editor(referee).locator('[data-type="pon"]').click()
    choose(referee, "seat", "C")
    save(referee)
    pon = {"type": "pon", "seat": "C", "from_seat": "B", "called": "8p", "own": ["8p", "8p"]}
    assert acts(referee, console) == [{"type": "enter_event", "event": pon, "reason": ""}]


def test_tiles_of_a_list_are_put_in_and_taken_out(referee: Page, console: Console) -> None:
    referee.keyboard.press("n")
    editor(referee).locator('[data-type="chi"]').click()
    editor(referee).locator('[data-field="own"] .holds-tiles').click()
    pick(referee, "6p", "9p", "7p")
    editor(referee).locator('[data-field="own"] .in-list').nth(1).click()
    save(referee)
    assert acts(referee, console)[0]["event"]["own"] == ["6p", "7p"]


def test_a_win_is_entered_by_hand(referee: Page, console: Console) -> None:
    referee.keyboard.press("n")
    editor(referee).locator('[data-type="win"]').click()
    choose(referee, "seat", "A")
    editor(referee).locator('[data-field="concealed"] .holds-tiles').click()
    pick(referee, "1m", "2m", "3m", "7p")
    save(referee)
    expected = {"type": "win", "seat": "A", "from_seat": "B", "tile": "8p", "concealed": ["1m", "2m", "3m", "7p"]}
    assert acts(referee, console)[0]["event"] == expected | {"ura_indicators": []}


def test_an_event_without_its_tile_cannot_be_saved(referee: Page) -> None:
    referee.keyboard.press("n")
    expect(editor(referee).locator('[data-act="save"]')).to_be_disabled()
    pick(referee, "0s")
    expect(editor(referee).locator('[data-act="save"]')).to_be_enabled()


def test_an_event_is_put_in_behind_another(referee: Page, console: Console) -> None:
    row(referee, "s-71").locator(".line").click()
    row(referee, "s-71").locator('[data-act="insertAfter"]').click()
    editor(referee).locator('[data-type="discard"]').click()
    pick(referee, "9m")
    save(referee)
    event = {"type": "discard", "seat": "D", "tile": "9m", "sideways": False, "drawn": None}
    assert acts(referee, console) == [{"type": "insert_event", "after": "s-71", "event": event, "reason": ""}]


def test_an_event_is_taken_out_after_a_question(referee: Page, console: Console) -> None:
    row(referee, "s-76").locator(".line").click()
    referee.keyboard.press("Delete")
    referee.locator("#question .reason input").fill("nobody called")
    referee.keyboard.press("Enter")
    assert acts(referee, console) == [{"type": "remove_event", "event_id": "s-76", "reason": "nobody called"}]


def test_a_settlement_is_set_in_numbers(referee: Page, console: Console) -> None:
    from tests.tablebridge.web.console_desk import event

    console.desk.change(
        events=(event(90, "settled", delta=[1000, -1000, 0, 0], points=[1, 2, 3, 4], sticks=0, clauses=("RL-P01",)),)
    )
    row(referee, "s-90").locator(".line").click()
    expect(row(referee, "s-90").locator(".cites")).to_have_text("Clause: RL-P01")
    referee.keyboard.press("c")
    editor(referee).locator('[data-field="delta"] input').nth(0).fill("8000")
    editor(referee).locator('[data-field="delta"] input').nth(1).fill("-8000")
    save(referee)
    assert acts(referee, console)[0]["event"]["delta"] == [8000, -8000, 0, 0]


@pytest.mark.parametrize(
    ("button", "void", "act"),
    [("#void", False, "void_hand"), ("#void", True, "resume_hand"), ("#right", False, "confirm_table")],
)
def test_a_hand_is_voided_resumed_and_the_table_said_to_be_right(
    button: str, void: bool, act: str, referee: Page, console: Console
) -> None:
    console.desk.void = void
    console.desk.tell()
    expect(referee.locator("#void")).to_have_text("Resume hand" if void else "Void hand")
    referee.click(button)
    referee.locator('#question [data-act="yes"]').click()
    assert acts(referee, console) == [{"type": act, "reason": ""}]


@pytest.mark.parametrize(
    ("tradition", "has", "lacks"),
    [
        ("riichi", {"riichi", "indicator", "chi"}, {"flower", "void_suit"}),
        ("taiwan", {"flower", "ready", "win_by_flowers"}, {"riichi", "void_suit"}),
        ("zungjung", {"chi", "kan"}, {"riichi", "flower"}),
        ("sichuan", {"void_suit", "pon"}, {"riichi", "chi", "flower"}),
    ],
)
def test_each_tradition_offers_its_own_events(
    tradition: str, has: set[str], lacks: set[str], referee: Page, console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    book: Any = msgspec.structs.replace(BOOK, tradition=tradition)
    monkeypatch.setattr("tests.tablebridge.web.console_desk.BOOK", book)
    console.desk.state = msgspec.structs.replace(console.desk.state, sequence=78)
    console.desk.tell()
    expect(referee.locator("body")).to_have_attribute("data-sequence", "78")
    referee.keyboard.press("n")
    offered = editor(referee).locator(".types button").evaluate_all("all => all.map(one => one.dataset.type)")
    assert has <= set(offered)
    assert not lacks & set(offered)
