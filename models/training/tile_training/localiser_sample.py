"""A picture with the tiles on it that a localiser is to find, and crops of it as training sees them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

UP, DOWN, STANDING, HIDDEN, TOO_LARGE = 0, 1, 2, -1, -2
"""How a tile shows itself: its face, its back, its upper edge. Half hidden ones are neither wanted nor wrong; too large
ones are for a look at a smaller scale, and nothing on them is a tile."""

CROP_PX = 256
_LEAST_PX, _MOST_PX = 15.0, 66.0
_DOUBTFUL_PX, _LARGE_PX, _HUGE_PX = 74.0, 88.0, 260.0
_CLOSE_SHARE = 0.16


@dataclass(frozen=True)
class Laid:
    """A picture (BGR uint8) and its tiles.

    `quads` (n, 4, 2): corners clockwise, the first edge a short side; `poses` (n,) as above; `shaped` (n,): whether
    the quad is the tile's outline (else only its middle is known). `complete`: whether every tile is among them.
    `names` (n,) what each is to be read as, on whole pictures that tell.
    """

    picture: np.ndarray
    quads: np.ndarray
    poses: np.ndarray
    shaped: np.ndarray
    complete: bool
    names: tuple[str, ...] = ()

    @property
    def centres(self) -> np.ndarray:
        """(n, 2) px."""
        return self.quads.mean(axis=1)

    def lengths(self) -> np.ndarray:
        """Longer side of each tile, px; of one without outline the longer side of its box."""
        edges = np.linalg.norm(np.roll(self.quads, -1, axis=1) - self.quads, axis=2)
        return np.maximum(edges[:, 0] + edges[:, 2], edges[:, 1] + edges[:, 3]) / 2


def random_crop(rng: np.random.Generator, laid: Laid, *, upright: float = 0.35) -> Laid:
    """A square cut anywhere, at any turn and scale at which the tiles are some 15 to 66 px long, sometimes mirrored
    and stretched. Gaps beyond the picture's edge are filled with one colour."""
    middle, scale = _aim(rng, laid)
    turn = rng.normal(0, 0.04) + 0.5 * math.pi * rng.integers(4) if rng.random() < upright else rng.uniform(0, 7)
    stretch = math.exp(rng.normal(0, 0.12))
    first = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    shape = np.diag([stretch, 1 / stretch]) @ first * scale
    if rng.random() < 0.5:
        shape = np.diag([-1.0, 1.0]) @ shape
    shift = CROP_PX / 2 - shape @ middle
    matrix = np.column_stack([shape, shift])
    soft = laid.picture
    if scale < 0.8:
        reach = CROP_PX / scale * 0.85
        left, top = np.maximum(middle - reach, 0).astype(int)
        right, bottom = (middle + reach).astype(int) + 1
        part = laid.picture[top:bottom, left:right]
        soft = cv2.GaussianBlur(part, (0, 0), 0.42 / scale)
        matrix = np.column_stack([shape, shift + shape @ np.array([left, top])])
    fill = tuple(float(v) for v in rng.uniform(0, 255, 3)) if rng.random() < 0.4 else (0.0, 0.0, 0.0)
    picture = cv2.warpAffine(soft, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderValue=fill)
    quads = laid.quads @ shape.T + shift
    return within(Laid(picture, _clockwise(quads).astype(np.float32), laid.poses, laid.shaped, laid.complete))


def _aim(rng: np.random.Generator, laid: Laid) -> tuple[np.ndarray, float]:
    """A place to cut around, and how much smaller or larger."""
    height, width = laid.picture.shape[:2]
    usual = 60.0
    middle = np.array([rng.uniform(0.2, 0.8) * width, rng.uniform(0.2, 0.8) * height])
    if len(laid.quads):
        index = int(rng.integers(len(laid.quads)))
        usual = float(laid.lengths()[index])
        if rng.random() < 0.9:
            middle = laid.centres[index] + rng.normal(0, 1.2 * usual, 2)
    near, far = (_LARGE_PX, _HUGE_PX) if rng.random() < _CLOSE_SHARE else (_LEAST_PX, _MOST_PX)
    wanted = math.exp(rng.uniform(math.log(near), math.log(far)))
    least = 0.5 * CROP_PX / max(height, width)
    return middle, float(np.clip(wanted / usual, least, 3.5))


