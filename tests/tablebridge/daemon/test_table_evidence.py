"""From a flag of the game to a clip of its act: which flags get one, and what a ruling does to it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tablebridge.camera import CameraFrame
from tablebridge.cloth import Cloth
from tablebridge.config import CameraConfig, EvidenceConfig, LinkConfig, TableConfig
from tablebridge.daemon.table import RunningTable
from tablebridge.daemon.table_evidence import TableEvidence, open_archive
from tablebridge.errors import UsageError
from tablebridge.evidence import read_clip
from tablebridge.game.flag import Flag, FlagState
from tablebridge.mqtt import BrokerAddress
from tablebridge.observation import Evidence, HandOverCloth, Observation, Witness
from tablebridge.sim.render import SceneRenderer
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.observer import TableObserver
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.seat import Seat

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
CORNERS = [(560.0, 430.0), (550.0, 50.0), (90.0, 40.0), (80.0, 420.0)]
STEP_MS = 100.0
TABLE = TableConfig(name="hall-1", link=LinkConfig(port="none"), camera=CameraConfig(address=0))


class SeenAll:
    """Stands for an observer that recognises the table in every frame."""

    geometry = TableGeometry.from_corners(CORNERS, (640, 480), Cloth())
    held = False
    recognised_ms = 0.0


class Running:
    """One table's evidence under cameras that show a grey that changes with each frame."""

    def __init__(self, data: Path, table: TableConfig = TABLE) -> None:
        config = EvidenceConfig(before_s=1.0, after_s=0.5, keep_free_mb=0)
        archive = open_archive(config, data)
        assert archive is not None
        self.evidence = TableEvidence(config, table, archive)
        self.number = 0

    def show(self, frames: int, camera: int = 0) -> None:
        view = SeenAll()
        for _ in range(frames):
            at_ms = view.recognised_ms = self.number * STEP_MS
            image = np.full((480, 640, 3), self.number % 256, np.uint8)
            frame = CameraFrame(self.number, at_ms, NOON + timedelta(milliseconds=at_ms), image)
            self.evidence.see(camera, frame, view)  # type: ignore[arg-type]
            self.evidence.tick(at_ms)
            self.number += 1


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    made = Running(tmp_path)
    yield made
    made.evidence.close()


def flag(name: str, at_ms: float, state: FlagState = FlagState.PENDING) -> Flag:
    return Flag(
        id=name,
        clause="RL-T01",
        name="turn_order",
        seat=Seat.B,
        text="B discarded out of turn",
        proposed_penalty="",
        game=1,
        hand=1,
        event_id="e1",
        sequence=1,
        at_ms=at_ms,
        captured_at=NOON + timedelta(milliseconds=at_ms),
        confidence=0.9,
        state=state,
    )


def wait_for(running: Running, name: str, folder: str) -> Path:
    for _ in range(2000):
        path = running.evidence.clip(name)
        if path is not None and path.parent.name == folder:
            return path
        time.sleep(0.01)
    pytest.fail(f"flag {name} has no clip in {folder}")


def test_a_flag_gets_its_clip_and_rulings_are_followed(running: Running) -> None:
    running.evidence.start()
    running.show(26)
    pending = replace(flag("f1", 2500), evidence=(Evidence("frame", "4"), Evidence("bytes", "5")))
    for _ in range(3):  # the game is asked for its flags again and again
        running.evidence.follow([pending])
        running.show(4)
    clip = read_clip(wait_for(running, "f1", "undecided"))
    assert [frame.ref for frame in clip.frames] == ["4", *(str(number) for number in range(15, 31))]
    running.evidence.follow([replace(pending, state=FlagState.OVERRULED)])
    wait_for(running, "f1", "decided")
    running.evidence.follow([replace(pending, state=FlagState.DEFERRED)])
    wait_for(running, "f1", "undecided")


def test_flags_of_before_this_process_are_ruled_on_and_get_no_clip(tmp_path: Path, running: Running) -> None:
    running.evidence.start()
    running.show(26)
    running.evidence.follow([flag("f1", 2500), flag("f2", 2500)])
    running.show(10)
    wait_for(running, "f2", "undecided")
    running.evidence.close()
    again = Running(tmp_path)
    # ruled on while the daemon was down: from its journal the new process knows
    again.evidence.start([flag("f1", 2500, FlagState.ACCEPTED), flag("f2", 2500), flag("f3", 2500)])
    again.show(40)
    again.evidence.follow([flag("f1", 2500, FlagState.ACCEPTED), flag("f2", 2500), flag("f3", 2500)])
    wait_for(again, "f1", "decided")
    again.evidence.close()
    assert again.evidence.clip("f2") is not None
    assert again.evidence.clip("f3") is None


