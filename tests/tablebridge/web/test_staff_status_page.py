"""The status page in a real Chromium: each lamp that is not green says what to do, in the reader's language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tablebridge.web import staff_status
from tablebridge.web.site import LANGUAGES, STATIC
from tablebridge.web.staff_board import StaffBoard, StaffTable
from tests.tablebridge.web.hall import Hall, in_play, replace
from tests.tablebridge.web.pictures import PNG
from tests.tablebridge.web.test_staff_status import HEALTH

WORDS: dict[str, dict[str, str]] = {
    language: json.loads((STATIC / "status" / "words" / f"{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}
SCRIPTS = "".join(path.read_text(encoding="utf-8") for path in sorted((STATIC / "status").glob("*.js")))
PARTS = ("link", "camera", "broker", "journal")
NO_CABLE = "no such port: /dev/ttyUSB1 (check the cable and link.port)"


def all_well(board: StaffBoard, state: Any) -> None:
    """Everything of the table was heard of, and nothing is wrong."""
    for part in PARTS:
        board.tell(state.table, part, {"status": "online", "line": f"the {part} is there"})
    board.hear(None, state)
    board.measure(state.table, HEALTH)


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    """Two tables that are well, on a machine whose clock is set."""
    monkeypatch.setattr(staff_status, "follows_a_time_server", lambda: True)
    made = Hall({table: in_play("riichi", table) for table in ("hall-1", "hall-2")}, {})
    for state in made.states.values():
        all_well(made.board, state)
    yield made
    made.server.stop()


@pytest.fixture
def page(hall: Hall, browser: Browser) -> Iterator[Page]:
    """A page that may complain of nothing but a daemon that is away."""
    expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, timezone_id="UTC")
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert [text for text in complaints if "Failed to load resource: net::" not in text] == []


def test_every_language_has_every_word() -> None:
    for language, words in WORDS.items():
        assert list(words) == list(WORDS["en"]), language
        assert all(words.values()), language
        for key, text in words.items():
            assert set(re.findall(r"{\w+}", text)) <= set(re.findall(r"{\w+}", WORDS["en"][key])), (language, key)


def test_every_word_that_is_said_is_there_and_every_word_is_said() -> None:
    said = set(re.findall(r'\bsay\(\s*"([\w.]+)"', SCRIPTS)) | {"head.starting", "head.good"}
    said |= {f"figure.{name}" for name in re.findall(r'^    \["(\w+)", ', SCRIPTS, re.MULTILINE)}
    board = StaffBoard({"t": StaffTable(parts=(*PARTS, "second_camera"))})
    names = {check.name for check in board.status("t", 0).checks} | {"clock", "daemon", "sponsors"}
    said |= {f"{kind}.{name}" for kind in ("check", "do") for name in names}
    own_advice = {key for key in WORDS["en"] if re.fullmatch(r"do\.\w+\.warning", key)}
    assert {key.split(".")[1] for key in own_advice} <= names
    assert said | own_advice == set(WORDS["en"])


@pytest.mark.browser
def test_what_is_not_green_says_what_to_do_in_each_language(hall: Hall, page: Page) -> None:
    hall.board.tell("hall-2", "link", {"status": "offline", "line": NO_CABLE})
    hall.board.tell("hall-1", "camera", {"status": "online", "line": "<b>other tiles</b>", "warning": True})
    hall.board.hear(None, replace(hall.states["hall-1"], in_step=False, out_of_step="a tile is missing at C"))
    for language, words in WORDS.items():
        page.goto(f"{hall.address}/status?lang={language}")
        tasks = page.locator(".task")
        expect(tasks).to_have_count(3)
        assert page.locator("h1").text_content() == words["head.many"].format(count=3)
        # the worst first
        assert [
            (task.get_attribute("data-table"), task.get_attribute("data-check"), task.locator(".do").text_content())
            for task in tasks.all()
        ] == [
            ("hall-1", "in_step", words["do.in_step"]),
            ("hall-2", "link", words["do.link"]),
            ("hall-1", "camera", words["do.camera.warning"]),
        ]
        assert tasks.locator(".line").all_text_contents() == ["a tile is missing at C", NO_CABLE, "<b>other tiles</b>"]
        moment = re.escape(words["since"]).replace(re.escape("{time}"), r"\d\d:\d\d")
        assert all(re.fullmatch(moment, text) for text in tasks.locator(".since").all_text_contents())
        assert tasks.locator(".since").count() == 3
        lamps = page.locator('.table[data-table="hall-2"] .check')
        assert dict(lamps.evaluate_all("all => all.map(one => [one.dataset.check, one.dataset.lamp])")) == {
            "link": "bad",
            "camera": "good",
            "broker": "good",
            "journal": "good",
            "pictures": "good",
            "in_step": "good",
            "work": "good",
            "disk": "good",
        }
        assert page.locator('.table[data-table="hall-1"] [data-figure="look"] dd').text_content() == "38.5 ms"


@pytest.mark.browser
def test_a_lamp_that_turns_green_is_seen_and_a_daemon_that_goes_is_said_until_it_is_back(
    hall: Hall, page: Page, tmp_path: Path
) -> None:
    hall.board.tell("hall-2", "link", {"status": "offline", "line": NO_CABLE})
    page.goto(f"{hall.address}/status?table=hall-2")
    expect(page.locator("h1")).to_have_text("One thing needs a hand")
    assert page.locator(".table").count() == 1
    all_well(hall.board, hall.states["hall-2"])
    expect(page.locator("h1")).to_have_text("All is well")
    expect(page.locator("body")).to_have_attribute("data-lamp", "good")
    expect(page.locator("#todo")).to_be_hidden()

    def while_down() -> None:
        expect(page.locator(".task .do")).to_have_text(WORDS["en"]["do.daemon"])
        expect(page.locator("body")).to_have_attribute("data-lamp", "bad")
        assert page.locator(".table").count() == 1  # what it said last
        (tmp_path / "tea.png").touch()
        hall.sponsors = tmp_path

    hall.restart(while_down)
    task = page.locator('.task[data-check="sponsors"]')  # of no table, so it is among those of each
    expect(task.locator(".do")).to_have_text(WORDS["en"]["do.sponsors"])
    expect(task.locator(".line")).to_contain_text("tea.png, it is empty")
    (tmp_path / "tea.png").write_bytes(PNG)
    expect(page.locator("h1")).to_have_text("All is well")


@pytest.mark.browser
def test_clocks_that_differ_are_said(hall: Hall, page: Page) -> None:
    page.clock.install(time=datetime.now(UTC) + timedelta(hours=1))
    page.goto(f"{hall.address}/status")
    expect(page.locator('.task[data-check="clock"] .line')).to_have_text(
        re.compile(r"The clocks of the daemon and of this device are 3[56]\d\d s apart")
    )
