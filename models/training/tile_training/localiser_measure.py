"""Counts on whole pictures: tiles found, and found with the right face."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tablebridge.vision.localiser_maps import Boxes, overlap
from tablebridge.vision.photograph import FoundTile
from tile_training.localiser_match import HALF, Count, match
from tile_training.localiser_photos import load_photos
from tile_training.localiser_sample import HIDDEN, STANDING, Laid
from tile_training.localiser_virtual import virtual_table
from tile_training.photos import is_validation, root_picture

Search = Callable[[np.ndarray], list[FoundTile]]
TILTS = (0.0, 20.0, 30.0, 45.0)
STYLES = ("japanese", "chinese")
FIRST_TABLE = 700_000
"""Far from the numbers of the tables that are trained on."""


@dataclass
class Tally:
    """Tiles to be found, found, and found with the right face; answers given, and those on a true tile."""

    pictures: int = 0
    wanted: int = 0
    found: int = 0
    read: int = 0
    answers: int = 0

    @property
    def recall(self) -> float:
        """Found with the right face, of all wanted."""
        return self.read / max(self.wanted, 1)

    @property
    def precision(self) -> float:
        """Answers with the right face, of all answers."""
        return self.read / max(self.answers, 1)

    @property
    def found_share(self) -> float:
        """Found, whatever was read, of all wanted."""
        return self.found / max(self.wanted, 1)

    def numbers(self) -> dict[str, float]:
        """For a JSON file."""
        return {
            "pictures": self.pictures, "wanted": self.wanted, "found": self.found_share,
            "recall": self.recall, "precision": self.precision, "answers": self.answers,
        }  # fmt: skip


def virtual_tables(tilt_deg: float, count: int) -> Iterator[Laid]:
    """Whole tables as a camera of 1920 by 1080 sees them, the styles in turn."""
    for number in range(count):
        style = STYLES[number % len(STYLES)]
        yield virtual_table(FIRST_TABLE + int(tilt_deg) * 100 + number, style, tilt_deg, (1920, 1080))


def count_table(tally: Tally, found: list[FoundTile], laid: Laid) -> list[int]:
    """Adds a completely known picture: faces and backs that overlap a true one by half, standing tiles left out.
    Returns what `match` does."""
    flat = laid.poses != STANDING
    known = Laid(laid.picture, laid.quads[flat], laid.poses[flat], laid.shaped[flat], True)
    names = [name for name, lying in zip(laid.names, flat, strict=True) if lying]
    boxes = boxes_of(found)
    count = Count()
    taken = match(count, boxes, known)
    tally.pictures += 1
    tally.wanted += count.wanted
    tally.answers += count.answers
    tally.found += count.found
    tally.read += sum(
        place >= 0 and names[place] == tile.reading.tile for tile, place in zip(found, taken, strict=True)
    )
    return taken


def count_photo(tally: Tally, found: list[FoundTile], laid: Laid) -> list[bool]:
    """Adds a partly labelled picture: labelled boxes that the bounds of an answer overlap by half. Returns which of
    the labelled tiles were found."""
    tally.pictures += 1
    tally.wanted += len(laid.names)
    tally.answers += len(found)
    bounds = [_bounds(tile.detection.corners_px) for tile in found]
    hits = []
    for quad, name in zip(laid.quads, laid.names, strict=True):
        box = _bounds(quad)
        shared = [overlap(box, other)[0] for other in bounds]
        best = int(np.argmax(shared)) if shared else -1
        hits.append(best >= 0 and shared[best] >= HALF)
        tally.found += hits[-1]
        tally.read += hits[-1] and found[best].reading.tile == name
    return hits


def boxes_of(found: list[FoundTile]) -> Boxes:
    """Only what `match` asks for."""
    corners = np.array([tile.detection.corners_px for tile in found], np.float32).reshape(-1, 4, 2)
    scores = np.array([tile.detection.score * tile.reading.confidence for tile in found])
    return Boxes(corners, scores, np.zeros(len(found), np.int64))


def _bounds(corners: np.ndarray) -> np.ndarray:
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def kept_photos(folder: Path, held_out: tuple[str, ...]) -> Iterator[tuple[str, str, Laid]]:
    """Photographs that were not trained on."""
    for file, tile_set, laid in load_photos(folder):
        if tile_set in held_out or is_validation(root_picture(file)):
            yield file, tile_set, laid


def hidden(laid: Laid) -> int:
    """How many tiles of a picture are half covered."""
    return int((laid.poses == HIDDEN).sum())
