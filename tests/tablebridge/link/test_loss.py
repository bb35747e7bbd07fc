"""When a silent line is called lost, in a time that passes only by reading."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tablebridge.clock import TableClock
from tablebridge.link import TableLink
from tablebridge.observation import LinkDown, LinkUp
from tablebridge.sim.device import identity
from tablebridge_protocol.device_session import DeviceSession

Listener = Any  # `conftest.Listener`: a test folder is no package to import from
LONGEST_READ_MS = 50.0


class MutedTable:
    """A line to a table that falls silent after so many readings; each takes as long as a reading can."""

    def __init__(self, readings: int) -> None:
        self.now_ms = 0.0
        self.heard_ms = 0.0
        self._left = readings
        self._asked = b""
        self._session = DeviceSession(identity("0042"))

    def open(self, url: str) -> MutedTable:
        return self

    def __enter__(self) -> MutedTable:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def write(self, data: bytes) -> None:
        self._asked += data

    def read(self) -> bytes:
        self.now_ms += LONGEST_READ_MS
        if self._left == 0:
            return b""
        self._left -= 1
        asked, self._asked = self._asked, b""
        self.heard_ms = self.now_ms
        uptime_ms = int(self.now_ms)
        return self._session.receive(asked, self.now_ms, uptime_ms).reply + self._session.heartbeat(uptime_ms)


@pytest.mark.parametrize("readings", [1, 10, 100])
def test_a_table_that_falls_silent_is_lost_within_three_seconds(
    listener: Listener, monkeypatch: pytest.MonkeyPatch, readings: int
) -> None:
    line = MutedTable(readings)
    link = TableLink(
        "x", "table-1", listener.on_observation, listener.on_status, TableClock(), monotonic_ms=lambda: line.now_ms
    )
    monkeypatch.setattr(link, "_opener", line)
    link.start()
    try:
        down = listener.wait_for(LinkDown)
    finally:
        link.stop()
    assert listener.of(LinkUp)
    found = re.search(r"has not been heard for (\d\.\d) s", down.reason)
    assert found is not None
    assert 2.5 <= float(found[1]) < 3.0
