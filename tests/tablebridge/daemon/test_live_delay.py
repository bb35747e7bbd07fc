"""A delay that is set while the daemon runs holds over its restart, until the configuration says something else."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tablebridge.daemon.live_delay import LiveDelay, delay_at_start
from tablebridge.errors import UsageError
from tablebridge.game.journal.journal import Journal
from tablebridge.game.journal.setting import JournalSetting
from tablebridge.release import ReleaseGate

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "t1.db", "t1", now=NOON) as journal:
        yield journal


@pytest.fixture
def begin(journal: Journal) -> Callable[[float], LiveDelay]:
    """A start of the daemon with that delay in its configuration."""

    def begin(configured_s: float) -> LiveDelay:
        gate = ReleaseGate("t1", delay_at_start(configured_s, journal, NOON))
        return LiveDelay(configured_s, journal, gate, lambda: NOON)

    return begin


def test_without_a_change_the_configuration_holds(begin: Callable[[float], LiveDelay]) -> None:
    assert begin(30).present_s == 30


def test_a_change_holds_over_a_restart(
    begin: Callable[[float], LiveDelay], journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    delay = begin(30)
    assert delay.set(5, "lee") == 5
    assert delay.set(60, "wu") == 60
    assert delay.present_s == 60
    assert journal.setting("delay_s") == JournalSetting("delay_s", "60.0", "30.0", "wu", NOON)
    assert begin(30.0).present_s == 60
    assert [record.getMessage() for record in caplog.records] == [
        "table t1: the delay is 5 s, set by lee",
        "table t1: the delay is 60 s, set by wu",
        "table t1: the delay is 60 s, set by wu, and not 30 s as configured",
    ]


def test_minus_nothing_is_told_as_nothing(
    begin: Callable[[float], LiveDelay], journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    told: list[str] = []
    delay = begin(30)
    delay.on_change = lambda delay_s: told.append(repr(delay_s))
    assert (repr(delay.set(-0.0, "lee")), repr(delay.present_s), told) == ("0.0", "0.0", ["0.0"])
    assert (kept := journal.setting("delay_s")) is not None
    assert kept.value == "0.0"
    assert caplog.records[-1].getMessage() == "table t1: the delay is 0 s, set by lee"
    assert repr(begin(-0.0).present_s) == "0.0"


def test_another_delay_in_the_configuration_ends_the_change(begin: Callable[[float], LiveDelay]) -> None:
    begin(30).set(60, "lee")
    assert begin(10).present_s == 10
    assert begin(30).present_s == 30
    assert begin(30).present_s == 30


def test_what_is_not_possible_is_refused_in_one_line_and_not_kept(
    begin: Callable[[float], LiveDelay], journal: Journal
) -> None:
    delay = begin(30)
    with pytest.raises(UsageError) as refused:
        delay.set(301, "lee")
    assert str(refused.value) == "a delay of 301 s is not possible: 0 to 300 s are: table t1 (give another)"
    assert (delay.present_s, journal.setting("delay_s")) == (30, None)


def test_a_full_disk_changes_the_delay_all_the_same_and_says_that_it_is_not_kept(
    begin: Callable[[float], LiveDelay], journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    delay = begin(0)
    journal._connection.execute("PRAGMA max_page_count = 1")
    delay.set(60, "lee" * 5000)
    assert delay.present_s == 60
    assert "table t1: the delay of 60 s ends with this process: the journal cannot be written" in caplog.text
