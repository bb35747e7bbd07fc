"""A table on a real line that goes wrong as told, a link that listens, and an account of every report.

What was sent is known by its moment (`at_ms` is a running number), what was told lost by its sequence number or by the
time during which the line was down.
"""

from __future__ import annotations

import logging
import random
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tablebridge.backoff import Backoff
from tablebridge.clock import TableClock
from tablebridge.config import LinkConfig
from tablebridge.link import LinkState, LinkStatus, TableLink
from tablebridge.link.reports import sighting_of
from tablebridge.observation import LinkDown, LinkUp, Observation, Sighting
from tablebridge.sim.device import VirtualDevice, identity
from tablebridge.sim.device_port import DevicePort
from tablebridge_protocol.codec import message_of
from tablebridge_protocol.framing import DELIMITER, Frame
from tablebridge_protocol.messages import Button, ButtonKind, Port, Report
from tablebridge_protocol.session import HEARTBEAT_LOSS_MS, RESEND_MS
from tablebridge_protocol.stream import StreamDecoder

_log = logging.getLogger(__name__)

PATIENCE_S = 60.0
_SETTLE_S = 2.0  # the last repetition of a report, and the word about the lost ones, have come by then
_REPEATED_S = 2.5 * RESEND_MS / 1000  # a report whose acknowledgement was lost has come again by then


class FaultyPort(DevicePort):
    """Another port with faults; `inner` may be changed while it is closed.

    `noise` is the share of bytes that come out wrong, each way; with `echo` the host's bytes come back to it; with
    `void` nothing passes and nobody notices; `cut_after` bytes of what is written next the cable comes out.
    """

    def __init__(self, inner: DevicePort, seed: int) -> None:
        self.inner = inner
        self.noise = 0.0
        self.echo = False
        self.void = False
        self.cut_after: int | None = None
        self.cut = threading.Event()
        self.numbers: dict[int, set[int]] = {}  # sequence numbers under which the report of that moment left the table
        self._chance = random.Random(seed)
        self._was_host = False

    @property
    def url(self) -> str:
        return self.inner.url

    def open(self) -> None:
        self.cut.clear()
        self.inner.open()

    def close(self) -> None:
        self.inner.close()

    def read(self) -> bytes | None:
        data = self.inner.read()
        if self.void:
            return b"" if self._was_host else None
        self._was_host = data is not None
        if data and self.echo:
            self.inner.write(data)
        return data if data is None else self._disturbed(data)

    def write(self, data: bytes) -> None:
        self._take_down(data)
        if self.void or self.cut.is_set():
            return
        if self.cut_after is not None and data:
            self.inner.write(data[: self.cut_after])
            self.cut_after = None
            self.cut.set()
            return
        self.inner.write(self._disturbed(data))

    def _disturbed(self, data: bytes) -> bytes:
        return bytes(
            self._chance.randrange(256) if self.noise and self._chance.random() < self.noise else byte for byte in data
        )

    def _take_down(self, data: bytes) -> None:
        for frame in StreamDecoder().feed(DELIMITER + data):
            if isinstance(frame, Frame) and isinstance(report := message_of(frame), Button):
                self.numbers.setdefault(report.at_ms, set()).add(frame.sequence)


