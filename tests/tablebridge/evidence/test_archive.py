"""The folder of clips: names, what has ruled-on flags, what goes when, and a full disk."""

from __future__ import annotations

import logging
import stat
from collections import namedtuple
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.evidence import ClipArchive, ClipMaking, Limits, read_clip
from tablebridge.evidence import archive as archives
from tests.tablebridge.evidence.cloths import NOON, cloth_frame

FLAG = "4f2a-17.RL-T01.turn_order.B"
Usage = namedtuple("Usage", "total used free")


def making(flag: str = FLAG, at: datetime = NOON, table: str = "hall-1") -> ClipMaking:
    return ClipMaking(table, flag, 0.0, at, 5000, 5000, tuple(cloth_frame(number) for number in range(3)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "evidence"


def opened(folder: Path, *, days: float = 30, max_bytes: int = 10**9, keep_free: int = 0) -> ClipArchive:
    return ClipArchive(folder, Limits(days, max_bytes, keep_free))


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("flag", "name"),
    [
        (FLAG, "hall-1.4f2a-17.RL-T01.turn_order.B.20260504T120000000Z.html"),
        ("a/../b:1", "hall-1.a%2F..%2Fb%3A1.20260504T120000000Z.html"),
    ],
)
def test_a_clip_is_named_by_table_flag_and_utc(folder: Path, flag: str, name: str) -> None:
    archive = opened(folder)
    path = archive.write(making(flag))
    assert names(folder) == [f"undecided/{name}"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {stat.S_IMODE(one.stat().st_mode) for one in (folder, path.parent, folder / "decided")} == {0o700}
    assert archive.find("hall-1", flag) == path
    assert read_clip(path).flag == flag


def test_another_tables_flag_of_the_same_name_is_another(folder: Path) -> None:
    archive = opened(folder)
    archive.write(making())
    assert archive.find("hall-2", FLAG) is None
    assert archive.find("hall-1", "RL-T01.turn_order.B") is None
    assert archive.find("hall-1", "*") is None


def test_a_ruling_moves_the_clip_and_a_ruling_taken_back_returns_it(folder: Path) -> None:
    archive = opened(folder)
    archive.write(making())
    archive.decide("hall-1", FLAG)
    assert names(folder)[0].startswith("decided/")
    assert (found := archive.find("hall-1", FLAG)) is not None
    assert found.parent.name == "decided"
    archive.decide("hall-1", FLAG, decided=False)
    assert names(folder)[0].startswith("undecided/")
    archive.decide("hall-1", "nobody knows it")


def test_age_takes_decided_clips_after_a_restart_too(folder: Path) -> None:
    archive = opened(folder)
    for flag in ("open", "ruled"):
        archive.write(making(flag))
    archive.decide("hall-1", "ruled")
    again = opened(folder, days=30)
    again.sweep(NOON + timedelta(days=29))
    assert len(names(folder)) == 2
    again.sweep(NOON + timedelta(days=31))
    assert [path.path.name.split(".")[1] for path in again.stored()] == ["open"]


def test_size_takes_the_oldest_first_and_says_when_it_takes_an_undecided_one(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    today = datetime.now(UTC)
    size = opened(folder).write(making("0", today - timedelta(hours=1))).stat().st_size
    archive = opened(folder, max_bytes=size * 3 + 100)
    for number in (1, 2, 3):
        archive.write(making(str(number), today - timedelta(minutes=10 - number)))
        archive.decide("hall-1", str(number), decided=number == 3)
        if number == 2:
            assert len(archive.stored()) == 3
            archive.decide("hall-1", "0")
    left = {clip.path.name.split(".")[1] for clip in archive.stored()}
    assert left == {"1", "2", "3"}
    assert caplog.messages == [], "a decided one went"
    for number in (4, 5):
        archive.write(making(str(number), today))
    left = {clip.path.name.split(".")[1] for clip in archive.stored()}
    assert left == {"2", "4", "5"}, "first 3, which was decided, then 1, the oldest"
    (line,) = caplog.messages
    assert "clip hall-1.1." in line
    assert "nobody has ruled" in line
    assert "evidence.size_mb" in line


def test_the_clip_just_written_stays_whatever_its_size(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    archive = opened(folder, max_bytes=1)
    first = archive.write(making("1"))
    assert first.exists()
    second = archive.write(making("2"))
    assert (first.exists(), second.exists()) == (False, True)


def test_files_of_others_are_left_alone(folder: Path) -> None:
    archive = opened(folder, max_bytes=1)
    alien = folder / "decided" / "notes.html"
    alien.write_text("mine")
    archive.sweep(NOON + timedelta(days=9999))
    assert alien.read_text() == "mine"
    assert archive.stored() == []


def test_what_a_process_that_died_left_half_written_is_removed(folder: Path) -> None:
    opened(folder).write(making())
    (folder / "undecided" / ".hall-1.x.20260504T120000000Z.html.part").write_bytes(b"half")
    opened(folder)
    assert len(names(folder)) == 1


def test_the_last_space_of_a_disk_is_not_taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = opened(folder, keep_free=100 * 2**20)
    free = 100 * 2**20 + 10
    monkeypatch.setattr(archives.shutil, "disk_usage", lambda _path: Usage(10**12, 0, free))
    with pytest.raises(UsageError, match=r"clips cannot be written \(of 100 MB free 100 MB stay\).*keep_free_mb"):
        archive.write(making())
    assert names(folder) == []
    free += 2**20
    archive.write(making())


def test_a_disk_that_is_full_is_one_clear_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    archive = opened(folder)
    monkeypatch.setattr(archives, "write_private", full)
    with pytest.raises(UsageError, match=r"No space left on device.*free some space there"):
        archive.write(making())


def test_a_clip_that_cannot_be_removed_is_told_and_the_rest_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    archive = opened(folder, days=1)
    for flag in ("a", "b"):
        archive.write(making(flag))
    for flag in ("a", "b"):
        archive.decide("hall-1", flag)
    unlink = Path.unlink

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if ".a." in path.name:
            raise PermissionError(13, "Permission denied")
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    with caplog.at_level(logging.WARNING):
        archive.sweep(NOON + timedelta(days=2))
    assert ["cannot be removed" in line for line in caplog.messages] == [True]
    assert len(names(folder)) == 1
