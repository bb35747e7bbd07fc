"""`tablebridge recognise`: the tiles on any photograph or frame."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from tablebridge.cli.accuracy import Tally, table_lines
from tablebridge.cli.boxes import Box, cut_box, read_boxes, read_image
from tablebridge.errors import UsageError
from tablebridge.vision import model_file
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.enrolment import load_taught
from tablebridge.vision.photograph import FoundTile, find_tiles
from tablebridge.vision.reading import BACK, NOT_A_TILE, TileReading

__all__ = ["add_parser", "run"]

_SMALLEST_PX = 8
"""The shorter side of the smallest crop that is read: below it the strokes of a face are less than a pixel wide."""

_EXAMPLE = """examples:
  tablebridge recognise table.jpg                                what lies on a photograph
  tablebridge recognise table.jpg --json --annotate seen.png     the same as JSON, and drawn onto the picture
  tablebridge recognise --crops tile1.png tile2.png              each picture is one tile
  tablebridge recognise table.jpg --boxes boxes.csv --json       reads the boxes of a list (file,x0,y0,x1,y1)
  tablebridge recognise --evaluate manifest.csv                  accuracy on labelled boxes (with label, tile_set)
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "recognise",
        help="tiles in any photograph or frame",
        description="Finds and reads the tiles on pictures. Nothing is guessed silently: each tile comes with its "
        "confidence and the next best candidates; ? is a place where no tile could be read.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("images", nargs="*", type=Path, metavar="IMAGE", help="picture files")
    parser.add_argument(
        "--json", action="store_true", help="one JSON document: an object, or a list for several pictures"
    )
    parser.add_argument("--annotate", type=Path, metavar="OUT", help="draw the result: a file, or a folder for several")
    parser.add_argument("--crops", action="store_true", help="each picture shows one tile, any side up")
    parser.add_argument("--boxes", type=Path, metavar="FILE.csv", help="read the boxes of this list only, in its order")
    parser.add_argument("--evaluate", type=Path, metavar="MANIFEST.csv", help="measure accuracy on labelled boxes")
    parser.add_argument("--model", type=Path, metavar="FOLDER", help="another classifier's folder")
    parser.add_argument("--taught", type=Path, metavar="FILE.npz", help="read with a set made by tablebridge teach")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Reads the pictures. Exit code 0; bad use raises `UsageError` (2)."""
    _check(args)
    classifier = TileClassifier(model_file.load(args.model), threads=2)
    if args.taught is not None:
        classifier = classifier.taught_by(load_taught(args.taught, classifier))
    if args.evaluate is not None:
        return _evaluate(args, classifier)
    if args.boxes is not None:
        documents = _read_boxes(args, classifier)
    else:
        documents = [_read_picture(file, classifier, crops=args.crops) for file in args.images]
    if args.annotate is not None:
        _annotate(args, documents)
    if args.json:
        print(json.dumps(documents[0] if len(documents) == 1 else documents))
    else:
        print("\n".join(line for document in documents for line in _lines(document)))
    return 0


def _check(args: argparse.Namespace) -> None:
    hint = "see tablebridge recognise --help"
    if args.evaluate is not None:
        if args.images or args.crops or args.boxes is not None or args.annotate is not None:
            raise UsageError("--evaluate goes with no pictures and no other way of reading", "command line", hint)
    elif args.crops and args.boxes is not None:
        raise UsageError("--crops and --boxes exclude each other", "command line", hint)
    elif not args.images and args.boxes is None:
        raise UsageError("no picture given", "command line", hint)


def _read_picture(file: Path, classifier: TileClassifier, *, crops: bool) -> dict:
    image = read_image(file)
    if crops:
        height, width = image.shape[:2]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        tiles = [_entry(_classified([image], classifier)[0], corners)]
    else:
        tiles = [_found_entry(found) for found in find_tiles(image, classifier)]
    return _document(file, image, tiles)


def _classified(crops: list[np.ndarray], classifier: TileClassifier) -> list[TileReading]:
    """A reading a crop. One too small to show a face is no tile, whatever the classifier makes of its colour."""
    large = [crop for crop in crops if min(crop.shape[:2]) >= _SMALLEST_PX]
    readings = iter(classifier.classify(large))
    none = TileReading(NOT_A_TILE, 1.0, ((NOT_A_TILE, 1.0),), None)
    return [next(readings) if min(crop.shape[:2]) >= _SMALLEST_PX else none for crop in crops]


def _read_boxes(args: argparse.Namespace, classifier: TileClassifier) -> list[dict]:
    """One document a picture, its tiles in the order of the list."""
    rows: dict[str, list[Box]] = {}
    for box in read_boxes(args.boxes):
        rows.setdefault(box.file, []).append(box)
    if args.images:
        chosen = [(file, _rows_of(file, rows)) for file in args.images]
        passed = len(rows) - len({boxes[0].file for _, boxes in chosen if boxes})
        if passed:
            print(f"{args.boxes}: rows of {passed} other pictures are not read", file=sys.stderr)
    else:
        chosen = [(_beside(args.boxes, name), boxes) for name, boxes in rows.items()]
    documents = []
    for file, boxes in chosen:
        image = read_image(file)
        readings = _classified([cut_box(image, box, args.boxes) for box in boxes], classifier)
        tiles = []
        for box, reading in zip(boxes, readings, strict=True):
            corners = np.array([[box.x0, box.y0], [box.x1, box.y0], [box.x1, box.y1], [box.x0, box.y1]], np.float32)
            tiles.append({**_entry(reading, corners), "box": [box.x0, box.y0, box.x1, box.y1]})
        documents.append(_document(file, image, tiles))
    return documents


def _rows_of(file: Path, rows: dict[str, list[Box]]) -> list[Box]:
    """The rows that name this picture: by the same path, else by the same file name."""
    named = [name for name in rows if Path(name) == file] or [name for name in rows if Path(name).name == file.name]
    if len(named) > 1:
        raise UsageError("several pictures of the list have this name", str(file), "give the path as in the list")
    return rows[named[0]] if named else []


def _beside(listing: Path, name: str) -> Path:
    """A picture named in a list: below the list's folder, or as the path stands."""
    beside = listing.parent / name
    return beside if beside.exists() or not Path(name).exists() else Path(name)


