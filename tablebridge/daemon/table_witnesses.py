"""The witnesses of one table: its line and its cameras."""

from __future__ import annotations

import logging
import queue
import time
from functools import partial

from tablebridge.camera import CameraFrame, CameraSource, CameraState, CameraStatus
from tablebridge.clock import Clock
from tablebridge.config import CameraConfig, TableConfig
from tablebridge.daemon.eye import Eye
from tablebridge.daemon.foreign_faces import ForeignFaces
from tablebridge.daemon.table_evidence import TableEvidence
from tablebridge.daemon.table_parts import CAMERA_PARTS, TableParts
from tablebridge.health import Health
from tablebridge.link import LinkState, LinkStatus, TableLink, TileNeed
from tablebridge.observation import Observation
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.two_views import TwoViews
from tablebridge_rules.play import AnyRulebook, tradition

__all__ = ["TableWitnesses"]

_FRAME_WAIT_S = 0.1


class TableWitnesses:
    """What the line hears and the cameras see of a table, as observations. `evidence` is shown every frame; what of
    the witnesses is up or down is told to `parts`."""

    def __init__(
        self,
        config: TableConfig,
        rulebook: AnyRulebook,
        clock: Clock,
        classifier: TileClassifier,
        parts: TableParts,
        health: Health,
        evidence: TableEvidence | None,
    ) -> None:
        self._clock, self._parts, self._health, self._evidence = clock, parts, health, evidence
        self.inbox: queue.SimpleQueue[Observation] = queue.SimpleQueue()
        tiles = tradition(rulebook).tile_set(rulebook)
        self._foreign_faces = ForeignFaces(config.rulebook, tiles)
        need = TileNeed(config.rulebook, len(tiles))
        self.link = TableLink(config.link, config.name, self.inbox.put, self._link_status, clock, need=need)
        cameras = [config.camera, *([config.second_camera] if config.second_camera is not None else [])]
        self._cameras = [self._source(number, camera) for number, camera in enumerate(cameras)]
        self._eyes = [
            Eye(camera, config.settle_ms, classifier, partial(self._table_seen, number))
            for number, camera in enumerate(cameras)
        ]
        self._views = TwoViews(len(cameras))
        self._line_was_up = False

    def start(self) -> None:
        """Opens the cameras and the line; returns at once."""
        for camera in self._cameras:
            camera.start()
        self.link.start()

    def stop(self) -> None:
        """Closes them."""
        self.link.stop()
        for camera in self._cameras:
            camera.stop()

    @property
    def finished(self) -> bool:
        """Whether the first camera has ended for good: a recording that was played to its end."""
        return self._cameras[0].finished

    @property
    def frames_a_second(self) -> float:
        """Of the first camera, lately."""
        return self._eyes[0].frames_a_second

    @property
    def model(self) -> str:
        """Which classifier reads."""
        return self._eyes[0].model

    @property
    def waiting(self) -> int:
        """How many reports of the line wait to be taken in."""
        return self.inbox.qsize()

    def look(self) -> list[Observation]:
        """What was heard since the last time, then what the next frame of each camera shows; waits a little for a
        frame of the first one. The second is asked in passing."""
        frames = [camera.read(0.0 if number else _FRAME_WAIT_S) for number, camera in enumerate(self._cameras)]
        observations = self._heard()
        for number, frame in enumerate(frames):
            if frame is not None:
                observations += self._see(number, frame)
        for observation in observations:
            foreign = self._foreign_faces.take(observation.sighting)
            if foreign is not None:
                self._parts.tell_of_foreign_face(foreign)
        return observations

    def _heard(self) -> list[Observation]:
        heard = []
        while not self.inbox.empty():
            heard.append(self.inbox.get())
        return heard

    def _see(self, number: int, frame: CameraFrame) -> list[Observation]:
        began = time.perf_counter()
        seen = self._eyes[number].look(frame)
        if self._evidence is not None:
            seen = self._evidence.named(number, seen)
            self._evidence.see(number, frame, self._eyes[number].observer)
        if len(self._eyes) > 1:
            seen = self._views.take(number, seen)
        self._health.frame_seen((time.perf_counter() - began) * 1000, len(seen))
        return seen

    def _source(self, number: int, camera: CameraConfig) -> CameraSource:
        return CameraSource(
            str(camera.address),
            self._clock,
            frame_rate=camera.frame_rate,
            every_frame=camera.frame_rate is not None,
            on_status=partial(self._camera_status, number),
        )

    def _camera_status(self, number: int, status: CameraStatus) -> None:
        up = status.state is CameraState.UP
        if not up:
            self._views.silent(number)
        self._parts.tell(CAMERA_PARTS[number], up, status.text, logging.INFO if up else logging.WARNING)

    def _table_seen(self, number: int, seen: bool, line: str) -> None:
        # until the table is found nobody plays before the camera; from then on it is held by what is done there
        tell = self._parts.tell if self._eyes[number].observer is None else self._parts.tell_of_play
        tell(CAMERA_PARTS[number], seen, line, logging.INFO if seen else logging.WARNING)

    def _link_status(self, status: LinkStatus) -> None:
        up = status.state is LinkState.UP
        level = logging.WARNING if status.state is LinkState.DOWN or status.warning else logging.INFO
        # a line that was up has something else to say: what the table counted, or raised, is of another number of tiles
        tell = self._parts.tell_of_play if up and self._line_was_up else self._parts.tell
        self._line_was_up = up
        tell("link", up, status.line, level)
