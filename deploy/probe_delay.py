"""Listens to every output of a running daemon and holds each message against the broadcast delay: none may be early.

    python deploy/probe_delay.py                          0, 30 and 300 s, and a delay that is changed; ten minutes
    python deploy/probe_delay.py --delays 30 --no-change  one delay alone
    python deploy/probe_delay.py --scale 0.05             the same in a twentieth of the time: 30 s become 1.5 s

A real daemon, a real Mosquitto, real seconds. What a table's cable and camera would report of two hands, with a foul in
each, goes into the daemon's inbox. An act counts from when it is about to be written down; a message may come once a
delay that was in force since is over. In the run with changes the delay is 30, then 5, then 60 s, by command; the
broker is killed and forgets everything, and the daemon is started anew with acts still waiting. Prints a table and
ends with exit code 1 when anything was early, when an output did not tell everything, or when the public port gave
away what is the referee's.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from unittest.mock import patch

from delay_ears import REFEREES_ONLY, Arrival, Arrivals, all_ears
from delay_hall import TABLE, Hall, hands
from mqtt_outage import Broker

__all__ = ["Force", "Row", "main", "rows"]

PATIENCE_S = 90.0
EVERYTHING = ("MQTT events/#", "MQTT state", "WebSocket", "HTTP /api/state", "MQTT reply to state")
"""Outputs that must have told of the last act in the end."""
EVERY_ONE = ("MQTT events/#", "WebSocket")
"""Outputs that must have told of each act."""


@dataclass
class Force:
    """Which delay was in force when. While a change is under way the one before and the new one both are."""

    periods: list[tuple[float, float, float]] = field(default_factory=list)  # from, until, the delay

    def begin(self, delay_s: float, at_s: float) -> None:
        """From `at_s` on that delay may be in force."""
        self.periods.append((at_s, inf, delay_s))

    def end_before(self, at_s: float) -> None:
        """At `at_s` only the last one is, for certain."""
        last = self.periods[-1]
        self.periods = [(begin, min(end, at_s), delay_s) for begin, end, delay_s in self.periods[:-1]] + [last]

    def earliest_s(self, since_s: float) -> float:
        """When something of `since_s` may be out at the earliest."""
        outs = [(max(begin, since_s + delay_s), end) for begin, end, delay_s in self.periods]
        return min((out for out, end in outs if out <= end), default=inf)


@dataclass(frozen=True, slots=True)
class Row:
    """An output: its messages, how many of them tell of an act, and how long after it might the earliest came, in s."""

    output: str
    messages: int
    telling: int
    earliest_s: float


def rows(arrivals: Iterable[Arrival], written_s: dict[int, float], force: Force) -> list[Row]:
    """What came, by output. A message that tells of several acts is held against the newest."""
    heard: dict[str, list[Arrival]] = {}
    for one in arrivals:
        heard.setdefault(one.output, []).append(one)
    return [_row(output, came, written_s, force) for output, came in sorted(heard.items())]


def _row(output: str, came: Sequence[Arrival], written_s: dict[int, float], force: Force) -> Row:
    margins = [one.at_s - force.earliest_s(written_s.get(one.newest, inf)) for one in came if one.newest]
    return Row(output, len(came), len(margins), min(margins, default=inf))


@dataclass
class Run:
    """A daemon with its broker and all its readers, and the delay as it is changed."""

    hall: Hall
    broker: Broker
    arrivals: Arrivals
    force: Force
    ask: Callable[[str, dict[str, object]], None]
    scale: float

    def set_delay(self, delay_s: float) -> None:
        """By command, as a referee's program would; returns once it is in force."""
        delay_s *= self.scale
        self.force.begin(delay_s, time.monotonic())
        answers, until_s = self._replies(), time.monotonic() + PATIENCE_S
        while self._replies() == answers:  # a daemon that is not back at the broker yet does not hear it
            if time.monotonic() > until_s:
                raise SystemExit(f"waited {PATIENCE_S:.0f} s for an answer to set_delay")
            self.ask("set_delay", {"delay_s": delay_s})
            time.sleep(0.5)
        self.force.end_before(time.monotonic())

    def _replies(self) -> int:
        return sum(one.output == "MQTT reply to set_delay" for one in self.arrivals.all)

    def restart_broker(self) -> None:
        """Kills it; what it kept is forgotten."""
        self.broker.kill()
        time.sleep(2 * self.scale)
        self.broker.start()

    def restart_daemon(self) -> None:
        """Ends it and starts it anew."""
        self.hall.stop()
        time.sleep(2 * self.scale)
        self.hall.start()

    def wait_for_all(self) -> None:
        """Until every output has told of the last act."""
        longest_s = max(delay_s for _, _, delay_s in self.force.periods)
        for output in EVERYTHING:
            wait_until(partial(self._is_done, output), f"the last act at {output}", longest_s + PATIENCE_S)
        for output in EVERY_ONE:
            missing = set(range(1, self.hall.last + 1)) - self.arrivals.told_by(output)
            if missing and not (output == "WebSocket" and self.hall.starts > 1):  # it was away while the daemon was
                raise SystemExit(f"{output} did not tell of {len(missing)} of {self.hall.last} acts")

    def _is_done(self, output: str) -> bool:
        """A page that asks for the state now and then does not see each."""
        return max(self.arrivals.told_by(output), default=0) >= self.hall.last


