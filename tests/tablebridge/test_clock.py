"""Table time goes on by itself, by a factor, or by frames."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest

from tablebridge.clock import FrameClock, TableClock


def test_a_scaled_clock_runs_that_much_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([100.0, 100.5, 102.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(moments))
    clock = TableClock(scale=4)
    assert [clock.now_ms(), clock.now_ms()] == [2000.0, 8000.0]


def test_a_frame_clock_moves_with_frames_and_never_back() -> None:
    clock = FrameClock()
    assert clock.now_ms() == 0
    clock.advance_to(125)
    clock.advance_to(60)
    assert clock.now_ms() == 125


def test_both_tell_aware_utc() -> None:
    assert TableClock().utc().utcoffset() == FrameClock().utc().utcoffset() == timedelta(0)
