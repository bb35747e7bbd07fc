"""All tiles on a picture: found, cut out, and read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.localiser import TileLocaliser, cut_out
from tablebridge.vision.localiser_maps import Boxes, without_doubles
from tablebridge.vision.reading import NOT_A_TILE, Detection, TileReading

__all__ = ["FoundTile", "find_tiles"]

_LEAST_WORTH = 0.6
"""Of the worth below: the best F1 on tables of the virtual camera kept for validation."""
_SHARED = 0.4
"""Of the smaller box: above it two boxes cannot both be tiles."""


_MARKERS, _MARKERS_AT_PX = 4, 1920


@dataclass(frozen=True, slots=True, eq=False)
class FoundTile:
    """A tile on a picture: where, and what it was read as (a face or the back)."""

    detection: Detection
    reading: TileReading

    @property
    def rotation_deg(self) -> float:
        """How far the face is turned counter-clockwise against upright on the picture, 0 to 360; a back's axis."""
        corners = self.face_corners_px
        dx, dy = corners[:2].mean(axis=0) - corners[2:].mean(axis=0)
        return float(np.degrees(np.arctan2(-dx, -dy)) % 360)

    @property
    def face_corners_px(self) -> np.ndarray:
        """(4, 2): upper left, upper right, lower right, lower left of the face as it is read."""
        return np.roll(self.detection.corners_px, self.reading.quarter_turns or 0, axis=0)


def find_tiles(
    image: np.ndarray,
    classifier: TileClassifier,
    localiser: TileLocaliser | None = None,
    tile_long_px: float | None = None,
) -> list[FoundTile]:
    """Every tile on `image` (BGR uint8) that shows its face or its back, in reading order.

    `localiser` None is the one that came with tablebridge. With `tile_long_px`, a tile's long side, as on a rectified
    frame, one scale is looked at; without it all. Where boxes cover each other, the one that reads most like one whole
    tile is kept; a table's corner markers are no tiles.
    """
    localiser = _own_localiser() if localiser is None else localiser
    detections = localiser.find(image, tile_long_px=tile_long_px, alternatives=True)
    markers = _corner_markers(image) if detections else []
    detections = [each for each in detections if each.pose != "standing" and not _on_any(each, markers)]
    readings = classifier.classify([cut_out(image, detection) for detection in detections])
    found = [
        FoundTile(detection, reading)
        for detection, reading in zip(detections, readings, strict=True)
        if reading.tile != NOT_A_TILE
    ]
    kept = without_doubles(_weighed(found), _SHARED)
    kept = kept.only(kept.scores >= _LEAST_WORTH)
    return [found[index] for index in sorted(kept.poses)]


def _corner_markers(image: np.ndarray) -> list[np.ndarray]:
    """The square signs at a table's corners that tell the camera where the cloth is, each (4, 2) px: black strokes on
    white like a face's, and of a tile's size."""
    scale = min(1.0, _MARKERS_AT_PX / max(image.shape[:2]))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    found, numbers, _ = detector.detectMarkers(small)
    if numbers is None:
        return []
    own = [corners for corners, number in zip(found, numbers.ravel(), strict=True) if number < _MARKERS]
    return [corners.reshape(4, 2).astype(np.float32) / np.float32(scale) for corners in own]


def _on_any(detection: Detection, markers: list[np.ndarray]) -> bool:
    return any(cv2.pointPolygonTest(marker, detection.centre_px, False) > 0 for marker in markers)


@cache
def _own_localiser() -> TileLocaliser:
    return TileLocaliser(threads=2)


def _weighed(found: list[FoundTile]) -> Boxes:
    """The boxes with how much each looks like a tile and reads like one; `poses` holds their places in the list."""
    corners = np.array([tile.detection.corners_px for tile in found], np.float32).reshape(-1, 4, 2)
    return Boxes(corners, np.array([_worth(tile) for tile in found]), np.arange(len(found)))


def _worth(tile: FoundTile) -> float:
    """How sure it is that a tile lies there and that it is read as a whole one, 0..1."""
    reading = tile.reading
    return tile.detection.score * reading.confidence * (1 - dict(reading.candidates).get(NOT_A_TILE, 0.0))
