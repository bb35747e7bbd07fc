"""Boxed photographs as partly labelled pictures: what is boxed is a tile, what is not may be one too."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from tile_training.localiser_sample import UP, Laid

_STRIP = 3.0
"""Longer to shorter side of the usual box: above it a publisher stretched one row of tiles to a square."""
_OUTLINE = (0.45, 0.85)
"""Shorter to longer side of a box that is a tile's own outline, and not drawn around a turned tile."""


def load_photos(folder: Path) -> Iterator[tuple[str, str, Laid]]:
    """File, tile set and boxes of every picture of `folder/manifest.csv`; mirrored pictures and rows stretched to a
    square are left out. The manifest knows faces only."""
    rows: dict[str, list[dict[str, str]]] = {}
    with (folder / "manifest.csv").open(newline="", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            if row["mirrored"] != "yes":
                rows.setdefault(row["file"], []).append(row)
    for file, boxed in rows.items():
        boxes = np.array([[float(row[key]) for key in ("x0", "y0", "x1", "y1")] for row in boxed])
        sides = boxes[:, 2:] - boxes[:, :2]
        if float(np.median(sides.max(axis=1) / sides.min(axis=1).clip(1))) > _STRIP:
            continue
        picture = cv2.imread(str(folder / file))
        if picture is None:
            raise FileNotFoundError(f"{folder / file} cannot be read")
        yield file, boxed[0]["tile_set"], _laid(picture, boxes, tuple(row["label"] for row in boxed))


def _laid(picture: np.ndarray, boxes: np.ndarray, names: tuple[str, ...]) -> Laid:
    x0, y0, x1, y1 = boxes.T
    quads = np.stack([np.stack(c, axis=1) for c in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))], axis=1)
    wide, high = x1 - x0, y1 - y0
    aside = wide > high
    quads[aside] = np.roll(quads[aside], -1, axis=1)
    ratio = np.minimum(wide, high) / np.maximum(wide, high).clip(1)
    shaped = (ratio > _OUTLINE[0]) & (ratio < _OUTLINE[1])
    if _turned_by_publisher(picture):
        shaped[:] = False
    return Laid(picture, quads.astype(np.float32), np.full(len(boxes), UP), shaped, False, names)


def _turned_by_publisher(picture: np.ndarray) -> bool:
    """Black corners: the picture was turned, and its boxes drawn around the turned ones."""
    edge = 10
    corners = [picture[:edge, :edge], picture[:edge, -edge:], picture[-edge:, :edge], picture[-edge:, -edge:]]
    return sum(float(corner.mean()) < 14 for corner in corners) >= 2