def _clockwise(quads: np.ndarray) -> np.ndarray:
    """The corners in clockwise order (y down), the first edge kept: a mirror turns the order round."""
    if len(quads) == 0:
        return quads.reshape(0, 4, 2)
    a, b, c = quads[:, 0], quads[:, 1], quads[:, 2]
    turned = (b - a)[:, 0] * (c - b)[:, 1] - (b - a)[:, 1] * (c - b)[:, 0] < 0
    quads = quads.copy()
    quads[turned] = quads[turned][:, [1, 0, 3, 2]]
    return quads


def within(laid: Laid) -> Laid:
    """Only the tiles whose middle lies on the picture, as what their size makes them."""
    height, width = laid.picture.shape[:2]
    x, y = laid.centres.T
    kept = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    poses = laid.poses.copy()
    lengths = laid.lengths()
    small = laid.shaped & ((lengths < 9) | (short_sides(laid.quads) < 6))
    poses[small | (lengths > _DOUBTFUL_PX)] = HIDDEN
    poses[lengths > _LARGE_PX] = TOO_LARGE
    return Laid(laid.picture, laid.quads[kept], poses[kept], laid.shaped[kept], laid.complete)


def short_sides(quads: np.ndarray) -> np.ndarray:
    """The shorter pair of edges of each quad, px."""
    edges = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    return np.minimum(edges[:, 0] + edges[:, 2], edges[:, 1] + edges[:, 3]) / 2


def relit(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """Another light and another camera: level, cast, a gradient, shadow edges, glare, softness, noise, JPEG."""
    size = picture.shape[0]
    image = picture.astype(np.float32)
    if rng.random() < 0.2:
        grey = image.mean(axis=2, keepdims=True)
        image = grey + (image - grey) * np.float32(rng.uniform(0.2, 1.4))
    ys, xs = np.mgrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j].astype(np.float32)
    angle = rng.uniform(0, 2 * math.pi)
    slope = xs * np.float32(math.cos(angle)) + ys * np.float32(math.sin(angle))
    light = 1 + np.float32(rng.uniform(0, 0.3)) * slope
    if rng.random() < 0.3:
        edge = 0.5 + 0.5 * np.tanh((slope - np.float32(rng.uniform(-0.6, 0.6))) * np.float32(rng.uniform(2, 30)))
        light *= 1 - np.float32(rng.uniform(0.15, 0.55)) * edge
    gain = rng.normal(1, 0.06, 3).astype(np.float32) * np.float32(rng.uniform(0.5, 1.2))
    image = image * light[:, :, None] * gain
    image = (image - 128) * np.float32(rng.uniform(0.8, 1.2)) + 128
    if rng.random() < 0.2:
        x, y, wide = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.05, 0.5)
        glare = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / wide**2) * np.float32(rng.uniform(0.2, 0.9))
        image += (255 - image) * glare[:, :, None]
    return _through_camera(rng, image)


def _through_camera(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    if rng.random() < 0.35:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.3))
    elif rng.random() < 0.25:
        image = image * 1.6 - cv2.GaussianBlur(image, (0, 0), 1.0) * 0.6
    if rng.random() < 0.1:
        length = int(rng.integers(2, 6))
        kernel = np.full((1, length), 1 / length, np.float32)
        image = cv2.filter2D(image, -1, kernel if rng.random() < 0.5 else kernel.T)
    if rng.random() < 0.7:
        image = image + rng.standard_normal(image.shape, dtype=np.float32) * np.float32(rng.uniform(1, 8))
    small = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.integers(30, 96))
        small = cv2.imdecode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return small
