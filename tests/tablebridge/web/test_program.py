"""The program, replays and corrections in a real Chromium: what is on air, and what comes first."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tablebridge.release import PublicState
from tests.tablebridge.web.directed import Directed, await_sequence, cut_to, open_scene, serving
from tests.tablebridge.web.played import BOOKS, Shown, played
from tests.tablebridge.web.states import PLAYING, SEATS, WON, event, meld

replace = msgspec.structs.replace
PONS = (*SEATS["A"].melds, meld("pon", "6s_ 6s 6s", "D"))
NEXT = replace(PLAYING, sequence=91, hand=4)
BEGUN = (event("hand_started", 91, points=[25000] * 4), NEXT)
WON_NEXT = (event("win", 95), replace(WON, sequence=95, hand=4))
PONNED = replace(NEXT, sequence=92, seats={**NEXT.seats, "A": replace(NEXT.seats["A"], melds=PONS)})
PON = (event("pon", 92, seat="A", own=["6s", "6s"], called="6s", from_seat="D"), PONNED)


def correction(sequence: int, state: PublicState) -> Shown:
    return event("correction", sequence, cause="corrected"), replace(state, sequence=sequence)


@pytest.fixture
def directed() -> Iterator[Directed]:
    yield from serving()


@pytest.mark.browser
def test_the_program_cuts_on_a_post_and_goes_on_after_a_replay(page: Page, directed: Directed) -> None:
    page.clock.install()
    body = page.locator("body")
    directed.play(((event("win", 90), WON), BEGUN))
    open_scene(page, directed, "program", "?table=hall-1&lang=ja&hold=30&replay=5")
    table = page.locator('.scene[data-scene="table"]')
    expect(table.locator('.seat[data-seat="A"] .points')).to_have_text("31,200")
    expect(table).to_be_visible()

    directed.press("scene?table=hall-1&name=lower-third")
    expect(body).to_have_attribute("data-scene", "lower-third")
    expect(table).to_be_hidden()

    directed.press("replay?what=win")
    expect(body).to_have_attribute("data-scene", "result")
    expect(page.locator(".result .win")).to_have_attribute("data-winner", "B")
    expect(body).to_have_attribute("data-replays", "1")
    expect(page.locator(".result .winner")).to_have_css("font-size", "25px")  # who lost has a name of 39 characters
    page.clock.fast_forward(4_000)  # a replay has a length of its own
    expect(page.locator('.scene[data-scene="result"] .result.enter')).to_be_visible()
    directed.play(((event("draw", 92), replace(NEXT, sequence=92, dealer="C")),))
    await_sequence(page, replace(NEXT, sequence=92))
    page.clock.fast_forward(1_000)
    expect(body).to_have_attribute("data-scene", "lower-third")
    # what was drawn by the clock alone is as whole as what a message brought
    expect(page.locator('.lt-seat[data-dealer="true"] .name')).to_have_attribute("style", re.compile("font-size"))

    directed.press("replay?what=win")
    expect(body).to_have_attribute("data-scene", "result")
    directed.press("scene?name=standings")  # who presses a scene wants to see it
    expect(body).to_have_attribute("data-scene", "standings")

    directed.press("replay?what=win")
    expect(body).to_have_attribute("data-scene", "result")
    directed.play((WON_NEXT,))  # what happens now comes first
    expect(body).to_have_attribute("data-scene", "standings")

    directed.press("scene?name=empty")
    expect(body).to_have_attribute("data-scene", "empty")
    expect(page.locator('.scene[data-on="true"]')).to_have_count(0)


@pytest.mark.browser
def test_the_table_comes_whole_without_asking_for_anything_and_stays_over_a_restart(
    page: Page, directed: Directed
) -> None:
    open_scene(page, directed, "program")
    directed.server.stages.choose("hall-1", "empty")
    expect(page.locator("body")).to_have_attribute("data-scene", "empty")
    directed.show(WON, event("win", 90))
    await_sequence(page, WON)
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    table = cut_to(page, directed, "table")
    expect(table.locator(".result .win")).to_have_count(1)
    faces = table.locator("img").evaluate_all(
        "faces => faces.map(({ complete, naturalWidth }) => complete && naturalWidth > 0)"
    )
    assert len(faces) > 80
    assert all(faces)
    assert asked == []
    directed.restart(lambda: expect(page.locator("body")).to_have_attribute("data-connected", "false"))
    expect(page.locator("body")).to_have_attribute("data-connected", "true")
    expect(table.locator(".result .win")).to_be_visible()
    assert len(page.frames) == 1


@pytest.mark.browser
def test_a_win_is_held_for_a_while_and_shown_again_on_request(page: Page, directed: Directed) -> None:
    page.clock.install()
    directed.show(PLAYING)
    open_scene(page, directed, "result", "?hold=5&replay=3&what=win")
    result = page.locator(".result")
    expect(result).to_be_hidden()
    ended = directed.play(played(BOOKS["taiwan"], 1, 1))
    await_sequence(page, ended)
    expect(result).to_be_visible()
    directed.press("replay?what=call")  # this page is for wins alone
    page.clock.fast_forward(5000)
    expect(result).to_be_hidden()
    directed.press("replay?what=win")
    expect(result).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-replays", "1")
    expect(page.locator(".call-banner")).to_be_hidden()
    page.clock.fast_forward(3000)
    expect(result).to_be_hidden()
    page.reload()  # what another page has held is no news
    expect(page.locator("body")).to_have_attribute("data-win", re.compile(r"\d+"))
    expect(result).to_be_hidden()


@pytest.mark.browser
@pytest.mark.parametrize("query", ["", "?hold=60"])
def test_what_a_correction_uncovers_or_brings_does_not_enter(query: str, page: Page, directed: Directed) -> None:
    open_scene(page, directed, "result", query)
    result, call = page.locator(".result"), page.locator(".call-banner")
    directed.play(((event("win", 90), WON),))
    expect(page.locator(".result.enter")).to_be_visible()
    directed.play((BEGUN, PON))
    expect(page.locator(".call-banner.enter")).to_be_visible()

    directed.play((correction(93, NEXT),))  # there was no call
    expect(call).to_be_hidden()
    if query:
        expect(result).to_be_hidden()  # the win before was held long ago
    else:
        expect(result).to_be_visible()
    directed.play((correction(94, replace(WON, hand=4)),))  # there was a win
    expect(page.locator("body")).to_have_attribute("data-win", "94")
    expect(result).to_be_visible()
    expect(page.locator(".enter")).to_have_count(0)


@pytest.mark.browser
def test_a_page_finds_its_server_again_ten_times(page: Page, directed: Directed) -> None:
    open_scene(page, directed, "program")
    directed.press("scene?name=lower-third")
    body = page.locator("body")
    expect(body).to_have_attribute("data-scene", "lower-third")
    for restart in range(10):
        directed.restart(lambda: expect(body).to_have_attribute("data-connected", "false"))
        expect(body).to_have_attribute("data-connected", "true")
        # the choice lived in the server's memory
        expect(body).to_have_attribute("data-scene", "table")
        after = replace(PLAYING, sequence=200 + restart, wall_left=restart)
        directed.press("scene?name=lower-third")
        directed.show(after, event("draw", 200 + restart))
        await_sequence(page, after)
        expect(page.locator('[data-figure="figure.wall"] b')).to_have_text(str(restart))
