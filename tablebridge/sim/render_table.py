"""The table without anything on it: cloth, rim, console, corner markers, as the virtual camera sees them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tablebridge.cloth import Cloth, seat_to_cloth
from tablebridge.sim.render_projection import RIM_MM, Projection
from tablebridge_rules.seat import Seat

__all__ = ["MARKER_MM", "TableLook", "light_map", "table_picture"]

MARKER_MM = 36.0
"""Side of a corner marker: dictionary 4x4_50, numbers 0 to 3 at the right hand of A to D. Its inner corner lies on the
cloth's corner, the rest of it on the rim."""

_PLAN_PX_PER_MM = 2.0
_MARKER_PAPER_MM = 4.0

Colour = tuple[int, int, int]
Picture = np.ndarray


@dataclass(frozen=True, slots=True)
class TableLook:
    """Colours as (blue, green, red)."""

    cloth: Colour
    rim: Colour
    console: Colour
    markers: bool = True


def table_picture(projection: Projection, cloth: Cloth, look: TableLook, random: Generator) -> Picture:
    """The bare table without light, (height, width, 3)."""
    plan = _Plan(cloth)
    plan.lay_cloth(look, random)
    plan.put_rim(look, random)
    plan.put_console(look, random)
    if look.markers:
        plan.put_markers()
    floor = np.array([46, 44, 42], np.float32) + random.normal(0, 3, 3)
    size = projection.size
    picture = np.full((size[1], size[0], 3), floor, np.uint8)
    to_picture = projection.plane() @ plan.to_mm
    # softened first: the plan is finer than the picture, and a warp alone would alias
    fine = cv2.GaussianBlur(plan.picture, (0, 0), 0.45 * _PLAN_PX_PER_MM / projection.px_per_mm((0, 0, 0)))
    return cv2.warpPerspective(
        fine, to_picture, size, dst=picture, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
    )


def light_map(size: tuple[int, int], random: Generator) -> NDArray[np.float32]:
    """How bright each pixel is, (height, width), about 1 in the lit part: a lamp off the middle, and the lens's own
    darkening towards the corners."""
    width, height = size
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    lamp_x, lamp_y = random.uniform(-0.7, 0.7, 2)
    lamp = np.exp(-((x - lamp_x) ** 2 + (y - lamp_y) ** 2) / 3.2)
    slope = random.uniform(-0.05, 0.05) * x + random.uniform(-0.05, 0.05) * y
    vignette = 1 - 0.11 * (x**2 + y**2)
    return ((0.76 + 0.26 * lamp + slope) * vignette).astype(np.float32)


