"""The broadcast delay at the console: every referee hears of it, any referee sets it, nobody else does."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest
from playwright.sync_api import Page, expect

from tests.tablebridge.web.console_browser import next_of, status, talk
from tests.tablebridge.web.console_desk import Console


def test_a_referee_sets_the_delay_in_their_own_name_and_all_hear_of_it(console: Console) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> list[Any]:
        async with browser.ws_connect(f"{at}/ws") as socket:
            first = await next_of(socket, "delay")
            async with browser.post(f"{at}/api/delay", json={"delay_s": 60}) as answer:
                answered = await answer.json()
            console.server.publish_delay("hall-1", 60.0)  # as the table does for a change from anywhere
            return [first, answered, await next_of(socket, "delay")]

    first, answered, then = talk(console, act)
    assert first == {"kind": "delay", "table": "hall-1", "delay_s": 30.0}
    assert answered == {"delay_s": 60.0}
    assert then == {"kind": "delay", "table": "hall-1", "delay_s": 60.0}
    assert console.delay.asked == [(60.0, "lee")]


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        pytest.param(b'{"delay_s": 301}', 409, "that long is not possible: table hall-1 (give another)", id="too-long"),
        pytest.param(b'{"delay_s": "x"}', 409, "Expected `float`, got `str` - at `$.delay_s`", id="no-number"),
        pytest.param(b'{"delay": 3}', 409, "Object contains unknown field `delay`", id="another-key"),
        pytest.param(b"{", 409, "Input data was truncated", id="no-json"),
    ],
)
def test_what_is_no_delay_is_refused_in_one_line(console: Console, body: bytes, code: int, said: str) -> None:
    async def act(browser: aiohttp.ClientSession, at: str) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"}
        async with browser.post(f"{at}/api/delay", data=body, headers=headers) as answer:
            return answer.status, await answer.json()

    assert talk(console, act) == (code, {"error": said})
    assert console.delay.present_s == 30


def test_nobody_else_sets_it(console: Console) -> None:
    wanted = {"delay_s": 0}

    async def foreign(browser: aiohttp.ClientSession, at: str) -> list[int]:
        return [
            await status(browser, "POST", f"{at}/api/delay", json=wanted, headers={"Origin": "http://evil.example"}),
            await status(browser, "POST", f"{at}/api/delay", data=b'{"delay_s": 0}'),
            await status(browser, "POST", f"{at}/api/delay?table=hall-2", json=wanted),
            await status(browser, "GET", f"{at}/api/delay"),
        ]

    assert talk(console, foreign) == [403, 415, 404, 405]
    stranger = talk(
        console, lambda browser, at: status(browser, "POST", f"{at}/api/delay", json=wanted), as_referee=None
    )
    assert stranger == 401
    assert console.delay.asked == []


@pytest.mark.browser
def test_the_dialog_says_what_follows_before_it_is_set(referee: Page, console: Console) -> None:
    button, dialog = referee.locator("#delay"), referee.locator("#delaying")
    expect(button).to_have_text("Delay 30 s")
    button.click()
    save, follows = dialog.locator("[data-act=save]"), dialog.locator("[data-follows]")
    expect(save).to_be_disabled()
    dialog.locator('[data-seconds="60"]').click()
    expect(follows).to_have_text("What waits now is held 30 s longer. What is public already stays so.")
    dialog.locator("input").fill("301")
    expect(follows).to_have_text("0 to 300 seconds.")
    expect(save).to_be_disabled()
    dialog.locator("input").fill("5")
    expect(follows).to_have_text("Up to 25 s of play go public at once.")
    assert console.delay.asked == []
    save.click()
    expect(referee.locator("#told")).to_have_text("Done.")
    assert console.delay.asked == [(5.0, "lee")]
    console.server.publish_delay("hall-1", 5.0)
    expect(button).to_have_text("Delay 5 s")
