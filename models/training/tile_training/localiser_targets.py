"""What the network is to say about a crop: maps of one value a cell of four by four pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tablebridge.vision.localiser_maps import POSES, STRIDE, UNIT_PX
from tile_training.localiser_sample import HIDDEN, TOO_LARGE, Laid

SHAPE_NUMBERS = 8
_SPREAD = 0.17  # of a tile's side: how far around its middle a cell still counts as near it
_NEAR = 0.45
_ELSEWHERE = 0.06
"""Weight of a cell of a partly labelled picture that is far from all labelled tiles."""


@dataclass(frozen=True)
class Targets:
    """`heat` (3, h, w) 0..1, one map a pose; `weight` (h, w) of each cell in the loss of heat; `shape` (8, h, w) and
    where it counts, `shaped` (h, w), and of its first two numbers, the place of the middle, `placed` (h, w)."""

    heat: np.ndarray
    weight: np.ndarray
    shape: np.ndarray
    shaped: np.ndarray
    placed: np.ndarray


def shape_of(quad: np.ndarray) -> np.ndarray:
    """Six numbers that do not change when the corners are counted from the other short side: length and twice the
    direction of the long and of the short axis. A square turned by a quarter is another shape, as it should be."""
    axes = ((quad[3] + quad[2] - quad[0] - quad[1]) / 2, (quad[1] + quad[2] - quad[0] - quad[3]) / 2)
    numbers = []
    for x, y in axes:
        length = max(float(np.hypot(x, y)), 1e-3)
        numbers += [np.log(length / UNIT_PX), (x * x - y * y) / length**2, 2 * x * y / length**2]
    return np.array(numbers, np.float32)


def targets_of(laid: Laid) -> Targets:
    """The maps for one crop."""
    height, width = (side // STRIDE for side in laid.picture.shape[:2])
    heat = np.zeros((len(POSES), height, width), np.float32)
    weight = np.full((height, width), 1.0 if laid.complete else _ELSEWHERE, np.float32)
    shape = np.zeros((SHAPE_NUMBERS, height, width), np.float32)
    shaped, placed = np.zeros((height, width), np.float32), np.zeros((height, width), np.float32)
    best = np.zeros((height, width), np.float32)
    if not laid.complete:
        for quad, long in zip(laid.quads, laid.lengths(), strict=True):
            _brighten(weight, quad.mean(axis=0), 0.7 * long)
    for quad, pose, outlined in zip(laid.quads, laid.poses, laid.shaped, strict=True):
        if pose == TOO_LARGE:
            continue
        part, near, peak = _nearness(quad, height, width)
        if pose == HIDDEN:
            weight[part] = np.where(near > 0.05, 0.0, weight[part])
            continue
        heat[pose][part] = np.maximum(heat[pose][part], near)
        heat[pose][peak] = 1.0
        near = near.copy()
        near[peak[0] - part[0].start, peak[1] - part[1].start] = 1.0
        mine = (near > _NEAR) & (near > best[part])
        rows, columns = np.nonzero(mine)
        rows, columns = rows + part[0].start, columns + part[1].start
        best[rows, columns] = near[mine]
        middle = quad.mean(axis=0) / STRIDE
        shape[0, rows, columns] = middle[0] - (columns + 0.5)
        shape[1, rows, columns] = middle[1] - (rows + 0.5)
        shape[2:, rows, columns] = shape_of(quad)[:, None]
        placed[rows, columns] = near[mine]
        shaped[rows, columns] = near[mine] if outlined else 0.0
    return Targets(heat, weight, shape, shaped, placed)


def _brighten(weight: np.ndarray, middle: np.ndarray, reach: float) -> None:
    x, y, reach = middle[0] / STRIDE, middle[1] / STRIDE, reach / STRIDE
    top, left = max(int(y - reach), 0), max(int(x - reach), 0)
    part = slice(top, int(y + reach) + 2), slice(left, int(x + reach) + 2)
    rows, columns = weight[part].shape
    ys, xs = np.ogrid[top : top + rows, left : left + columns]
    weight[part][(xs + 0.5 - x) ** 2 + (ys + 0.5 - y) ** 2 < reach**2] = 1.0


def _nearness(quad: np.ndarray, height: int, width: int) -> tuple[tuple[slice, slice], np.ndarray, tuple[int, int]]:
    """A window of cells, how near each is to the tile's middle (1 at it), and the cell that holds the middle."""
    x, y = quad.mean(axis=0) / STRIDE
    peak = (min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1))
    long, short = (quad[3] + quad[2] - quad[0] - quad[1]) / 2, (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    axes = np.column_stack([long, short]) / STRIDE
    lengths = np.linalg.norm(axes, axis=0)
    axes = axes / lengths * np.maximum(lengths, 3.0)  # at least half a cell of spread
    reach = int(np.ceil(3 * _SPREAD * lengths.max())) + 2
    top, left = max(peak[0] - reach, 0), max(peak[1] - reach, 0)
    part = slice(top, min(peak[0] + reach + 1, height)), slice(left, min(peak[1] + reach + 1, width))
    ys, xs = np.mgrid[part]
    if abs(np.linalg.det(axes)) < 0.2 * np.prod(np.linalg.norm(axes, axis=0)):
        axes = np.eye(2) * np.linalg.norm(axes, axis=0).min()
    own = np.linalg.inv(axes) @ np.stack([(xs + 0.5 - x).ravel(), (ys + 0.5 - y).ravel()])
    near = np.exp(-(own**2).sum(axis=0) / (2 * _SPREAD**2)).reshape(xs.shape).astype(np.float32)
    return part, near, peak
