"""The figures of a running table."""

from __future__ import annotations

from pathlib import Path

from tablebridge.health import Health


def test_a_fresh_table_has_no_times_yet(tmp_path: Path) -> None:
    document = Health(tmp_path).document(frames_a_second=0, waiting=0, model="m")
    assert document["frames"] == 0
    assert document["frame_ms"] == {"p50": None, "p95": None}
    assert document["disk_free_mb"] > 0


def test_frames_and_observations_are_counted_and_times_ranked(tmp_path: Path) -> None:
    health = Health(tmp_path)
    for took_ms in range(1, 101):
        health.frame_seen(took_ms, observations=2)
    document = health.document(frames_a_second=7.96, waiting=3, model="tiles-1")
    assert (document["frames"], document["observations"], document["waiting"]) == (100, 200, 3)
    assert document["frame_ms"] == {"p50": 51, "p95": 96}
    assert (document["frames_a_second"], document["model"]) == (8.0, "tiles-1")
    assert set(document["versions"]) == {"tablebridge", "python"}
