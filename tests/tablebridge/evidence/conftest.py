"""A browser for the pages that clips are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

_HERE = ("file:", "data:", "http://127.0.0.1:")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium. Fails the test when there is none: skipping would hide that nothing was tested."""
    program = shutil.which("chromium") or shutil.which("chromium", path="/usr/bin:/usr/local/bin:/snap/bin")
    if program is None:
        pytest.fail("chromium is not installed: make setup-test brings it (apt-get install chromium)", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-sync"])
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A tablet's page; whatever it complains of, or asks of a network, fails the test."""
    context = browser.new_context(viewport={"width": 1024, "height": 768})
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda asked: wrong.append(asked.url[:80]) if not asked.url.startswith(_HERE) else None)
    yield page
    context.close()
    assert wrong == []
