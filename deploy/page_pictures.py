"""The pictures of the public pages in `docs/pages.md`: .venv/bin/python deploy/page_pictures.py

Virtual players play a hand of each tradition, what the gate would let out of it is shown by the pages' own server, and
a real Chromium looks at every page, each language and each theme at least once. Behind the transparent ones lies a
cloth, as a broadcaster's picture would. `--only NAME` takes the pictures whose name begins so, `--size 3840x2160`
shows that a page looks the same on a larger screen.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the played hands are one of the tests' tools

import cv2
import numpy as np
from playwright.sync_api import FloatRect, Page, expect, sync_playwright

from tablebridge.release import PublicState
from tablebridge.web import StaffBoard, StaffTable, WebServer
from tests.tablebridge.web.played import BOOKS, Shown, played

_ROOT = Path(__file__).resolve().parents[1]
_WIDEST_PX = 1280
_MARGIN_PX = 48
_QUALITY = 82
_PLAYERS = ("Player A", "選手 B", "玩家丙", "选手丁")
_SEEDS = {"riichi": 4, "taiwan": 3, "zungjung": 3, "sichuan": 1}
"""Of hands in which much happens."""
_CLOTH = """body { background: radial-gradient(circle at 50% 38%, #2f6a52, #1c4238 46%, #0e231f) !important; }"""
_PUT_BEHIND = """css => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}"""
_SETTLED_MS = 900  # the soft cut and every entrance are over

Until = Callable[[Shown], bool]


@dataclass(frozen=True, slots=True)
class Picture:
    """`name` of the file, `path` of the page with what the address asks for; `is_clear` where a cloth lies behind.

    `part` is what is taken of the page, with some cloth around it; None for all of it.
    """

    name: str
    path: str
    is_clear: bool = True
    part: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """A table is played on until an event, then pictures are taken."""

    table: str
    until: Until
    pictures: tuple[Picture, ...]


def _after(kind: str, wall_below: int = 1000) -> Until:
    def reached(shown: Shown) -> bool:
        released, state = shown
        return released.type == kind and (state.wall_left or 0) < wall_below

    return reached


def _overlay(name: str, scene: str, table: str, more: str = "") -> Picture:
    part = '.scene[data-on="true"] > :not([hidden])' if scene else None
    return Picture(name, f"/overlay{scene}?table={table}{more}", part=part)


MOMENTS: Sequence[Moment] = (
    Moment(
        "riichi",
        _after("discard", 40),
        (
            _overlay("table-en", "", "riichi"),
            _overlay("lower-third-en", "/lower-third", "riichi"),
            _overlay("waits-ja", "/waits", "riichi", "&lang=ja"),
            Picture("scoreboard-en", "/scoreboard?table=riichi", is_clear=False),
        ),
    ),
    Moment("riichi", _after("kan"), (_overlay("call-ja", "/result", "riichi", "&lang=ja&accent=e0555a"),)),
    Moment("riichi", _after("settled"), (_overlay("waits-open-en", "/waits", "riichi"),)),
    Moment("riichi", _after("win"), ()),
    Moment("riichi", _after("settled"), (_overlay("result-ja", "/result", "riichi", "&lang=ja"),)),
    Moment(
        "taiwan",
        _after("discard", 38),
        (
            _overlay("table-zh-hant", "", "taiwan", "&lang=zh-Hant&style=chinese"),
            _overlay("lower-third-zh-hant-paper", "/lower-third", "taiwan", "&lang=zh-Hant&theme=paper"),
        ),
    ),
    Moment(
        "taiwan", _after("settled"), (_overlay("result-zh-hant", "/result", "taiwan", "&lang=zh-Hant&theme=paper"),)
    ),
    Moment("zungjung", _after("pon"), (_overlay("call-en-clear", "/result", "zungjung", "&theme=clear"),)),
    Moment(
        "zungjung",
        _after("settled"),
        (
            _overlay("result-en", "/result", "zungjung"),
            _overlay("standings-en", "/standings", "zungjung"),
        ),
    ),
    Moment("sichuan", _after("win"), (_overlay("win-zh-hans", "/result", "sichuan", "&lang=zh-Hans"),)),
    Moment(
        "sichuan",
        _after("discard", 30),
        (
            _overlay("lower-third-zh-hans-clear", "/lower-third", "sichuan", "&lang=zh-Hans&theme=clear"),
            _overlay("waits-zh-hans", "/waits", "sichuan", "&lang=zh-Hans"),
        ),
    ),
    Moment(
        "sichuan",
        _after("settled"),
        (
            _overlay("standings-zh-hans-paper", "/standings", "sichuan", "&lang=zh-Hans&theme=paper"),
            Picture("scoreboard-all-zh-hant", "/scoreboard/all?lang=zh-Hant", is_clear=False),
            Picture("status-en", "/status", is_clear=False),
        ),
    ),
)


class Hall:
    """A table of each tradition, played on as the pictures want it."""

    def __init__(self) -> None:
        tables = tuple(BOOKS)
        self._left: dict[str, Iterator[Shown]] = {
            name: iter(played(BOOKS[name], _SEEDS[name], 2, name)) for name in tables
        }
        self._states: dict[str, PublicState] = {name: next(self._left[name])[1] for name in tables}
        self.staff = StaffBoard({name: StaffTable(commands=("set_lamp",), delay_s=lambda: 30.0) for name in tables})
        self.server = WebServer(
            "127.0.0.1",
            0,
            tables,
            self._states.__getitem__,
            players={name: _PLAYERS for name in tables if name != "sichuan"},
            staff=self.staff,
        )

    def play(self, table: str, until: Until) -> None:
        """Lets out what happens at the table up to that event. Raises `SystemExit` when it does not come."""
        for shown in self._left[table]:
            released, state = shown
            self._states[table] = state
            self.server.publish(released, state)
            self.staff.hear(released, state)
            if until(shown):
                return
        raise SystemExit(f"what the pictures of {table} wait for does not happen: choose another of _SEEDS")

    def work(self) -> None:
        """Tells staff what a hall's machines tell: all is well but at one table."""
        for table in self._states:
            for part, line in (
                ("link", "table 0042 at /dev/serial/by-id/usb-table"),
                ("camera", "1920x1080 at 15 frames/s"),
                ("broker", "connected to 127.0.0.1:1883"),
                ("journal", f"the journal is {table}.db"),
            ):
                self.staff.tell(table, part, {"status": "online", "line": line})
            self.staff.measure(table, _HEALTH)
        trouble = "no frames for 12 s (check the camera's cable)"
        self.staff.tell("zungjung", "camera", {"status": "offline", "line": trouble})


_HEALTH = {
    "frames": 54_000,
    "frames_a_second": 14.9,
    "frame_ms": {"p50": 21.4, "p95": 33.0},
    "observations": 4711,
    "waiting": 0,
    "disk": "enough",
    "model": "tiles",
    "unwritten": 0,
    "faults": 0,
}


def main() -> int:
    """Takes the pictures."""
    args = _arguments()
    args.folder.mkdir(parents=True, exist_ok=True)
    hall = Hall()
    hall.server.start()
    try:
        with _chromium(args.size) as page:
            for moment in MOMENTS:
                hall.play(moment.table, moment.until)
                hall.work()
                for picture in moment.pictures:
                    if picture.name.startswith(args.only):
                        print(_take(page, hall.server.address, picture, args.folder / f"{picture.name}.webp"))
    finally:
        hall.server.stop()
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=_ROOT / "docs" / "pages", help="where they go")
    parser.add_argument("--only", default="", metavar="NAME", help="take those whose name begins so")
    parser.add_argument("--size", type=_size, default=(1920, 1080), metavar="WxH", help="of the window in pixels")
    return parser.parse_args()


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        raise argparse.ArgumentTypeError(f"{text} is no size (as 1920x1080)")
    return int(width), int(height)


@contextmanager
def _chromium(size: tuple[int, int]) -> Iterator[Page]:
    program = shutil.which("chromium")
    if program is None:
        raise SystemExit("chromium is not installed: make setup-test brings it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser.new_page(viewport={"width": size[0], "height": size[1]}, locale="en-GB", timezone_id="UTC")
        browser.close()


def _take(page: Page, address: str, picture: Picture, path: Path) -> str:
    page.goto(f"{address}{picture.path}")
    expect(page.locator('body[data-connected="true"]')).to_be_attached(timeout=60_000)
    if picture.is_clear:
        page.evaluate(_PUT_BEHIND, _CLOTH)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_timeout(_SETTLED_MS)
    _write(page.screenshot(clip=_clip(page, picture.part)), path)
    return f"{path} ({path.stat().st_size // 1024} kB)"


def _clip(page: Page, part: str | None) -> FloatRect | None:
    """Where that part lies, with a margin, within the window."""
    box = None if part is None else page.locator(part).first.bounding_box()
    window = page.viewport_size
    if box is None or window is None:
        return None
    left, top = max(0.0, box["x"] - _MARGIN_PX), max(0.0, box["y"] - _MARGIN_PX)
    right = min(window["width"], box["x"] + box["width"] + _MARGIN_PX)
    bottom = min(window["height"], box["y"] + box["height"] + _MARGIN_PX)
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def _write(png: bytes, path: Path) -> None:
    """As a small file, no wider than a page of documents shows it."""
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    scale = min(1.0, _WIDEST_PX / image.shape[1])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if not cv2.imwrite(str(path), small, [cv2.IMWRITE_WEBP_QUALITY, _QUALITY]):
        raise SystemExit(f"cannot write {path}: does the folder take files?")


if __name__ == "__main__":
    sys.exit(main())
