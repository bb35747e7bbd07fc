"""Does a page that stays open all evening grow, and does it keep the screen's pace?

    python deploy/soak_pages.py                       8 hours of play, as fast as the pages draw it
    python deploy/soak_pages.py --pace                1,000 events within a minute, frame by frame

Hands of every tradition are shown over and over by the pages' own server to a real Chromium, which has the whole
table, the program (cutting from scene to scene, with replays) and the scoreboard open. An hour of play is taken as
2,500 events: ten hands of 250.

Growth: after each round, when the same last state is on, the browser collects its garbage and says what it still
holds. The first rounds warm it up; from then on elements, listeners and heap may be a tenth above what they were, the
heap a megabyte. Pace: frames drawn (`requestAnimationFrame`) and tasks of more than 50 ms are
counted while nothing happens and while events come, in the same run; events may cost one frame in twenty.

Exit code 1 when something grew or the pace was lost.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # the played hands are one of the tests' tools

import msgspec
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tablebridge.release import PublicState
from tablebridge.web import WebServer
from tablebridge.web.scenes import SCENES
from tests.tablebridge.web.played import BOOKS, Shown, played

TABLE = "hall-1"
PAGES = ("/overlay", "/overlay/program", "/overlay/result", "/scoreboard")
EVENTS_AN_HOUR = 2500
WARM_UP = 2
"""Rounds after which everything that is made once has been made."""
BURST = 120
"""Events sent before the pages are waited for: fewer than a viewer may be behind."""
GROWTH = 1.10
SLACK_BYTES = 1_000_000
"""What the browser's own caches and compiled code may come to."""
LOST = 0.05
_PATIENCE_S = 120.0

_COUNT = """seconds => new Promise(done => {
  const times = [], tasks = [];
  const watch = new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration)));
  watch.observe({ entryTypes: ["longtask"] });
  const end = performance.now() + seconds * 1000;
  const frame = now => {
    times.push(now);
    if (now < end) requestAnimationFrame(frame);
    else {
      watch.disconnect();
      const gaps = times.slice(1).map((time, place) => time - times[place]);
      done({ frames: gaps.length, longest_ms: Math.max(...gaps), long_tasks: tasks.length });
    }
  };
  requestAnimationFrame(frame);
})"""


@dataclass(frozen=True, slots=True)
class Held:
    """What a page still holds once its garbage is collected."""

    heap_bytes: int
    elements: int
    listeners: int


class Table:
    """A served table at which the same hands are played over and over; sequence numbers go on."""

    def __init__(self, traditions: Sequence[str], seeds: Sequence[int]) -> None:
        books = [BOOKS[tradition] for tradition in traditions]
        self._round: list[Shown] = [one for book in books for seed in seeds for one in played(book, seed)]
        self._sequence = 0
        self.state: PublicState = self._round[0][1]
        self.server = WebServer("127.0.0.1", 0, (TABLE,), lambda _table: self.state)

    @property
    def events_a_round(self) -> int:
        """So many events until the same state is on again."""
        return len(self._round)

    def rounds(self) -> Iterator[Shown]:
        """The events for ever, numbered on."""
        while True:
            for released, state in self._round:
                self._sequence += 1
                numbered = msgspec.structs.replace(released, sequence=self._sequence, id=f"soak-{self._sequence}")
                yield numbered, msgspec.structs.replace(state, sequence=self._sequence)

    def show(self, shown: Shown) -> None:
        """Lets an event out."""
        released, self.state = shown
        self.server.publish(released, self.state)


