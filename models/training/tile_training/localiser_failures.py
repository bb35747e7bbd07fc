"""A sheet of what went wrong: missed tiles in red, answers where nothing is, or read wrong, in blue."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from tablebridge.vision.photograph import FoundTile
from tile_training.localiser_sample import HIDDEN, STANDING, Laid

_CELL_PX, _COLUMNS, _ROWS = 150, 8, 6
_RED, _BLUE = (40, 40, 235), (235, 120, 20)
_MOST_BYTES = 290_000
_A_PICTURE = 2
"""At most so many of one picture: the sheet is to show many."""


class Failures:
    """Collects cut-outs."""

    def __init__(self) -> None:
        self._of_tables: list[np.ndarray] = []
        self._of_photos: list[np.ndarray] = []

    def of_table(self, laid: Laid, found: list[FoundTile], taken: list[int]) -> None:
        """A completely known picture: `taken` is the true tile of each answer, -1 for none, -2 for a hidden one."""
        missed = [
            quad
            for index, (quad, pose) in enumerate(zip(laid.quads, laid.poses, strict=True))
            if pose not in (HIDDEN, STANDING) and not _near(quad, [tile.detection.corners_px for tile in found])
        ]
        wrong = [tile.detection.corners_px for tile, place in zip(found, taken, strict=True) if place == -1]
        self._of_tables += _cut(laid.picture, missed, wrong)

    def of_photo(self, laid: Laid, found: list[FoundTile], hits: list[bool]) -> None:
        """A partly labelled picture: only what was missed can be told."""
        missed = [quad for quad, hit in zip(laid.quads, hits, strict=True) if not hit]
        self._of_photos += _cut(
            laid.picture, missed, [tile.detection.corners_px for tile in found] if missed else [], 1
        )

    def save(self, file: Path) -> None:
        """Writes the sheet as a JPEG of at most some 290 kB; virtual tables above, photographs below."""
        rng = np.random.default_rng(0)
        half = _COLUMNS * _ROWS // 2
        cells: list[np.ndarray] = []
        for part in (self._of_tables, self._of_photos):
            chosen = [part[index] for index in sorted(rng.permutation(len(part))[:half])]
            cells += chosen + [np.full((_CELL_PX, _CELL_PX, 3), 255, np.uint8)] * (half - len(chosen))
        rows = [np.hstack(cells[start : start + _COLUMNS]) for start in range(0, len(cells), _COLUMNS)]
        sheet = np.vstack(rows)
        for quality in range(88, 20, -6):
            content = cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
            if len(content) <= _MOST_BYTES:
                break
        file.write_bytes(content)


def _near(quad: np.ndarray, others: list[np.ndarray]) -> bool:
    middle, reach = quad.mean(axis=0), float(np.linalg.norm(quad[0] - quad[2])) / 4
    return any(float(np.linalg.norm(other.mean(axis=0) - middle)) < reach for other in others)


def _cut(picture: np.ndarray, missed: list[np.ndarray], wrong: list[np.ndarray], subjects: int = _A_PICTURE) -> list:
    """Cut-outs around the first few of both, everything drawn in."""
    marked = [(quad, _RED) for quad in missed] + [(quad, _BLUE) for quad in wrong]
    cells = []
    for quad, _ in marked[:subjects]:
        side = 2.6 * float(np.linalg.norm(quad[0] - quad[2]))
        scale = _CELL_PX / side
        shift = _CELL_PX / 2 - scale * quad.mean(axis=0)
        matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
        soft = cv2.GaussianBlur(picture, (0, 0), 0.42 / scale) if scale < 0.8 else picture
        cell = cv2.warpAffine(soft, matrix, (_CELL_PX, _CELL_PX), flags=cv2.INTER_LINEAR)
        for other, colour in marked:
            points = (other * scale + shift).round().astype(np.int32)
            cv2.polylines(cell, [points], True, colour, 1, cv2.LINE_AA)
        cells.append(cell)
    return cells
