"""Age takes decided clips only; size takes the oldest, undecided ones last."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tablebridge.evidence.retention import Limits, StoredClip, outlived, pushed_out

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def clip(name: str, days: float, size: int = 10) -> StoredClip:
    """One so many days old; a name in capitals is of a flag that is undecided."""
    return StoredClip(Path(name), NOW - timedelta(days=days), size, decided=name.islower())


def names(clips: list[StoredClip]) -> str:
    return " ".join(one.path.name for one in clips)


@pytest.mark.parametrize(
    ("clips", "expected"),
    [
        ([clip("a", 31), clip("b", 29.9)], "a"),
        ([clip("A", 31), clip("b", 31)], "b"),
        ([clip("A", 400)], ""),
        ([], ""),
    ],
)
def test_age(clips: list[StoredClip], expected: str) -> None:
    assert names(outlived(clips, NOW, Limits(30, 1000, 0))) == expected


@pytest.mark.parametrize(
    ("max_bytes", "expected"),
    [(40, ""), (39, "b"), (30, "b"), (29, "b d"), (20, "b d"), (19, "b d A"), (0, "b d A C")],
)
def test_size(max_bytes: int, expected: str) -> None:
    clips = [clip("d", 2), clip("C", 3), clip("b", 4), clip("A", 5)]
    assert names(pushed_out(clips, Limits(30, max_bytes, 0))) == expected
