"""What leaves a table before the broadcast delay is over is the same, byte for byte, whether anybody plays or not."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tablebridge import health
from tablebridge.camera import CameraFrame, CameraState, CameraStatus
from tablebridge.clock import FrameClock
from tablebridge.cloth import Cloth
from tablebridge.config import (
    CameraConfig,
    Config,
    EvidenceConfig,
    LinkConfig,
    TableConfig,
    WebConfig,
)
from tablebridge.daemon import Daemon
from tablebridge.daemon import table as table_module
from tablebridge.daemon import table_witnesses as witnesses_module
from tablebridge.daemon.table import RunningTable
from tablebridge.link import LinkState, LinkStatus
from tablebridge.observation import Observation, ReadTile, RiverTileSeen, Witness
from tablebridge.sim.foul_scripts import fouls_of
from tablebridge.sim.script import foul_hands, perform
from tablebridge.sim.timeline import Script
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.seat import Seat
from tests.tablebridge.game.observations_of import NOON
from tests.tablebridge.game.scene_reports import reports_of_script
from tests.tablebridge.mqtt.conftest import Mosquitto, Reader
from tests.tablebridge.web.test_server import get, watch

BOOK = "riichi-league-tw"
FOUL = "RL-C05"
CORNERS = [(560.0, 430.0), (550.0, 50.0), (90.0, 40.0), (80.0, 420.0)]
FRAME_EVERY_MS = 1000.0
CLIP_MB = 7
"""What a clip takes of the disk, as the machine is told here."""
CLOCKS = re.compile(
    r'"(time|id|now|since|running_s|instance|nonce|captured_at|released_at)":("[^"]*"|[0-9.]+|null)', re.ASCII
)


class Playing:
    """A daemon of one table with evidence, on a broker: its line and its camera are up, and no act was seen yet."""

    def __init__(self, folder: Path, broker: Mosquitto) -> None:
        camera = CameraConfig(address=str(folder / "no-camera.mp4"), frame_rate=15)
        table = TableConfig(
            name="hall-1", rulebook=BOOK, link=LinkConfig(port=str(folder / "no-cable")), camera=camera, delay_s=300.0
        )
        config = Config(
            table=(table,),
            data=str(folder),
            evidence=EvidenceConfig(before_s=10.0, after_s=5.0, keep_free_mb=0),
            web=WebConfig(port=0),
        )
        self.daemon = Daemon(config, broker=broker.daemon)
        self.table: RunningTable = self.daemon._tables["hall-1"]
        assert isinstance(self.table.clock, FrameClock)
        self.clock = self.table.clock
        self.witnesses = self.table._witnesses
        self.witnesses.start = lambda: None  # type: ignore[method-assign]  # nothing is opened: this test tells
        self.witnesses.stop = lambda: None  # type: ignore[method-assign]
        self.daemon.start()
        self.line(LinkState.UP, "table on /dev/ttyUSB0")
        self.witnesses._camera_status(0, CameraStatus(CameraState.UP, "the camera sends pictures"))

    def line(self, state: LinkState, line: str, *, warning: bool = False) -> None:
        self.witnesses._link_status(LinkStatus("hall-1", state, line, warning))

    def play(self) -> None:
        """A whole hand with a foul, seen and heard, and whatever else of the table's parts moves with it."""
        self._show_frames()
        book = read_rulebook(BOOK)
        fouls = [foul for foul in fouls_of(book) if foul.clause == FOUL]
        script = Script.join(perform(foul_hands(4, 1, book, fouls), 4, book))
        for report in reports_of_script(script):
            if report.arrives_ms > self.clock.now_ms():
                self.settle(lambda: self.witnesses.inbox.empty(), "the table takes in its reports")
                self.clock.advance_to(report.arrives_ms)
            self._hear(report.observation)
        for _ in range(15):
            self.settle(lambda: self.witnesses.inbox.empty(), "the table takes in its reports")
            self.clock.advance_to(self.clock.now_ms() + 1000)
            time.sleep(0.02)
        self.settle(lambda: FOUL in {flag.clause for flag in self.table._session.flags}, "the flag")
        self.settle(self.clips, "its clip")
        self._disturb()

    def clips(self) -> list[Path]:
        return list(Path(self.daemon._tables["hall-1"]._journal.path.parent).rglob("evidence/**/*.html"))

    def settle(self, condition: Callable[[], object], what: str) -> None:
        deadline_s = time.monotonic() + 120
        while not condition():
            assert time.monotonic() < deadline_s, f"waited for {what}"
            time.sleep(0.002)

    def _hear(self, observation: Observation) -> None:
        link = self.witnesses.link
        link._reception.reports += 1
        link._count(bytes_sent=9)  # an acknowledgement
        self.witnesses.inbox.put(observation)

    def _show_frames(self) -> None:
        """From now on the table's thread sees a frame for each second of the table's time."""
        view: Any = SimpleNamespace(geometry=TableGeometry.from_corners(CORNERS, (640, 480), Cloth()), held=False)
        evidence, look = self.table.evidence, self.witnesses.look
        assert evidence is not None
        self.witnesses._eyes[0]._observer = view
        shown_ms = -FRAME_EVERY_MS

        def look_at_a_frame() -> list[Observation]:
            nonlocal shown_ms
            now_ms = self.clock.now_ms()
            if now_ms - shown_ms >= FRAME_EVERY_MS:
                shown_ms = view.recognised_ms = now_ms
                image = np.full((480, 640, 3), int(now_ms / 1000) % 256, np.uint8)
                at = NOON + timedelta(milliseconds=now_ms)
                evidence.see(0, CameraFrame(int(now_ms), now_ms, at, image), view)
                self.table.health.frame_seen(20.0 + int(now_ms) % 30, 3)
                self.witnesses._eyes[0]._taken_s.append(time.monotonic())
            return look()

        self.witnesses.look = look_at_a_frame  # type: ignore[method-assign]

    def _disturb(self) -> None:
        """What comes of the play, too: sleeves before the camera, a set of other tiles, a fault of ours."""
        self.witnesses._table_seen(0, False, "nothing is observed for now: the view is covered")
        self.line(LinkState.UP, "the table is set to 144 tiles", warning=True)
        for slot, face in enumerate(("1f", "2g")):
            seen = RiverTileSeen(Seat.A, slot, ReadTile(face, 0.99), sideways=False)
            self._hear(Observation(Witness.CAMERA, self.clock.now_ms() + slot, NOON, seen))
        self.settle(lambda: self.witnesses.inbox.empty(), "the table takes in its reports")
        self.table._faults += 1


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Figures come often, and the disk holds nothing but the clips of this test."""
    monkeypatch.setattr(table_module, "_HEALTH_EVERY_S", 0.1)
    monkeypatch.setattr(witnesses_module, "_FRAME_WAIT_S", 0.001)

    def usage(_folder: object) -> Any:
        clips = len(list(tmp_path.rglob("evidence/**/*.html")))
        return SimpleNamespace(total=2**40, used=0, free=(52_000 - CLIP_MB * clips) * 2**20)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    monkeypatch.setattr(health, "LOOK_AGAIN_S", 0.0)


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    folder = tmp_path / "broker"
    folder.mkdir()
    made = Mosquitto(folder)
    made.start()
    yield made
    made.stop()


def told(reader: Reader, since: int) -> dict[str, list[str]]:
    """What came on each topic from then on, clocks and names of messages put aside, and each message once."""
    by_topic: dict[str, list[str]] = {}
    for message in reader.messages[since:]:
        payload = CLOCKS.sub(r'"\1":_', message.payload.decode())
        if payload not in by_topic.setdefault(message.topic, []):
            by_topic[message.topic].append(payload)
    return by_topic


def pages(playing: Playing) -> dict[str, str]:
    """What the public pages are told."""
    address = playing.daemon.web.address
    documents = {path: get(f"{address}{path}")[2].decode() for path in ("/api/status", "/api/state", "/healthz")}

    async def greeting(connection: Any) -> str:
        messages = [await connection.receive_json() for _ in range(3)]
        return json.dumps(messages)

    documents["/ws"] = watch(f"{address}/ws", greeting)
    return {path: CLOCKS.sub(r'"\1":_', document) for path, document in documents.items()}


def undelayed(folder: Path, broker: Mosquitto, *, is_played: bool) -> tuple[dict[str, list[str]], dict[str, str]]:
    """What everybody may read of a daemon within its delay; a foul hand is played meanwhile, or nothing is."""
    folder.mkdir()
    reader = Reader(broker.reader)
    playing = Playing(folder, broker)
    try:
        if is_played:
            playing.play()
        since = len(reader.messages)
        reader.wait_for(lambda messages: sum("/health" in one.topic for one in messages[since:]) >= 3)
        shown = pages(playing)
        sent = told(reader, 0)
        if is_played:
            assert playing.table._journal.last_sequence > 20
            playing.table.delay.set(0.0, "this test")  # all of it was there to be told
            reader.wait_for(lambda messages: any(is_about_play(one.payload) for one in messages[since:]))
            assert pages(playing) != shown
    finally:
        playing.daemon.stop()
        reader.close()
        shutil.rmtree(folder)
    return sent, shown


def is_about_play(payload: bytes) -> bool:
    document = json.loads(payload) if payload.startswith(b"{") else {}
    return bool(document.get("type") == "tablebridge.v1.health" and document["data"]["link"]["bytes_sent"])


@pytest.mark.broker
@pytest.mark.usefixtures("quick")
def test_no_act_and_no_flag_shows_before_the_delay_is_over(tmp_path: Path, mosquitto: Mosquitto) -> None:
    idle = undelayed(tmp_path / "hall", mosquitto, is_played=False)
    mosquitto.stop()
    mosquitto.start()  # what it kept is gone
    played = undelayed(tmp_path / "hall", mosquitto, is_played=True)
    assert set(idle[0]) >= {f"tablebridge/v1/hall-1/{topic}" for topic in ("health", "status/camera", "status/link")}
    assert played == idle
