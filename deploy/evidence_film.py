"""A film of a table that tells each frame's number, and shows violet wherever the table is not."""

from __future__ import annotations

import cv2
import numpy as np

from tablebridge.cloth import Cloth
from tablebridge.sim.camera import VirtualCamera
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.script import build
from tablebridge.vision.cloth_picture import ClothPicture
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.riichi import rulebook

__all__ = ["FRAME_RATE", "Film"]

FRAME_RATE = 15.0
_SIZE = (1920, 1080)
_FROM_MS = 60_000.0
_BITS = 14
_BAR_MM = 12.0
_HIGH_MM = 40.0
_RIM_MM = 60.0
"""The table is cloth and rim; its markers lie on the rim."""
_VIOLET = (255, 0, 255)


class Film:
    """A part of a hand of `seed`, `frames` long, shown forth and back for as long as one looks."""

    def __init__(self, seed: int, frames: int = 24) -> None:
        cloth = Cloth()
        renderer = SceneRenderer(cloth, seed=seed, size=_SIZE)
        self.geometry = TableGeometry.from_corners(renderer.corners_px, _SIZE, cloth)
        script = build(seed, 1, rulebook.load("riichi-league-tw"))
        play = VirtualCamera(script.motions, renderer, FRAME_RATE).play()
        beside = self._beside(cloth)
        self._pictures = []
        for number in range(frames):
            picture = play.frame(_FROM_MS + number * 1000 / FRAME_RATE)
            picture[beside] = _VIOLET
            self._pictures.append(picture)
        self._bars = [self._bar(bit) for bit in range(_BITS)]
        middles = np.array([[(bit - (_BITS - 1) / 2) * _BAR_MM, 0.0] for bit in range(_BITS)])
        self._read_at = np.round(ClothPicture(self.geometry).where(middles)).astype(int)

    def picture(self, number: int) -> np.ndarray:
        """Frame `number`, (1080, 1920, 3) BGR."""
        last = len(self._pictures) - 1
        picture = self._pictures[last - abs(number % (2 * last or 1) - last)].copy()
        for bit, bar in enumerate(self._bars):
            cv2.fillConvexPoly(picture, bar, (255, 255, 255) if number >> bit & 1 else (0, 0, 0))
        return picture

    def read(self, jpeg: bytes) -> tuple[int, int]:
        """The number that a kept frame shows, and how many of its pixels are violet."""
        cloth = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        number = sum(1 << bit for bit, (column, row) in enumerate(self._read_at) if cloth[row, column, 1] > 127)
        hue, strength, light = cv2.split(cv2.cvtColor(cloth, cv2.COLOR_BGR2HSV))
        violet = (cv2.absdiff(hue, np.full_like(hue, 150)) < 12) & (strength > 120) & (light > 120)
        return number, int(violet.sum())

    def _bar(self, bit: int) -> np.ndarray:
        """The outline of a bit's bar on the console, in px."""
        left = (bit - _BITS / 2) * _BAR_MM
        corners = [(x, y) for x, y in ((left, -1), (left + _BAR_MM, -1), (left + _BAR_MM, 1), (left, 1))]
        points = np.array([(x, y * _HIGH_MM / 2) for x, y in corners])
        return np.round(self.geometry.seen(points)).astype(np.int32)

    def _beside(self, cloth: Cloth) -> np.ndarray:
        """Where in the picture the table is not."""
        reach = cloth.side_mm / 2 + _RIM_MM
        rim = self.geometry.seen(np.array([[reach, -reach], [reach, reach], [-reach, reach], [-reach, -reach]]))
        table = np.zeros((_SIZE[1], _SIZE[0]), np.uint8)
        cv2.fillConvexPoly(table, np.round(rim).astype(np.int32), 255)
        return table == 0
