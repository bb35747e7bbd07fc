"""Labelled pictures for `tablebridge recognise --evaluate`: a list of boxes, or a folder whose names are the labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tablebridge.cli.boxes import Box, read_boxes
from tablebridge.errors import UsageError

__all__ = ["Labelled", "beside", "labelled", "pictures_there"]

_ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
_LISTS = ("manifest.csv", "labels.csv")
_HINT = "give a CSV file (file,x0,y0,x1,y1,label), or pictures of one tile each named 5m-1.png, or in folders named 5m"


@dataclass(frozen=True, slots=True)
class Labelled:
    """One tile to read: its picture, the box on it (None: the whole picture), and what it is.

    `label` is None where the list does not say; `tile_set` tells sources apart.
    """

    file: Path
    box: Box | None
    label: str | None
    tile_set: str
    mirrored: bool = False


def labelled(source: Path, labels: tuple[str, ...]) -> Iterator[Labelled]:
    """The tiles of a list, of the list in a folder (`manifest.csv`, `labels.csv`, or its only CSV file), or of a folder
    of crops named by `labels`.

    Raises `UsageError` when there is none, and for a list that cannot be read, with its line.
    """
    if not source.is_dir():
        return _listed(source)
    lists = [source / name for name in _LISTS if (source / name).is_file()] or sorted(source.glob("*.csv"))
    if lists:
        if len(lists) > 1 and lists[0].name not in _LISTS:
            raise UsageError("the folder holds several lists", str(source), "name the one that counts")
        return _listed(lists[0])
    found = list(_named(source, labels))
    if not found:
        raise UsageError("the folder holds no labelled picture", str(source), _HINT)
    return iter(found)


def beside(listing: Path, name: str) -> Path:
    """A picture named in a list: below the list's folder, or as the path stands; `\\` parts folders, too, where no file
    is named so."""
    tried = [listing.parent / name, Path(name), listing.parent / name.replace("\\", "/")]
    return next((file for file in tried if file.exists()), tried[0])


def pictures_there(listing: Path, boxes: Iterable[Box]) -> list[Box]:
    """The boxes, once it is sure that every picture which they name is there: before hours of reading, not after.

    Raises `UsageError` that names the first line whose picture is missing.
    """
    kept, seen = list(boxes), set()
    for box in kept:
        if box.file not in seen and not beside(listing, box.file).is_file():
            raise UsageError(
                f"there is no such picture: {box.file}",
                f"{listing}, line {box.line}",
                "name pictures as seen from the list's folder, or by their whole path",
            )
        seen.add(box.file)
    return kept


def _listed(file: Path) -> Iterator[Labelled]:
    for box in pictures_there(file, read_boxes(file)):
        yield Labelled(beside(file, box.file), box, box.label, box.tile_set, box.mirrored)


def _named(folder: Path, labels: tuple[str, ...]) -> Iterator[Labelled]:
    """Crops whose folder, or whose own name up to the first other character, is a label."""
    for file in sorted(file for file in folder.rglob("*") if file.suffix.lower() in _ENDINGS):
        own = re.split(r"[-_ .]", file.stem)[0]
        inside = file.parent.name if file.parent != folder else ""
        label = next((name for name in (inside, file.stem, own) if name in labels), None)
        if label is not None:
            above = file.parent.parent if inside == label else file.parent
            yield Labelled(file, None, label, str(above.relative_to(folder)) if above != folder else folder.name)
