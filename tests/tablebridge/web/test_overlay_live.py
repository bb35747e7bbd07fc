"""The overlay while things happen: acts, faults, and a server that goes and comes back."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tablebridge.web import page_thread
from tests.tablebridge.web.looks import await_sequence, open_overlay, seat_panel, tiles_in
from tests.tablebridge.web.states import PLAYING, SEATS, WON, discards, event, meld, tiles

pytestmark = pytest.mark.browser

PATIENCE_S = 20.0

replace = msgspec.structs.replace


def test_a_discard_is_laid_and_marked_as_the_newest(page: Page, served: Any) -> None:
    open_overlay(page, served)
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
    await_sequence(page, 78)

    assert tiles_in(seat_panel(page, "D").locator(".river")) == tiles("3z 1m 9p ? 6m 6s 7z")
    newest = page.locator(".tile[data-newest]")
    expect(newest).to_have_count(1)
    expect(newest).to_have_attribute("data-tile", "7z")
    expect(page.locator(".tile.fresh")).to_have_attribute("data-tile", "7z")
    assert page.evaluate("window.lying.isConnected")
    expect(page.locator('.seat[data-turn="true"]')).to_have_attribute("data-seat", "A")
    expect(page.locator('[data-value="wall"]')).to_have_text("30")


def test_a_call_takes_the_tile_away_and_lays_the_meld(page: Page, served: Any) -> None:
    open_overlay(page, served)
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
    await_sequence(page, 78)

    expect(seat_panel(page, "A").locator(".meld")).to_have_count(2)
    assert tiles_in(seat_panel(page, "A").locator(".meld").nth(1)) == ["6s", "6s", "6s"]
    expect(seat_panel(page, "D").locator('.tile[data-tile="6s"]')).to_have_attribute("data-claimed-by", "A")
    expect(page.locator(".tile[data-newest]")).to_have_count(0)


def test_a_new_hand_clears_the_table(page: Page, served: Any) -> None:
    open_overlay(page, served)
    expect(page.locator(".riichi-stick:visible")).to_have_count(1)
    expect(page.locator(".riichi-stick.fresh")).to_have_count(0)  # it lay there before this page came
    served.show(WON, event("win"))
    await_sequence(page, 90)
    expect(page.locator(".result.enter")).to_be_visible()
    seats = {
        name: replace(seat, river=(), melds=(), revealed=(), riichi=False, concealed=13) for name, seat in SEATS.items()
    }
    served.show(replace(PLAYING, sequence=95, hand=4, seats=seats), event("dealt", 95))
    await_sequence(page, 95)
    expect(page.locator(".river .tile, .meld")).to_have_count(0)
    expect(page.locator(".result")).to_be_hidden()
    expect(page.locator(".riichi-stick:visible")).to_have_count(0)


def test_what_may_differ_from_the_table_is_held_with_a_small_note_and_taken_back(page: Page, served: Any) -> None:
    open_overlay(page, served)
    note = page.locator('.note[data-note="held"]')
    served.show(replace(PLAYING, in_step=False, out_of_step="C's river shows 12 tiles, 11 are due"))
    expect(note).to_have_text("Being checked")  # why is for the staff's page: viewers cannot mend it
    served.show(PLAYING)
    expect(note).to_have_count(0)
    served.server.publish_status("hall-1", "camera", {"status": "offline", "line": "no frames"})
    expect(note).to_have_text("Being checked")
    served.server.publish_status("hall-1", "camera", {"status": "online"})
    expect(note).to_have_count(0)


def test_a_correction_changes_quietly_and_is_told_once(page: Page, served: Any) -> None:
    page.clock.install()
    open_overlay(page, served)
    before = PLAYING.seats["D"]
    river = (replace(before.river[0], tile="4z"), *before.river[1:])
    corrected = replace(PLAYING, sequence=78, seats={**PLAYING.seats, "D": replace(before, river=river)})
    note = page.locator('.note[data-note="corrected"]')

    served.show(corrected, event("correction", 78, cause="corrected"))
    await_sequence(page, 78)
    expect(note).to_have_text("Corrected")
    expect(page.locator(".tile.fresh, .meld.fresh")).to_have_count(0)  # nothing falls onto the table again
    expect(page.locator(".tile.corrected")).to_have_attribute("data-tile", "4z")
    page.clock.fast_forward(10_000)
    expect(note).to_have_count(0)

    page.reload()
    await_sequence(page, 78)
    expect(note).to_have_count(0)  # who comes later is shown what is right, and not told of what was wrong


def test_a_restarted_server_is_found_again_and_the_present_state_shown(page: Page, served: Any) -> None:
    open_overlay(page, served)

    def while_down() -> None:
        expect(page.locator("body")).to_have_attribute("data-connected", "false")
        # the last picture stays on the air
        expect(seat_panel(page, "A").locator(".points")).to_have_text("31,200")
        served.states["hall-1"] = WON

    served.restart(while_down)

    await_sequence(page, 90)
    expect(page.locator("body")).to_have_attribute("data-connected", "true")
    expect(page.locator(".note, #stale:visible")).to_have_count(0)
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".result.enter")).to_have_count(0)  # it has come before
    served.show(replace(PLAYING, sequence=91), event("hand_started", 91))
    await_sequence(page, 91)
    # faces that were asked for while the server was away are asked for again
    shown = "[...document.images].every((face) => face.complete && face.naturalWidth > 0)"
    until = time.monotonic() + PATIENCE_S
    while not page.evaluate(shown):  # the page's own policy forbids waiting inside it
        assert time.monotonic() < until
        page.wait_for_timeout(50)


def test_a_link_that_died_in_silence_is_noticed(page: Page, served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_thread, "_BEAT_S", 3600.0)
    served.restart()
    page.clock.install()
    open_overlay(page, served)
    page.clock.fast_forward(10_001)
    expect(page.locator("body")).to_have_attribute("data-connected", "false")
    page.clock.fast_forward(300)
    expect(page.locator("body")).to_have_attribute("data-connected", "true")


def test_a_page_that_is_not_live_any_more_says_so_after_a_while_in_a_corner(page: Page, served: Any) -> None:
    page.clock.install()
    open_overlay(page, served)
    stale = page.locator("#stale")

    def while_down() -> None:
        expect(page.locator("body")).to_have_attribute("data-connected", "false")
        expect(stale).to_be_hidden()  # a blink of the network is nobody's business on air
        page.clock.fast_forward(10_001)
        expect(stale).to_have_text("Not live")
        box = stale.bounding_box()
        assert box is not None
        assert box["y"] > 1040
        assert box["height"] < 40
        expect(seat_panel(page, "A").locator(".points")).to_have_text("31,200")

    served.restart(while_down)
    page.clock.fast_forward(10_000)  # the longest wait between two tries
    expect(stale).to_be_hidden()


def test_beats_keep_a_quiet_table_connected(page: Page, served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_thread, "_BEAT_S", 0.05)
    served.restart()
    page.clock.install()
    with page.expect_websocket() as connecting:
        open_overlay(page, served)
    for _ in range(3):
        for _beat in range(2):  # when the second is here, the page has dealt with the first
            with connecting.value.expect_event("framereceived", lambda frame: '"beat"' in frame):
                pass
        page.clock.fast_forward(9_000)
    expect(page.locator("body")).to_have_attribute("data-connected", "true")
