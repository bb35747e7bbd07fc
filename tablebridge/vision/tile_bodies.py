"""Finds the bright bodies on a picture: single tiles, rows and blocks of touching tiles, and what only looks so."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

__all__ = ["Body", "brightness", "find_bodies"]

_BRIGHT_PART = 0.68  # of the local brightest: ivory in the shade is still brighter than cloth in the light
_SMALLEST_PX = 9.0
_BLACK = 10.0
_LEAST_FILLED = 0.965  # of its upright box: less is a block seen at a slant, or none
_CONTRAST = 1.2  # of a body to what lies around it


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """One connected bright region, turned (or squared, when seen at a slant) so that its edges lie along the axes
    and its longer side along x.

    `to_picture` (3, 3) takes (x, y, 1) of the turned window back to the picture. `bright` is the window's brightness,
    float32 0..255; `mask` is uint8, 255 inside the body, holes made by ink filled.
    """

    bright: np.ndarray
    mask: np.ndarray
    to_picture: np.ndarray


def brightness(image: np.ndarray) -> np.ndarray:
    """How much like an ivory body each pixel is: its least colour channel, float32. Coloured cloth, wood and ink are
    dark in at least one channel; white and ivory in none."""
    return image.min(axis=2).astype(np.float32)


def find_bodies(image: np.ndarray, tile_long_px: float | None, *, strict: bool = False) -> list[Body]:
    """All bright regions that are large enough for a tile, largest first.

    `strict` keeps only the brightest: what finds tiles on a pale table, and loses those in the shade.
    """
    bright = brightness(image)
    mask = _bright_mask(bright, tile_long_px, strict)
    contours, hierarchy = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    least = (0.5 * tile_long_px) ** 2 if tile_long_px else _SMALLEST_PX**2 * 1.3
    bodies = []
    for index, contour in enumerate(contours):
        if hierarchy[0][index][3] != -1 or cv2.contourArea(contour) < least:
            continue
        if not _stands_out(bright, mask, contour):
            continue
        holes = []
        child = hierarchy[0][index][2]
        while child != -1:
            holes.append(contours[child])
            child = hierarchy[0][child][0]
        bodies.append(_turned(bright, contour, holes, tile_long_px))
    return sorted((body for body in bodies if body is not None), key=lambda body: -int(np.count_nonzero(body.mask)))


def _bright_mask(bright: np.ndarray, tile_long_px: float | None, strict: bool) -> np.ndarray:
    """255 where a pixel is bright for its surroundings."""
    height, width = bright.shape
    reach = int(2.5 * tile_long_px) if tile_long_px else max(height, width) // 5
    small = cv2.resize(bright, (max(width // 8, 1), max(height // 8, 1)), interpolation=cv2.INTER_AREA)
    side = max(reach // 8, 1) * 2 + 1
    local = cv2.dilate(small, np.ones((side, side), np.uint8))
    local = cv2.blur(local, (side, side), borderType=cv2.BORDER_REPLICATE)
    local = cv2.resize(local, (width, height), interpolation=cv2.INTER_LINEAR)
    lit = small[small > _BLACK]  # a frame of pure black says nothing about the table
    if lit.size == 0:
        return np.zeros(bright.shape, np.uint8)
    top = float(np.percentile(lit, 99.5))
    split, _ = cv2.threshold(lit.clip(0, 255).astype(np.uint8), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    level = np.maximum(_BRIGHT_PART * np.maximum(local, 0.55 * top), 0.85 * split)
    level = np.minimum(level, 0.85 * top)
    if strict:
        bright = cv2.GaussianBlur(bright, (0, 0), 1.2)
        level = np.maximum(level, np.minimum(np.maximum(0.84 * local, split), 0.92 * top))
    mask = np.where(bright > level, 255, 0).astype(np.uint8)
    grain = 5 if strict else 3 if tile_long_px is None or tile_long_px > 24 else 2
    return cv2.morphologyEx(mask, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_RECT, (grain, grain)))


def _stands_out(bright: np.ndarray, mask: np.ndarray, contour: np.ndarray) -> bool:
    """Whether a region is clearly brighter than what lies around it: the grain of an empty cloth is not."""
    left, top, wide, high = cv2.boundingRect(contour)
    left, top, right, bottom = max(left - 8, 0), max(top - 8, 0), left + wide + 8, top + high + 8
    part = slice(top, bottom), slice(left, right)
    inside = np.zeros_like(mask[part])
    cv2.drawContours(inside, [contour - (left, top)], -1, 255, -1)
    near = cv2.dilate(inside, np.ones((15, 15), np.uint8))
    around = (near > 0) & (inside == 0) & (mask[part] == 0)
    if np.count_nonzero(around) < 0.25 * len(contour):  # it fills the picture from edge to edge
        return False
    body = (inside > 0) & (mask[part] > 0)
    return float(np.median(bright[part][body])) > _CONTRAST * float(np.median(bright[part][around])) + 8


def _turned(
    bright: np.ndarray, contour: np.ndarray, holes: list[np.ndarray], tile_long_px: float | None
) -> Body | None:
    turn, size = _straightened(contour)
    if min(size) < _SMALLEST_PX + 6:
        return None
    if tile_long_px is None and cv2.contourArea(contour) < _LEAST_FILLED * (size[0] - 6) * (size[1] - 6):
        turn, size = _squared(contour) or (turn, size)
    window = cv2.warpPerspective(bright, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [_moved(contour, turn)], 255)
    widest = 0.8 * tile_long_px**2 if tile_long_px else 0.5 * float(np.count_nonzero(mask))
    for hole in holes:  # ink stays part of the tile, the cloth inside a ring of tiles does not
        if cv2.contourArea(hole) > widest:
            cv2.fillPoly(mask, [_moved(hole, turn)], 0)
    return Body(window, mask, np.linalg.inv(turn))


def _straightened(contour: np.ndarray) -> tuple[np.ndarray, tuple[int, int]]:
    """The turn (3, 3) that lays a region's edges along the axes, its longer side along x, and the window's size."""
    angle = _edge_angle_deg(contour)
    turn = cv2.getRotationMatrix2D((0.0, 0.0), angle, 1.0)
    points = cv2.transform(contour.astype(np.float32), turn)[:, 0, :]
    if np.ptp(points[:, 1]) > np.ptp(points[:, 0]):
        turn = cv2.getRotationMatrix2D((0.0, 0.0), angle + 90, 1.0)
        points = cv2.transform(contour.astype(np.float32), turn)[:, 0, :]
    left, top = np.floor(points.min(axis=0)) - 3
    right, bottom = np.ceil(points.max(axis=0)) + 3
    turn[:, 2] -= (left, top)
    return np.vstack([turn, [0, 0, 1]]), (int(right - left) + 1, int(bottom - top) + 1)


def _squared(contour: np.ndarray) -> tuple[np.ndarray, tuple[int, int]] | None:
    """The homography that makes a leaning or tapering block a rectangle, and the window's size; None for a region
    that has no four corners."""
    hull = cv2.convexHull(contour)
    around = cv2.arcLength(hull, True)
    for part in (0.02, 0.03, 0.045, 0.06, 0.08):
        corners = cv2.approxPolyDP(hull, part * around, True)[:, 0, :].astype(np.float32)
        if len(corners) <= 4:
            break
    area = cv2.contourArea(hull)
    if len(corners) != 4 or cv2.contourArea(corners) < 0.9 * area or cv2.contourArea(contour) < 0.85 * area:
        return None
    edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    if edges[0] + edges[2] < edges[1] + edges[3]:
        corners, edges = np.roll(corners, -1, axis=0), np.roll(edges, -1)
    wide, high = float(edges[0] + edges[2]) / 2, float(edges[1] + edges[3]) / 2
    target = np.array([[3, 3], [3 + wide, 3], [3 + wide, 3 + high], [3, 3 + high]], np.float32)
    if cv2.contourArea(corners, True) < 0:  # the hull runs the other way round: the window must not be a mirror image
        target = np.array([[3, 3 + high], [3 + wide, 3 + high], [3 + wide, 3], [3, 3]], np.float32)
    return cv2.getPerspectiveTransform(corners, target), (int(wide) + 7, int(high) + 7)


def _moved(contour: np.ndarray, turn: np.ndarray) -> np.ndarray:
    return cv2.perspectiveTransform(contour.astype(np.float32), turn).round().astype(np.int32)


def _edge_angle_deg(contour: np.ndarray) -> float:
    """The direction most of the outline runs in, modulo 90 degrees, in [-45, 45)."""
    outline = cv2.approxPolyDP(contour, 1.5, True)[:, 0, :].astype(np.float64)
    edges = np.roll(outline, -1, axis=0) - outline
    lengths = np.hypot(edges[:, 0], edges[:, 1])
    keep = lengths > max(0.25 * lengths.max(initial=0.0), 2.0)
    if not keep.any():
        return 0.0
    angles, weights = np.arctan2(edges[keep, 1], edges[keep, 0]), lengths[keep] ** 2
    grid = np.radians(np.arange(-45.0, 45.0, 1.0))
    # votes of edges near each direction, then the mean of the winners: edges of turned neighbours do not pull
    apart = np.abs((angles[None, :] - grid[:, None] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    votes = (weights * np.exp(-((apart / np.radians(3)) ** 2))).sum(axis=1)
    best = grid[int(votes.argmax())]
    offset = (angles - best + np.pi / 4) % (np.pi / 2) - np.pi / 4
    near = np.abs(offset) < np.radians(6)
    return float(np.degrees(best + np.average(offset[near], weights=weights[near])))
