"""`tablebridge recognise --evaluate`: accuracy on labelled pictures, its plots, and pictures of what went wrong."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tablebridge.cli.accuracy import Tally, table_lines
from tablebridge.cli.annotation import check_picture_place, write_picture
from tablebridge.cli.boxes import cut_box, read_image
from tablebridge.cli.labelled import Labelled, labelled
from tablebridge.cli.placed_tiles import read_boxes_on, read_whole
from tablebridge.cli.plots import confusion_svg, reliability_svg
from tablebridge.errors import UsageError
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.reading import NOT_A_TILE

__all__ = ["evaluate"]

_LABELS = "it needs the column label with 1m…9m 1p…9p 1s…9s 1z…7z 0m 0p 0s 1f…4f 1g…4g back not-a-tile"
_SHEET_COLUMNS = 12
_SHEET_MOST = 240
_SHEET_CELL = 84


@dataclass(frozen=True, slots=True, eq=False)
class _Miss:
    crop: np.ndarray
    label: str
    read: str
    confidence: float


def evaluate(
    source: Path,
    classifier: TileClassifier,
    *,
    plots: Path | None,
    misses: Path | None,
    as_json: bool,
) -> int:
    """Reads every labelled tile of `source` and prints how often that was right.

    `plots` is a folder for `confusion.svg` and `reliability.svg`; `misses` a picture file that shows wrong readings.
    Raises `UsageError` for a bad list or folder, and when something cannot be written.
    """
    if misses is not None:
        check_picture_place(misses)
    tally = Tally(classifier.model.unknown_below)
    wrong = _read_all(source, classifier, tally)
    if tally.rows == 0:
        passed = "; ".join(f"{count} with {why}" for why, count in tally.left_out.most_common(3))
        raise UsageError("the list holds no labelled box", f"{source}: {passed}", _LABELS)
    model = classifier.model
    if as_json:
        document = {"manifest": str(source), "model": model.version, "held_out": list(model.held_out)}
        print(json.dumps({**document, **tally.document()}))
    else:
        print("\n".join(table_lines(tally, model.held_out)))
    # last, so that what was read is not lost where a disk is full
    if plots is not None:
        _write_plots(plots, tally, classifier)
    if misses is not None:
        _write_sheet(misses, wrong)
    return 0


def _read_all(source: Path, classifier: TileClassifier, tally: Tally) -> list[_Miss]:
    pictures: dict[Path, list[Labelled]] = {}
    for tile in labelled(source, classifier.labels):
        if tile.label is None:
            tally.left_out["no label"] += 1
        elif tile.label not in classifier.labels:
            tally.left_out[f"label {tile.label} is not one of the classifier's"] += 1
        elif tile.mirrored:
            tally.left_out["mirrored picture"] += 1
        else:
            pictures.setdefault(tile.file, []).append(tile)
    wrong: list[_Miss] = []
    for file, tiles in pictures.items():
        image = read_image(file)
        crops = [image if tile.box is None else cut_box(image, tile.box, source) for tile in tiles]
        boxes = [tile.box for tile in tiles if tile.box is not None]
        given = iter(read_boxes_on(image, boxes, source, classifier))
        for tile, crop in zip(tiles, crops, strict=True):
            reading = (read_whole(image, classifier) if tile.box is None else next(given)).reading
            read = "?" if reading.tile == NOT_A_TILE and tile.label != NOT_A_TILE else reading.tile
            tally.add(tile.tile_set, str(tile.label), read, reading.confidence)
            if read != tile.label:
                wrong.append(_Miss(crop, str(tile.label), read, reading.confidence))
    return wrong


def _write_plots(folder: Path, tally: Tally, classifier: TileClassifier) -> None:
    what = f"tile classifier {classifier.model.version}, {tally.rows} tiles"
    pages = {
        "confusion.svg": confusion_svg(tally.confusions, f"Confusions: {what}"),
        "reliability.svg": reliability_svg(tally.answers, tally.unknown_below, f"Reliability: {what}"),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in pages.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            "the plots cannot be written", f"{folder}: {error.strerror}", "give another --plots"
        ) from error


def _write_sheet(file: Path, wrong: Sequence[_Miss]) -> None:
    """One cell a wrong reading, the surest first: what it is, what was read, how sure."""
    shown = sorted(wrong, key=lambda miss: -miss.confidence)[:_SHEET_MOST]
    rows = max(-(-len(shown) // _SHEET_COLUMNS), 1)
    sheet = np.full((rows * (_SHEET_CELL + 20), _SHEET_COLUMNS * _SHEET_CELL, 3), 255, np.uint8)
    if not shown:
        said = ((12, _SHEET_CELL // 2 + 10), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (70, 130, 40), 2, cv2.LINE_AA)
        cv2.putText(sheet, "nothing was read wrongly", *said)
    for number, miss in enumerate(shown):
        top, left = (number // _SHEET_COLUMNS) * (_SHEET_CELL + 20), (number % _SHEET_COLUMNS) * _SHEET_CELL
        scale = (_SHEET_CELL - 6) / max(miss.crop.shape[:2])
        small = cv2.resize(miss.crop, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        sheet[top : top + small.shape[0], left : left + small.shape[1]] = small
        text = f"{miss.label} as {miss.read if miss.read != '?' else 'none'} {miss.confidence:.0%}"
        place = (left, top + _SHEET_CELL + 12)
        cv2.putText(sheet, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.32, (20, 20, 20), 1, cv2.LINE_AA)
    write_picture(file, sheet)
