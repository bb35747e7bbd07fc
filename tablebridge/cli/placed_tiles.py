"""Reads tiles whose place on a picture is given: by boxes, or because the picture shows nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tablebridge.cli.boxes import Box, cut_box
from tablebridge.vision.box_reading import BoxReading, cuts, read_in_boxes
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.reading import NOT_A_TILE, TileReading

__all__ = ["read_boxes_on", "read_whole"]

_SMALLEST_PX = 8
"""The shorter side of the smallest crop that is read: below it the strokes of a face are less than a pixel wide."""

Bounds = tuple[float, float, float, float]


def read_boxes_on(image: np.ndarray, boxes: Sequence[Box], where: Path, classifier: TileClassifier) -> list[BoxReading]:
    """One reading a box of a list's picture, in order.

    Raises `UsageError` naming the line in `where` of a box that lies off the picture.
    """
    for box in boxes:
        cut_box(image, box, where)
    return _read(image, [(box.x0, box.y0, box.x1, box.y1) for box in boxes], classifier)


def read_whole(image: np.ndarray, classifier: TileClassifier) -> BoxReading:
    """The one tile that a picture shows."""
    height, width = image.shape[:2]
    return _read(image, [(0.0, 0.0, float(width), float(height))], classifier)[0]


def _read(image: np.ndarray, bounds: Sequence[Bounds], classifier: TileClassifier) -> list[BoxReading]:
    """A reading a box. One too small to show a face is no tile, whatever the classifier makes of its colour."""
    height, width = image.shape[:2]
    large = [_size_on(each, width, height) >= _SMALLEST_PX for each in bounds]
    chosen = [each for each, enough in zip(bounds, large, strict=True) if enough]
    readings = iter(read_in_boxes(np.asarray(image, np.uint8), chosen, classifier))
    none = TileReading(NOT_A_TILE, 1.0, ((NOT_A_TILE, 1.0),), None)
    return [
        next(readings) if enough else BoxReading(none, cuts(each)[0])
        for each, enough in zip(bounds, large, strict=True)
    ]


def _size_on(box: Bounds, width: int, height: int) -> int:
    """The shorter side in whole px of what a box shows of its picture."""
    across = min(round(box[2]), width) - max(round(box[0]), 0)
    return min(across, min(round(box[3]), height) - max(round(box[1]), 0))
