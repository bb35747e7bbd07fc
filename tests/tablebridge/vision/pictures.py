"""Pictures of tiles drawn from the project's own faces, for the recogniser's tests."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tablebridge.faces import face_image

CLOTH = (70, 100, 30)


@dataclass(frozen=True)
class Laid:
    """A tile on a drawn cloth: centre in px, turned counter-clockwise by `turn_deg`."""

    tile: str
    x: float
    y: float
    turn_deg: float = 0.0


def crop_of(tile: str, style: str, *, size: tuple[int, int] = (30, 40), turns: int = 0, seed: int = 0) -> np.ndarray:
    """One tile as a camera sees it: a margin of cloth, some blur and noise; turned counter-clockwise by quarters."""
    return np.ascontiguousarray(np.rot90(table([Laid(tile, size[0] / 2, size[1] / 2)], size, size, style, seed), turns))


def table(
    tiles: list[Laid],
    picture: tuple[int, int],
    tile: tuple[int, int] = (42, 56),
    style: str = "japanese",
    seed: int = 0,
) -> np.ndarray:
    """A cloth of `picture` (width, height) px with tiles of `tile` (width, height) px; 6 % of a tile's size apart."""
    canvas = np.full((picture[1], picture[0], 3), CLOTH, np.float32)
    width, height = tile[0] * 0.94, tile[1] * 0.94
    for laid in tiles:
        face = face_image(laid.tile, style, 96, 128).astype(np.float32)
        angle = np.radians(laid.turn_deg)
        right = np.array([np.cos(angle), -np.sin(angle)]) * width / 2
        down = np.array([np.sin(angle), np.cos(angle)]) * height / 2
        middle = np.array([laid.x, laid.y])
        corners = np.array([middle - right - down, middle + right - down, middle + right + down], np.float32)
        matrix = cv2.getAffineTransform(np.array([[0, 0], [96, 0], [96, 128]], np.float32), corners)
        small = cv2.GaussianBlur(face, (0, 0), 0.4 * 96 / width)
        placed = cv2.warpAffine(small, matrix, picture)
        cover = placed[:, :, 3:] / 255
        canvas = canvas * (1 - cover) + placed[:, :, :3] * cover
    noise = np.random.default_rng(seed).normal(0, 2.5, canvas.shape)
    return np.clip(cv2.GaussianBlur(canvas, (0, 0), 0.5) + noise, 0, 255).astype(np.uint8)
