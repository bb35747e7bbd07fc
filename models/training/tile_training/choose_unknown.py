"""Chooses below which confidence a reading counts as unknown, and writes it into a model's manifest:
`python -m tile_training.choose_unknown --help`.

On photographs that were kept from training, the lowest confidence at which nearly all readings that remain are right.
Best chosen with a model of the same training that never saw the set (`--write` then names the one that is shipped): on
sets that were trained on it comes out too low.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import numpy as np

from tablebridge.vision import model_file
from tablebridge.vision.box_reading import read_in_boxes
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.reading import NOT_A_TILE
from tile_training.evaluate import DEFAULT_FOLDER
from tile_training.photos import is_validation, load_photo_tiles
from tile_training.teaching_evaluate import box_in_patch

KEY = "unknown_below"
_CURVE = (0.97, 0.98, 0.985, 0.99, 0.995, 0.998)


def lowest_confidence(confidence: np.ndarray, right: np.ndarray, wanted: float) -> float:
    """The lowest confidence from which on at least `wanted` of the readings are right; 1 when there is none.

    >>> lowest_confidence(np.array([0.2, 0.5, 0.6, 0.9]), np.array([True, False, True, True]), 1.0)
    0.6
    """
    order = np.argsort(-confidence, kind="stable")
    shares = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    # equal confidences stand or fall together
    last_of_equals = np.append(np.diff(confidence[order]) != 0, True)
    good = np.flatnonzero((shares >= wanted) & last_of_equals)
    return float(confidence[order][good[-1]]) if len(good) else 1.0


def readings(classifier: TileClassifier, photos: Path, sets: set[str]) -> tuple[np.ndarray, np.ndarray]:
    """Confidence and rightness of tiles: of sets never trained on all, of others the pictures kept for validation."""
    held_out = set(classifier.model.held_out)
    tiles = [t for t in load_photo_tiles(photos, sets or None) if t.tile_set in held_out or is_validation(t.root)]
    if not tiles:
        raise SystemExit(f"no photographs of {', '.join(sorted(sets))} to choose on")
    read = [read_in_boxes(tile.patch, [box_in_patch(tile)], classifier)[0].reading for tile in tiles]
    # what is read as no tile is unknown anyhow
    kept = [(r.confidence, r.tile == t.label) for t, r in zip(tiles, read, strict=True) if r.tile != NOT_A_TILE]
    return np.array([confidence for confidence, _ in kept]), np.array([right for _, right in kept])


def with_key(manifest: str, value: float) -> str:
    """The manifest's text with the key set in its section `[output]`."""
    without = re.sub(rf"(?m)^{KEY} *=.*\n", "", manifest)
    if "\n[output]\n" not in without:
        raise SystemExit("the manifest has no section [output]")
    return without.replace("\n[output]\n", f"\n[output]\n{KEY} = {value:.3f}\n", 1)


def _tell(confidence: np.ndarray, right: np.ndarray, value: float) -> None:
    kept = confidence >= value
    unknown, rest = np.mean(~kept), np.mean(right[kept]) if kept.any() else 1.0
    print(f"{KEY} = {value:.3f}: {unknown:.1%} of {len(kept)} unknown, {rest:.2%} of the others right", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Prints the choice and what it costs; writes it unless `--dry`."""
    parser = argparse.ArgumentParser(prog="python -m tile_training.choose_unknown", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with photos/")
    parser.add_argument("--model", type=Path, default=DEFAULT_FOLDER, help="the model whose readings are looked at")
    parser.add_argument("--sets", default="", help="tile sets, by comma; default: all")
    parser.add_argument("--right", type=float, default=0.998, help="part of the readings kept that shall be right")
    parser.add_argument("--write", type=Path, help="the model whose manifest is written; default: --model")
    parser.add_argument("--dry", action="store_true", help="only print")
    options = parser.parse_args(arguments)
    classifier = TileClassifier(model_file.load(options.model))
    sets = {name for name in options.sets.split(",") if name}
    confidence, right = readings(classifier, options.data / "photos", sets)
    for wanted in _CURVE:
        _tell(confidence, right, lowest_confidence(confidence, right, wanted))
    print("chosen:")
    value = lowest_confidence(confidence, right, options.right)
    _tell(confidence, right, value)
    if not options.dry:
        file = (options.write or options.model) / "manifest.toml"
        file.write_text(with_key(file.read_text(encoding="utf-8"), value), encoding="utf-8")
        print(f"written: {file}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
