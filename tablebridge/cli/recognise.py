"""`tablebridge recognise`: the tiles on any photograph or frame."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from tablebridge.cli.annotation import annotate, check_annotation
from tablebridge.cli.boxes import Box, read_boxes, read_image
from tablebridge.cli.evaluation import evaluate
from tablebridge.cli.labelled import beside, pictures_there
from tablebridge.cli.placed_tiles import read_boxes_on, read_whole
from tablebridge.errors import UsageError
from tablebridge.vision import model_file
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.enrolment import load_taught
from tablebridge.vision.photograph import FoundTile, find_tiles
from tablebridge.vision.reading import BACK, NOT_A_TILE, TileReading

__all__ = ["add_parser", "run"]

_EXAMPLE = """examples:
  tablebridge recognise table.jpg                                what lies on a photograph
  tablebridge recognise table.jpg --json --annotate seen.png     the same as JSON, and drawn onto the picture
  tablebridge recognise --crops tile1.png tile2.png              each picture is one tile
  tablebridge recognise table.jpg --boxes boxes.csv --json       reads the boxes of a list (file,x0,y0,x1,y1)
  tablebridge recognise --evaluate manifest.csv                  accuracy on labelled boxes (with label, tile_set)
  tablebridge recognise --evaluate tiles --plots plots           on a folder of tiles named 5m-1.png or 5m/1.png
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "recognise",
        help="tiles in any photograph or frame",
        description="Finds and reads the tiles on pictures. Nothing is guessed silently: each tile comes with its "
        "confidence and the next best candidates; ? is a place where no tile could be read, and a name with ? is "
        "not sure enough to be believed.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("images", nargs="*", type=Path, metavar="IMAGE", help="picture files")
    parser.add_argument(
        "--json", action="store_true", help="one JSON document: an object, or a list for several pictures"
    )
    parser.add_argument(
        "--annotate",
        type=Path,
        metavar="OUT",
        help="draw the result: a file, or a folder for several; what was wrong with --evaluate",
    )
    parser.add_argument("--crops", action="store_true", help="each picture shows one tile, any side up")
    parser.add_argument("--boxes", type=Path, metavar="FILE.csv", help="read the boxes of this list only, in its order")
    parser.add_argument(
        "--evaluate",
        type=Path,
        metavar="LABELS",
        help="measure accuracy: a list of labelled boxes, or a folder of tiles",
    )
    parser.add_argument(
        "--plots", type=Path, metavar="FOLDER", help="with --evaluate: confusion matrix and reliability as SVG"
    )
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
        return evaluate(args.evaluate, classifier, plots=args.plots, misses=args.annotate, as_json=args.json)
    if args.boxes is not None:
        documents = _read_boxes(args, classifier)
    else:
        if args.annotate is not None:
            check_annotation(args.annotate, args.images)
        documents = [_read_picture(file, classifier, crops=args.crops) for file in args.images]
    if args.json:
        print(json.dumps(documents[0] if len(documents) == 1 else documents))
    else:
        print("\n".join(line for document in documents for line in _lines(document)))
    if args.annotate is not None:  # last, so that what was read is not lost where a disk is full
        annotate(args.annotate, documents)
    return 0


def _check(args: argparse.Namespace) -> None:
    hint = "see tablebridge recognise --help"
    if args.evaluate is not None:
        if args.images or args.crops or args.boxes is not None:
            raise UsageError("--evaluate goes with no pictures and no other way of reading", "command line", hint)
    elif args.plots is not None:
        raise UsageError("--plots belongs to --evaluate", "command line", hint)
    elif args.crops and args.boxes is not None:
        raise UsageError("--crops and --boxes exclude each other", "command line", hint)
    elif not args.images and args.boxes is None:
        raise UsageError("no picture given", "command line", hint)


def _read_picture(file: Path, classifier: TileClassifier, *, crops: bool) -> dict:
    image = read_image(file)
    if crops:
        only = read_whole(image, classifier)
        tiles = [_entry(only.reading, only.corners_px, classifier)]
    else:
        tiles = [_found_entry(found, classifier) for found in find_tiles(image, classifier)]
    return _document(file, image, tiles)


def _read_boxes(args: argparse.Namespace, classifier: TileClassifier) -> list[dict]:
    """One document a picture, its tiles in the order of the list."""
    rows: dict[str, list[Box]] = {}
    boxes_read = read_boxes(args.boxes)
    for box in boxes_read if args.images else pictures_there(args.boxes, boxes_read):
        rows.setdefault(box.file, []).append(box)
    if args.images:
        chosen = [(file, _rows_of(file, rows)) for file in args.images]
        passed = len(rows) - len({boxes[0].file for _, boxes in chosen if boxes})
        if passed:
            print(f"{args.boxes}: rows of {passed} other pictures are not read", file=sys.stderr)
    else:
        chosen = [(beside(args.boxes, name), boxes) for name, boxes in rows.items()]
    if args.annotate is not None:
        check_annotation(args.annotate, [file for file, _ in chosen])
    documents = []
    for file, boxes in chosen:
        image = read_image(file)
        found = read_boxes_on(image, boxes, args.boxes, classifier)
        tiles = [
            {**_entry(each.reading, each.corners_px, classifier), "box": [box.x0, box.y0, box.x1, box.y1]}
            for box, each in zip(boxes, found, strict=True)
        ]
        documents.append(_document(file, image, tiles))
    return documents


def _rows_of(file: Path, rows: dict[str, list[Box]]) -> list[Box]:
    """The rows that name this picture: by the same path, else by the same file name."""
    named = [name for name in rows if Path(name) == file] or [name for name in rows if Path(name).name == file.name]
    if len(named) > 1:
        raise UsageError("several pictures of the list have this name", str(file), "give the path as in the list")
    return rows[named[0]] if named else []


def _document(file: Path, image: np.ndarray, tiles: list[dict]) -> dict:
    height, width = image.shape[:2]
    return {"image": str(file), "width": width, "height": height, "tiles": tiles}


def _found_entry(found: FoundTile, classifier: TileClassifier) -> dict:
    return _entry(found.reading, found.detection.corners_px, classifier)


def _entry(reading: TileReading, corners: np.ndarray, classifier: TileClassifier) -> dict:
    """A reading of a crop whose corners on the picture are given clockwise from the upper left of the crop."""
    turns = reading.quarter_turns or 0
    face = np.roll(corners, turns, axis=0)
    dx, dy = face[:2].mean(axis=0) - face[2:].mean(axis=0)
    return {
        "tile": "?" if reading.tile == NOT_A_TILE else reading.tile,
        "confidence": round(reading.confidence, 4),
        "unknown": reading.tile == NOT_A_TILE or reading.confidence < classifier.model.unknown_below,
        "corners": _rounded(face),
        "rotation_deg": round(float(np.degrees(np.arctan2(-dx, -dy)) % 360), 1) % 360,
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
        name = tile["tile"].rstrip("?") + "?" if tile["unknown"] else tile["tile"]
        lines.append(
            f"  {name:<5}{tile['confidence']:>7.1%}  at {x:6.0f},{y:6.0f} px  "
            f"turned {tile['rotation_deg']:5.1f} deg{'  or ' + others if others else ''}"
        )
    return lines
