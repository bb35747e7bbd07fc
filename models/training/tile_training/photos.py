"""Real crops: rows of a manifest of boxed photographs, split by tile set and by root picture, never by row."""

from __future__ import annotations

import csv
import hashlib
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tile_training.labels import INDEX, NOT_A_TILE
from tile_training.scene import NO_TURN, Sample, degrade

CONTEXT = 1.7  # how much more than its box is kept of a tile, so that boxes can be shaken and turned
KEPT_PX = 110  # longest side of a box as kept


@dataclass(frozen=True)
class PhotoTile:
    """One boxed tile: `patch` shows CONTEXT times its box, `box` is (width, height) px of the box in the patch;
    `bounds` are left, top, right and bottom on the picture."""

    patch: np.ndarray
    box: tuple[float, float]
    label: str
    tile_set: str
    root: str
    file: str
    bounds: tuple[float, float, float, float]


def root_picture(file: str) -> str:
    """The picture a file was made from: publishers' copies differ only in the last number.

    >>> root_picture("images/al_hand_014_jpg_7728.jpg")
    'al_hand_014_jpg'
    """
    return re.sub(r"_[0-9a-f]+$", "", Path(file).stem)


def is_validation(root: str, share: float = 0.12) -> bool:
    """Whether a root picture is kept apart from training: decided by its name alone, so it never changes."""
    return int(hashlib.sha256(root.encode()).hexdigest()[:8], 16) / 0xFFFFFFFF < share


def load_photo_tiles(folder: Path, tile_sets: set[str] | None = None) -> Iterator[PhotoTile]:
    """Every row of `folder/manifest.csv` (of those sets, if named) with its pixels; mirrored pictures are left out."""
    by_file: dict[str, list[dict[str, str]]] = {}
    with (folder / "manifest.csv").open(newline="", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            if row["mirrored"] == "yes" or (tile_sets is not None and row["tile_set"] not in tile_sets):
                continue
            by_file.setdefault(row["file"], []).append(row)
    for file, rows in by_file.items():
        picture = cv2.imread(str(folder / file))
        if picture is None:
            raise FileNotFoundError(f"{folder / file} cannot be read")
        for row in rows:
            yield _cut(picture, row)


def _cut(picture: np.ndarray, row: dict[str, str]) -> PhotoTile:
    x0, y0, x1, y1 = (float(row[key]) for key in ("x0", "y0", "x1", "y1"))
    width, height = x1 - x0, y1 - y0
    # a publisher that stretched a strip to a square left boxes six times as wide as high: undo it
    ratio = width / height
    target = (width, height) if ratio < 3 else (1.5 * height, 2 * height)
    scale = min(1.0, KEPT_PX / max(target))
    size = (max(target[0] * scale, 6.0), max(target[1] * scale, 6.0))
    full = (int(size[0] * CONTEXT), int(size[1] * CONTEXT))
    grow_x, grow_y = width * (CONTEXT - 1) / 2, height * (CONTEXT - 1) / 2
    source = np.array([[x0 - grow_x, y0 - grow_y], [x1 + grow_x, y0 - grow_y], [x0 - grow_x, y1 + grow_y]], np.float32)
    matrix = cv2.getAffineTransform(source, np.array([[0, 0], [full[0], 0], [0, full[1]]], np.float32))
    soft = _window(picture, (x0 - grow_x, y0 - grow_y, x1 + grow_x, y1 + grow_y), (width / size[0], height / size[1]))
    patch = cv2.warpAffine(soft, matrix, full, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return PhotoTile(
        patch, size, row["label"], row["tile_set"], root_picture(row["file"]), row["file"], (x0, y0, x1, y1)
    )


def _window(picture: np.ndarray, box: tuple[float, float, float, float], shrink: tuple[float, float]) -> np.ndarray:
    """The picture, softened around the box along the axes where it is about to be made smaller."""
    if max(shrink) < 1.3:
        return picture
    height, width = picture.shape[:2]
    left, top = max(int(box[0]), 0), max(int(box[1]), 0)
    right, bottom = min(int(box[2]) + 1, width), min(int(box[3]) + 1, height)
    soft = picture.copy()
    sigma_x, sigma_y = (max(0.45 * (factor - 1), 0.05) for factor in shrink)
    soft[top:bottom, left:right] = cv2.GaussianBlur(picture[top:bottom, left:right], (0, 0), sigma_x, sigmaY=sigma_y)
    return soft


def plain(tile: PhotoTile) -> np.ndarray:
    """The box as labelled, nothing added: what is measured on."""
    height, width = tile.patch.shape[:2]
    left, top = round((width - tile.box[0]) / 2), round((height - tile.box[1]) / 2)
    return tile.patch[top : height - top, left : width - left]


def shaken(rng: np.random.Generator, tile: PhotoTile, half: bool = False) -> Sample:
    """A training crop of a real tile: box shaken, picture turned, light and camera changed; never mirrored.

    With `half`, the box is moved onto the neighbour by half a tile or more: that is no tile.
    """
    height, width = tile.patch.shape[:2]
    middle = np.array([width, height]) / 2
    size = np.array(tile.box) * (1 + rng.uniform(-0.10, 0.14, 2))
    angle = math.radians(rng.normal(0, 6) if rng.random() < 0.7 else rng.uniform(-20, 20))
    shift = rng.normal(0, 0.035, 2) * tile.box
    if half:
        turn = rng.uniform(0, 2 * math.pi)
        shift = np.array([math.cos(turn), math.sin(turn)]) * rng.uniform(0.55, 0.75) * np.array(tile.box)
    right = np.array([math.cos(angle), math.sin(angle)]) * size[0] / 2
    down = np.array([-math.sin(angle), math.cos(angle)]) * size[1] / 2
    centre = middle + shift
    corners = np.array([centre - right - down, centre + right - down, centre + right + down, centre - right + down])
    corners += rng.normal(0, 0.025, (4, 2)) * size
    long_px = min(float(np.exp(rng.uniform(math.log(22), math.log(100)))), 1.2 * max(size))
    scale = long_px / max(size)
    out = (max(int(size[0] * scale), 8), max(int(size[1] * scale), 8))
    soft = cv2.GaussianBlur(tile.patch, (0, 0), max(0.45 / scale, 0.3)) if scale < 0.85 else tile.patch
    target = np.array([[0, 0], [out[0], 0], [out[0], out[1]], [0, out[1]]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    crop = cv2.warpPerspective(soft, matrix, out, borderMode=cv2.BORDER_REFLECT).astype(np.float32)
    crop = _relight(rng, crop)
    crop = degrade(rng, np.rot90(crop, int(rng.integers(4))))
    return Sample(crop, NOT_A_TILE if half else tile.label, NO_TURN, False)


def _relight(rng: np.random.Generator, crop: np.ndarray) -> np.ndarray:
    """Another light: level, contrast, cast, a gradient; sometimes nearly without colour."""
    if rng.random() < 0.3:
        grey = crop.mean(axis=2, keepdims=True)
        crop = grey + (crop - grey) * np.float32(rng.uniform(0.3, 1.4))
    gain = rng.normal(1, 0.07, 3) * rng.uniform(0.6, 1.3)
    tilt = np.linspace(1 - rng.uniform(0, 0.25), 1, crop.shape[1], dtype=np.float32)[None, :, None]
    return np.clip((crop - 128) * np.float32(rng.uniform(0.75, 1.25)) + 128, 0, 255) * gain.astype(np.float32) * tilt


def known_label(tile: PhotoTile) -> bool:
    """Whether the classifier has this label at all."""
    return tile.label in INDEX
