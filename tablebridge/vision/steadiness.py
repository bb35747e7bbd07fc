"""Whether the camera's view can be trusted: a camera that was knocked, a lamp that was switched."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.vision.change import Stillness
from tablebridge.vision.landmarks import Landmarks, Shift
from tablebridge.vision.rectify import TableGeometry

__all__ = ["Steadiness", "Trust"]

_CHECK_MS = 200.0
"""Shorter than anything may lie before it is believed: no act is made up in between."""
_STIRRED_SHARE, _GAIN_STEP = 0.1, 0.04
"""More of the picture in motion, or a larger step of its brightness, is looked into at once."""
_KNOCKED_MM = 1.3
_CALM_MM = 0.8
_LIGHT_STEP, _LIGHT_CALM = 0.08, 0.025
_DARK = 10.0
"""Middle brightness (0..255) below which nothing can be told."""


@dataclass(frozen=True, slots=True)
class Trust:
    """What a frame says of the view. While `held`, nothing in it is to be believed, for the `reason` given.

    `geometry` is given when the table was found anew in another place of the picture; `relit` when the light is another
    one since then. Both come with the first frame that is trusted again.
    """

    held: bool = False
    reason: str = ""
    geometry: TableGeometry | None = None
    relit: bool = False


class Steadiness:
    """Compares the table's own marks (rim, cloth's edge, console) and the light with how they were.

    A camera that moved by more than 1.3 mm on the cloth is noticed within 200 ms. Once it hangs still again, the marks
    tell where the table is now. A lamp that was switched makes the view wait until the light is steady.
    """

    def __init__(self, geometry: TableGeometry) -> None:
        self._geometry = geometry
        self._landmarks = Landmarks(geometry)
        self._light: NDArray[np.float32] | None = None
        self._last_light: NDArray[np.float32] | None = None
        self._last_shift: Shift | None = None
        self._checked_ms = -np.inf
        self._held = Trust()
        self._recognised = False
        self.recognised_ms = -np.inf
        """When the table's marks were last seen where they are believed to be, in table time. They may be hidden for a
        while without anything being held back."""

    def check(self, image: NDArray[np.uint8], at_ms: float, stillness: Stillness) -> Trust:
        """Takes the next frame, after `stillness` has seen it."""
        if self._light is None:
            self._light = self._last_light = _light(image)
            self._landmarks.remember(image)
            self._checked_ms = self.recognised_ms = at_ms
            return Trust()
        stirred = stillness.moving.mean() > _STIRRED_SHARE or abs(stillness.gain - 1) > _GAIN_STEP
        if at_ms - self._checked_ms < _CHECK_MS and (self._held.held or not stirred):
            return self._held
        self._checked_ms = at_ms
        self._recognised = False
        self._held = self._judge(image)
        if self._recognised and not self._held.held:
            self.recognised_ms = at_ms
        return self._held if self._held.held else self._release()

    def _release(self) -> Trust:
        """News is told once."""
        trust, self._held = self._held, Trust()
        return trust

    def _judge(self, image: NDArray[np.uint8]) -> Trust:
        light, last_light = _light(image), self._last_light
        self._last_light = light
        if np.median(light, axis=0).max() < _DARK:
            return Trust(True, "the picture is dark")
        assert self._light is not None
        assert last_light is not None
        relit = bool(_step(light, self._light) > _LIGHT_STEP)
        if relit and _step(light, last_light) > _LIGHT_CALM:
            return Trust(True, "the light changes")
        shift = self._landmarks.shift(image)
        last_shift, self._last_shift = self._last_shift, shift
        self._recognised = shift is not None
        if shift is None:
            # most marks are hidden or look different: trust what was trusted, doubt what was doubted
            if self._held.held or relit:
                return Trust(True, "the table's edge is not recognised")
            return Trust()
        if self._far_mm(shift.plain, np.eye(3)) > _KNOCKED_MM:
            if last_shift is None or self._far_mm(shift.plain, last_shift.plain) > _CALM_MM:
                return Trust(True, "the camera moves")
            self._geometry = self._geometry.moved(shift.exact)
            self._landmarks = Landmarks(self._geometry)
            self._last_shift = None
            self._light = light
            self._landmarks.remember(image)
            return Trust(geometry=self._geometry, relit=relit, reason="the table was found again")
        if relit:
            self._light = light
            self._landmarks.remember(image)
            return Trust(relit=True, reason="the light has changed")
        return Trust()

    def _far_mm(self, one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
        """How far apart on the cloth two shifts of the picture put its corners, at most."""
        half = self._geometry.cloth.side_mm / 2
        corners = self._geometry.project(np.array([[half, -half], [half, half], [-half, half], [-half, -half]]))[None]
        off = cv2.perspectiveTransform(corners, one) - cv2.perspectiveTransform(corners, other)
        return float(np.linalg.norm(off[0], axis=1).max()) / self._geometry.px_per_mm


def _light(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A sample of the picture, (n, 3): every sixteenth pixel of every sixteenth row."""
    return image[::16, ::16].reshape(-1, 3).astype(np.float32)


def _step(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The largest relative change of a colour from pixel to pixel, the middle of all: what comes and goes changes its
    own place only, however much of the cloth it fills."""
    return float(np.abs(np.median((one + 4) / (other + 4), axis=0) - 1).max())
