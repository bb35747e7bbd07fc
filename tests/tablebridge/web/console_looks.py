"""Short ways to use the console in a browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

from tests.tablebridge.web.console_desk import PASSWORD, Console

DISCARD = "s-72"
"""3z by D, read with a confidence of 0.71."""


def log_in(page: Page, console: Console, name: str = "lee", password: str = PASSWORD) -> None:
    page.goto(console.address)
    page.fill("[name=name]", name)
    page.fill("[name=password]", password)
    page.keyboard.press("Enter")


def enter(page: Page, console: Console) -> None:
    """The console as lee finds it who has logged in, without the way through the page for that."""
    answer = page.context.request.post(
        f"{console.address}/login", data={"name": "lee", "password": PASSWORD}, headers={"Origin": console.address}
    )
    assert answer.ok
    page.goto(console.address)


def acts(page: Page, console: Console, count: int = 1) -> list[dict[str, Any]]:
    """What was sent, once so many acts have come; all in lee's name."""
    for _ in range(1000):
        if len(console.desk.acts) >= count:
            break
        page.wait_for_timeout(10)
    assert {by for _, by in console.desk.acts} == {"lee"}
    return [document for document, _ in console.desk.acts]


def row(page: Page, identity: str) -> Locator:
    return page.locator(f'.event[data-event="{identity}"]')


def card(page: Page, identity: str) -> Locator:
    return page.locator(f'.flag[data-flag="{identity}"]')
