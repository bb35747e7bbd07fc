"""One camera of a table as `tablebridge look` shows it: its frames, what is made of them, drawn."""

from __future__ import annotations

import logging

import numpy as np

from tablebridge.camera import CameraFrame, CameraSource, CameraStatus
from tablebridge.clock import Clock
from tablebridge.config import CameraConfig, TableConfig
from tablebridge.daemon.eye import Eye
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.debug_picture import debug_picture, plain_picture
from tablebridge.vision.look_notes import LookNotes
from tablebridge.vision.seen_so_far import SeenSoFar

__all__ = ["CameraView", "beside"]

_log = logging.getLogger(__name__)


class CameraView:
    """Reads `camera` of `table`, watches it as the daemon does, and draws the frame it looked at last.

    `name` stands above the picture and before every line that is logged. It sees with its own eye only: what another
    camera over the same table saw first is drawn in both.
    """

    def __init__(
        self, name: str, camera: CameraConfig, table: TableConfig, classifier: TileClassifier, clock: Clock
    ) -> None:
        self._name = name
        self._line = "the table is not found in the picture yet"
        self._notes, self._seen = LookNotes(), SeenSoFar()
        self._eye = Eye(camera, table.settle_ms, classifier, self._tell_table, self._notes)
        self._source = CameraSource(
            str(camera.address),
            clock,
            frame_rate=camera.frame_rate,
            every_frame=camera.frame_rate is not None,
            on_status=self._tell_camera,
        )
        self._frame: CameraFrame | None = None
        self._drawn: np.ndarray | None = None

    @property
    def finished(self) -> bool:
        """No frame will come any more."""
        return self._source.finished

    def start(self) -> None:
        """Begins to read the camera."""
        self._source.start()

    def stop(self) -> None:
        """Lets the camera go."""
        self._source.stop()

    def look(self, wait_s: float) -> bool:
        """Takes the next frame if one comes within that time; whether one did."""
        frame = self._source.read(wait_s)
        if frame is None:
            return False
        self._seen.take(self._eye.look(frame))
        self._frame, self._drawn = frame, None
        return True

    def picture(self) -> np.ndarray | None:
        """The last frame with what is made of it, (height, width, 3) BGR; None before the first."""
        if self._drawn is None and self._frame is not None:
            self._drawn = self._draw(self._frame)
        return self._drawn

    def _draw(self, frame: CameraFrame) -> np.ndarray:
        eye = self._eye
        title = (
            f"{self._name}  frame {frame.number}  {frame.at_ms / 1000:.1f} s  {eye.frames_a_second:.0f}/s  "
            f"model {eye.model}"
        )
        if eye.observer is None:
            return plain_picture(frame, title, self._line)
        return debug_picture(eye.observer, self._notes, self._seen, frame, title)

    def _tell_table(self, seen: bool, line: str) -> None:
        self._line = line
        _log.log(logging.INFO if seen else logging.WARNING, "%s: %s", self._name, line)

    def _tell_camera(self, status: CameraStatus) -> None:
        _log.info("%s: %s", self._name, status.text)


def beside(pictures: list[np.ndarray]) -> np.ndarray:
    """Pictures in one row, the lower ones with black below."""
    height = max(picture.shape[0] for picture in pictures)
    return np.hstack([np.pad(one, ((0, height - one.shape[0]), (0, 0), (0, 0))) for one in pictures])