def _document(file: Path, image: np.ndarray, tiles: list[dict]) -> dict:
    height, width = image.shape[:2]
    return {"image": str(file), "width": width, "height": height, "tiles": tiles}


def _found_entry(found: FoundTile) -> dict:
    entry = _entry(found.reading, found.detection.corners_px)
    return {**entry, "corners": _rounded(found.face_corners_px), "rotation_deg": round(found.rotation_deg, 1) % 360}


def _entry(reading: TileReading, corners: np.ndarray) -> dict:
    """A reading of an upright crop whose corners on the picture are given clockwise from the upper left."""
    turns = reading.quarter_turns or 0
    return {
        "tile": "?" if reading.tile == NOT_A_TILE else reading.tile,
        "confidence": round(reading.confidence, 4),
        "corners": _rounded(np.roll(corners, turns, axis=0)),
        "rotation_deg": float(90 * turns),
        "face": {BACK: "down", NOT_A_TILE: "none"}.get(reading.tile, "up"),
        "candidates": [[tile, round(confidence, 4)] for tile, confidence in reading.candidates],
    }


def _rounded(corners: np.ndarray) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in corners]


def _lines(document: dict) -> list[str]:
    tiles = document["tiles"]
    lines = [f"{document['image']}: {len(tiles)} tile{'' if len(tiles) == 1 else 's'}"]
    for tile in tiles:
        x, y = np.mean(tile["corners"], axis=0)
        others = " ".join(f"{name} {part:.0%}" for name, part in tile["candidates"][1:3] if part >= 0.01)
        lines.append(
            f"  {tile['tile']:<5}{tile['confidence']:>7.1%}  at {x:6.0f},{y:6.0f} px  "
            f"turned {tile['rotation_deg']:5.1f} deg{'  or ' + others if others else ''}"
        )
    return lines


