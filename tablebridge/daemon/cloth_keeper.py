"""Gives each frame's cloth to the evidence, as long as it is certain where the cloth is."""

from __future__ import annotations

import logging
import math

from tablebridge.camera import CameraFrame
from tablebridge.evidence import ClothFrame, ClothRoll
from tablebridge.vision.cloth_picture import ClothPicture
from tablebridge.vision.observer import TableObserver
from tablebridge.vision.rectify import TableGeometry

__all__ = ["ClothKeeper"]

_log = logging.getLogger(__name__)

_LEAST_STEP_MS = 28.0
"""Of a faster camera frames are left out, as the observer does."""


class ClothKeeper:
    """Fills one camera's roll. `prefix` comes before the number of a frame in its `ref`, so that two cameras' frames
    have different ones."""

    def __init__(self, roll: ClothRoll, table: str, prefix: str = "") -> None:
        self._roll = roll
        self._table = table
        self._prefix = prefix
        self._cut: ClothPicture | None = None
        self._geometry: TableGeometry | None = None
        self._observer: TableObserver | None = None
        self._last_ms = -math.inf
        self._warned = False

    def see(self, frame: CameraFrame, observer: TableObserver | None) -> None:
        """Takes the next frame, after `observer` (None while the table is not found) has looked at it."""
        if observer is not self._observer:
            self._observer, self._last_ms = observer, -math.inf
            self._roll.doubt()
        if observer is None or frame.at_ms - self._last_ms < _LEAST_STEP_MS:
            return
        self._last_ms = frame.at_ms
        if observer.held:
            self._roll.doubt()
            return
        if observer.geometry is not self._geometry or self._cut is None:
            self._roll.doubt()
            self._geometry, self._cut = observer.geometry, ClothPicture(observer.geometry)
        picture = self._cut.cut(frame.image)
        self._roll.take(ClothFrame.of(f"{self._prefix}{frame.number}", frame.at_ms, frame.captured_at, picture))
        self._roll.confirm(observer.recognised_ms)
        self._warn_of_marks()

    def _warn_of_marks(self) -> None:
        if self._roll.expired and not self._warned:
            self._warned = True
            _log.warning(
                "table %s: pictures of the cloth are not kept while the table's rim and corners are not recognised "
                "(free them, or lay the four markers; told once)",
                self._table,
            )
