"""Lines that anybody can cause: the first at once, the like of it once a minute, with how many."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from tablebridge.web import seldom
from tablebridge.web.seldom import Seldom

LOG = logging.getLogger("tablebridge.web.some")


class Minutes:
    """Stands for the loop: what is to be done later is done when a minute is let pass."""

    def __init__(self) -> None:
        self._later: list[tuple[Any, tuple[Any, ...]]] = []

    def call_later(self, _delay_s: float, act: Any, *arguments: Any) -> None:
        self._later.append((act, arguments))

    def minute(self) -> None:
        due, self._later = self._later, []
        for act, arguments in due:
            act(*arguments)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Minutes:
    minutes = Minutes()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: minutes)
    return minutes


def test_each_address_has_its_line_and_later_a_count(time: Minutes, caplog: pytest.LogCaptureFixture) -> None:
    said = Seldom(LOG)
    for address in ("10.0.0.1", "10.0.0.2", "10.0.0.1", "10.0.0.1"):
        said.warn(address, "wrong token")
    assert caplog.messages == ["wrong token from 10.0.0.1", "wrong token from 10.0.0.2"]
    caplog.clear()
    time.minute()
    assert caplog.messages == ["wrong token from 10.0.0.1 (2 more of the kind within a minute)"]
    caplog.clear()
    said.warn("10.0.0.1", "wrong token")  # it was told of just now
    said.warn("10.0.0.2", "wrong token")  # a minute has passed
    assert caplog.messages == ["wrong token from 10.0.0.2"]
    for _ in range(3):
        time.minute()
    assert len(caplog.messages) == 2
    assert not said._kept


def test_no_number_of_addresses_fills_log_or_memory(time: Minutes, caplog: pytest.LogCaptureFixture) -> None:
    said = Seldom(LOG)
    for number in range(1000):
        said.warn(f"10.0.{number // 250}.{number % 250}", "wrong token")
    assert len(caplog.messages) == seldom._MOST_ADDRESSES + 1
    assert caplog.messages[-1] == "wrong token from further addresses"
    caplog.clear()
    time.minute()
    assert caplog.messages == ["wrong token from further addresses (949 more of the kind within a minute)"]
