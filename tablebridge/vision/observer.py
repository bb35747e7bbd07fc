"""The camera's witness: frames in, observations of what came to rest on the table out."""

from __future__ import annotations

from collections import deque
from datetime import datetime
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tablebridge.camera.frame import CameraFrame
from tablebridge.cloth import Cloth
from tablebridge.observation import Evidence, Observation, ViewHeld, Witness
from tablebridge.vision.arms import ArmWatch, StickWatch
from tablebridge.vision.change import Stillness
from tablebridge.vision.fallen import FallenWatch
from tablebridge.vision.flowers import FlowerWatch
from tablebridge.vision.ground import Ground
from tablebridge.vision.hands import HandWatch
from tablebridge.vision.look import Look, ReadsTiles, Sighted
from tablebridge.vision.look_notes import LookNotes
from tablebridge.vision.melds import MeldWatch
from tablebridge.vision.rectify import TableGeometry
from tablebridge.vision.rivers import RiverWatch
from tablebridge.vision.steadiness import Steadiness, Trust
from tablebridge.vision.tracks import Tracks
from tablebridge.vision.walls import IndicatorOrder, WallWatch
from tablebridge_rules.seat import Seat

__all__ = ["TableObserver"]

_LEARN_EVERY_MS = 10_000.0
_REMEMBERED_MS = 60_000.0
_LEAST_STEP_MS = 30.0
"""Of a camera that is faster than this not every frame is looked at: nothing on a table is."""
_ROUNDING_MS = 2.0


class _Watch(Protocol):
    def look(self, look: Look) -> list[Sighted]: ...


class _Moment(NamedTuple):
    at_ms: float
    number: int
    captured_at: datetime


class TableObserver:
    """Watches one table. `settle_ms` is how long a thing must lie still in table time before it is believed.

    `notes`, where given, are told what is read and what is held back. `tracks` are the tiles it follows, `geometry` is
    where the table lies now: after the camera was knocked, another one than was given.

    An observation's moment is that of the first frame that showed the thing, not of the frame that made it certain.
    """

    def __init__(
        self,
        geometry: TableGeometry,
        cloth: Cloth,
        classifier: ReadsTiles,
        settle_ms: float = 300.0,
        notes: LookNotes | None = None,
    ) -> None:
        self.geometry = geometry
        self.tracks = Tracks()
        self._classifier = classifier
        self._settle_ms = settle_ms
        self._notes = notes
        self._ground = Ground(geometry)
        self._learned_ms = 0.0
        self._stillness = Stillness(geometry)
        self._steadiness = Steadiness(geometry)
        self._held = False
        self._moments: deque[_Moment] = deque()
        order = IndicatorOrder()
        self._watches: list[_Watch] = [ArmWatch(seat, cloth) for seat in Seat]
        for seat in Seat:
            self._watches += [
                RiverWatch(seat, cloth),
                MeldWatch(seat, cloth),
                StickWatch(seat, cloth),
                WallWatch(seat, cloth, order),
                HandWatch(seat, cloth),
                FlowerWatch(seat, cloth),
                FallenWatch(seat, cloth),
            ]

    @property
    def moving(self) -> NDArray[np.bool_]:
        """Cells of the picture (rows, columns) that moved in the last frame, as even parts of it."""
        return self._stillness.moving

    @property
    def held(self) -> bool:
        """Whether the view is not to be trusted now (`ViewHeld`)."""
        return self._held

    @property
    def recognised_ms(self) -> float:
        """When the table was last seen to be where `geometry` says, in table time."""
        return self._steadiness.recognised_ms

    def observe(self, frame: CameraFrame) -> list[Observation]:
        """What this frame makes certain, in the order of its moments. Frames must come in order; some may be missing.

        Raises `ValueError` for a picture of another size than the geometry was made for.
        """
        height, width = frame.image.shape[:2]
        if (width, height) != (self.geometry.width_px, self.geometry.height_px):
            raise ValueError(
                f"frame {frame.number} is {width}x{height}, the table's geometry is for "
                f"{self.geometry.width_px}x{self.geometry.height_px} pixels"
            )
        if self._moments and frame.at_ms - self._moments[-1].at_ms < _LEAST_STEP_MS - _ROUNDING_MS:
            return []
        self._remember(_Moment(frame.at_ms, frame.number, frame.captured_at))
        self._stillness.see(frame.image, frame.at_ms)
        trust = self._steadiness.check(frame.image, frame.at_ms, self._stillness)
        told = self._change_of_trust(trust, frame)
        if trust.held:
            return told
        if not self._ground.known or frame.at_ms - self._learned_ms >= _LEARN_EVERY_MS:
            self._ground.learn(frame.image)
            self._learned_ms = frame.at_ms
        look = Look(
            self.geometry,
            self._ground,
            self._stillness,
            self._classifier,
            self._settle_ms,
            frame.at_ms,
            frame.image,
            self._notes,
        )
        if self._notes is not None:
            self._notes.begin(frame.at_ms)
        seen = [sighted for watch in self._watches for sighted in watch.look(look)]
        return [*told, *(self._observation(one) for one in sorted(seen, key=lambda sighted: sighted.at_ms))]

    def _remember(self, moment: _Moment) -> None:
        self._moments.append(moment)
        while moment.at_ms - self._moments[0].at_ms > _REMEMBERED_MS:
            self._moments.popleft()

    def _change_of_trust(self, trust: Trust, frame: CameraFrame) -> list[Observation]:
        """Starts afresh where the camera was knocked or the light is another, and tells that the view was held.

        What the watchers know lies on the cloth, not in the picture: it stays.
        """
        if trust.geometry is not None:
            self.geometry = trust.geometry
            self._stillness = Stillness(trust.geometry)
            self._stillness.see(frame.image, frame.at_ms)
            self._ground = Ground(trust.geometry)
        elif trust.relit:
            self._ground.learn(frame.image)
            self._learned_ms = frame.at_ms
        if trust.held == self._held and trust.geometry is None:
            return []
        self._held = trust.held
        return [self._observation(Sighted(ViewHeld(trust.held, trust.reason or "the view is as it was"), frame.at_ms))]

    def _observation(self, sighted: Sighted) -> Observation:
        first = next((moment for moment in self._moments if moment.at_ms >= sighted.at_ms), self._moments[-1])
        return Observation(
            Witness.CAMERA,
            sighted.at_ms,
            first.captured_at,
            sighted.sighting,
            sighted.confidence,
            (Evidence("frame", str(first.number)),),
            self.tracks.take(sighted.sighting, sighted.at_ms),
        )
