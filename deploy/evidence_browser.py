"""Opens clips in Chromium and looks at what they draw."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

__all__ = ["open_clips"]

_SHOWN = 'document.querySelector("canvas").dataset.ref'
_PATIENCE_S = 10.0


def open_clips(clips: dict[str, tuple[Path, str]]) -> tuple[list[str], list[float]]:
    """What is wrong with these, and how long each took to its first picture, in s.

    `clips` has, by flag, a file and the frame that it has to draw at the act.
    """
    wrong: list[str] = []
    first_s: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium", path="/usr/bin:/usr/local/bin"),
            args=["--no-sandbox"],
        )
        page = browser.new_page()
        for flag, (path, act) in clips.items():
            began_s = time.monotonic()
            page.goto(path.as_uri(), wait_until="commit")
            if not _comes(page, f"{_SHOWN} !== undefined"):
                wrong.append(f"{flag}: Chromium shows no picture")
                continue
            first_s.append(time.monotonic() - began_s)
            page.wait_for_load_state("load")
            page.keyboard.press("a")
            if not _comes(page, f'{_SHOWN} === "{act}"'):
                wrong.append(f"{flag}: at the act Chromium shows frame {page.evaluate(_SHOWN)}, not {act}")
        browser.close()
    return wrong, first_s


def _comes(page: Page, condition: str) -> bool:
    """Whether that comes true: asked again and again, for a clip's own policy forbids waiting inside it."""
    until_s = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until_s:
        if page.evaluate(f'() => !!document.querySelector("canvas") && {condition}'):
            return True
        time.sleep(0.02)
    return False