class _Plan:
    """The table drawn flat, seat A at the bottom, `_PLAN_PX_PER_MM`."""

    def __init__(self, cloth: Cloth) -> None:
        self.cloth = cloth
        self.half_mm = cloth.side_mm / 2 + RIM_MM
        side = round(2 * self.half_mm * _PLAN_PX_PER_MM)
        self.picture: Picture = np.zeros((side, side, 3), np.uint8)

    @property
    def to_mm(self) -> NDArray[np.float64]:
        """3 by 3, from the plan's pixels to mm."""
        step, half = 1 / _PLAN_PX_PER_MM, self.half_mm
        return np.array([[step, 0, step / 2 - half], [0, -step, half - step / 2], [0, 0, 1]])

    def at(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        """The nearest pixel to a place."""
        return round((x_mm + self.half_mm) * _PLAN_PX_PER_MM - 0.5), round(
            (self.half_mm - y_mm) * _PLAN_PX_PER_MM - 0.5
        )

    def lay_cloth(self, look: TableLook, random: Generator) -> None:
        """Colour, a coarse unevenness from wear, and a fine weave."""
        side = len(self.picture)
        coarse = random.standard_normal((9, 9), np.float32)
        wear: np.ndarray = cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)
        # half a millimetre a thread is as fine as any camera here sees
        fine = random.standard_normal((side // 2, side // 2), np.float32)
        weave: np.ndarray = cv2.resize(fine, (side, side), interpolation=cv2.INTER_LINEAR)
        self.picture[:] = _shaded(look.cloth, 1 + 0.022 * wear + 0.04 * weave)

    def put_rim(self, look: TableLook, random: Generator) -> None:
        """A frame of grained wood with a shadow along its inner edge."""
        side, rim = len(self.picture), round(RIM_MM * _PLAN_PX_PER_MM)
        self._shade_edges(rim, round(7 * _PLAN_PX_PER_MM))
        grain = random.standard_normal((rim, 6), np.float32)
        plank = _shaded(look.rim, 1 + 0.07 * cv2.resize(grain, (side, rim)))
        for turns in range(4):
            # each plank is the picture's upper edge once the picture is turned; the next one covers its end
            np.rot90(self.picture, turns)[:rim] = plank

    def _shade_edges(self, rim: int, reach: int) -> None:
        """Darkens the cloth next to the rim."""
        for turns in range(4):
            edge = np.rot90(self.picture, turns)[rim : rim + reach]
            edge[:] = edge * np.linspace(0.55, 1, reach, dtype=np.float32)[:, None, None]

    def put_console(self, look: TableLook, random: Generator) -> None:
        """A box with cut corners: a tray for sticks and a display on each side, the dice bowl in the middle."""
        half, cut = self.cloth.console_mm / 2, 16.0
        corners = []
        for seat in Seat:
            corners += [seat_to_cloth(seat, -half + cut, half), seat_to_cloth(seat, half - cut, half)]
        outline = np.array([self.at(*corner) for corner in corners], np.int32)
        shadow: np.ndarray = np.full(self.picture.shape[:2], 255, np.uint8)
        cv2.fillPoly(shadow, [outline + 6], 150)
        shadow = cv2.GaussianBlur(shadow, (0, 0), 8)
        self.picture[:] = cv2.multiply(self.picture, cv2.merge([shadow] * 3), scale=1 / 255)
        cv2.fillPoly(self.picture, [outline], look.console, cv2.LINE_AA)
        cv2.polylines(self.picture, [outline], True, _lighter(look.console, 40), 3, cv2.LINE_AA)
        for seat in Seat:
            self._box(seat, 0, half - 10, 86, 14, _lighter(look.console, -14))
            self._box(seat, 0, half - 34, 66, 22, (18, 16, 16))
            self._display(seat, half - 34)
            self._box(seat, 58, half - 34, 14, 14, (40, 40, 150))
        self._dice_bowl(random)

    def put_markers(self) -> None:
        """One at each corner of the cloth, on paper with a white margin."""
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        side = round(MARKER_MM * _PLAN_PX_PER_MM)
        for seat in Seat:
            middle = self.cloth.side_mm / 2 + MARKER_MM / 2
            x, y = seat_to_cloth(seat, middle, middle)
            self._box(
                seat, middle, middle, MARKER_MM + 2 * _MARKER_PAPER_MM, MARKER_MM + 2 * _MARKER_PAPER_MM, (235,) * 3
            )
            marker = cv2.aruco.generateImageMarker(dictionary, seat.number, side)
            marker = np.where(marker > 0, 235, 26).astype(np.uint8)
            left = round((x + self.half_mm) * _PLAN_PX_PER_MM - side / 2)
            top = round((self.half_mm - y) * _PLAN_PX_PER_MM - side / 2)
            self.picture[top : top + side, left : left + side] = marker[..., None]

    def _box(
        self, seat: Seat, right_mm: float, out_mm: float, width_mm: float, depth_mm: float, colour: Colour
    ) -> None:
        corners = [
            seat_to_cloth(seat, right_mm + i * width_mm / 2, out_mm + j * depth_mm / 2)
            for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        cv2.fillPoly(self.picture, [np.array([self.at(*corner) for corner in corners], np.int32)], colour, cv2.LINE_AA)

    def _display(self, seat: Seat, out_mm: float) -> None:
        """A lit display, upright for the seat. It shows dashes: this table's points are counted elsewhere."""
        label = np.zeros((44, 132, 3), np.uint8)
        cv2.putText(label, "-----", (10, 33), cv2.FONT_HERSHEY_PLAIN, 2.0, (40, 40, 230), 2, cv2.LINE_AA)
        label = np.rot90(label, seat.number)
        x, y = self.at(*seat_to_cloth(seat, 0, out_mm))
        height, width = label.shape[:2]
        left, top = x - width // 2, y - height // 2
        place = self.picture[top : top + height, left : left + width]
        np.maximum(place, label, out=place)

    def _dice_bowl(self, random: Generator) -> None:
        middle, scale = self.at(0, 0), _PLAN_PX_PER_MM
        for radius, colour in ((52, (70, 72, 78)), (47, (118, 122, 128)), (44, (52, 70, 40)), (40, (62, 84, 48))):
            cv2.circle(self.picture, middle, round(radius * scale), colour, -1, cv2.LINE_AA)
        for index in range(2):
            angle = random.uniform(0, np.pi) + np.pi * index
            self._die((20 * np.cos(angle), 20 * np.sin(angle)), random.uniform(0, 90), int(random.integers(1, 7)))
        # a glint on the dome
        cv2.ellipse(
            self.picture, middle, (round(34 * scale), round(30 * scale)), 0, 205, 250, (170, 176, 180), 3, cv2.LINE_AA
        )

    def _die(self, place_mm: tuple[float, float], turn_deg: float, face: int) -> None:
        turn = np.radians(turn_deg)
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 8 @ axes + place_mm
        cv2.fillPoly(
            self.picture, [np.array([self.at(*corner) for corner in square], np.int32)], (232, 236, 238), cv2.LINE_AA
        )
        colour = (40, 40, 200) if face in (1, 4) else (30, 30, 30)
        for pip in _PIPS[face]:
            centre = np.array(pip) * 4.6 @ axes + place_mm
            cv2.circle(self.picture, self.at(*centre), 5 if face == 1 else 3, colour, -1, cv2.LINE_AA)


_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _shaded(colour: Colour, shade: np.ndarray) -> Picture:
    """One colour, brighter and darker by a map around 1."""
    return cv2.merge([cv2.convertScaleAbs(shade, alpha=channel) for channel in colour])


def _lighter(colour: Colour, by: int) -> Colour:
    blue, green, red = (int(np.clip(channel + by, 0, 255)) for channel in colour)
    return blue, green, red
