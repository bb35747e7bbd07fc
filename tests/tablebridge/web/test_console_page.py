"""The console in a real Chromium: coming in, and what a referee reads."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.tablebridge.web.console_desk import PASSWORD, Console, event, flag
from tests.tablebridge.web.console_looks import DISCARD, card, log_in, row

pytestmark = pytest.mark.browser

# --- coming in -------------------------------------------------------------------------------------------------


def test_a_wrong_password_is_told_and_a_right_one_leads_in(browser_page: Page, console: Console) -> None:
    log_in(browser_page, console, password="guess number 1")
    expect(browser_page.locator("#wrong")).to_have_text("Name or password is wrong.")
    browser_page.fill("[name=password]", PASSWORD)
    browser_page.click("button[type=submit]")
    expect(browser_page.locator("body")).to_have_attribute("data-table", "hall-1")


def test_logging_out_leads_to_the_login_and_the_way_back_is_closed(referee: Page, console: Console) -> None:
    referee.click("#log-out")
    expect(referee.locator("#login")).to_be_visible()
    referee.goto(console.address)
    expect(referee.locator("#login")).to_be_visible()


def test_a_login_that_ends_elsewhere_leads_to_the_login(referee: Page, console: Console) -> None:
    console.restart()  # every login is over
    expect(referee.locator("#login")).to_be_visible()


# --- what is shown ---------------------------------------------------------------------------------------------


def test_the_table_its_events_and_its_referees(referee: Page) -> None:
    expect(referee.locator("#round")).to_have_text("east round · hand 4")
    expect(referee.locator('.seat[data-seat="A"] .points')).to_have_text("31,200")
    rows = referee.locator("#events .event").evaluate_all("rows => rows.map(row => row.dataset.event)")
    assert rows == ["s-77", "s-76", "s-72", "s-71", "s-70"]
    expect(row(referee, DISCARD).locator(".confidence")).to_have_text("71%")
    expect(row(referee, "s-76").locator(".witness")).to_have_text(["camera", "table"])
    expect(row(referee, "s-76").locator(".said")).to_have_text("← D")
    expect(referee.locator("#referees")).to_have_text("At the console: lee")


def test_events_and_flags_that_happen_are_added(referee: Page, console: Console) -> None:
    new = event(90, "discard", seat="C", tile="9p", sideways=False, drawn=None)
    console.desk.change(events=(new,), flags=(flag(90),))
    expect(referee.locator("#events .event").first).to_have_attribute("data-event", "s-90")
    expect(card(referee, "s-90.RL-T01.turn_order.B")).to_have_attribute("data-state", "pending")
    expect(referee.locator("#open-count")).to_have_text("1 to decide")


def test_a_new_event_makes_one_row_and_leaves_the_others(referee: Page, console: Console) -> None:
    """With all of them made anew, a tablet would be busy for seconds after an hour of play."""
    expect(referee.locator("#events .event")).to_have_count(5)
    referee.evaluate("for (const row of document.querySelectorAll('#events .event')) row.wasThere = true")
    console.desk.change(events=(event(90, "discard", seat="C", tile="9p"),))
    expect(referee.locator("#events .event")).to_have_count(6)
    there = referee.evaluate("[...document.querySelectorAll('#events .event')].map(row => Boolean(row.wasThere))")
    assert there == [False, True, True, True, True, True]


def test_what_was_corrected_is_struck_out_and_says_by_whom(referee: Page, console: Console) -> None:
    old, *rest = (one for one in console.desk.events if one.id == DISCARD)
    assert rest == []
    gone = msgspec.structs.replace(old, replaced_by="s-91")
    new = event(91, "discard", seat="D", tile="2z", by="chen", reason="misread", witnesses=("referee",))
    console.desk.events = (*(one for one in console.desk.events if one.id != DISCARD), gone, new)
    console.desk.tell()
    expect(row(referee, DISCARD)).to_have_attribute("data-replaced", "true")
    expect(row(referee, "s-91").locator(".said")).to_have_text("by chen · misread")
    row(referee, DISCARD).locator(".line").click()
    expect(row(referee, DISCARD).locator(".buttons")).to_have_count(0)


def test_an_older_hand_is_fetched_and_the_newest_followed_again(referee: Page) -> None:
    referee.select_option("#hand", "1/2")
    expect(referee.locator("#events .event")).to_have_count(1)
    expect(referee.locator("#events .event .tile")).to_have_attribute("data-tile", "9m")
    referee.select_option("#hand", "1/3")
    expect(referee.locator("#events .event")).to_have_count(5)


def test_another_table_is_chosen(referee: Page, console: Console) -> None:
    referee.select_option("#table", "hall-2")
    expect(referee.locator("body")).to_have_attribute("data-table", "hall-2")
    expect(referee.locator("body")).to_have_attribute("data-connected", "true")


def test_trouble_is_said(referee: Page, console: Console) -> None:
    console.server.publish_status("hall-1", "camera", {"status": "offline", "line": "no frames"})
    expect(referee.locator(".notice")).to_have_text("Camera not connected: no frames")
    console.server.publish_status("hall-1", "camera", {"status": "online", "line": "here"})
    expect(referee.locator(".notice")).to_have_count(0)
    console.desk.state = msgspec.structs.replace(console.desk.state, in_step=False, out_of_step="a tile too many")
    console.desk.tell()
    expect(referee.locator(".notice")).to_have_text("Out of step: a tile too many")


def test_it_comes_back_by_itself_with_all_that_happened(referee: Page, console: Console) -> None:
    async def break_off() -> None:
        console.desk.events += (event(90, "draw", seat="C", tile=None),)
        await console.server._viewers.send_all_away()

    expect(row(referee, "s-90")).to_have_count(0)
    with referee.expect_websocket():
        loop = console.server._thread._loop
        assert loop is not None
        asyncio.run_coroutine_threadsafe(break_off(), loop).result(20)
    expect(row(referee, "s-90")).to_have_count(1)
    expect(referee.locator("body")).to_have_attribute("data-connected", "true")