def test_frames_of_two_cameras_have_different_names(tmp_path: Path) -> None:
    both = Running(tmp_path, TableConfig(**{**_fields(TABLE), "second_camera": CameraConfig(address=1)}))
    both.show(5, camera=1)
    seen = Observation(
        Witness.CAMERA, 0.0, NOON, HandOverCloth(Seat.A, True), 1.0, (Evidence("frame", "3"), Evidence("bytes", "3"))
    )
    assert both.evidence.named(0, [seen]) == [seen]
    (second,) = both.evidence.named(1, [seen])
    assert second.evidence == (Evidence("frame", "second_camera/3"), Evidence("bytes", "3"))
    assert both.evidence.frame(second.evidence[0].reference) is not None
    assert both.evidence.frame("3") is None
    both.evidence.close()


def _fields(table: TableConfig) -> dict[str, object]:
    return {name: getattr(table, name) for name in ("name", "link", "camera")}


@pytest.mark.parametrize(("folder", "where"), [(None, "data/evidence"), ("clips", "clips")])
def test_clips_are_under_the_data_or_where_they_are_told_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str | None, where: str
) -> None:
    monkeypatch.chdir(tmp_path)
    open_archive(EvidenceConfig(folder=folder), Path("data"))
    assert (tmp_path / where / "undecided").is_dir()


def test_switched_off_nothing_is_made(tmp_path: Path) -> None:
    assert open_archive(EvidenceConfig(enabled=False), tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_open_to_others_is_told(tmp_path: Path) -> None:
    (tmp_path / "evidence").mkdir(mode=0o755)
    with pytest.raises(UsageError, match="open to other users"):
        open_archive(EvidenceConfig(), tmp_path)


def test_an_observer_has_what_evidence_asks_of_it() -> None:
    assert {"held", "recognised_ms"} <= set(dir(TableObserver))


class FilmedTable:
    """A running table whose camera is a recording; the game's own part is a flag that is there."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        renderer = SceneRenderer(Cloth(), seed=5, size=(640, 480))
        film = folder / "camera.avi"
        writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10, (640, 480))
        for take in range(40):
            writer.write(renderer.frame({}, take=take))
        writer.release()
        table = TableConfig(
            name="hall-1",
            link=LinkConfig(port=str(folder / "no-cable")),
            camera=CameraConfig(address=str(film), frame_rate=10.0, corners_px=tuple(renderer.corners_px)),
        )
        config = EvidenceConfig(before_s=1.0, after_s=0.5, keep_free_mb=0)
        archive = open_archive(config, folder)
        assert archive is not None
        self.evidence = TableEvidence(config, table, archive)
        self.running = RunningTable(table, folder, TileClassifier(), BrokerAddress("127.0.0.1", 1), self.evidence)
        raised = replace(flag("f1", 2000.0), captured_at=datetime.now(UTC))
        shown = iter([()])  # none when it starts
        monkeypatch.setattr(type(self.running._session), "flags", property(lambda _session: next(shown, (raised,))))

    def run_until(self, over: Callable[[], bool]) -> None:
        self.running.start()
        try:
            for _ in range(3000):
                if over():
                    break
                time.sleep(0.01)
            assert over()
        finally:
            self.running.close()


def test_a_running_table_makes_a_clip_of_what_its_camera_showed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a recording through the eye to a clip."""
    table = FilmedTable(tmp_path, monkeypatch)
    table.run_until(lambda: table.running._witnesses.finished)
    path = table.evidence.clip("f1")
    assert path is not None
    assert [frame.ref for frame in read_clip(path).frames] == [str(number) for number in range(10, 26)]


def test_clips_that_cannot_be_written_are_told_to_the_referee_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That a clip is wanted tells that a flag is pending."""
    table = FilmedTable(tmp_path, monkeypatch)
    shutil.rmtree(tmp_path / "evidence")
    (tmp_path / "evidence").write_text("no folder any more")
    referee, everybody = Shown(), Shown()
    table.running._parts.show_on(everybody, referee, None)  # type: ignore[arg-type]
    table.run_until(lambda: "evidence" in referee.parts)
    assert referee.parts["evidence"]["status"] == "offline"
    assert str(tmp_path / "evidence") in str(referee.parts["evidence"]["line"])
    assert "camera" in everybody.parts
    assert "evidence" not in everybody.parts


class Shown:
    """Pages, as far as a table tells them of its parts."""

    def __init__(self) -> None:
        self.parts: dict[str, dict[str, Any]] = {}

    def publish_status(self, _table: str, part: str, status: dict[str, Any]) -> None:
        self.parts[part] = status
