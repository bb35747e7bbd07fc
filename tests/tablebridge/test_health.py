"""The figures of a running table, and the room on its disk in one word."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from tablebridge.health import LOOK_AGAIN_S, DiskSpace, Health


def test_a_fresh_table_has_no_times_yet() -> None:
    assert Health().figures() == {"frames": 0, "frame_ms": {"p50": None, "p95": None}, "observations": 0}


def test_frames_and_observations_are_counted_and_times_ranked() -> None:
    health = Health()
    for took_ms in range(1, 101):
        health.frame_seen(took_ms, observations=2)
    assert health.figures() == {"frames": 100, "frame_ms": {"p50": 51, "p95": 96}, "observations": 200}


@pytest.mark.parametrize(
    ("free_mb", "words"),
    [
        ((52_000, 2_000), ("enough", "enough")),
        ((1_999, 2_499, 2_500), ("low", "low", "enough")),
        # about the bound it stays as it is: else it would change with each clip that is written or let go
        ((499, 500, 507, 624, 625), ("very_low", "very_low", "very_low", "very_low", "low")),
        ((400, 52_000), ("very_low", "enough")),
    ],
)
def test_the_room_on_the_disk_is_a_word_that_hardly_ever_changes(
    free_mb: tuple[int, ...], words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    now_s = 100.0
    disk = DiskSpace("hall-1", tmp_path, lambda: now_s)
    for free, word in zip(free_mb, words, strict=True):
        monkeypatch.setattr(shutil, "disk_usage", lambda _folder, free=free: SimpleNamespace(free=free * 2**20 + 1))
        assert disk.word == word
        now_s += LOOK_AGAIN_S


def test_the_disk_is_looked_at_no_more_often_than_the_longest_delay_lasts_and_the_log_has_the_figure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    now_s, free_mb = 100.0, 52_000
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=free_mb * 2**20))
    disk = DiskSpace("hall-1", tmp_path, lambda: now_s)
    assert disk.word == "enough"
    free_mb = 300
    now_s += LOOK_AGAIN_S - 1
    assert disk.word == "enough"
    now_s += 1
    with caplog.at_level(logging.INFO):
        assert [disk.word, disk.word] == ["very_low", "very_low"]
    assert caplog.messages == [f"table hall-1: 300 MB are free where the journal is: {tmp_path}"]