class Soak:
    """Pages in a browser, looking at a table."""

    def __init__(self, browser: Browser, table: Table, paths: Sequence[str]) -> None:
        self._table = table
        self._events = table.rounds()
        self.pages: dict[str, Page] = {}
        self._wires: dict[str, CDPSession] = {}
        for path in paths:
            page = browser.new_page(viewport={"width": 1920, "height": 1080})
            page.goto(f"{table.server.address}{path}")
            self.pages[path] = page
            self._wires[path] = page.context.new_cdp_session(page)

    def play(self, events: int) -> None:
        """Shows so many events, no faster than the slowest page draws them, and another scene now and then."""
        stages, shown = self._table.server.stages, 0
        while shown < events:
            burst = min(BURST, events - shown)
            for _ in range(burst):
                self._table.show(next(self._events))
            shown += burst
            stages.choose(TABLE, SCENES[shown // BURST % len(SCENES)])
            if self._table.state.result is not None:
                stages.replay(TABLE, "call" if shown % 2 else "win")
            self.wait()

    def wait(self) -> None:
        """Until every page has drawn the last event. Raises `SystemExit` when one does not."""
        until = time.monotonic() + _PATIENCE_S
        for path, page in self.pages.items():
            while page.evaluate("document.body.dataset.sequence") != str(self._table.state.sequence):
                if time.monotonic() > until:
                    raise SystemExit(f"{path} does not draw what it is told: see its console")
                page.wait_for_timeout(5)

    def held(self) -> dict[str, Held]:
        """What each page holds, at the same scene. One that is off keeps what it drew last: each draws this state."""
        for scene in (*SCENES, "lower-third"):
            self._table.server.stages.choose(TABLE, scene)
        return {path: self._held(page, self._wires[path]) for path, page in self.pages.items()}

    def _held(self, page: Page, wire: CDPSession) -> Held:
        page.wait_for_timeout(800)  # cuts and entrances are over
        for _ in range(2):  # what the first frees may let go of more
            wire.send("HeapProfiler.collectGarbage")
        counted: Any = wire.send("Memory.getDOMCounters")
        heap: Any = wire.send("Runtime.getHeapUsage")
        return Held(int(heap["usedSize"]), counted["nodes"], counted["jsEventListeners"])

    def pace(self, events: int, seconds: float) -> dict[str, tuple[dict[str, float], dict[str, float]]]:
        """Frames of each page alone: while nothing happens, and while so many events come in that time."""
        figures = {}
        for path, page in self.pages.items():
            page.bring_to_front()
            idle = page.evaluate(_COUNT, min(seconds, 10.0))
            page.evaluate(f"window.counted = ({_COUNT})({seconds})")
            begin = time.monotonic()
            for number in range(events):
                page.wait_for_timeout(max(0.0, 1000 * (begin + seconds * number / events - time.monotonic())))
                self._table.show(next(self._events))
            figures[path] = (idle, page.evaluate("window.counted"))
        return figures


@contextmanager
def _soak(table: Table, paths: Sequence[str]) -> Iterator[Soak]:
    program = shutil.which("chromium")
    if program is None:
        raise SystemExit("chromium is not installed: make setup-test brings it")
    table.server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            yield Soak(browser, table, paths)
            browser.close()
    finally:
        table.server.stop()


def growth(soak: Soak, table: Table, rounds: int) -> int:
    """Prints what each page holds after each round; how many pages grew."""
    soak.play(WARM_UP * table.events_a_round)
    first = last = soak.held()
    for number in range(1, rounds + 1):
        soak.play(table.events_a_round)
        last = soak.held()
        for path, held in last.items():
            figures = f"{held.heap_bytes / 1e6:6.2f} MB {held.elements:6} elements {held.listeners:5} listeners"
            print(f"{number * table.events_a_round:7} events {path:18} {figures}", flush=True)
    grown = [path for path in soak.pages if _grew(first[path], last[path])]
    for path in grown:
        print(f"{path} has grown: {first[path]} became {last[path]}", file=sys.stderr)
    return len(grown)


def _grew(first: Held, last: Held) -> bool:
    more = last.elements > first.elements * GROWTH or last.listeners > first.listeners * GROWTH
    return more or last.heap_bytes > max(first.heap_bytes * GROWTH, first.heap_bytes + SLACK_BYTES)


def pace(soak: Soak, events: int, seconds: float) -> int:
    """Prints the frames of each page; how many pages lost the screen's pace."""
    lost = 0
    for path, (idle, busy) in soak.pace(events, seconds).items():
        rates = idle["frames"] / min(seconds, 10.0), busy["frames"] / seconds
        lost += rates[1] < rates[0] * (1 - LOST)
        print(
            f"{path:18} {rates[0]:5.1f} frames/s in peace, {rates[1]:5.1f} with {events / seconds:.0f} events/s;"
            f" longest gap {idle['longest_ms']:.0f} and {busy['longest_ms']:.0f} ms,"
            f" {idle['long_tasks']:.0f} and {busy['long_tasks']:.0f} long tasks",
            flush=True,
        )
    return lost


def main(arguments: Sequence[str] | None = None) -> int:
    """Looks; 1 when a page grew or lost the pace."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=8.0, help="of play (default %(default)s)")
    parser.add_argument("--pages", nargs="+", default=PAGES, metavar="PATH", help="which (default: all of the above)")
    parser.add_argument("--traditions", nargs="+", choices=BOOKS, default=list(BOOKS), help="whose hands are played")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2], help="hands of a round, by tradition")
    parser.add_argument("--pace", action="store_true", help="count frames instead")
    parser.add_argument("--events", type=int, default=1000, help="that come while frames are counted")
    parser.add_argument("--seconds", type=float, default=60.0, help="in which they come")
    args = parser.parse_args(arguments)
    if args.hours <= 0 or args.seconds <= 0 or args.events < 1:
        parser.error("--hours, --seconds and --events must be more than 0")
    table = Table(args.traditions, args.seeds)
    with _soak(table, args.pages) as soak:
        if args.pace:
            return 1 if pace(soak, args.events, args.seconds) else 0
        rounds = max(1, round(args.hours * EVENTS_AN_HOUR / table.events_a_round) - WARM_UP)
        return 1 if growth(soak, table, rounds) else 0


if __name__ == "__main__":
    sys.exit(main())
