"""The pictures from which `tablebridge teach` learns a set: single tiles, rows in a guided order, boxes of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tablebridge.cli.boxes import Box, cut_box, read_boxes, read_image
from tablebridge.cli.labelled import beside, pictures_there
from tablebridge.errors import UsageError
from tablebridge.vision.box_reading import clearest_cut
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.localiser import cut_out
from tablebridge.vision.photograph import FoundTile, find_tiles
from tablebridge.vision.reading import BACK
from tablebridge.vision.taught_set import Example
from tablebridge_rules.errors import NotationError
from tablebridge_rules.notation import parse_tiles

__all__ = ["ROWS", "Shown", "read_list", "read_pictures"]

ROWS: dict[str, tuple[str, ...]] = {
    **{suit: tuple(f"{rank}{suit}" for rank in range(1, 10)) for suit in "mps"},
    "z": tuple(f"{rank}z" for rank in range(1, 8)),
    "f": tuple(f"{rank}f" for rank in range(1, 5)),
    "g": tuple(f"{rank}g" for rank in range(1, 5)),
    "red": ("0m", "0p", "0s"),
}
"""The guided order: what the picture of each name shows, from left to right."""

_ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
_NUMBERED = re.compile(r"(?P<what>.+?)(?:[-_ ](?P<copy>\d+))?")
_MUCH_BETTER = 2.0
"""A row is read from the other end only where its tiles look that much more like it (natural logarithm, each)."""
_NAMING = "name pictures m p s z f g red (a row each), 5m or back (one tile), 19m1z (these tiles); a second one m-2"


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """An example, and the picture or line it comes from."""

    example: Example
    where: str


def read_pictures(folder: Path, classifier: TileClassifier) -> list[Shown]:
    """What the pictures of a folder show; their names say it. Other files than pictures are passed over.

    Raises `UsageError` when the folder cannot be read or holds none, for a name that says nothing, and when a row does
    not show as many tiles as its name says.
    """
    if folder.is_file():
        raise UsageError(
            "this is neither a folder nor a list", str(folder), "give the folder of the pictures, or a .csv"
        )
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix.lower() in _ENDINGS)
    except OSError as error:
        raise UsageError("the folder cannot be read", f"{folder}: {error.strerror}", "check the path") from error
    if not files:
        raise UsageError("no picture in the folder", str(folder), _NAMING)
    return [shown for file in files for shown in _shown_in(file, classifier)]


def read_list(file: Path, classifier: TileClassifier) -> list[Shown]:
    """Labelled boxes of a list (columns file, x0, y0, x1, y1, label), as `recognise --evaluate` reads them.

    Raises `UsageError` as `read_boxes`, and when no box has a label.
    """
    by_picture: dict[str, list[Box]] = {}
    for box in pictures_there(file, read_boxes(file)):
        if box.label is not None and not box.mirrored:
            by_picture.setdefault(box.file, []).append(box)
    if not by_picture:
        raise UsageError("the list holds no labelled box", str(file), "it needs the column label")
    return [shown for name, boxes in by_picture.items() for shown in _boxes_of(file, name, boxes, classifier)]


def _boxes_of(listing: Path, name: str, boxes: Sequence[Box], classifier: TileClassifier) -> Iterator[Shown]:
    image = read_image(beside(listing, name))
    for box in boxes:
        cut_box(image, box, listing)
        label, where = str(box.label), f"{listing}, line {box.line}"
        if label not in classifier.labels:
            raise UsageError(f"no such tile can be taught: {label}", where, "name it 5m, 0p, 1f, back…")
        crop = clearest_cut(image, (box.x0, box.y0, box.x1, box.y1), label, classifier)
        yield Shown(Example(label, crop), where)


def _shown_in(file: Path, classifier: TileClassifier) -> list[Shown]:
    tiles = _named(file)
    image = read_image(file)
    if len(tiles) == 1:
        return [Shown(Example(tiles[0], image), str(file))]
    found = find_tiles(image, classifier)
    if len(found) != len(tiles):
        raise UsageError(
            f"{len(found)} tiles are found, {len(tiles)} expected ({' '.join(tiles)})",
            str(file),
            "lay them in one row on a plain cloth with nothing else in the picture, or give each tile its own picture",
        )
    crops = [cut_out(image, each.detection) for each in _in_row(found)]
    if _fits(classifier, crops[::-1], tiles) > _fits(classifier, crops, tiles) + _MUCH_BETTER:
        crops.reverse()
    return [
        Shown(Example(tile, np.asarray(crop, np.uint8)), f"{file}, tile {number}")
        for number, (tile, crop) in enumerate(zip(tiles, crops, strict=True), 1)
    ]


def _named(file: Path) -> tuple[str, ...]:
    """The tiles that a picture's name promises."""
    match = _NUMBERED.fullmatch(file.stem)
    what = match["what"] if match else file.stem
    if what.lower() in ROWS:
        return ROWS[what.lower()]
    if what.lower() == BACK:
        return (BACK,)
    try:
        tiles = tuple(str(tile) for tile in parse_tiles(what.lower()))
    except NotationError as error:
        raise UsageError(f"the picture's name says no tile: {what!r}", str(file), _NAMING) from error
    return tiles


def _in_row(found: Sequence[FoundTile]) -> list[FoundTile]:
    """Along the line on which they lie, from the left, or from above when it stands."""
    centres = np.array([each.detection.centre_px for each in found])
    line = np.linalg.svd(centres - centres.mean(axis=0), full_matrices=False)[2][0]
    along = line * np.sign(line[np.argmax(np.abs(line))])
    return [found[index] for index in np.argsort(centres @ along)]


def _fits(classifier: TileClassifier, crops: Sequence[np.ndarray], tiles: Sequence[str]) -> float:
    """How well crops look like these tiles: the mean logarithm of what the network gives each."""
    kinds, _ = classifier.embed(crops)
    columns = [classifier.labels.index(tile) for tile in tiles]
    return float(np.log(np.maximum(kinds[np.arange(len(tiles)), columns], 1e-9)).mean())
