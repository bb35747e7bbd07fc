"""The table's clock on the host's over hours: jitter of the line, drift of the crystal, wrap and restart."""

from __future__ import annotations

import random

import pytest

from tablebridge.link.table_time import TableTime

BEAT_MS = 500
WRAP_MS = 2**32


class Line:
    """Heartbeats from a table whose crystal is off by `drift`, over a line that holds each up by chance."""

    def __init__(self, seed: int, drift: float, start_ms: int = 0) -> None:
        self._chance = random.Random(seed)
        self._drift = drift
        self._start_ms = start_ms
        self._beat = 0
        self.time = TableTime()
        self.now_ms = 0.0

    def beat(self, count: int) -> None:
        for _ in range(count):
            self._beat += 1
            self.now_ms = self._beat * BEAT_MS + self.delay_ms()
            self.time.heard(self.table_ms(self._beat * BEAT_MS), self.now_ms)

    def delay_ms(self) -> float:
        """Two milliseconds at least, five more on average, and now and then a tenth of a second."""
        held_up = 100.0 if self._chance.random() < 0.02 else 0.0
        return 2.0 + self._chance.expovariate(1 / 5) + held_up

    def table_ms(self, host_ms: float) -> int:
        return int(self._start_ms + host_ms * (1 + self._drift)) % WRAP_MS

    def error_ms(self, age_ms: float) -> float:
        """How far off a report is placed that happened `age_ms` before the last heartbeat was sent."""
        true_ms = self._beat * BEAT_MS - age_ms
        return self.time.host_ms(self.table_ms(true_ms), self.now_ms + 5) - true_ms


@pytest.mark.parametrize("drift", [0.0, 100e-6, -100e-6], ids=["exact", "fast", "slow"])
@pytest.mark.parametrize("seed", range(3))
def test_a_report_is_placed_to_a_few_milliseconds_all_evening(seed: int, drift: float) -> None:
    line = Line(seed, drift)
    line.beat(20)
    for _ in range(200):  # four hours and more
        line.beat(150)
        for age_ms in (0, 80, 700):
            # late by the quickest of twenty frames, and by what the crystals part in ten seconds: never early by more
            assert -2.0 <= line.error_ms(age_ms) <= 15.0


@pytest.mark.parametrize("seed", range(3))
def test_the_clock_goes_round_in_the_middle_of_a_game(seed: int) -> None:
    line = Line(seed, 50e-6, start_ms=WRAP_MS - 60_000)
    for _ in range(240):
        line.beat(1)
        assert abs(line.error_ms(300)) <= 110  # the first frames may be the held-up ones
    line.beat(20)
    assert -2.0 <= line.error_ms(300) <= 15.0


def test_after_a_restart_the_mapping_begins_anew() -> None:
    before = Line(1, 0.0, start_ms=10_000_000)
    before.beat(100)
    after = TableTime()  # as the link makes one with every hello
    after.heard(40, now_ms=before.now_ms + 3000)
    assert after.host_ms(40, before.now_ms + 3010) == before.now_ms + 3000
    assert after.host_ms(45, before.now_ms + 3010) == before.now_ms + 3005
