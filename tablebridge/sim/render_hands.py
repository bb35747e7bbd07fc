"""Arms that reach over the cloth: where a hand is during a motion, and how it looks from above."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tablebridge.cloth import Cloth, cloth_to_seat, seat_to_cloth
from tablebridge.sim.render_projection import Projection
from tablebridge.sim.scene import Motion
from tablebridge_rules.seat import Seat

__all__ = ["HandPainter", "fingertip"]

_SKINS = ((150, 180, 226), (128, 162, 214), (112, 144, 196), (92, 118, 170))
_SLEEVES = ((60, 44, 40), (120, 88, 60), (70, 60, 130), (96, 110, 98), (150, 150, 146), (48, 60, 84), (34, 34, 36))
_SHOULDER_MM = (120.0, 390.0, 260.0)
"""Of a player's right arm: right of the seat's middle, outwards of the rim, above the cloth."""
_REST_OUT_MM = 210.0
"""How far outside the rim an idle hand is."""
_SHADE = 0.62
_SHADOW_PER_MM = np.array([0.16, -0.22, -1.0])
"""From a point to its shadow on the cloth, for each mm of height."""

Picture = np.ndarray
Point = NDArray[np.float64]


def fingertip(motion: Motion, cloth: Cloth, at_ms: float) -> tuple[float, float]:
    """Where the fingers are, (x, y) in mm: from outside the rim to the first touch, along the touches so that the
    last is reached when the change happens, and back after it.

    Raises `ValueError` for a motion without a seat or without touches: it has no hand.
    """
    if motion.seat is None or not motion.touch_mm:
        raise ValueError(f"the motion at {motion.start_ms} ms shows no hand: it needs a seat and a touch")
    touches = [np.array(touch, np.float64) for touch in motion.touch_mm]
    if at_ms >= motion.change_ms:
        share = _share(at_ms, motion.change_ms, motion.end_ms)
        # a hand stays a moment on the tile it has laid down
        place = _between(touches[-1], _rest(motion.seat, touches[-1], cloth), (share - 0.12) / 0.88)
        return float(place[0]), float(place[1])
    share = _share(at_ms, motion.start_ms, motion.change_ms)
    reach = 0.45 if len(touches) > 1 else 0.85
    if motion.reach_ms is not None:
        reach = min(motion.reach_ms / max(motion.change_ms - motion.start_ms, 1.0), 0.99)
    if share < reach:
        place = _between(_rest(motion.seat, touches[0], cloth), touches[0], share / reach)
    else:
        leg = (share - reach) / (1 - reach) * (len(touches) - 1)
        number = min(int(leg), max(len(touches) - 2, 0))
        place = _between(touches[number], touches[min(number + 1, len(touches) - 1)], leg - number)
    return float(place[0]), float(place[1])


def _share(at: float, start: float, end: float) -> float:
    return 1.0 if end <= start else float(np.clip((at - start) / (end - start), 0, 1))


def _between(start: Point, end: Point, share: float) -> Point:
    """Slow at both ends, as hands move."""
    share = float(np.clip(share, 0, 1))
    return start + (end - start) * (share * share * (3 - 2 * share))


def _rest(seat: Seat, touch: Point, cloth: Cloth) -> Point:
    right, _ = cloth_to_seat(seat, float(touch[0]), float(touch[1]))
    return np.array(seat_to_cloth(seat, 0.5 * right + 60, cloth.side_mm / 2 + _REST_OUT_MM))


@dataclass(frozen=True, slots=True)
class _Limb:
    """A part of the arm that tapers from one ball to another: places (x, y, z) and radii in mm."""

    start: Point
    start_mm: float
    end: Point
    end_mm: float
    sleeve: bool = False


class HandPainter:
    """Paints arms onto pictures; each seat's player keeps skin and sleeve."""

    def __init__(self, cloth: Cloth, projection: Projection, light: NDArray[np.float32], random: Generator) -> None:
        self._cloth = cloth
        self._projection = projection
        self._brightness = float(np.clip(light.mean() * 1.02, 0.6, 1.05))
        sleeves = random.permutation(len(_SLEEVES))[:4]
        self._colours = {
            seat: (
                np.array(_SKINS[random.integers(len(_SKINS))], np.float64),
                np.array(_SLEEVES[sleeves[seat.number]], np.float64),
            )
            for seat in Seat
        }

    def paint(self, picture: Picture, motion: Motion, seat: Seat, at_ms: float) -> None:
        """Draws the arm of a motion at a moment, with its shadow, onto a picture of the whole view."""
        limbs = self._limbs(seat, np.array(fingertip(motion, self._cloth, at_ms)))
        self._shadow(picture, limbs)
        skin, sleeve = self._colours[seat]
        for limb in limbs:
            colour = (sleeve if limb.sleeve else skin) * self._brightness
            # three nested strokes from dark to light round the limb
            for share, shade in ((1.0, 0.70), (0.84, 0.88), (0.52, 1.0)):
                self._stroke(picture, limb, share, colour * shade)

    def _limbs(self, seat: Seat, tip: Point) -> list[_Limb]:
        """Sleeve first, fingers last, as they lie over each other. The arm comes from the player's right shoulder."""
        right, out, high = _SHOULDER_MM
        shoulder = np.array([*seat_to_cloth(seat, right, self._cloth.side_mm / 2 + out), high])
        along = tip - shoulder[:2]
        along /= max(float(np.linalg.norm(along)), 1.0)
        across = np.array([along[1], -along[0]])

        def at(back_mm: float, aside_mm: float, high_mm: float) -> Point:
            return np.array([*(tip - along * back_mm + across * aside_mm), high_mm])

        wrist, cuff = at(132, 0, 62), at(205, 2, 88)
        limbs = [
            _Limb(shoulder, 62, cuff, 46, sleeve=True),
            _Limb(cuff, 33, wrist, 27),
            _Limb(wrist, 27, at(82, 0, 52), 38),
            _Limb(at(106, -26, 48), 15, at(44, -40, 30), 10),
        ]
        fingers = ((-22, 10, -14), (-7, 0, -5), (8, 2, 5), (23, 16, 16))
        for knuckle, back, aside in fingers:
            limbs.append(_Limb(at(74, knuckle, 50), 11.5, at(back, aside, 26), 8))
        return limbs

    def _stroke(self, picture: Picture, limb: _Limb, share: float, colour: Point) -> None:
        hull = self._outline(limb, share)
        cv2.fillConvexPoly(picture, hull, tuple(np.clip(colour, 0, 255).tolist()), cv2.LINE_AA, 4)

    def _outline(self, limb: _Limb, share: float = 1.0) -> np.ndarray:
        """The hull of the two balls in sixteenths of a pixel."""
        points = []
        for place, radius in ((limb.start, limb.start_mm), (limb.end, limb.end_mm)):
            middle = self._projection.project([place])[0]
            points.append(middle + _ROUND * radius * share * self._projection.px_per_mm(place))
        return cv2.convexHull(np.round(np.vstack(points) * 16).astype(np.int32))

    def _shadow(self, picture: Picture, limbs: list[_Limb]) -> None:
        """Darkens what lies under the arm, softly, at a quarter of the picture's fineness."""
        quarter = 4
        height, width = picture.shape[:2]
        mask = np.full((height // quarter + 1, width // quarter + 1), 255, np.uint8)
        outlines = []
        for limb in limbs[:4]:
            moved = [place + place[2] * _SHADOW_PER_MM for place in (limb.start, limb.end)]
            outline = self._outline(_Limb(moved[0], limb.start_mm, moved[1], limb.end_mm))
            cv2.fillConvexPoly(mask, outline // quarter, round(255 * _SHADE), cv2.LINE_8, 4)
            outlines.append(outline.reshape(-1, 2) / 16)
        reach = 24
        box = np.vstack(outlines)
        left, top = np.clip((box.min(axis=0) - reach) // quarter, 0, None).astype(int)
        right, bottom = np.minimum(
            (box.max(axis=0) + reach) // quarter + 1, (width // quarter, height // quarter)
        ).astype(int)
        if left >= right or top >= bottom:
            return
        part = cv2.GaussianBlur(mask[top:bottom, left:right], (0, 0), 2.5)
        part = cv2.resize(part, None, fx=quarter, fy=quarter, interpolation=cv2.INTER_LINEAR)
        ground = picture[top * quarter : bottom * quarter, left * quarter : right * quarter]
        cv2.multiply(ground, cv2.merge([part] * 3), dst=ground, scale=1 / 255)


_ANGLES = np.linspace(0, 2 * np.pi, 20, endpoint=False)
_ROUND = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])