@dataclass
class Bench:
    """One table, one link, and the account. Times are of `time.monotonic`."""

    port: FaultyPort
    device: VirtualDevice
    link: TableLink
    log: pytest.LogCaptureFixture
    observations: list[tuple[float, Observation]] = field(default_factory=list)
    statuses: list[LinkStatus] = field(default_factory=list)
    sent: dict[int, tuple[float, Report]] = field(default_factory=dict)
    unheard: set[int] = field(default_factory=set)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def on_observation(self, observation: Observation) -> None:
        with self.changed:
            self.observations.append((time.monotonic(), observation))
            self.changed.notify_all()

    def on_status(self, status: LinkStatus) -> None:
        with self.changed:
            self.statuses.append(status)
            self.changed.notify_all()

    def report(self, count: int = 1, pause_s: float = 0.01) -> None:
        """The table reports so many things, one after the other."""
        for _ in range(count):
            number = len(self.sent) + 1
            report = Button(number, Port(number % 4 + 1), ButtonKind(number % 5 + 1))
            self.sent[number] = (time.monotonic(), report)
            if not self.device.send(report):
                self.unheard.add(number)
            time.sleep(pause_s)

    def wait(self, condition: Callable[[], bool]) -> None:
        with self.changed:
            came = self.changed.wait_for(condition, PATIENCE_S)
        assert came, f"did not come; told: {self.statuses}, lost: {self.told_lost()}"

    def count(self, kind: type[Sighting]) -> int:
        return sum(isinstance(seen.sighting, kind) for _, seen in self.observations)

    def wait_up(self, times: int = 1) -> None:
        """Until the link was up so often, and the table knows of its host."""
        self.wait(lambda: self.count(LinkUp) >= times)
        assert self.device.wait_for_host(PATIENCE_S)

    def wait_down(self, times: int = 1) -> None:
        self.wait(lambda: self.count(LinkDown) >= times)

    def pull_when_cut(self) -> None:
        """The cable comes out in the middle of what is written next."""
        self.report()
        assert self.port.cut.wait(PATIENCE_S)
        self.device.unplug()

    def settle(self) -> None:
        """Lets everything come that still can."""
        deadline_s = time.monotonic() + PATIENCE_S
        quiet_since, seen = time.monotonic(), len(self.observations)
        while time.monotonic() < deadline_s:
            quiet_s = time.monotonic() - quiet_since
            if quiet_s > _SETTLE_S or (quiet_s > _REPEATED_S and self.all_came()):
                return
            time.sleep(0.05)
            if len(self.observations) != seen:
                quiet_since, seen = time.monotonic(), len(self.observations)

    def all_came(self) -> bool:
        """Whether nothing that was sent is still missing."""
        return len({seen.at_ms for _, seen in list(self.observations) if _is_report(seen)}) == len(self.sent)

    def told_lost(self) -> set[int]:
        """Sequence numbers that the link has named as lost."""
        numbers: set[int] = set()
        for record in self.log.records:
            if found := re.search(r"lost: sequence (.*)", record.getMessage()):
                for run in found[1].split(", "):
                    first, _, last = run.partition("-")
                    length = (int(last or first) - int(first)) % 256 + 1
                    numbers |= {(int(first) + step) % 256 for step in range(length)}
        return numbers

    def outages(self, silence_s: float) -> list[tuple[float, float]]:
        """From the last moment that may have been heard to the table's being there again."""
        spans: list[tuple[float, float]] = []
        began: float | None = None
        for at_s, seen in self.observations:
            if isinstance(seen.sighting, LinkDown):
                began = at_s - silence_s - 1.0
            elif isinstance(seen.sighting, LinkUp) and began is not None:
                spans.append((began, at_s + 0.5))
                began = None
        return spans + ([(began, float("inf"))] if began is not None else [])

    def check(self, most_lost: int, silence_s: float = HEARTBEAT_LOSS_MS / 1000) -> set[int]:
        """Nothing is invented, nothing doubled, and what is lost is named. Returns what was lost."""
        told = [(int(seen.at_ms), seen.sighting) for _, seen in self.observations if _is_report(seen)]
        got = [number for number, _ in told]
        invented = [(number, seen) for number, seen in told if number not in self.sent]
        assert invented == []
        assert [seen for number, seen in told] == [sighting_of(self.sent[number][1]) for number in got]
        assert len(got) == len(set(got)), f"doubled: {sorted(number for number in got if got.count(number) > 1)}"
        lost = set(self.sent) - set(got)
        named, spans = self.told_lost(), self.outages(silence_s)
        nameless = {
            number
            for number in lost
            if number not in self.unheard
            and not self.port.numbers.get(number, set()) & named
            and not any(began <= self.sent[number][0] <= ended for began, ended in spans)
        }
        assert nameless == set(), f"lost without a word: {nameless}, named: {named}"
        assert len(lost) <= most_lost, f"lost: {sorted(lost)}"
        return lost


def _is_report(seen: Observation) -> bool:
    return type(seen.sighting).__name__ == "ButtonPressed"


@contextmanager
def bench(
    inner: DevicePort,
    log: pytest.LogCaptureFixture,
    seed: int,
    *,
    url: str | None = None,
    candidates: Sequence[str] = (),
    capture: Path | None = None,
    monotonic_ms: Callable[[], float] = lambda: time.monotonic() * 1000,
) -> Iterator[Bench]:
    """A table with the serial number 0042 on that port and a link that has found it."""
    log.set_level(logging.INFO)
    _log.info("seed %d", seed)  # shown with a failure
    port = FaultyPort(inner, seed)
    with VirtualDevice(port, identity("0042")) as device:
        made: list[Bench] = []
        config = LinkConfig(
            port=url or device.url, candidates=tuple(candidates), capture=str(capture) if capture else None
        )
        link = TableLink(
            config,
            "table-1",
            lambda observation: made[0].on_observation(observation),
            lambda status: made[0].on_status(status),
            TableClock(),
            same_clock=True,
            backoff=Backoff(0.05, 0.2, random.Random(seed)),
            monotonic_ms=monotonic_ms,
        )
        made.append(Bench(port, device, link, log))
        link.start()
        try:
            yield made[0]
        finally:
            link.stop()
    assert made[0].statuses[-1].state is LinkState.STOPPED
