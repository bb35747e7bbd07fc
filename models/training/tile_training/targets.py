"""Every recognition figure that the project aims at, measured in one go: `python -m tile_training.targets --help`.

Uses what the repository holds, and the photographs where they are at hand. Each line says what was measured on, so that
a figure is never read without it.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from tablebridge.camera import CameraFrame
from tablebridge.cli.accuracy import Tally
from tablebridge.cli.boxes import read_image
from tablebridge.cli.labelled import Labelled, labelled
from tablebridge.cli.placed_tiles import read_boxes_on
from tablebridge.cloth import Cloth
from tablebridge.observation import Observation, RiverTileSeen
from tablebridge.sim.camera import VirtualCamera
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.script import build
from tablebridge.vision import model_file
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.observer import TableObserver
from tablebridge.vision.photograph import find_tiles
from tablebridge.vision.reading import NOT_A_TILE
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.riichi import rulebook as rulebooks
from tile_training.evaluate import DEFAULT_FOLDER, DEFAULT_FOLDS, fold_folders
from tile_training.localiser_measure import TILTS, count_table, virtual_tables
from tile_training.localiser_measure import Tally as Found
from tile_training.photos import is_validation, load_photo_tiles, root_picture
from tile_training.teaching_evaluate import measured

_ROOT = Path(__file__).parents[3]
_COMMITTED = _ROOT / "tests" / "data" / "photos" / "unseen_tiles.csv"
_FLOWERS = "fg"
_SEED = 7
_FRAME_RATE = 15.0
_SHOTS = 3
_TABLES = 2


def row(what: str, target: str, found: str, on: str) -> None:
    """One line of the table."""
    print(f"| {what} | {target} | {found} | {on} |", flush=True)


def not_trained_on(classifier: TileClassifier, listing: Path) -> Tally:
    """Labelled boxes read as `recognise --boxes` reads them: of sets that the model never saw; where it saw all,
    of the pictures that were kept for validation."""
    tally, held_out = Tally(classifier.model.unknown_below), set(classifier.model.held_out)
    pictures: dict[Path, list[Labelled]] = {}
    for tile in labelled(listing, classifier.labels):
        fresh = tile.tile_set in held_out if held_out else is_validation(root_picture(tile.file.name))
        if fresh and not tile.mirrored and tile.label in classifier.labels:
            pictures.setdefault(tile.file, []).append(tile)
    for file, tiles in pictures.items():
        boxes = [tile.box for tile in tiles if tile.box is not None]
        for tile, found in zip(tiles, read_boxes_on(read_image(file), boxes, listing, classifier), strict=True):
            reading = found.reading
            read = "?" if reading.tile == NOT_A_TILE else reading.tile
            tally.add(tile.tile_set, str(tile.label), read, reading.confidence)
    return tally


def _unseen_rows(classifier: TileClassifier, photos: Path | None) -> None:
    listing = _COMMITTED if photos is None else photos / "manifest.csv"
    tally = not_trained_on(classifier, listing)
    unseen = "set never trained on" if classifier.model.held_out else "other photographs of sets trained on"
    if tally.rows == 0:
        row(f"exact tile, {unseen}", "≥ 96 % worst, ≥ 98.5 % all", "not measured", "no such photograph")
        return
    for name, counts in sorted(tally.by_set.items()):
        share = f"{counts['right'] / counts['rows']:.2%}"
        row(f"exact tile, {unseen}", "≥ 96 % worst, ≥ 98.5 % all", share, f"{name}, {counts['rows']} tiles")
    flowers = sum((counts for label, counts in tally.by_label.items() if label[-1] in _FLOWERS), Counter())
    found = f"{flowers['right'] / flowers['rows']:.2%}" if flowers["rows"] else "not measured: none shown"
    row(f"flowers and seasons, {unseen}", "≥ 90 %", found, f"{flowers['rows']} tiles")
    known = "none known" if tally.known_accuracy is None else f"{tally.known_accuracy:.2%}"
    share = f"{known} right, {tally.unknown / tally.rows:.1%} unknown"
    row("where not unknown: right / share unknown", "≥ 99.8 % / ≤ 5 %", share, f"{tally.rows} tiles")


def _taught_rows(classifier: TileClassifier, photos: Path | None) -> None:
    target = "≥ 99.5 % worst, ≥ 99.9 % all"
    if photos is None:
        row("the same, taught", target, "not measured", "needs photographs: --data")
        return
    if not classifier.model.held_out:
        row("the same, taught", target, "not measured", "this model saw every set: give --model a fold's")
    for name in classifier.model.held_out:
        tiles = list(load_photo_tiles(photos, {name}))
        if not tiles:
            continue
        counts = dict(measured(classifier, tiles, _SHOTS, 1))
        row(f"the same, taught from {_SHOTS} pictures a kind", target, counts["after faces"].text(), f"{name}, faces")
        row("flowers and seasons, taught", "≥ 99 %", counts["after flowers"].text(), f"{name}, flowers")


def _speed_rows(classifier: TileClassifier) -> None:
    crops = list(np.random.default_rng(0).integers(0, 256, (32, 60, 46, 3)).astype(np.uint8))
    one = _milliseconds(lambda: classifier.classify(crops[:1]), 200)
    many = _milliseconds(lambda: classifier.classify(crops), 40)
    row(
        "classifier, one tile / batch of 32, one thread", "< 0.4 ms / < 8 ms", f"{one:.2f} ms / {many:.1f} ms", "median"
    )


def _milliseconds(act: Callable[[], object], times: int) -> float:
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        spent.append(1000 * (time.perf_counter() - began))
    return float(np.median(spent))


class _Film:
    """A scripted hand before the virtual camera in 1080p, watched frame by frame."""

    def __init__(self, classifier: TileClassifier) -> None:
        cloth = Cloth()
        script = build(_SEED, 1, rulebooks.load("riichi-league-tw"), cloth)
        renderer = SceneRenderer(cloth, "japanese", _SEED, (1920, 1080))
        geometry = TableGeometry.from_corners(renderer.corners_px, (1920, 1080), cloth)
        self.truth = [str(fact["tile"]) for fact in script.truth if fact["type"] == "discard"]
        self._camera = VirtualCamera(script.motions, renderer, _FRAME_RATE)
        self._observer = TableObserver(geometry, cloth, classifier)
        self.frame_ms: list[float] = []
        self.late_ms: list[float] = []

    def watch(self) -> Iterator[Observation]:
        """The observations; how long each frame took, and how late each came, is kept."""
        moment = datetime(2026, 1, 1, tzinfo=UTC)
        for number, (at_ms, image) in enumerate(self._camera):
            began = time.process_time()
            seen = self._observer.observe(CameraFrame(number, at_ms, moment, image))
            self.frame_ms.append(1000 * (time.process_time() - began))
            for observation in seen:
                if isinstance(observation.sighting, RiverTileSeen):
                    self.late_ms.append(at_ms - observation.at_ms)
                yield observation


def _film_rows(classifier: TileClassifier) -> None:
    film = _Film(classifier)
    read = [each.sighting.reading.tile for each in film.watch() if isinstance(each.sighting, RiverTileSeen)]
    right = _in_order(read, film.truth)
    found = f"{right} of {len(film.truth)}, {len(read) - right} more reports"
    row("scripted video: discards right after voting", "≥ 99.9 %", found, f"one hand, seed {_SEED}, 1080p")
    share = float(np.median(film.frame_ms)) * _FRAME_RATE / 1000
    mean = float(np.mean(film.frame_ms)) * _FRAME_RATE / 1000
    found = f"{share:.0%} median, {mean:.0%} mean"
    row(f"whole pipeline on 1080p at {_FRAME_RATE:g} frames/s", "< 50 % of a core", found, "processor time")
    late = f"{np.percentile(film.late_ms, 95):.0f} ms of table time, of which 300 ms settling"
    row("first clear frame to observation, 95th percentile", "≤ 150 ms", late, f"{len(film.late_ms)} discards")


def _in_order(read: list[str], truth: list[str]) -> int:
    """How many of `truth` are found in `read` in their order: the longest common subsequence."""
    best = [0] * (len(truth) + 1)
    for tile in read:
        before = 0
        for number, wanted in enumerate(truth, 1):
            best[number], before = max(best[number], best[number - 1], before + (tile == wanted)), best[number]
    return best[-1]


def _table_rows(classifier: TileClassifier) -> None:
    target = "≥ 98 % / 97 % at 30 to 45 degrees"
    for tilt_deg in TILTS:
        tally = Found()
        for laid in virtual_tables(tilt_deg, _TABLES):
            count_table(tally, find_tiles(laid.picture, classifier), laid)
        found = f"{tally.precision:.1%} / {tally.recall:.1%}"
        where = f"{tally.pictures} virtual tables, {tilt_deg:.0f} degrees, {tally.wanted} tiles"
        row("whole table in 1080p, right face: precision / recall", target, found, where)


def main(arguments: list[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tile_training.targets", description=__doc__)
    parser.add_argument("--data", type=Path, help="folder with photos/; left out where there is none")
    parser.add_argument("--model", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument(
        "--folds",
        type=Path,
        default=DEFAULT_FOLDS,
        help="models of the same training that did not see all sets",
    )
    parser.add_argument("--quick", action="store_true", help="without the film and the whole tables")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    classifier = TileClassifier(model_file.load(options.model))
    photos = options.data / "photos" if options.data is not None else None
    if photos is not None and not (photos / "manifest.csv").is_file():
        print(f"no photographs in {photos}: what the repository holds is measured instead\n")
        photos = None
    print(f"Tile classifier {classifier.model.version}, {datetime.now(UTC):%Y-%m-%d}\n")
    print("| what | target | found | measured on |\n|---|---|---|---|", flush=True)
    _unseen_rows(classifier, photos)
    folds = [classifier]
    if not classifier.model.held_out:
        folds = [TileClassifier(model_file.load(folder)) for folder in fold_folders(options.folds)] or folds
    for fold in folds:
        if fold is not classifier:
            _unseen_rows(fold, photos)
        _taught_rows(fold, photos)
    _speed_rows(classifier)
    if not options.quick:
        _table_rows(classifier)
        _film_rows(classifier)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
