"""From a foul at the table to a clip in the referee's console, and to nobody else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Frame, Page, expect, sync_playwright

from tablebridge.camera import CameraFrame
from tablebridge.cloth import Cloth
from tablebridge.evidence import read_clip
from tablebridge.game.flag import Flag
from tablebridge.vision.rectify import TableGeometry
from tests.end_to_end.refereed_table import FOUL, PASSWORD, RefereedTable, wait_until
from tests.tablebridge.game.observations_of import NOON

SIZE = (640, 480)
CORNERS = [(560.0, 430.0), (550.0, 50.0), (90.0, 40.0), (80.0, 420.0)]
STEP_MS = 200.0


class SeenAll:
    """Stands for an observer that recognises the table in every frame."""

    geometry = TableGeometry.from_corners(CORNERS, SIZE, Cloth())
    held = False
    recognised_ms = 0.0


def show_frames(table: RefereedTable) -> None:
    """From now on a camera takes a picture each `STEP_MS` of the table's time."""
    running = table.daemon._tables["virtual"]
    assert running.evidence is not None
    evidence, advance_to, view, taken = running.evidence, running.clock.advance_to, SeenAll(), 0

    def advance(at_ms: float) -> None:
        nonlocal taken
        while taken * STEP_MS <= at_ms:
            view.recognised_ms = taken * STEP_MS
            image = np.full((SIZE[1], SIZE[0], 3), taken % 250, np.uint8)
            frame = CameraFrame(taken, taken * STEP_MS, NOON + timedelta(milliseconds=taken * STEP_MS), image)
            evidence.see(0, frame, view)  # type: ignore[arg-type]
            taken += 1
        advance_to(at_ms)

    running.clock.advance_to = advance  # type: ignore[method-assign]


@pytest.fixture
def table(tmp_path: Path, mosquitto_port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[RefereedTable]:
    # frames are given to the evidence alone
    monkeypatch.setattr("tablebridge.daemon.table_witnesses._FRAME_WAIT_S", 0.001)
    made = RefereedTable(tmp_path, mosquitto_port)
    yield made
    made.daemon.stop()


@pytest.fixture
def page(table: RefereedTable) -> Iterator[Page]:
    """The console as the referee lee sees it."""
    program = shutil.which("chromium")
    if program is None:
        pytest.fail("chromium is not installed: make setup-test brings it", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-sync"])
        page = browser.new_page(viewport={"width": 1024, "height": 768}, locale="en-GB")
        page.goto(table.console)
        page.fill("[name=name]", "lee")
        page.fill("[name=password]", PASSWORD)
        page.keyboard.press("Enter")
        expect(page.locator("body")).to_have_attribute("data-connected", "true", timeout=60_000)
        yield page
        browser.close()


def shown(clip: Frame) -> str | None:
    """Which frame the clip draws now."""
    ref: str | None = clip.evaluate('() => (document.querySelector("canvas") || {dataset: {}}).dataset.ref || null')
    return ref


@pytest.mark.end_to_end
@pytest.mark.browser
@pytest.mark.broker
def test_a_foul_is_seen_in_the_console(table: RefereedTable, page: Page, tmp_path: Path) -> None:
    show_frames(table)
    table.play()
    running = table.daemon._tables["virtual"]
    assert running.evidence is not None
    flag: Flag = wait_until(
        lambda: next((one for one in running._session.flags if one.clause == FOUL), None), "the foul to be flagged"
    )
    path = wait_until(lambda: running.evidence and running.evidence.clip(flag.id), "its clip")
    clip = read_clip(path)
    act = str(int(flag.at_ms // STEP_MS))
    in_time = [frame.ref for frame in clip.frames if abs(frame.offset_ms) <= 5000]
    assert in_time == [str(number) for number in range(int(in_time[0]), int(in_time[0]) + 50)]
    assert act in in_time

    card = page.locator(f'.flag[data-flag="{flag.id}"]')
    card.locator("button").first.click(timeout=60_000)
    film = card.locator("iframe.clip")
    expect(film).to_be_visible(timeout=60_000)
    inner = next(frame for frame in page.frames if frame.url.endswith(f"/clip?table=virtual&flag={flag.id}"))
    wait_until(lambda: shown(inner) is not None, "a picture in the clip")
    film.focus()
    page.keyboard.press("a")
    wait_until(lambda: shown(inner) == act, "the act in the clip")
