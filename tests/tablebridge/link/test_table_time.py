"""The table's clock on the host's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.link.table_time import TableTime

WRAP_MS = 2**32


def test_without_a_heartbeat_a_report_happened_now() -> None:
    assert TableTime().host_ms(123, now_ms=5000.0) == 5000.0


def test_the_quickest_frame_tells_the_offset() -> None:
    time = TableTime()
    for table_ms, late_ms in ((0, 30), (500, 4), (1000, 90)):
        time.heard(table_ms, now_ms=10_000 + table_ms + late_ms)
    assert time.host_ms(700, now_ms=11_090) == 10_704


@given(st.integers(0, WRAP_MS - 1), st.lists(st.floats(0, 40), min_size=1, max_size=40), st.integers(0, 3000))
def test_a_moment_is_placed_within_the_delay_of_the_line_even_over_the_wrap(
    start_ms: int, delays_ms: list[float], age_ms: int
) -> None:
    time = TableTime()
    for beat, delay_ms in enumerate(delays_ms):
        time.heard((start_ms + 500 * beat) % WRAP_MS, now_ms=1000 + 500 * beat + delay_ms)
    now_ms = 1000 + 500 * (len(delays_ms) - 1) + 40
    placed_ms = time.host_ms((start_ms + 500 * (len(delays_ms) - 1) - age_ms) % WRAP_MS, now_ms)
    true_ms = now_ms - 40 - age_ms
    assert true_ms - 0.01 <= placed_ms <= true_ms + 40.01


@pytest.mark.parametrize(
    ("table_ms", "host_ms"),
    [
        pytest.param(19_500, 20_500, id="just-now"),
        pytest.param(60_000, 21_000, id="from-the-future"),
        pytest.param(0, 16_000, id="far-too-old"),
    ],
)
def test_a_report_of_a_wrong_clock_stays_near_the_present(table_ms: int, host_ms: float) -> None:
    time = TableTime()
    time.heard(20_000, now_ms=21_000)
    assert time.host_ms(table_ms, now_ms=21_000) == host_ms


def test_a_slower_clock_is_followed() -> None:
    time = TableTime()
    for beat in range(100):  # the host's clock gains 10 ms a heartbeat on the table's
        time.heard(500 * beat, now_ms=510 * beat)
    assert time.host_ms(500 * 99, now_ms=510 * 99) >= 510 * 99 - 10 * 20


def test_a_clock_that_stood_still_is_followed_when_it_runs_on() -> None:
    time = TableTime()
    for beat in range(10):  # the table waits at 0 for five seconds
        time.heard(0, now_ms=500 * beat)
    time.heard(500, now_ms=5000)
    assert time.host_ms(700, now_ms=5300) == 5200


def test_one_frame_that_was_held_up_does_not_move_the_clock_for_long() -> None:
    time = TableTime()
    time.heard(0, now_ms=1000)
    time.heard(500, now_ms=2900)  # the host was busy
    time.heard(1000, now_ms=2901)
    time.heard(1500, now_ms=2902)
    time.heard(2000, now_ms=3000)
    assert time.host_ms(1900, now_ms=3000) == 2900
