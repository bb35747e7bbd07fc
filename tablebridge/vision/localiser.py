"""Where tiles lie on a picture: oriented boxes of bright tile-sized bodies, touching tiles in rows taken apart."""

from __future__ import annotations

import cv2
import numpy as np

from tablebridge.vision.reading import Detection
from tablebridge.vision.tile_bodies import Body, find_bodies
from tablebridge.vision.tile_rows import Piece, TileSize, split

__all__ = ["cut_out", "detection_of", "localise"]

_ASPECT = 1.34  # long to short side where nothing else is known
_SMALLEST_LONG_PX = 14.0


def localise(image: np.ndarray, tile_size_px: tuple[float, float] | None) -> list[Detection]:
    """Bodies on `image` (BGR uint8) that have the size and shape of tiles lying flat, in any direction.

    `tile_size_px` is (long side, short side) where it is known, as on a rectified frame; None on a photograph: then
    each row's own height tells it. Nothing is read here: a white thing of a tile's size is returned as well, and a tile
    whose neighbours overlap it may be missed.
    Raises `ValueError` when the image is not BGR uint8.
    """
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        raise ValueError(f"expected uint8 (height, width, 3), got {image.dtype} {image.shape}")
    bodies = find_bodies(image, tile_size_px[0] if tile_size_px else None)
    usual = TileSize(*tile_size_px) if tile_size_px else _usual_size(bodies)
    found: list[Detection] = []
    for body in bodies:
        for size in [usual] if tile_size_px else _sizes(body, usual):
            pieces = split(body.bright, body.mask, size)
            if pieces:
                found += [detection_of(piece, body) for piece in pieces]
                break
    return sorted(found, key=lambda detection: (round(detection.centre_px[1]), detection.centre_px[0]))


def _extent(body: Body) -> tuple[float, float]:
    """Smaller and larger side of a body's window, the margin taken off."""
    height, width = body.mask.shape
    return float(min(height, width) - 6), float(max(height, width) - 6)


def _own_size(body: Body) -> TileSize | None:
    """The tile size a body tells by itself: it is one tile, or one row of upright tiles."""
    small, large = _extent(body)
    if small < _SMALLEST_LONG_PX / _ASPECT:
        return None
    if 1.12 <= large / small <= 1.62:
        return TileSize(large, small)
    return TileSize(small, small / _ASPECT) if large / small > 1.62 and small >= _SMALLEST_LONG_PX else None


def _usual_size(bodies: list[Body]) -> TileSize:
    """What most of the bright area on the picture says a tile measures; rows speak louder than single bodies."""
    sizes = [(size, float(np.count_nonzero(body.mask))) for body in bodies if (size := _own_size(body)) is not None]
    if not sizes:
        return TileSize(60.0, 60.0 / _ASPECT)
    sizes.sort(key=lambda pair: pair[0].long_px)
    weights = np.cumsum([weight for _, weight in sizes])
    return sizes[int(np.searchsorted(weights, weights[-1] / 2))][0]


def _sizes(body: Body, usual: TileSize) -> list[TileSize]:
    """Sizes to try on a body: its own, then the picture's."""
    own = _own_size(body)
    return [own, usual] if own is not None else [usual]


def detection_of(piece: Piece, body: Body) -> Detection:
    """A piece of a body's window, on the picture."""
    corners = np.array(
        [
            (piece.left, piece.top),
            (piece.right, piece.top),
            (piece.right, piece.bottom),
            (piece.left, piece.bottom),
        ]
    )
    if piece.right - piece.left > piece.bottom - piece.top:
        corners = np.roll(corners, -1, axis=0)  # begin with a short edge
    turned = cv2.perspectiveTransform(corners[None], body.to_picture)[0]
    return Detection(turned.astype(np.float32), piece.score)


def cut_out(image: np.ndarray, detection: Detection, margin: float = 0.04) -> np.ndarray:
    """The detection's crop, standing on a short side, with a margin as a part of its size, at the picture's scale."""
    middle = detection.corners_px.mean(axis=0)
    corners = (detection.corners_px - middle) * (1 + 2 * margin) + middle
    long_px, short_px = (side * (1 + 2 * margin) for side in detection.size_px)
    width, height = max(round(short_px), 4), max(round(long_px), 4)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return cv2.warpPerspective(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
