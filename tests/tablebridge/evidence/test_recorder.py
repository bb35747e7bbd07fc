"""Each flag gets its clip, once, with the frames around its act; trouble is told once and costs nothing else."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.evidence import Clip, ClipArchive, ClipMaking, ClothRoll, EvidenceRecorder, Limits, read_clip
from tests.tablebridge.evidence.cloths import STEP_MS, cloth_frame, number_of, utc

BEFORE_MS, AFTER_MS = 1000.0, 500.0
GRACE_MS = 12_000.0


class Table:
    """A recorder, its folder, and cameras that show one numbered picture each `STEP_MS`."""

    def __init__(self, folder: Path, cameras: int = 1, most_bytes: int = 10**7) -> None:
        self.archive = ClipArchive(folder, Limits(36_500, 10**9, 0))
        self.rolls = [ClothRoll(most_bytes) for _ in range(cameras)]
        self.recorder = EvidenceRecorder("hall-1", self.archive, self.rolls, BEFORE_MS, AFTER_MS)
        self.number = 0

    def show(self, frames: int, cameras: Sequence[int] = (0,)) -> None:
        """So many frames go by; the cameras that are not named show nothing."""
        for _ in range(frames):
            for camera in cameras:
                self.rolls[camera].take(cloth_frame(self.number, f"{camera}/" if camera else ""))
                self.rolls[camera].confirm(self.number * STEP_MS)
            self.recorder.tick(self.number * STEP_MS)
            self.number += 1

    def keep(self, flag: str, number: int) -> None:
        self.recorder.keep(flag, number * STEP_MS, utc(number * STEP_MS))

    def clip(self, flag: str) -> Clip:
        path = self.recorder.clip(flag)
        assert path is not None
        return read_clip(path)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    made: list[Table] = []

    def one(**kwargs: int) -> Table:
        made.append(Table(tmp_path / "evidence", **kwargs))
        made[-1].recorder.start()
        return made[-1]

    yield one
    for table in made:
        table.recorder.close()


def wait_until(condition: Callable[[], object]) -> None:
    for _ in range(2000):
        if condition():
            return
        time.sleep(0.01)
    pytest.fail("it never came about")


def test_a_clip_holds_the_act_with_the_time_before_and_after_it(make: Callable[..., Table]) -> None:
    table = make()
    table.show(30)
    table.keep("f1", 25)
    table.show(10)
    wait_until(lambda: table.recorder.clip("f1"))
    clip = table.clip("f1")
    assert (clip.act_ms, clip.act_at) == (2500, utc(2500))
    assert [number_of(frame.jpeg) for frame in clip.frames] == list(range(15, 31))
    assert (clip.frames[0].offset_ms, clip.frames[-1].offset_ms) == (-1000, 500)


def test_frames_of_evidence_are_in_the_clip_whenever_they_were_taken(make: Callable[..., Table]) -> None:
    table = make()
    table.show(30)
    table.recorder.keep("f1", 2500, utc(2500), ["3", "24", "never"])
    table.show(10)
    wait_until(lambda: table.recorder.clip("f1"))
    clip = table.clip("f1")
    assert [number_of(frame.jpeg) for frame in clip.frames] == [3, *range(15, 31)]
    assert clip.proof == ("3", "24")


def test_a_clip_is_not_cut_before_its_time_is_over(make: Callable[..., Table]) -> None:
    table = make()
    table.show(26)
    table.keep("f1", 25)
    table.show(4)
    time.sleep(0.2)
    assert table.recorder.clip("f1") is None
    table.show(1)
    wait_until(lambda: table.recorder.clip("f1"))


def test_a_camera_that_fails_costs_the_rest_of_the_clip_only(make: Callable[..., Table]) -> None:
    table = make()
    table.show(28)
    table.keep("f1", 25)
    table.recorder.tick(2500 + AFTER_MS + GRACE_MS)
    wait_until(lambda: table.recorder.clip("f1"))
    assert [frame.ref for frame in table.clip("f1").frames][-1] == "27"


def test_several_flags_of_one_act_and_one_flag_twice(make: Callable[..., Table]) -> None:
    table = make()
    table.show(26)
    for flag in ("f1", "f2", "f1"):
        table.keep(flag, 25)
    table.show(10)
    wait_until(lambda: table.recorder.clip("f1") and table.recorder.clip("f2"))
    before = table.recorder.clip("f1")
    table.keep("f1", 30)
    table.show(10)
    table.keep("f3", 40)
    table.show(10)
    wait_until(lambda: table.recorder.clip("f3"))
    assert table.recorder.clip("f1") == before, "a flag has one clip"
    assert len(table.archive.stored()) == 3


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_ruling_finds_its_clip_also_when_it_comes_first(make: Callable[..., Table], when: str) -> None:
    table = make()
    table.show(26)
    table.keep("f1", 25)
    if when == "before":
        table.recorder.decide("f1")
    table.show(10)
    wait_until(lambda: table.recorder.clip("f1"))
    if when == "after":
        table.recorder.decide("f1")
    wait_until(lambda: table.archive.stored()[0].decided)
    assert [one.decided for one in table.archive.stored()] == [True]


def test_closing_writes_what_there_is(tmp_path: Path) -> None:
    table = Table(tmp_path / "evidence")
    table.recorder.start()
    table.show(26)
    table.keep("f1", 25)
    table.recorder.close()
    assert [frame.ref for frame in table.clip("f1").frames][-1] == "25"


def test_a_recorder_that_never_started_can_be_closed(tmp_path: Path) -> None:
    table = Table(tmp_path / "evidence")
    table.recorder.close()
    assert table.archive.stored() == []


def test_frames_of_evidence_are_found_while_in_memory(make: Callable[..., Table]) -> None:
    table = make(cameras=2)
    table.show(5, cameras=(0, 1))
    for ref, number in (("3", 3), ("1/4", 4)):
        found = table.recorder.frame(ref)
        assert found is not None
        assert number_of(found.jpeg) == number
    assert table.recorder.frame("9") is None


@pytest.mark.parametrize(
    ("first", "second", "taken"),
    [((0, 1), (0, 1), ""), ((0,), (0, 1), ""), ((1,), (0, 1), "1/"), ((0, 1), (0,), ""), ((0, 1), (1,), "1/")],
    ids=["both", "second-late", "first-late", "second-failed", "first-failed"],
)
def test_of_two_cameras_the_first_is_shown_unless_the_other_saw_more(
    make: Callable[..., Table], first: tuple[int, ...], second: tuple[int, ...], taken: str
) -> None:
    table = make(cameras=2)
    table.show(20, cameras=first)
    table.keep("f1", 20)
    table.show(10, cameras=second)
    table.recorder.tick(2000 + AFTER_MS + GRACE_MS)
    wait_until(lambda: table.recorder.clip("f1"))
    clip = table.clip("f1")
    assert {frame.ref.rpartition("/")[0] for frame in clip.frames} == {taken.rstrip("/")}


def test_a_flag_of_an_earlier_process_gets_no_clip_of_other_doings(
    make: Callable[..., Table], caplog: pytest.LogCaptureFixture
) -> None:
    table = make()
    table.show(26)
    table.recorder.keep("old", 2500, utc(2500) - timedelta(hours=1))
    table.show(10)
    wait_until(lambda: caplog.messages)
    assert "no clip of flag old" in caplog.text
    assert table.recorder.clip("old") is None


def test_without_a_picture_there_is_no_clip_and_one_line(
    make: Callable[..., Table], caplog: pytest.LogCaptureFixture
) -> None:
    table = make()
    table.keep("f1", 25)
    table.recorder.tick(2500 + AFTER_MS + GRACE_MS)
    wait_until(lambda: caplog.messages)
    assert caplog.messages == ["table hall-1: no clip of flag f1, no picture of its time is kept"]
    table.recorder.close()
    assert len(caplog.messages) == 1, "it is not lost twice"


def test_too_little_memory_is_told_once(make: Callable[..., Table], caplog: pytest.LogCaptureFixture) -> None:
    table = make(most_bytes=len(cloth_frame(1).jpeg) * 8)
    table.show(26)
    table.keep("f1", 25)
    table.keep("f2", 25)
    table.show(5)
    wait_until(lambda: table.recorder.clip("f2"))
    assert table.clip("f1").frames[0].offset_ms > -BEFORE_MS
    assert ["evidence.memory_mb" in line for line in caplog.messages] == [True]


def test_a_short_clip_at_the_beginning_is_no_want_of_memory(
    make: Callable[..., Table], caplog: pytest.LogCaptureFixture
) -> None:
    table = make()
    table.show(4)
    table.keep("f1", 3)
    table.show(10)
    wait_until(lambda: table.recorder.clip("f1"))
    assert caplog.messages == []


def refuse(_making: object) -> Path:
    raise UsageError("clips cannot be written (No space left on device)", "evidence", "free some space there")


def test_a_full_disk_is_one_line_and_the_clip_comes_when_there_is_space(
    make: Callable[..., Table], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("tablebridge.evidence.recorder._AGAIN_S", 0.02)
    table = make()
    write, tries = table.archive.write, []

    def count(making: object) -> Path:
        tries.append(making)
        return refuse(making)

    monkeypatch.setattr(table.archive, "write", count)
    table.show(26)
    table.keep("f1", 25)
    table.keep("f2", 25)
    table.show(10)
    wait_until(lambda: len(tries) > 6)
    assert table.recorder.trouble is not None
    monkeypatch.setattr(table.archive, "write", write)
    wait_until(lambda: table.recorder.clip("f1") and table.recorder.clip("f2"))
    wait_until(lambda: table.recorder.trouble is None)
    assert [number_of(frame.jpeg) for frame in table.clip("f1").frames] == list(range(15, 31))
    first, last = caplog.messages
    assert "No space left on device" in first
    assert "clips are written again" in last


def test_clips_that_never_could_be_written_are_told_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(tmp_path / "evidence")
    monkeypatch.setattr(table.archive, "write", refuse)
    table.recorder.start()
    table.show(26)
    table.keep("f1", 25)
    table.recorder.close()
    assert "the clip of flag f1 is lost: clips cannot be written" in caplog.messages[-1]


def test_a_bug_costs_a_clip_and_not_the_others(
    make: Callable[..., Table], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = make()
    write, tries = table.archive.write, []

    def break_for_one(making: ClipMaking) -> Path:
        tries.append(making.flag)
        return write(making) if making.flag == "f2" else Path(1 / 0)  # type: ignore[arg-type]

    monkeypatch.setattr(table.archive, "write", break_for_one)
    table.show(26)
    table.keep("f1", 25)
    table.keep("f2", 25)
    table.show(10)
    wait_until(lambda: table.recorder.clip("f2"))
    table.show(10)
    table.recorder.close()
    assert tries == ["f1", "f2"], "it is not tried again for ever"
    assert ["no clip of flag f1" in line for line in caplog.messages] == [True]


def test_a_bug_with_the_folder_does_not_end_the_thread(
    make: Callable[..., Table], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = make()
    monkeypatch.setattr(table.archive, "decide", lambda *_: 1 / 0)
    table.recorder.decide("f0")
    wait_until(lambda: "unexpected error" in caplog.text)
    table.show(26)
    table.keep("f1", 25)
    table.show(10)
    wait_until(lambda: table.recorder.clip("f1"))
    assert "25" in [frame.ref for frame in table.clip("f1").frames]


def test_what_is_too_old_goes_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path / "evidence")
    swept: list[datetime] = []
    monkeypatch.setattr(table.archive, "sweep", swept.append)
    table.recorder.start()
    table.recorder.close()
    assert len(swept) == 1
