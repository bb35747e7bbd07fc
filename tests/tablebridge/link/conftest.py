"""What the tests of the link share: a listener that can be waited for, and things on a line that are no table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import pytest

from tablebridge.backoff import Backoff
from tablebridge.clock import Clock, TableClock
from tablebridge.link import LinkState, LinkStatus, TableLink
from tablebridge.observation import Observation, Sighting
from tablebridge.sim.device_port import DevicePort

PATIENCE_S = 60.0
"""How long a test waits for what must come; a pass never waits so long."""

S = TypeVar("S")


@dataclass
class Listener:
    """Keeps what a link tells, and waits for it."""

    observations: list[Observation] = field(default_factory=list)
    statuses: list[LinkStatus] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def on_observation(self, observation: Observation) -> None:
        with self._changed:
            self.observations.append(observation)
            self._changed.notify_all()

    def on_status(self, status: LinkStatus) -> None:
        with self._changed:
            self.statuses.append(status)
            self._changed.notify_all()

    @property
    def sightings(self) -> list[Sighting]:
        return [observation.sighting for observation in self.observations]

    def of(self, kind: type[S]) -> list[S]:
        return [sighting for sighting in self.sightings if isinstance(sighting, kind)]

    def wait(self, condition: Callable[[], bool]) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        with self._changed:
            while not condition():
                assert time.monotonic() < deadline_s, f"did not come; told: {self.statuses}, seen: {self.sightings}"
                self._changed.wait(0.05)  # figures change without a word

    def wait_for_state(self, state: LinkState, times: int = 1) -> LinkStatus:
        self.wait(lambda: [status.state for status in self.statuses].count(state) >= times)
        return [status for status in self.statuses if status.state is state][times - 1]

    def wait_for_line(self, text: str) -> LinkStatus:
        self.wait(lambda: any(text in status.line for status in self.statuses))
        return next(status for status in self.statuses if text in status.line)

    def wait_for(self, kind: type[S], times: int = 1) -> S:
        self.wait(lambda: len(self.of(kind)) >= times)
        return self.of(kind)[times - 1]


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def link_to(listener: Listener) -> Iterator[Callable[..., TableLink]]:
    """Starts links that tell the listener and try again quickly; stops them at the end of the test."""
    started: list[TableLink] = []

    def start(url: str, clock: Clock | None = None, same_clock: bool = False) -> TableLink:
        link = TableLink(
            url,
            "table-1",
            listener.on_observation,
            listener.on_status,
            clock or TableClock(),
            same_clock=same_clock,
            backoff=Backoff(first_s=0.05, longest_s=0.2),
        )
        started.append(link)
        link.start()
        return link

    yield start
    for link in started:
        link.stop()


@contextmanager
def speaker(port: DevicePort, answer: Callable[[bytes], bytes]) -> Iterator[str]:
    """Something on a line that answers what it hears (nothing, every 10 ms) with `answer`; gives the URL."""
    stopping = threading.Event()
    port.open()

    def speak() -> None:
        while not stopping.wait(0.01):
            heard = port.read()
            if heard is not None:
                port.write(answer(heard))

    thread = threading.Thread(target=speak)
    thread.start()
    try:
        yield port.url
    finally:
        stopping.set()
        thread.join()
        port.close()


@pytest.fixture(name="speaker")
def speaker_fixture() -> Callable[..., object]:
    """See `speaker`."""
    return speaker
