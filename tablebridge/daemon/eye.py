"""Turns frames into observations once it is known where the table lies in the picture."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from tablebridge.camera import CameraFrame
from tablebridge.cloth import Cloth
from tablebridge.config import CameraConfig
from tablebridge.errors import UsageError
from tablebridge.observation import Observation, ViewHeld
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.look_notes import LookNotes
from tablebridge.vision.observer import TableObserver
from tablebridge.vision.rectify import TableGeometry, find_corner_markers

__all__ = ["Eye"]

_MARKERS_EVERY_S = 1.0
_RATE_OVER = 60


class Eye:
    """The camera's picture as the observer sees it.

    The cloth's corners come from the configuration or from the markers on the rim; until they are known nothing is
    observed, and `on_status(False, line)` says so once. A picture of another size starts afresh. `notes`, where given,
    are told what is read and what is held back.
    """

    def __init__(
        self,
        config: CameraConfig,
        settle_ms: float,
        classifier: TileClassifier,
        on_status: Callable[[bool, str], None],
        notes: LookNotes | None = None,
    ) -> None:
        self._config = config
        self._settle_ms = settle_ms
        self._classifier = classifier
        self._on_status = on_status
        self._notes = notes
        self._cloth = Cloth()
        self._observer: TableObserver | None = None
        self._size: tuple[int, int] | None = None
        self._look_again_s = 0.0
        self._complained = False
        self._taken_s: deque[float] = deque(maxlen=_RATE_OVER)

    @property
    def frames_a_second(self) -> float:
        """Over the last frames, in real time; 0 before there are two."""
        if len(self._taken_s) < 2:
            return 0.0
        return (len(self._taken_s) - 1) / max(self._taken_s[-1] - self._taken_s[0], 1e-6)

    @property
    def model(self) -> str:
        """Which tile classifier reads the tiles."""
        return self._classifier.model.version

    @property
    def observer(self) -> TableObserver | None:
        """What watches the table; None until the table is found in the picture."""
        return self._observer

    def look(self, frame: CameraFrame) -> list[Observation]:
        """What this frame shows."""
        self._taken_s.append(time.monotonic())
        height, width = frame.image.shape[:2]
        if (width, height) != self._size:
            self._size, self._observer = (width, height), None
        if self._observer is None:
            self._observer = self._find_table(frame)
        if self._observer is None:
            return []
        seen = self._observer.observe(frame)
        for one in seen:
            if isinstance(one.sighting, ViewHeld):
                self._tell_of_view(one.sighting)
        return seen

    def _tell_of_view(self, view: ViewHeld) -> None:
        """A camera that was knocked or covered is a trouble of the camera; another light passes by itself."""
        if view.held and not view.reason.startswith("the light"):
            self._complain(f"nothing is observed for now: {view.reason}")
        elif not view.held and self._complained:
            self._complained = False
            self._on_status(True, f"the table is seen and watched again: {view.reason}")

    def _find_table(self, frame: CameraFrame) -> TableObserver | None:
        assert self._size is not None
        corners = self._config.corners_px
        if corners is None:
            if time.monotonic() < self._look_again_s:
                return None
            self._look_again_s = time.monotonic() + _MARKERS_EVERY_S
            found = find_corner_markers(frame.image)
            if found is None:
                self._complain(
                    "the camera's picture shows no table: its four corner markers are not seen "
                    "(set table.camera.corners_px, or free the markers)"
                )
                return None
            corners = (found[0], found[1], found[2], found[3])
        try:
            geometry = TableGeometry.from_corners(
                corners, self._size, self._cloth, focal_px=self._config.focal_px, distortion=self._config.distortion
            )
        except UsageError as error:
            self._complain(str(error))
            return None
        if self._complained:
            self._complained = False
            self._on_status(True, "the table is seen and watched")
        return TableObserver(geometry, self._cloth, self._classifier, self._settle_ms, self._notes)

    def _complain(self, line: str) -> None:
        if not self._complained:
            self._complained = True
            self._on_status(False, line)
