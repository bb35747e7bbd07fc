"""From the localiser's maps to boxes: a map tells, for each cell of a picture, whether a tile's middle lies in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

__all__ = ["POSES", "STRIDE", "UNIT_PX", "Boxes", "decode", "overlap", "without_copies", "without_doubles"]

STRIDE = 4
"""Pixels a cell is wide and high."""
UNIT_PX = 8.0
"""Lengths come as the natural logarithm of their multiple of this."""
POSES = ("up", "down", "standing")
"""In the order of the maps."""


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """Parallelograms: `corners_px` (n, 4, 2) float32, clockwise, the first edge the tile's short side; `scores` (n,)
    0..1; `poses` (n,) indices into `POSES`."""

    corners_px: np.ndarray
    scores: np.ndarray
    poses: np.ndarray

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def lengths_px(self) -> np.ndarray:
        """(n,) the tile's long side as seen."""
        return np.linalg.norm(self.corners_px[:, 3] - self.corners_px[:, 0], axis=1)

    @property
    def longer_px(self) -> np.ndarray:
        """(n,) whichever side is the longer one as seen: a slant can make a tile's long side look the shorter."""
        return np.maximum(self.lengths_px, np.linalg.norm(self.corners_px[:, 1] - self.corners_px[:, 0], axis=1))

    def only(self, chosen: np.ndarray) -> Boxes:
        """Those of an index or mask array, in its order."""
        return Boxes(self.corners_px[chosen], self.scores[chosen], self.poses[chosen])

    def placed(self, scale: float, left_px: float, top_px: float) -> Boxes:
        """On a picture of which the searched one was a part from (left, top), scaled by `scale`."""
        corners = self.corners_px / scale + np.array([left_px, top_px])
        return Boxes(corners.astype(np.float32), self.scores, self.poses)

    @classmethod
    def joined(cls, parts: list[Boxes]) -> Boxes:
        """One after another."""
        if not parts:
            return cls(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64))
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__))


def decode(heat: np.ndarray, shape: np.ndarray, least: float) -> Boxes:
    """The peaks of `heat` (3, h, w), probabilities, that reach `least`, with the outlines `shape` (8, h, w) tells.

    `shape` holds the middle against the cell's own middle (x, y in cells), and of the long and of the short axis each
    the logarithm of its length and the cosine and sine of twice its direction.
    """
    highest = heat.max(axis=0)
    peaks = (highest >= least) & (highest >= cv2.dilate(highest, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero(peaks)
    numbers = shape[:, rows, columns].astype(np.float64)
    middle = np.stack([columns + 0.5 + numbers[0], rows + 0.5 + numbers[1]], axis=1) * STRIDE
    long, short = _axis(*numbers[2:5]), _axis(*numbers[5:8])
    # clockwise with y down, or the cut-out tile would be its mirror image: up, then right
    left_handed = long[:, 0] * short[:, 1] - long[:, 1] * short[:, 0] < 0
    short = np.where(left_handed[:, None], -short, short)
    up, right = long / 2, short / 2
    corners = np.stack([middle + up - right, middle + up + right, middle - up + right, middle - up - right], axis=1)
    return Boxes(corners.astype(np.float32), highest[rows, columns], heat[:, rows, columns].argmax(axis=0))


def _axis(log_length: np.ndarray, cosine: np.ndarray, sine: np.ndarray) -> np.ndarray:
    half_turn = np.arctan2(sine, cosine) / 2
    length = UNIT_PX * np.exp(np.clip(log_length, -4, 5))
    return np.stack([np.cos(half_turn), np.sin(half_turn)], axis=1) * length[:, None]


def overlap(one: np.ndarray, other: np.ndarray) -> tuple[float, float]:
    """Of two convex quads (4, 2): intersection over union, and intersection over the smaller of both."""
    shared, _ = cv2.intersectConvexConvex(one, other)
    areas = cv2.contourArea(one), cv2.contourArea(other)
    union = areas[0] + areas[1] - shared
    return float(shared) / max(union, 1e-6), float(shared) / max(min(areas), 1e-6)


def without_doubles(boxes: Boxes, most: float) -> Boxes:
    """Of boxes that share more than `most` of the smaller one's area only the best, best first."""
    return _best(boxes, lambda one, other: overlap(one, other)[1] > most)


def without_copies(boxes: Boxes, most: float) -> Boxes:
    """Of boxes that are nearly the same, more than `most` in intersection over union, only the best, best first. A
    part of a box stays beside the whole."""
    return _best(boxes, lambda one, other: overlap(one, other)[0] > most)


def _best(boxes: Boxes, same: Callable[[np.ndarray, np.ndarray], bool]) -> Boxes:
    order = np.argsort(-boxes.scores, kind="stable")
    middles, reach = boxes.corners_px.mean(axis=1), boxes.longer_px
    kept: list[int] = []
    for index in order:
        near = [
            other
            for other in kept
            if np.hypot(*(middles[index] - middles[other])) < 0.75 * (reach[index] + reach[other])
        ]
        if not any(same(boxes.corners_px[index], boxes.corners_px[other]) for other in near):
            kept.append(int(index))
    return boxes.only(np.array(kept, np.int64))