def _annotate(args: argparse.Namespace, documents: list[dict]) -> None:
    out: Path = args.annotate
    several = len(documents) > 1 or out.is_dir()
    if several:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                "the folder cannot be made", f"{out}: {error.strerror}", "give another --annotate"
            ) from error
    names: Counter[str] = Counter()
    for document in documents:
        stem = Path(document["image"]).stem
        names[stem] += 1
        numbered = stem if names[stem] == 1 else f"{stem}-{names[stem]}"  # pictures of one name from several folders
        target = out / f"{numbered}.png" if several else out
        image = read_image(Path(document["image"]))
        for tile in document["tiles"]:
            _draw(image, tile)
        try:
            done, content = cv2.imencode(target.suffix or ".png", image)
            if not done:
                raise cv2.error
            target.write_bytes(content.tobytes())
        except cv2.error as error:
            raise UsageError("no such picture format", str(target), "end --annotate in .png or .jpg") from error
        except OSError as error:
            raise UsageError(
                "the picture cannot be written", f"{target}: {error.strerror}", "give another --annotate"
            ) from error


def _draw(image: np.ndarray, tile: dict) -> None:
    corners = np.array(tile["corners"], np.float32)
    colour = {"up": (40, 40, 230), "down": (230, 140, 30)}.get(tile["face"], (150, 150, 150))
    thick = max(1, round(max(image.shape[:2]) / 900))
    cv2.polylines(image, [corners.round().astype(np.int32)], True, colour, thick, cv2.LINE_AA)
    top = corners[:2].mean(axis=0).round().astype(int)  # the face's upper edge
    cv2.circle(image, (int(top[0]), int(top[1])), 2 * thick, colour, -1, cv2.LINE_AA)
    middle = corners.mean(axis=0)
    size = float(np.linalg.norm(corners[3] - corners[0])) / 70
    place = (int(middle[0] - 18 * size), int(middle[1] + 8 * size))
    cv2.putText(image, tile["tile"], place, cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), 4 * thick, cv2.LINE_AA)
    cv2.putText(image, tile["tile"], place, cv2.FONT_HERSHEY_SIMPLEX, size, (160, 0, 160), thick, cv2.LINE_AA)


def _evaluate(args: argparse.Namespace, classifier: TileClassifier) -> int:
    tally = Tally()
    pictures: dict[str, list[Box]] = {}
    for box in read_boxes(args.evaluate):
        if box.label is None:
            tally.left_out["no label"] += 1
        elif box.label not in classifier.labels:
            tally.left_out[f"label {box.label} is not one of the classifier's"] += 1
        elif box.mirrored:
            tally.left_out["mirrored picture"] += 1
        else:
            pictures.setdefault(box.file, []).append(box)
    for name, boxes in pictures.items():
        image = read_image(_beside(args.evaluate, name))
        readings = _classified([cut_box(image, box, args.evaluate) for box in boxes], classifier)
        for box, reading in zip(boxes, readings, strict=True):
            tally.add(box.tile_set, str(box.label), "?" if reading.tile == NOT_A_TILE else reading.tile)
    if tally.rows == 0:
        raise UsageError("the list holds no labelled box", str(args.evaluate), "it needs the column label")
    held_out = classifier.model.held_out
    if args.json:
        document = {"manifest": str(args.evaluate), "model": classifier.model.version, "held_out": list(held_out)}
        print(json.dumps({**document, **tally.document()}))
    else:
        print("\n".join(table_lines(tally, held_out)))
    return 0