@contextmanager
def running(delay_s: float, scale: float) -> Iterator[Run]:
    """A daemon that begins with that delay."""
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(Path(folder), "forgotten")
        broker.start()
        hall = Hall(Path(folder), broker.port, delay_s * scale)
        force, arrivals = Force(), Arrivals()
        force.begin(delay_s * scale, time.monotonic())
        try:
            with all_ears(broker.port, hall.port, TABLE, arrivals, lambda: hall.flag) as ask:
                yield Run(hall, broker, arrivals, force, ask, scale)
        finally:
            hall.stop()
            broker.kill()


def steady(delay_s: float, play_s: float, scale: float) -> tuple[Run, list[Row]]:
    """One hand with one delay."""
    with running(delay_s, scale) as run:
        run.hall.play(hands()[0], play_s * scale)
        run.wait_for_all()
    return run, rows(run.arrivals.all, run.hall.written_s, run.force)


def changed(play_s: float, scale: float) -> tuple[Run, list[Row]]:
    """30, then 5, then 60 s; the broker is killed between, and the daemon started anew while acts wait."""
    first, second = hands()
    third = len(first) // 3
    with running(30, scale) as run:
        run.hall.play(first[:third], play_s * scale / 3)
        run.set_delay(5)
        run.hall.play(first[third : 2 * third], play_s * scale / 3)
        run.restart_broker()
        run.set_delay(60)
        run.hall.play(first[2 * third :], play_s * scale / 3)
        run.restart_daemon()
        run.hall.play(second, play_s * scale)
        run.wait_for_all()
    return run, rows(run.arrivals.all, run.hall.written_s, run.force)


def wait_until(condition: Callable[[], object], what: str, seconds: float = PATIENCE_S) -> None:
    """Raises `SystemExit` when it does not come about."""
    until_s = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until_s:
            raise SystemExit(f"waited {seconds:.0f} s for {what}")
        time.sleep(0.02)


def main(arguments: list[str] | None = None) -> int:
    """Prints the table; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--delays", default="0,30,300", help="in seconds, one run each; may be empty")
    parser.add_argument("--no-change", action="store_true", help="without the run in which the delay is changed")
    parser.add_argument("--play", type=float, default=30, help="seconds that a hand takes")
    parser.add_argument("--scale", type=float, default=1, help="of every time, as a factor")
    wanted = parser.parse_args(arguments)
    delays = [float(one) for one in wanted.delays.split(",") if one]
    runs = [(f"{delay_s:g}", partial(steady, delay_s, wanted.play, wanted.scale)) for delay_s in delays]
    if not wanted.no_change:
        runs.append(("30, 5, 60", partial(changed, wanted.play, wanted.scale)))
    print(
        "| delay s | output | messages | of these tell of an act | earliest, s after it might |\n|---|---|---|---|---|"
    )
    faults = 0
    with patch("tablebridge.daemon.table_witnesses._FRAME_WAIT_S", 0.01):  # there is no camera to wait for
        for name, run in runs:
            faults += _tell(name, *run())
    return 1 if faults else 0


def _tell(name: str, run: Run, found: list[Row]) -> int:
    """Prints the rows of a run; returns how many are wrong."""
    faults = 0
    for row in found:
        margin = f"{row.earliest_s:.3f}" if row.telling else "–"
        print(f"| {name} | {row.output} | {row.messages} | {row.telling} | {margin} |", flush=True)
        if row.earliest_s < 0:
            print(f"EARLY: {row.output}")
            faults += 1
    faults += sum(_told_to_all(output) for output in run.arrivals.outputs())
    return faults


def _told_to_all(output: str) -> bool:
    """Whether the public was given what is the referee's."""
    is_fault = output.startswith("MQTT violations") or output.removeprefix("HTTP ") in REFEREES_ONLY
    if is_fault:
        print(f"NOT PUBLIC: {output}")
    return is_fault


if __name__ == "__main__":
    sys.exit(main())
