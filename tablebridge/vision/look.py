"""One look at the table: a frame, what is still in it, and the ways to cut it up. What every watcher is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.cloth import Cloth, Place, seat_to_cloth
from tablebridge.observation import Sighting
from tablebridge.vision.change import Footprint, Stillness
from tablebridge.vision.fit import FIT_PX_PER_MM, Window
from tablebridge.vision.ground import Ground, to_lab
from tablebridge.vision.look_notes import LookNotes
from tablebridge.vision.reading import TileReading
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.seat import Seat

__all__ = ["Gate", "Look", "ReadsTiles", "Sighted"]

_CROP_PX_PER_MM = 3.0
_CROP_MARGIN = 0.05
_RETRY_MS = 400.0
_RIM_SHADOW_MM = 3.0
_RETRIES = 6
_LIT_SHARE = 0.82


class ReadsTiles(Protocol):
    """What a watcher needs of a classifier: one reading for each BGR crop of one tile."""

    def classify(self, crops: Sequence[np.ndarray]) -> list[TileReading]:
        """See `TileClassifier.classify`."""
        ...


@dataclass(frozen=True, slots=True)
class Sighted:
    """A sighting with the moment of the first frame that showed it, and how sure it is (0..1)."""

    sighting: Sighting
    at_ms: float
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A frame as the watchers see it. Lengths in mm, places in the frame of a seat, heights above the cloth."""

    geometry: TableGeometry
    ground: Ground
    stillness: Stillness
    classifier: ReadsTiles
    settle_ms: float
    at_ms: float
    image: NDArray[np.uint8] = field(repr=False)
    notes: LookNotes | None = None

    @property
    def cloth(self) -> Cloth:
        """The table's sizes."""
        return self.geometry.cloth

    def crop(self, seat: Seat, place: Place, top_mm: float | None = None) -> NDArray[np.uint8]:
        """A lying tile cut out upright, its upper face at `top_mm` (a single tile's unless told), margins as the
        classifier likes them."""
        view = self.geometry.view(
            seat,
            place.right_mm,
            place.out_mm,
            self.cloth.tile_wide_mm * (1 + 2 * _CROP_MARGIN),
            self.cloth.tile_long_mm * (1 + 2 * _CROP_MARGIN),
            height_mm=self.cloth.tile_thick_mm if top_mm is None else top_mm,
            turn_deg=place.turn_deg,
            px_per_mm=_CROP_PX_PER_MM,
        )
        return np.asarray(view.cut(self.image), np.uint8)

    def read(self, seat: Seat, places: Sequence[Place], top_mm: float | None = None) -> list[TileReading]:
        """Classifies the tiles lying at places."""
        readings = self.classifier.classify([self.crop(seat, place, top_mm) for place in places])
        if self.notes is not None:
            height = self.cloth.tile_thick_mm if top_mm is None else top_mm
            for place, reading in zip(places, readings, strict=True):
                self.notes.has_read(seat, place, height, reading)
        return readings

    def lab(
        self, seat: Seat, right_mm: float, out_mm: float, width_mm: float, depth_mm: float, height_mm: float
    ) -> NDArray[np.float32]:
        """Colours (rows, columns, 3; see `to_lab`) of a rectangle, `FIT_PX_PER_MM` to scale."""
        view = self.geometry.view(
            seat, right_mm, out_mm, width_mm, depth_mm, height_mm=height_mm, px_per_mm=FIT_PX_PER_MM
        )
        return to_lab(cv2.GaussianBlur(view.cut(self.image), (0, 0), 1.0))

    def window(self, seat: Seat, right_mm: float, out_mm: float, width_mm: float, depth_mm: float) -> Window:
        """A window at the height of tile tops; nothing in it is known yet, and beyond the cloth nothing is seen."""
        top_mm = self.cloth.tile_thick_mm
        view = self.geometry.view(seat, right_mm, out_mm, width_mm, depth_mm, height_mm=top_mm, px_per_mm=FIT_PX_PER_MM)
        lab = to_lab(cv2.GaussianBlur(view.cut(self.image), (0, 0), 1.0))
        bare = self.ground.bare(lab, self.ground.at(seat, right_mm, out_mm))
        window = Window(
            self.geometry,
            seat,
            view,
            right_mm - width_mm / 2,
            (~bare).astype(np.float32),
            np.zeros(bare.shape, np.float32),
        )
        edge = self.cloth.side_mm / 2 - _RIM_SHADOW_MM
        corners = np.array([seat_to_cloth(each, edge, edge) for each in Seat])
        cv2.fillConvexPoly(window.open, np.round(window.in_view(self.geometry.project(corners))).astype(np.int32), 1.0)
        return window

    def bare_shares(
        self, seat: Seat, places: Sequence[tuple[float, float]], width_mm: float, depth_mm: float, height_mm: float
    ) -> list[float]:
        """Share of each rectangle (centres `(right, out)`) that looks like bare cloth, seen at a height: 1 is empty."""
        shares = []
        for right, out in places:
            lab = self.lab(seat, right, out, width_mm, depth_mm, height_mm)
            shares.append(float(self.ground.bare(lab, self.ground.at(seat, right, out)).mean()))
        return shares

    def is_bare(self, seat: Seat, right_mm: float, out_mm: float, size_mm: float = 10.0) -> bool:
        """True when cloth is seen at a place, whether one looks at the cloth itself or at where a tile's top would be.

        A tile that lies there hides both; one beside it can hide only one of the two."""
        place = [(right_mm, out_mm)]
        return any(
            self.bare_shares(seat, place, size_mm, size_mm, height)[0] > 0.8
            for height in (self.cloth.tile_thick_mm, 0.0)
        )

    def is_lit(self, seat: Seat, right_mm: float, out_mm: float, size_mm: float = 10.0) -> bool:
        """True when what is seen there on the cloth is about as bright as it should be: in no shadow, and no dark
        sleeve that passes for one."""
        lab = self.lab(seat, right_mm, out_mm, size_mm, size_mm, 0.0)
        return float(lab[..., 0].mean()) > _LIT_SHARE * self.ground.at(seat, right_mm, out_mm).light


