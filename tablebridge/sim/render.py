"""Pictures of the simulated cloth, as an overhead camera takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.cloth import Cloth, seat_to_cloth
from tablebridge.sim.render_hands import HandPainter
from tablebridge.sim.render_objects import Patch, draw_object, top_corners_mm
from tablebridge.sim.render_projection import Projection
from tablebridge.sim.render_table import TableLook, light_map, table_picture
from tablebridge.sim.scene import Motion, Object, ViewChange
from tablebridge_rules.seat import Seat

__all__ = ["SceneRenderer"]

Picture = np.ndarray
Box = tuple[int, int, int, int]

_CLOTHS = {
    # contrast with the backs of the style's tiles, as parlours choose it
    "japanese": ((74, 96, 28), (110, 62, 28), (60, 84, 34)),
    "chinese": ((128, 84, 38), (96, 52, 46), (52, 40, 112)),
}
_RIMS = ((38, 58, 88), (34, 34, 38), (28, 44, 66))
_ALL_AGAIN = 40
"""With this many changed places it is quicker to draw the whole table again."""


class SceneRenderer:
    """Draws scenes of one table under one camera; keeps the picture and redraws only what has changed.

    `style` is a style of tile faces, `seed` chooses cloth, light, the camera's place and the noise: the same seed and
    the same arguments give the same pictures. `size` is (width, height) in pixels, `tilt_deg` how far the camera
    hangs off the vertical, `noise` the standard deviation of the sensor's noise in grey levels, `blur_px` the lens's.
    Not for use by two threads at once.
    """

    def __init__(
        self,
        cloth: Cloth,
        style: str = "japanese",
        seed: int = 0,
        size: tuple[int, int] = (1440, 1080),
        *,
        tilt_deg: float = 2.5,
        noise: float = 3.0,
        blur_px: float = 0.55,
        markers: bool = True,
    ) -> None:
        random = np.random.default_rng([seed, 1])
        self.cloth = cloth
        self.style = style
        self.projection = Projection.over(
            cloth,
            size,
            tilt_deg=tilt_deg,
            azimuth_deg=float(random.uniform(0, 360)),
            roll_deg=float(random.uniform(-1.5, 1.5)),
            distance_mm=float(random.uniform(1200, 1450)),
        )
        look = TableLook(
            cloth=_CLOTHS[style][random.integers(3)],
            rim=_RIMS[random.integers(3)],
            console=((58, 56, 54), (70, 62, 50), (40, 40, 44))[random.integers(3)],
            markers=markers,
        )
        self._blur_px = blur_px
        self._light = light_map(size, random)
        bare = table_picture(self.projection, cloth, look, random)
        self._bare = cv2.multiply(bare, cv2.merge([self._light] * 3), dtype=cv2.CV_8U)
        self._noise = _Noise(size, noise, seed)
        self._hands = HandPainter(cloth, self.projection, self._light, random)
        self._patches = lru_cache(maxsize=4096)(self._draw)
        self._shown: dict[int, Object] = {}
        self._still = self._bare.copy()

    @property
    def corners_px(self) -> list[tuple[float, float]]:
        """The cloth's corners in the picture: at the right hand of seats A, B, C and D."""
        half = self.cloth.side_mm / 2
        corners = self.projection.project([(*seat_to_cloth(seat, half, half), 0.0) for seat in Seat])
        return [(float(x), float(y)) for x, y in corners]

    def top_corners_px(self, thing: Object) -> NDArray[np.float64]:
        """Where an object's upper side appears, (4, 2) pixels: upper left, upper right, lower right and lower left of
        the face as it is read."""
        return self.projection.project(top_corners_mm(thing, self.cloth))

    def still(self, objects: Mapping[int, Object]) -> Picture:
        """The table with these objects, without arms and noise: (height, width, 3) BGR. Not to be written to; it
        changes with the next call."""
        self._follow(objects)
        return self._still

    def frame(
        self,
        objects: Mapping[int, Object],
        arms: Sequence[Motion] = (),
        at_ms: float = 0.0,
        *,
        take: int = 0,
        view: ViewChange | None = None,
    ) -> Picture:
        """One picture, (height, width, 3) BGR uint8, the caller's own; another `take` of a moment has other noise.

        `view` is how the camera sees the table now, if not as at first.

        `arms` are the motions under way at `at_ms`; those of the table's machine, or without a touch, show no arm.
        """
        self._follow(objects)
        picture = self._still.copy()
        for motion in arms:
            if motion.seat is not None and motion.touch_mm and motion.start_ms <= at_ms <= motion.end_ms:
                self._hands.paint(picture, motion, motion.seat, at_ms)
        if view is not None:
            picture = self._seen(picture, view)
        self._noise.add_to(picture, at_ms, take)
        return picture

    def hidden(self, arms: Sequence[Motion], at_ms: float) -> NDArray[np.bool_]:
        """Where `frame` would show arms and not what lies under them, (height, width); their shadows hide nothing."""
        black = np.zeros_like(self._still)
        for motion in arms:
            if motion.seat is not None and motion.touch_mm and motion.start_ms <= at_ms <= motion.end_ms:
                self._hands.paint(black, motion, motion.seat, at_ms)
        return black.max(axis=2) > 0

    def _seen(self, picture: Picture, view: ViewChange) -> Picture:
        """The picture of a table that lies elsewhere under the camera, in another light. Over 2 cm the parallax of
        what stands on the cloth is less than a pixel, so that the whole picture moves as the cloth does."""
        if view.moved_mm != (0.0, 0.0) or view.turned_deg:
            turn = np.radians(view.turned_deg)
            moved = np.array(
                [
                    [np.cos(turn), -np.sin(turn), view.moved_mm[0]],
                    [np.sin(turn), np.cos(turn), view.moved_mm[1]],
                    [0, 0, 1],
                ]
            )
            plane = self.projection.plane()
            to_picture = plane @ moved @ np.linalg.inv(plane)
            size = self.projection.size
            picture = cv2.warpPerspective(picture, to_picture, size, borderMode=cv2.BORDER_REPLICATE)
        if view.brightness != 1.0:
            picture = cv2.convertScaleAbs(picture, alpha=view.brightness)
        return picture

    def _draw(self, thing: Object) -> tuple[Patch, Patch]:
        return draw_object(thing, self.cloth, self.projection, self.style, self._light, self._blur_px)

    def _follow(self, objects: Mapping[int, Object]) -> None:
        """Brings the kept picture up to date."""
        gone = [thing for key, thing in self._shown.items() if objects.get(key) != thing]
        come = [thing for key, thing in objects.items() if self._shown.get(key) != thing]
        if not gone and not come:
            return
        self._shown = dict(objects)
        if len(gone) + len(come) >= _ALL_AGAIN:
            boxes = [(0, 0, *self.projection.size)]
        else:
            boxes = _joined([_around(self._patches(thing)) for thing in (*gone, *come)])
        patches = [self._patches(thing) for thing in self._shown.values()]
        shadows = [shadow for shadow, _ in patches]
        bodies = sorted((body for _, body in patches), key=lambda patch: patch.order)
        for box in boxes:
            box = _within(box, self.projection.size)
            left, top, right, bottom = box
            if left >= right or top >= bottom:
                continue
            self._still[top:bottom, left:right] = self._bare[top:bottom, left:right]
            for patch in (*shadows, *bodies):
                patch.lay_on(self._still, box)


