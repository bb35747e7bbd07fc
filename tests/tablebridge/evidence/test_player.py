"""A clip opened in a real Chromium: it plays at once, and shows each frame at its own moment."""

from __future__ import annotations

import html
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Frame, Page

from tablebridge.evidence import ClipMaking
from tablebridge.web.console_pages import _CLIP_HEADERS
from tests.tablebridge.evidence.cloths import cloth_frame, numbered_picture, utc

pytestmark = pytest.mark.browser

SIDE_PX = numbered_picture(0).shape[0]
PIXELS = """() => {
    const canvas = document.querySelector("canvas"), pen = canvas.getContext("2d");
    const row = pen.getImageData(0, canvas.height / 2, canvas.width, 1).data;
    let number = 0;
    for (let bit = 0; bit < 12; bit++) number = number * 2 + (row[4 * (bit * 16 + 8)] > 127 ? 1 : 0);
    const clock = document.querySelector("output").value;
    return {number, ref: canvas.dataset.ref, ms: Number(canvas.dataset.ms), clock};
}"""


def clip_file(folder: Path, numbers: list[int], act: int = 30, proof: tuple[str, ...] = ()) -> Path:
    making = ClipMaking(
        "hall-1",
        "f</script>1",
        act * 100.0,
        utc(act * 100.0),
        2000,
        2000,
        tuple(cloth_frame(number) for number in numbers),
        proof,
    )
    path = folder / "clip.html"
    path.write_bytes(b"".join(making.pieces()))
    return path


def shown(page: Page | Frame) -> Any:
    """The number in the picture on the screen, and what the page says it is."""
    return page.evaluate(PIXELS)


def wait_until(page: Page | Frame, condition: str) -> None:
    """Asks again and again: the page's own policy forbids what a browser's driver does to wait in it."""
    for _ in range(500):
        if page.evaluate(f"() => {condition}"):
            return
        page.wait_for_timeout(20)
    pytest.fail(f"it never came about: {condition}")


def wait_for(page: Page | Frame, ref: int) -> Any:
    wait_until(page, f'document.querySelector("canvas").dataset.ref === "{ref}"')
    return shown(page)


def open_paused(page: Page, path: Path) -> None:
    page.goto(path.as_uri())
    wait_until(page, 'document.querySelector("canvas").dataset.ref !== undefined')
    page.keyboard.press("Space")


def test_it_plays_at_once_and_to_its_end(page: Page, tmp_path: Path) -> None:
    page.goto(clip_file(tmp_path, list(range(10, 31))).as_uri())
    wait_until(page, 'Number(document.querySelector("canvas").dataset.ref) > 12')
    end = wait_for(page, 30)
    assert (end["number"], end["ms"]) == (30, 0)
    wait_until(page, 'document.querySelector("#play").textContent === "▶"')


def test_every_frame_is_reached_step_by_step_and_is_the_one_it_says(page: Page, tmp_path: Path) -> None:
    open_paused(page, clip_file(tmp_path, list(range(10, 51))))
    page.keyboard.press("a")
    assert wait_for(page, 30) == {"number": 30, "ref": "30", "ms": 0, "clock": "+0.00 s"}
    for number in range(29, 9, -1):
        page.keyboard.press("ArrowLeft")
        assert wait_for(page, number)["number"] == number
    page.keyboard.press("ArrowLeft")
    assert shown(page)["clock"] == "−2.00 s", "there is nothing before the first"
    page.click("#on")
    assert wait_for(page, 11)["number"] == 11


def test_the_slider_goes_anywhere(page: Page, tmp_path: Path) -> None:
    open_paused(page, clip_file(tmp_path, list(range(10, 51))))
    page.fill("#moment", "1550")
    assert wait_for(page, 45) == {"number": 45, "ref": "45", "ms": 1500, "clock": "+1.55 s"}


def test_a_time_nobody_saw_is_not_shown_as_a_still_table(page: Page, tmp_path: Path) -> None:
    open_paused(page, clip_file(tmp_path, [*range(10, 20), *range(40, 51)]))
    page.fill("#moment", "0")
    page.wait_for_selector("#unseen", state="visible")
    page.fill("#moment", "1000")
    page.wait_for_selector("#unseen", state="hidden")
    assert wait_for(page, 40)["number"] == 40


def test_frames_of_evidence_are_gone_through_and_the_clip_begins_at_its_own_time(page: Page, tmp_path: Path) -> None:
    page.goto(clip_file(tmp_path, [2, *range(10, 51)], proof=("28", "2", "33")).as_uri())
    wait_until(page, 'document.querySelector("canvas").dataset.ref !== undefined')
    assert int(shown(page)["ref"]) >= 10
    page.keyboard.press("a")
    for number in (33, 2, 28, 33):
        page.keyboard.press("e")
        assert wait_for(page, number)["number"] == number
    assert "#33 ◆" in page.inner_text("#what")
    page.click("#proof")
    assert wait_for(page, 2)["number"] == 2


def test_without_evidence_there_is_no_way_to_it(page: Page, tmp_path: Path) -> None:
    open_paused(page, clip_file(tmp_path, list(range(10, 51))))
    assert page.is_hidden("#proof")


def test_it_plays_again_after_its_end_and_slower(page: Page, tmp_path: Path) -> None:
    page.goto(clip_file(tmp_path, list(range(28, 33))).as_uri())
    wait_until(page, 'document.querySelector("#play").textContent === "▶"')
    page.select_option("#speed", "0.25")
    page.click("#play")
    assert wait_for(page, 28)["number"] == 28
    wait_for(page, 32)


def test_the_picture_keeps_its_shape_and_fingers_find_the_buttons(page: Page, tmp_path: Path) -> None:
    open_paused(page, clip_file(tmp_path, list(range(10, 51))))
    for selector in ("#play", "#back", "#on", "#act", "#speed", "#moment"):
        box = page.locator(selector).bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= 768
    assert page.evaluate('getComputedStyle(document.querySelector("canvas")).objectFit') == "contain"
    assert page.evaluate('document.querySelector("canvas").width') == SIDE_PX
    assert page.title() == "hall-1 f</script>1"


def test_it_plays_inside_a_page_that_trusts_it_with_nothing_but_scripts(page: Page, tmp_path: Path) -> None:
    clip = clip_file(tmp_path, list(range(10, 31)))
    outer = tmp_path / "console.html"
    outer.write_text(f'<iframe sandbox="allow-scripts" src="{html.escape(clip.name)}"></iframe>')
    page.goto(outer.as_uri())
    inner = next(frame for frame in page.frames if frame != page.main_frame)
    assert wait_for(inner, 30)["number"] == 30


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """The address of a page that shows a clip as the console does, and sends it with the console's headers."""
    clip = clip_file(tmp_path, list(range(10, 31))).read_bytes()

    class Console(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            if self.path == "/clip":
                for name, value in _CLIP_HEADERS.items():
                    self.send_header(name, value)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(clip if self.path == "/clip" else b'<iframe sandbox="allow-scripts" src="/clip"></iframe>')

        def log_message(self, *_: object) -> None:
            """Quietly."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Console)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_it_plays_under_the_consoles_policy(page: Page, served: str) -> None:
    page.route("**/favicon.ico", lambda route: route.fulfill(body=b""))
    page.goto(served)
    inner = next(frame for frame in page.frames if frame != page.main_frame)
    assert wait_for(inner, 30)["number"] == 30
    assert inner.evaluate("() => self.origin") == "null", "the console's login is out of its reach"