class Gate:
    """Tells when a part of the table is worth another look: something moved there, and it has come to rest.

    What could not be understood is looked at again a few times later, even when nothing moved.
    """

    def __init__(self) -> None:
        self._checked_ms = -np.inf
        self._retry_ms = np.inf
        self._tries = 0

    def due(self, look: Look, footprint: Footprint) -> bool:
        """True when the footprint has settled since the last `done`, or a retry is due and it lies still."""
        moved = look.stillness.moved_at_ms(footprint)
        if look.at_ms - moved < look.settle_ms:
            if look.notes is not None:
                look.notes.waits(footprint, look.at_ms - moved, look.settle_ms)
            return False
        return moved > self._checked_ms or look.at_ms >= self._retry_ms

    @property
    def spent(self) -> bool:
        """True when it was looked at as often as makes sense while nothing moved."""
        return self._tries >= _RETRIES

    def done(self, look: Look) -> None:
        """Everything that lies there is understood."""
        self._checked_ms = look.at_ms
        self._retry_ms, self._tries = np.inf, 0
        if look.notes is not None:
            look.notes.understood(self)

    def puzzled(self, look: Look, footprint: Footprint) -> None:
        """Something lies there that was not understood: a tile half covered, a sleeve, a cup."""
        if look.stillness.moved_at_ms(footprint) > self._checked_ms:
            self._tries = 0
        self._checked_ms = look.at_ms
        self._tries += 1
        self._retry_ms = look.at_ms + _RETRY_MS * self._tries if self._tries <= _RETRIES else np.inf
        if look.notes is not None:
            look.notes.puzzled(self, footprint, self._tries, again=self._tries <= _RETRIES)
