"""Captures: what was written is read, files stay in bounds, and a full disk disturbs nobody."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.errors import UsageError
from tablebridge.link.capture import Capture, Entry, Mark, entries

NOON = datetime(2026, 11, 30, 12, 0, 0, 250_000, tzinfo=UTC)


class Time:
    ms = 0.0

    def __call__(self) -> float:
        return self.ms


def capture_in(folder: Path, most_bytes: int = 10_000, files: int = 3, time: Time | None = None) -> Capture:
    return Capture(folder / "line.cap", time or Time(), lambda: NOON, most_bytes=most_bytes, files=files)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    time = Time()
    time.ms = 5000.0
    capture = capture_in(tmp_path / "new" / "folder", time=time)
    capture.opened("/dev/ttyUSB0")
    time.ms = 5001.5
    capture.sent(b"\x00\x05")
    capture.came(b"")  # nothing came: nothing is written
    capture.came(b"\xff")
    capture.gone("port\n/dev/ttyUSB0 is gone")
    capture.close()
    path = tmp_path / "new" / "folder" / "line.cap"
    assert list(entries(path)) == [
        Entry(NOON, 0.0, Mark.NOTE, note="open /dev/ttyUSB0"),
        Entry(NOON, 1.5, Mark.TO_TABLE, data=b"\x00\x05"),
        Entry(NOON, 1.5, Mark.FROM_TABLE, data=b"\xff"),
        Entry(NOON, 1.5, Mark.NOTE, note="gone port /dev/ttyUSB0 is gone"),
    ]
    assert path.read_text().splitlines()[:3] == [
        "# tablebridge line capture 1",
        "2026-11-30T12:00:00.250Z 0.000 # open /dev/ttyUSB0",
        "2026-11-30T12:00:00.250Z 1.500 > 00 05",
    ]


@given(st.lists(st.binary(max_size=40), max_size=30))
def test_bytes_come_back_as_they_were(tmp_path_factory: pytest.TempPathFactory, pieces: list[bytes]) -> None:
    folder = tmp_path_factory.mktemp("capture")
    capture = capture_in(folder)
    capture.opened("x")
    for piece in pieces:
        capture.came(piece)
    capture.close()
    read = [entry.data for entry in entries(folder / "line.cap") if entry.mark is Mark.FROM_TABLE]
    assert b"".join(read) == b"".join(pieces)


def test_files_are_rotated_and_stay_in_bounds(tmp_path: Path) -> None:
    capture = capture_in(tmp_path, most_bytes=1000, files=3)
    capture.opened("x")
    capture.introduced(b"\xaa\xbb")
    for number in range(200):
        capture.came(bytes((number,)) * 8)
    capture.close()
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["line.cap", "line.cap.1", "line.cap.2"]
    assert all(path.stat().st_size <= 1000 for path in tmp_path.iterdir())
    newest = list(entries(tmp_path / "line.cap"))
    assert newest[0].note == "hello aa bb"  # whoever plays this file alone knows who it was
    assert newest[-1].data == b"\xc7" * 8
    together = tmp_path / "all.cap"
    together.write_text("".join((tmp_path / name).read_text() for name in reversed(names)))
    data = [entry.data[0] for entry in entries(together) if entry.data]
    assert data == list(range(data[0], 200))


def test_one_file_begins_anew(tmp_path: Path) -> None:
    capture = capture_in(tmp_path, most_bytes=300, files=1)
    capture.opened("x")
    for number in range(50):
        capture.came(bytes((number,)))
    capture.close()
    assert [path.name for path in tmp_path.iterdir()] == ["line.cap"]
    assert (tmp_path / "line.cap").stat().st_size <= 300


def test_a_later_process_goes_on_in_the_same_file(tmp_path: Path) -> None:
    for _ in range(2):
        capture = capture_in(tmp_path)
        capture.opened("x")
        capture.close()
    assert [entry.note for entry in entries(tmp_path / "line.cap")] == ["open x", "open x"]


def test_a_disk_that_takes_nothing_is_told_once_and_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "line.cap").mkdir()  # no file can be written there
    capture = capture_in(tmp_path)
    with caplog.at_level(logging.WARNING):
        capture.opened("x")
        capture.came(b"1")
        capture.came(b"2")
    assert len(caplog.records) == 1
    assert "make room or name another file" in caplog.text
    (tmp_path / "line.cap").rmdir()
    capture.opened("x")
    capture.close()
    assert [entry.note for entry in entries(tmp_path / "line.cap")] == ["open x"]


def test_a_line_that_was_being_written_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "cut.cap"
    path.write_text("# tablebridge line capture 1\n# a remark\n2026-11-30T12:00:00.250Z 0.000 < 01\n2026-11-30T12:0")
    assert [entry.data for entry in entries(path)] == [b"\x01"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        pytest.param("hello\n", "not a capture of a line", id="another-file"),
        pytest.param("# tablebridge line capture 1\nwhat\n", "not a line of a capture: .*, line 2", id="a-line"),
        pytest.param(
            "# tablebridge line capture 1\n2026-11-30T12:00:00.250Z 0.000 < 0\n",
            "not a line of a capture",
            id="half-byte",
        ),
    ],
)
def test_what_is_no_capture_is_said(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "x.cap"
    path.write_text(text)
    with pytest.raises(UsageError, match=what):
        list(entries(path))


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read the capture \(No such file"):
        list(entries(tmp_path / "none.cap"))
    (tmp_path / "bytes.cap").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(UsageError, match=r"cannot read the capture \(it is no text\)"):
        list(entries(tmp_path / "bytes.cap"))


def test_a_capture_goes_on_behind_half_a_line(tmp_path: Path) -> None:
    capture = capture_in(tmp_path)
    capture.came(b"\x01\x02")
    capture.close()
    with (tmp_path / "line.cap").open("a") as file:
        file.write("2026-11-30T12:00:00.250Z 1.000 < 02 0")  # a full disk, or a crash
    capture.came(b"\x03")
    capture.close()
    assert [entry.data for entry in entries(tmp_path / "line.cap")] == [b"\x01\x02", b"\x03"]


@pytest.mark.parametrize("text", ["notes of the evening\n", "# tablebridge", "x"])
def test_a_file_that_is_no_capture_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "line.cap"
    path.write_text(text)
    told: list[str] = []
    capture = Capture(path, Time(), most_bytes=1, files=1, tell=told.append)
    for _ in range(3):
        capture.came(b"\x01")
    capture.close()
    assert path.read_text() == text
    assert told == [
        f"the capture {path} cannot be written (it is there and is no capture): make room or name another file"
    ]
