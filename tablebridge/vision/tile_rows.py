"""Splits a body into tiles: first into rows, then each row where the seams are, by the tiles' known proportions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

__all__ = ["Piece", "TileSize", "split"]

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


def split(bright: np.ndarray, mask: np.ndarray, size: TileSize) -> list[Piece]:
    """The tiles of a body that lies along the axes of its window."""
    pieces: list[Piece] = []
    for top, bottom in _rows(bright, mask, size):
        pieces += _tiles_of_row(bright[top:bottom], mask[top:bottom], top, size)
    return pieces


def _rows(bright: np.ndarray, mask: np.ndarray, size: TileSize) -> list[tuple[int, int]]:
    """Strips one tile high."""
    filled = (mask > 0).sum(axis=1)
    spans = _spans(filled > 0.35 * size.short_px)
    rows: list[tuple[int, int]] = []
    for start, end in spans:
        if end - start < 0.6 * size.short_px:
            continue
        if end - start <= 1.3 * size.long_px:
            rows.append((start, end))
            continue
        seams = _seams(bright[start:end].T, mask[start:end].T, size)
        cuts = _best_cuts(seams, size)
        rows += [(start + a, start + b) for a, b in pairwise(cuts)]
    return rows


def _tiles_of_row(bright: np.ndarray, mask: np.ndarray, offset: int, size: TileSize) -> list[Piece]:
    pieces = []
    for start, end in _spans((mask > 0).sum(axis=0) > 0.4 * size.short_px):
        if end - start < 0.6 * size.short_px:
            continue
        seams = _seams(bright[:, start:end], mask[:, start:end], size)
        for left, right in pairwise(_best_cuts(seams, size)):
            piece = _piece(mask, start + left, start + right, offset, size)
            if piece is not None:
                pieces.append(piece)
    return pieces


def _piece(mask: np.ndarray, left: int, right: int, offset: int, size: TileSize) -> Piece | None:
    """One tile of a strip: its upper and lower edge from the mask; None when its proportions are no tile's."""
    inner = mask[:, left + (right - left) // 5 : max(right - (right - left) // 5, left + 1)] > 0
    filled = np.flatnonzero(inner.mean(axis=1) > 0.5)
    if filled.size == 0:
        return None
    top, bottom = float(filled[0]), float(filled[-1] + 1)
    wide, high = right - left, bottom - top
    fit = max(_fit(wide, high, size.short_px, size.long_px), _fit(wide, high, size.long_px, size.short_px))
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


def _seams(bright: np.ndarray, mask: np.ndarray, size: TileSize) -> np.ndarray:
    """How much each column looks like the gap between two tiles, about 0..1: dark against both sides over (almost)
    the whole height, which ink never is."""
    reach = max(int(0.16 * size.short_px), 2) * 2 + 1
    closed = cv2.morphologyEx(bright, cv2.MORPH_CLOSE, np.ones((1, reach), np.uint8))
    dip = (closed - bright) / np.maximum(closed, 1)
    inside = cv2.dilate(mask, np.ones((1, reach), np.uint8)) > 0
    dip = np.where(inside, dip, 0.25)
    return np.clip(np.percentile(dip, 30, axis=0) / 0.12, 0, 1).astype(np.float32)


def _best_cuts(seams: np.ndarray, size: TileSize) -> list[int]:
    """Columns where to cut, both ends included: widths of one tile (upright or sideways) and cuts on seams.

    Dynamic programming over all columns; where no chain of tile widths spans the strip, the strip stays whole.
    """
    length = len(seams)
    if length < 1.45 * size.short_px:
        return [0, length]
    slack = max(int(0.12 * size.short_px), 2)
    steps = _widths(size)
    best = np.full(length + 1, -np.inf)
    back = np.full(length + 1, -1, np.int64)
    best[: slack + 1] = 0.0
    for column in range(slack + 1, length + 1):
        gain = float(seams[column - 1 : column + 1].max(initial=0.0)) if column < length - slack else 0.5
        for width, price in steps:
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


def _widths(size: TileSize) -> list[tuple[int, float]]:
    """Allowed widths in px with their price; a sideways tile is dearer than an upright one, odd widths dearer still."""
    prices: dict[int, float] = {}
    for nominal, base in ((size.short_px, 0.25), (size.long_px, 0.25 * size.long_px / size.short_px + 0.08)):
        for width in range(int(np.ceil(nominal * (1 - _TOLERANCE))), int(nominal * (1 + _TOLERANCE)) + 1):
            price = base + _ODD_PENALTY * (abs(width - nominal) / (nominal * _TOLERANCE)) ** 2
            prices[width] = min(price, prices.get(width, np.inf))
    return sorted(prices.items())