class _Noise:
    """Sensor noise from a store that is larger than the picture: each moment takes another part of it."""

    _SPARE = 64

    def __init__(self, size: tuple[int, int], deviation: float, seed: int) -> None:
        random = np.random.default_rng([seed, 2])
        self._seed = seed
        self._deviation = deviation
        shape = (size[1] + self._SPARE, size[0] + self._SPARE, 3)
        noise = random.standard_normal(shape, dtype=np.float32) * deviation
        self._lighter = np.clip(np.round(noise), 0, 255).astype(np.uint8)
        self._darker = np.clip(np.round(-noise), 0, 255).astype(np.uint8)

    def add_to(self, picture: Picture, at_ms: float, take: int) -> None:
        """Makes each pixel a little lighter or darker."""
        if not self._deviation:
            return
        height, width = picture.shape[:2]
        moment = np.random.default_rng([self._seed, 3, round(abs(at_ms) * 16), take])
        row, column = moment.integers(0, self._SPARE, 2)
        part = slice(row, row + height), slice(column, column + width)
        cv2.add(picture, self._lighter[part], dst=picture)
        cv2.subtract(picture, self._darker[part], dst=picture)


def _around(patches: tuple[Patch, Patch]) -> Box:
    one, other = patches[0].box, patches[1].box
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _within(box: Box, size: tuple[int, int]) -> Box:
    return max(box[0], 0), max(box[1], 0), min(box[2], size[0]), min(box[3], size[1])


def _joined(boxes: list[Box]) -> list[Box]:
    """Boxes that overlap made one, so that nothing is drawn twice."""
    apart: list[Box] = []
    for box in boxes:
        while True:
            hit = next((other for other in apart if _overlap(box, other)), None)
            if hit is None:
                break
            apart.remove(hit)
            box = min(box[0], hit[0]), min(box[1], hit[1]), max(box[2], hit[2]), max(box[3], hit[3])
        apart.append(box)
    return apart


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
