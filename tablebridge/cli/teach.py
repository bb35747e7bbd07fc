"""`tablebridge teach`: the table's own tiles, from a picture or a few of each."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tablebridge.cli.teaching_pictures import ROWS, Shown, read_list, read_pictures
from tablebridge.errors import UsageError
from tablebridge.vision import model_file
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.enrolment import Enrolment, LeftOut
from tablebridge.vision.taught_set import TaughtSet, check_place, read_file, write_file
from tablebridge_rules.names import tile_name
from tablebridge_rules.tile import Tile

__all__ = ["add_parser", "run"]

_SURE = 0.9
_MOST_WARNINGS = 12
_FLOWERS = "fg"

_EXAMPLE = """example:
  tablebridge teach                                            what to lay before the camera, in which order
  tablebridge teach --from pictures --to taught-table-1.npz    pictures named m.jpg p.jpg s.jpg z.jpg f.jpg g.jpg
  tablebridge teach --from boxes.csv --to taught-table-1.npz   labelled boxes (file,x0,y0,x1,y1,label)
  tablebridge teach --to taught-table-1.npz --remove 1f 2f     forgets two kinds
  tablebridge teach --to taught-table-1.npz --remove all       forgets the set
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "teach",
        help="the table's own tiles, from a picture or a few of each",
        description="Teaches the classifier a table's own set in seconds: its flowers, its engraving, its light. "
        "The network is not changed; what was learnt is one file that can be taken away again.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--from", dest="source", type=Path, metavar="FOLDER|LIST.csv", help="pictures, or boxes")
    parser.add_argument("--to", type=Path, metavar="FILE.npz", help="the taught set: made, added to, or taken from")
    parser.add_argument("--add", action="store_true", help="keep what the file holds already")
    parser.add_argument("--remove", nargs="+", metavar="TILE", help="forget these kinds; all: the whole set")
    parser.add_argument("--model", type=Path, metavar="FOLDER", help="another classifier's folder")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Teaches, forgets, or says what to lay out. Returns 0; bad use raises `UsageError` (2)."""
    hint = "see tablebridge teach --help"
    if args.source is None and args.remove is None:
        if args.to is not None or args.add or args.model is not None:
            raise UsageError("nothing to teach", "command line", "give pictures with --from FOLDER")
        print(json.dumps({"order": ROWS}) if args.json else "\n".join(_guide()))
        return 0
    if args.to is None:
        raise UsageError("no file for the taught set", "command line", "give --to taught-NAME.npz; " + hint)
    if args.source is not None and args.remove is not None:
        raise UsageError("--from and --remove exclude each other", "command line", hint)
    classifier = TileClassifier(model_file.load(args.model), threads=2)
    if args.remove is not None:
        return _remove(args, classifier)
    return _teach(args, classifier)


def _guide() -> list[str]:
    """The guided order for people."""
    lines = [
        "Lay each row face up on the cloth, tiles upright and side by side with a finger's width between them, where",
        "the camera sees the game. Take a picture with the table's camera and save it under the row's name; up to",
        "three pictures of a row (m.jpg m-2.jpg m-3.jpg) with the tiles laid anew, turned, in other light. Leave out",
        "rows that your set does not have: when all suits are taught, what was not shown is taken as not in the set.",
        "",
        f"{'picture':<10} from left to right",
    ]
    for name, tiles in ROWS.items():
        spoken = "" if name in "mps" else f"   ({', '.join(_spoken(tile) for tile in tiles)})"
        lines.append(f"{name + '.jpg':<10} {' '.join(tiles)}{spoken}")
    lines += [f"{'back.jpg':<10} one tile's back, cut out tightly", ""]
    return [*lines, "Then: tablebridge teach --from FOLDER --to taught-NAME.npz"]


def _spoken(tile: str) -> str:
    face = Tile.parse(tile)
    return f"red {tile_name(face.kind)}" if face.red else tile_name(face.kind)


def _teach(args: argparse.Namespace, classifier: TileClassifier) -> int:
    began = time.monotonic()
    check_place(args.to)
    shown = (
        read_list(args.source, classifier)
        if args.source.suffix.lower() == ".csv"
        else read_pictures(args.source, classifier)
    )
    _warn(_doubts(classifier, shown))
    kept = read_file(args.to).examples if args.add and args.to.exists() else ()
    enrolment = Enrolment(classifier, [*kept, *(each.example for each in shown)])
    return _finish(args, enrolment, time.monotonic() - began)


def _remove(args: argparse.Namespace, classifier: TileClassifier) -> int:
    held = read_file(args.to)
    unknown = set(args.remove) - {example.label for example in held.examples} - {"all"}
    if unknown:
        raise UsageError("this was not taught", f"{args.to}: {' '.join(sorted(unknown))}", "name kinds that it holds")
    left = [] if "all" in args.remove else [each for each in held.examples if each.label not in args.remove]
    if not left:
        args.to.unlink()
        print(json.dumps({"file": str(args.to), "kinds": 0}) if args.json else f"{args.to} is forgotten")
        return 0
    return _finish(args, Enrolment(classifier, left), 0.0)


def _finish(args: argparse.Namespace, enrolment: Enrolment, seconds: float) -> int:
    began = time.monotonic()
    taught = enrolment.fit(args.to.stem)
    write_file(taught, args.to)
    seconds += time.monotonic() - began
    tested = enrolment.left_out()
    if args.json:
        print(json.dumps(_document(args.to, taught, tested)))
    else:
        print("\n".join(_lines(args.to, taught, tested, seconds)))
    return 0


def _document(file: Path, taught: TaughtSet, tested: LeftOut) -> dict[str, object]:
    counts = Counter(example.label for example in taught.examples)
    return {
        "file": str(file),
        "model_sha256": taught.model_sha256,
        "kinds": len(counts),
        "pictures": dict(sorted(counts.items())),
        "not_in_set": _ruled_out(taught),
        "left_out": {"tested": tested.tested, "right_before": tested.right_before, "right_after": tested.right_after},
    }


def _ruled_out(taught: TaughtSet) -> list[str]:
    return [label for label, has in zip(taught.labels, taught.has, strict=True) if not has]


def _lines(file: Path, taught: TaughtSet, tested: LeftOut, seconds: float) -> list[str]:
    kinds = {example.label for example in taught.examples}
    lines = [f"{len(kinds)} kinds taught from {len(taught.examples)} pictures in {seconds:.1f} s: {file}"]
    if tested.tested:
        before, after = (part / tested.tested for part in (tested.right_before, tested.right_after))
        lines.append(
            f"each of {tested.tested} pictures read by a set taught without it: {after:.1%} right, {before:.1%} before"
        )
    else:
        lines.append("no kind was shown twice, so what it is worth cannot be told: give a second picture of each row")
    if _ruled_out(taught):
        lines.append(f"taken as not in this set: {' '.join(_ruled_out(taught))}")
    return [*lines, f'use it: put  taught = "{file}"  under the table\'s [[table]]']


def _warn(doubts: Sequence[str]) -> None:
    for line in doubts[:_MOST_WARNINGS]:
        print(line, file=sys.stderr)
    if len(doubts) > 1:
        print(
            f"{len(doubts)} pictures look like other tiles. If a row lay in another order than `tablebridge teach` "
            "tells, lay it anew and teach again; if your tiles are only cut unusually, all is well",
            file=sys.stderr,
        )


def _doubts(classifier: TileClassifier, shown: Sequence[Shown]) -> list[str]:
    """Pictures that the network surely takes for another tile: perhaps a row was laid in another order."""
    lines = []
    readings = classifier.classify([each.example.crop for each in shown])
    for each, reading in zip(shown, readings, strict=True):
        label = each.example.label
        if label[-1] not in _FLOWERS and reading.tile != label and reading.confidence >= _SURE:
            lines.append(f"{each.where}: taught as {label}, looks like {reading.tile} ({reading.confidence:.0%})")
    return lines
