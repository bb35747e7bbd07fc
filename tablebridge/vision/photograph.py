"""All tiles on a picture: bodies found by their brightness, taken apart by the size under which they read best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.localiser import cut_out, detection_of, localise
from tablebridge.vision.reading import BACK, NOT_A_TILE, Detection, TileReading
from tablebridge.vision.tile_bodies import Body, find_bodies
from tablebridge.vision.tile_rows import Piece, split_grid

__all__ = ["FoundTile", "find_tiles"]

_LARGEST_PX = 1600  # larger pictures are searched at this size; what is read is cut from the original
_MOST_BODIES = 30
_MOST_ROWS = 10
_RATIOS = (0.45, 0.58, 0.74, 0.92, 1.15, 1.4, 1.75)  # width to height of a cell; publishers stretch pictures
_VISIBLE_SIDES = ((0.0, 0.8), (0.0, 0.64), (0.2, 1.0), (0.36, 1.0))  # a tilted row also shows its tiles' sides
_SMALLEST_CELL_PX = 12.0
_FIRST_LOOK, _SECOND_LOOK = 4, 12
_KEPT_DIVISIONS = 6
_DOUBLE = 0.35
_PRICE_OF_PARTS = 0.01
_SOFTER = 0.5
_HUGE_PART, _HUGE = 0.35, 0.7
_ENOUGH = 0.6
_LEAST_WORTH, _LEAST_WORTH_ALONE = (
    0.52,
    0.25,
)  # a row of nothing but blanks or backs is worth at most 0.5: a rim, a tray
_LEAST_CONFIDENCE = 0.35


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
    image: np.ndarray, classifier: TileClassifier, tile_size_px: tuple[float, float] | None = None
) -> list[FoundTile]:
    """Every tile lying flat on `image` (BGR uint8), in reading order.

    With `tile_size_px` (long, short), as on a rectified frame, `localise` says where tiles are. Without it each body
    is taken apart in every plausible way, and the way under which its parts read best is kept.
    """
    if tile_size_px is not None:
        return _read(image, localise(image, tile_size_px), classifier)
    scale = min(1.0, _LARGEST_PX / max(image.shape[:2]))
    searched = image if scale == 1.0 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found: list[FoundTile] = []
    covered = np.zeros(searched.shape[:2], np.uint8)
    for strict in (False, True):
        for tile in found:
            cv2.fillConvexPoly(covered, (tile.detection.corners_px * scale).round().astype(np.int32), 1)
        for body in find_bodies(searched, None, strict=strict)[:_MOST_BODIES]:
            if _share_covered(body, covered) > _ENOUGH:
                continue
            pieces = _best_pieces(searched, body, classifier)
            detections = [_scaled(detection_of(piece, body), 1 / scale) for piece in pieces]
            found += _read(image, detections, classifier)
    found = _without_doubles(found)
    return sorted(found, key=lambda tile: (round(tile.detection.centre_px[1]), tile.detection.centre_px[0]))


def _share_covered(body: Body, covered: np.ndarray) -> float:
    """The part of a body that lies under tiles already found."""
    rows, columns = np.nonzero(body.mask[::4, ::4])
    if len(rows) == 0:
        return 1.0
    points = cv2.perspectiveTransform(np.column_stack([columns, rows])[None] * 4.0, body.to_picture)[0]
    x, y = points.round().astype(int).clip(0, np.array(covered.shape[::-1]) - 1).T
    return float(covered[y, x].mean())


def _without_doubles(found: list[FoundTile]) -> list[FoundTile]:
    """Of tiles that cover each other the surest one; a blank or a back yields to any face."""
    kept: list[FoundTile] = []
    for tile in sorted(found, key=lambda tile: -_likeness(tile.reading)):
        if all(_overlap(tile.detection, other.detection) < _DOUBLE for other in kept):
            kept.append(tile)
    return kept


def _overlap(one: Detection, other: Detection) -> float:
    """The part of the smaller box that both cover."""
    if np.hypot(*np.subtract(one.centre_px, other.centre_px)) > one.size_px[0] + other.size_px[0]:
        return 0.0
    shared, _ = cv2.intersectConvexConvex(one.corners_px, other.corners_px)
    return float(shared) / max(min(cv2.contourArea(one.corners_px), cv2.contourArea(other.corners_px)), 1.0)


def _scaled(detection: Detection, factor: float) -> Detection:
    return Detection((detection.corners_px * factor).astype(np.float32), detection.score)


def _read(image: np.ndarray, detections: list[Detection], classifier: TileClassifier) -> list[FoundTile]:
    readings = classifier.classify([cut_out(image, detection) for detection in detections])
    return [
        FoundTile(detection, reading)
        for detection, reading in zip(detections, readings, strict=True)
        if reading.tile != NOT_A_TILE and reading.confidence >= _LEAST_CONFIDENCE
    ]


@dataclass(frozen=True, slots=True)
class _Division:
    """A way to cut the part of a body between two heights of its window into cells of one size."""

    top: int
    bottom: int
    wide: float
    high: float
    pieces: tuple[Piece, ...]


def _best_pieces(image: np.ndarray, body: Body, classifier: TileClassifier) -> Sequence[Piece]:
    """The division of a body whose parts look most like whole tiles; empty when none does.

    Even grids are looked at first; the most promising are then cut along their seams and looked at again.
    """
    divisions = list(_divisions(body))
    worths = _worths(image, body, [division.pieces for division in divisions], classifier, _FIRST_LOOK)
    order = sorted(range(len(divisions)), key=lambda index: -worths[index])[:_KEPT_DIVISIONS]
    kept = [divisions[index] for index in order if worths[index] > _LEAST_WORTH_ALONE]
    candidates = [*(division.pieces for division in kept), *(_along_seams(body, division) for division in kept)]
    candidates = [pieces for pieces in candidates if pieces]
    worths = _worths(image, body, candidates, classifier, _SECOND_LOOK)
    best = max(range(len(candidates)), key=lambda index: worths[index], default=None)
    if best is None or worths[best] < (_LEAST_WORTH_ALONE if len(candidates[best]) == 1 else _LEAST_WORTH):
        return ()
    return candidates[best]


def _along_seams(body: Body, division: _Division) -> tuple[Piece, ...]:
    part = slice(division.top, division.bottom)
    pieces = split_grid(body.bright[part], body.mask[part], division.wide, division.high)
    down = division.top
    return tuple(Piece(p.left, p.top + down, p.right, p.bottom + down, p.score) for p in pieces)


def _worths(
    image: np.ndarray, body: Body, divisions: list[tuple[Piece, ...]], classifier: TileClassifier, looks: int
) -> list[float]:
    """How much the parts of each division look like whole tiles, 0..1, times how much of the body they cover."""
    samples = [_sample(pieces, looks) for pieces in divisions]
    crops = [cut_out(image, detection_of(piece, body)) for chosen in samples for piece in chosen]
    readings = iter(classifier.classify(crops))
    whole = float(np.count_nonzero(body.mask))
    far = _HUGE_PART * max(image.shape[:2])  # a single tile that fills a third of a picture is rare, a block is not
    worths = []
    for pieces, chosen in zip(divisions, samples, strict=True):
        likeness = float(np.mean([_likeness(next(readings)) for _ in chosen]))
        covered = sum((piece.right - piece.left) * (piece.bottom - piece.top) for piece in pieces)
        if pieces and max(pieces[0].right - pieces[0].left, pieces[0].bottom - pieces[0].top) > far:
            likeness *= _HUGE
        # of two ways that read equally well the coarser is right: the corners of a 5p are four good 1p
        worths.append(
            likeness * float(np.sqrt(min(covered / whole, 1.0))) - _PRICE_OF_PARTS * float(np.log(len(pieces)))
        )
    return worths


def _likeness(reading: TileReading) -> float:
    """How much a crop looks like one whole tile, 0..1. A blank one proves little: it may be any white surface.

    Confidence is pulled down where other candidates come near: half a tile often reads well, but rarely alone.
    """
    if reading.tile == NOT_A_TILE:
        return 0.0
    parts = [part**_SOFTER for _, part in reading.candidates]
    alone = parts[0] / sum(parts)
    return 0.5 * alone if reading.tile in (BACK, "5z") else alone


def _sample(pieces: Sequence[Piece], count: int) -> list[Piece]:
    """A few pieces spread evenly over a division."""
    if len(pieces) <= count:
        return list(pieces)
    return [pieces[int((index + 0.5) * len(pieces) / count)] for index in range(count)]


def _divisions(body: Body) -> Iterator[_Division]:
    """Every plausible even grid over a body, and over a single row without its visible sides."""
    height, width = (side - 6 for side in body.mask.shape)
    bands = [(0.0, 1.0, rows) for rows in range(1, _MOST_ROWS + 1)]
    bands += [(start, end, 1) for start, end in _VISIBLE_SIDES]
    for start, end, rows in bands:
        high = height * (end - start) / rows
        if high < _SMALLEST_CELL_PX:
            continue
        if rows == 1:  # in one long row a width that is off by a twentieth is off by a whole tile at its end
            choices: Sequence[int] = range(
                max(int(width / (high * _RATIOS[-1])), 1), int(width / (high * _RATIOS[0])) + 2
            )
        else:
            choices = sorted({max(round(width / (high * ratio)), 1) for ratio in _RATIOS})
        for columns in choices:
            wide = width / columns
            if wide < _SMALLEST_CELL_PX or not 0.36 < wide / high < 2.3:
                continue
            top = 3 + height * start
            pieces = _even(body.mask, top, wide, high, rows, columns)
            if pieces:
                yield _Division(round(top), round(top + rows * high), wide, high, pieces)


def _even(mask: np.ndarray, top: float, wide: float, high: float, rows: int, columns: int) -> tuple[Piece, ...]:
    """The cells of an even grid that lie on the body."""
    cells = []
    for row in range(rows):
        for column in range(columns):
            left, upper = 3 + column * wide, top + row * high
            inside = mask[round(upper) : round(upper + high), round(left) : round(left + wide)]
            fullness = float(np.count_nonzero(inside)) / max(inside.size, 1)
            if fullness > 0.55:
                cells.append(Piece(left, upper, left + wide, upper + high, fullness))
    return tuple(cells)
