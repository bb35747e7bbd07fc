"""Reads a tile in an upright box whichever way it lies in it: a box around a turned tile shows its neighbours too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.reading import BACK, NOT_A_TILE, TileReading

__all__ = ["BoxReading", "clearest_cut", "cuts", "read_in_boxes"]

_SURE = 0.9
"""A box that reads this surely as it is was drawn around an upright tile, or near enough."""
_ASPECT = 1.34
_MARGIN = 1.06
_TURNS_DEG = (15.0, 30.0, 45.0, 60.0, 75.0, 105.0, 120.0, 135.0, 150.0, 165.0)
"""Directions of the long side against the upright, clockwise; what is left out is the box itself."""
_FITS = 0.18
"""How far the sides of a turned tile's own upright box may be from the given one, as a part of it."""
_CLEARER = 0.2
_LEAST_FOUND = 0.35
"""What reads as blank in its box is believed to be something else only where a turned cut says so this surely."""
_BLANK = ("5z", BACK, NOT_A_TILE)
"""What any even surface may be read as: never found by turning."""


@dataclass(frozen=True, slots=True, eq=False)
class BoxReading:
    """A reading, and the corners (4, 2) px of the cut that was read: clockwise from its upper left."""

    reading: TileReading
    corners_px: NDArray[np.float32]


def cuts(box: tuple[float, float, float, float]) -> list[NDArray[np.float32]]:
    """Rectangles that a tile inside an upright box (left, top, right, bottom) may fill: the box, then turned ones.

    Each is (4, 2) px, clockwise from its upper left. A turned tile's own upright box has to be about the given one.
    """
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    found = [np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)]
    for turn in np.radians(_TURNS_DEG):
        along, across = np.array([np.sin(turn), -np.cos(turn)]), np.array([np.cos(turn), np.sin(turn)])
        shape = np.abs(along) * _ASPECT + np.abs(across)  # upright box of a tile of width 1
        short = float((wide * shape[0] + high * shape[1]) / (shape @ shape))
        if np.abs(short * shape / (wide, high) - 1).max() > _FITS:
            continue
        up, aside = along * short * _ASPECT * _MARGIN / 2, across * short * _MARGIN / 2
        corners = [middle + up - aside, middle + up + aside, middle - up + aside, middle - up - aside]
        found.append(np.array(corners, np.float32))
    return found


def read_in_boxes(
    image: NDArray[np.uint8], boxes: Sequence[tuple[float, float, float, float]], classifier: TileClassifier
) -> list[BoxReading]:
    """One reading a box, in order. A box that does not read surely is looked at turned as well, and what the box and
    the turned cuts say is weighed together.

    Raises `ValueError` for a box that lies off the picture.
    """
    options = [cuts(box) for box in boxes]
    first = classifier.answers([_cut(image, each[0]) for each in options])
    result = []
    for kinds, turns, each in zip(*first, options, strict=True):
        own = classifier.reading(kinds, turns)
        sure = own.is_face and own.confidence >= _SURE and own.tile not in _BLANK
        crops = [] if sure else [_cut(image, corners) for corners in each[1:]]
        result.append(_together(own, kinds, each, classifier, crops) if crops else BoxReading(own, each[0]))
    return result


def clearest_cut(
    image: NDArray[np.uint8], box: tuple[float, float, float, float], label: str, classifier: TileClassifier
) -> NDArray[np.uint8]:
    """The cut of a box that shows most clearly the tile that is known to lie in it, as a crop for teaching."""
    crops = [_cut(image, corners) for corners in cuts(box)]
    kinds, turns = classifier.answers(crops)
    weights = kinds[:, classifier.labels.index(label)]
    weights[1:] *= turns[1:, 0] + turns[1:, 2]
    best = int(weights.argmax())
    return crops[best] if weights[best] > weights[0] + _CLEARER else crops[0]


def _together(
    own: TileReading,
    kinds: NDArray[np.float32],
    corners: Sequence[NDArray[np.float32]],
    classifier: TileClassifier,
    crops: Sequence[NDArray[np.uint8]],
) -> BoxReading:
    """The box's own answer and the two best turned ones of each kind, weighed together.

    A cut along a tile shows it standing or on its head; what lies across in its cut was cut out wrong.
    """
    turned, turns = classifier.answers(crops)
    blank = [classifier.labels.index(name) for name in _BLANK]
    weights = turned * (turns[:, :1] + turns[:, 2:3])
    weights[:, blank] = 0
    two_best = np.sort(weights, axis=0)[-2:].sum(axis=0) / 2
    score = (two_best + kinds * (0.5 if own.tile in _BLANK else 1.0)) / 2
    best = int(score.argmax())
    if (own.tile in _BLANK and two_best.max() < _LEAST_FOUND) or own.tile == classifier.labels[best]:
        return BoxReading(own, corners[0])
    clearest = int(weights[:, best].argmax())
    return BoxReading(classifier.reading(score, turns[clearest]), corners[clearest + 1])


def _cut(image: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.uint8]:
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    if len({*corners[:, 0].tolist()}) == 2:  # upright: the pixels as they are
        height, width = image.shape[:2]
        rows = slice(max(round(float(top)), 0), min(round(float(bottom)), height))
        return image[rows, max(round(float(left)), 0) : min(round(float(right)), width)]
    wide, high = (float(np.linalg.norm(corners[end] - corners[0])) for end in (1, 3))
    size = max(round(wide), 4), max(round(high), 4)
    target = np.array([[0, 0], [size[0], 0], [0, size[1]]], np.float32)
    matrix = cv2.getAffineTransform(corners[[0, 1, 3]], target)
    return np.asarray(cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
