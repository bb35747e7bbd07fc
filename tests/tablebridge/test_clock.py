"""Table time goes on by itself, by a factor, or by frames."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tablebridge.clock import FrameClock, Instant, TableClock, now


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


NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("earlier", "later", "seconds"),
    [
        pytest.param(Instant(NOON, "b", 100.0), Instant(NOON + timedelta(hours=8), "b", 107.0), 7, id="clock-set"),
        pytest.param(Instant(NOON, "b", 100.0), Instant(NOON + timedelta(minutes=1), "c", 5.0), 60, id="was-off"),
        pytest.param(Instant(NOON), Instant(NOON + timedelta(minutes=1)), 60, id="no-name"),
        pytest.param(Instant(NOON, "", 9.0), Instant(NOON - timedelta(minutes=1), "", 10.0), -60, id="set-back"),
    ],
)
def test_the_machines_own_count_is_believed_where_it_went_on(earlier: Instant, later: Instant, seconds: float) -> None:
    assert earlier.until_s(later) == seconds


def test_now_is_told_by_both_clocks_where_the_machine_has_both() -> None:
    first, second = now(), now()
    assert first.utc.utcoffset() == timedelta(0)
    assert first.boot == second.boot != ""
    assert 0 <= first.until_s(second) < 60


def test_without_a_name_for_the_time_since_the_start_the_wall_clock_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tablebridge.clock._BOOT_ID", tmp_path / "nothing")
    assert now().boot == ""
