"""Splits a body into tiles: first into rows, then each row where the seams are, by the tiles' known proportions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

__all__ = ["Piece", "TileSize", "split", "split_grid"]

_TOLERANCE = 0.13
_ODD_PENALTY = 0.35


@dataclass(frozen=True, slots=True)
class TileSize:
    """Long and short side of a tile's face in px."""

    long_px: float
    short_px: float


@dataclass(frozen=True, slots=True)
class Piece:
    """One tile in a turned window: edges in px, and how well it fits, 0..1. It lies sideways when wider than high."""

    left: float
    top: float
    right: float
    bottom: float
    score: float


@dataclass(frozen=True, slots=True)
class _Steps:
    """What a strip may be cut into: allowed widths in px with their price, and the smallest and largest nominal."""

    prices: tuple[tuple[int, float], ...]
    least: float
    most: float

    @classmethod
    def of(cls, nominal: tuple[float, ...]) -> _Steps:
        """The first width is the usual one, another is dearer; widths off their nominal are dearer still."""
        prices: dict[int, float] = {}
        for place, width in enumerate(nominal):
            base = 0.25 * width / nominal[0] + 0.08 * place
            for pixels in range(int(np.ceil(width * (1 - _TOLERANCE))), int(width * (1 + _TOLERANCE)) + 1):
                price = base + _ODD_PENALTY * (abs(pixels - width) / (width * _TOLERANCE)) ** 2
                prices[pixels] = min(price, prices.get(pixels, np.inf))
        return cls(tuple(sorted(prices.items())), min(nominal), max(nominal))


def split(bright: np.ndarray, mask: np.ndarray, size: TileSize) -> list[Piece]:
    """The tiles of a body that lies along the axes of its window, each upright or sideways."""
    both = _Steps.of((size.short_px, size.long_px))
    kinds = ((size.short_px, size.long_px), (size.long_px, size.short_px))
    return _split(bright, _closed(mask, size.short_px), both, both, kinds)


def split_grid(bright: np.ndarray, mask: np.ndarray, wide_px: float, high_px: float) -> list[Piece]:
    """As `split`, for tiles that all lie the same way and measure `wide_px` by `high_px` in the window."""
    columns, rows = _Steps.of((wide_px,)), _Steps.of((high_px,))
    return _split(bright, _closed(mask, min(wide_px, high_px)), rows, columns, ((wide_px, high_px),))


def _split(
    bright: np.ndarray,
    mask: np.ndarray,
    rows: _Steps,
    columns: _Steps,
    kinds: tuple[tuple[float, float], ...],
) -> list[Piece]:
    pieces: list[Piece] = []
    for top, bottom in _strips(bright.T, mask.T, rows):
        strip, inside = bright[top:bottom], mask[top:bottom]
        for left, right in _strips(strip, inside, columns):
            piece = _piece(inside, left, right, top, kinds)
            if piece is not None:
                pieces.append(piece)
    return pieces


def _closed(mask: np.ndarray, short_px: float) -> np.ndarray:
    """The mask with the bites filled that ink near an edge takes out of a body."""
    reach = int(0.3 * short_px)
    if reach == 0:
        return mask
    padded = cv2.copyMakeBorder(mask, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=0)
    side = 2 * reach + 1
    return cv2.morphologyEx(padded, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))[reach:-reach, reach:-reach]


def _strips(bright: np.ndarray, mask: np.ndarray, steps: _Steps) -> list[tuple[int, int]]:
    """Intervals of columns that are one tile wide each."""
    strips: list[tuple[int, int]] = []
    for start, end in _spans((mask > 0).sum(axis=0) > 0.35 * steps.least):
        if end - start < 0.6 * steps.least:
            continue
        if end - start <= 1.3 * steps.most and end - start < 1.45 * steps.least:
            strips.append((start, end))
            continue
        cuts = _best_cuts(_seams(bright[:, start:end], mask[:, start:end], steps), steps)
        strips += [(start + a, start + b) for a, b in pairwise(cuts)]
    return strips


def _piece(
    mask: np.ndarray, left: int, right: int, offset: int, kinds: tuple[tuple[float, float], ...]
) -> Piece | None:
    """One tile of a strip: its upper and lower edge from the mask; None when its proportions are no tile's."""
    fifth = (right - left) // 5
    inner = mask[:, left + fifth : max(right - fifth, left + fifth + 1)] > 0
    filled = np.flatnonzero(inner.mean(axis=1) > 0.5)
    if filled.size == 0:
        return None
    top, bottom = float(filled[0]), float(filled[-1] + 1)
    wide, high = right - left, bottom - top
    fit = max(_fit(wide, high, *kind) for kind in kinds)
    fullness = float((mask[int(top) : int(bottom), left:right] > 0).mean())
    score = fit * min(fullness / 0.9, 1.0)
    return Piece(float(left), offset + top, float(right), offset + bottom, score) if score > 0.3 else None


def _fit(wide: float, high: float, expected_wide: float, expected_high: float) -> float:
    off = max(abs(wide / expected_wide - 1), abs(high / expected_high - 1))
    return float(np.clip(1.25 - off / 0.3, 0, 1))


def _spans(present: np.ndarray) -> list[tuple[int, int]]:
    """Runs of True as half-open intervals."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], present.astype(np.int8), [0]])))
    return list(zip(edges[0::2].tolist(), edges[1::2].tolist(), strict=True))


def _seams(bright: np.ndarray, mask: np.ndarray, steps: _Steps) -> np.ndarray:
    """How much each column looks like the gap between two tiles, 0..1: dark against both sides over (almost) the whole
    height, which ink never is."""
    reach = max(int(0.16 * steps.least), 2) * 2 + 1
    bright = cv2.blur(np.ascontiguousarray(bright), (1, max(int(0.16 * steps.least), 1)))
    closed = cv2.morphologyEx(bright, cv2.MORPH_CLOSE, np.ones((1, reach), np.uint8))
    dip = (closed - bright) / np.maximum(closed, 1)
    inside = cv2.dilate(np.ascontiguousarray(mask), np.ones((1, reach), np.uint8)) > 0
    dip = np.where(inside, dip, 0.25)
    return np.clip(np.percentile(dip, 15, axis=0) / 0.07, 0, 1).astype(np.float32)


def _best_cuts(seams: np.ndarray, steps: _Steps) -> list[int]:
    """Columns where to cut, both ends included: each part as wide as a tile may be, and cuts on seams.

    Dynamic programming over all columns; where no chain of tile widths spans the strip, the strip stays whole.
    """
    length = len(seams)
    slack = max(int(0.12 * steps.least), 2)
    best = np.full(length + 1, -np.inf)
    back = np.full(length + 1, -1, np.int64)
    best[: slack + 1] = 0.0
    for column in range(slack + 1, length + 1):
        gain = float(seams[column - 1 : column + 1].max(initial=0.0)) if column < length - slack else 0.5
        for width, price in steps.prices:
            if column >= width and best[column - width] + gain - price > best[column]:
                best[column] = best[column - width] + gain - price
                back[column] = column - width
    tail = best[length - slack :]
    if not np.isfinite(tail).any():
        return [0, length]
    column = length - slack + int(tail.argmax())
    cuts = [column]
    while back[column] != -1:
        column = int(back[column])
        cuts.append(column)
    return cuts[::-1]
