"""Measures the exported localiser and writes its card: `python -m tile_training.localiser_evaluate --help`.

What counts is what the daemon would see: the ONNX file through tablebridge's own search, on photographs that were not
trained on, on scenes and on tables of the virtual camera with other numbers than any training or game.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.localiser import TileLocaliser, load
from tablebridge.vision.localiser_maps import POSES, Boxes
from tablebridge.vision.photograph import FoundTile, find_tiles
from tile_training.faces import artwork_sets, own_sets
from tile_training.localiser_crops import CropMaker, Sources
from tile_training.localiser_failures import Failures
from tile_training.localiser_match import Count, match
from tile_training.localiser_measure import TILTS, Tally, count_photo, count_table, kept_photos, virtual_tables
from tile_training.localiser_sample import HIDDEN, Laid

DEFAULT_FOLDER = Path(__file__).parents[2] / "tile_localiser"
_SCENES_SEED = 800_000
_FAILURES = "failures.jpg"


@dataclass
class Figures:
    """Everything that is measured."""

    tables: dict[str, Tally] = field(default_factory=dict)
    photos: dict[str, Tally] = field(default_factory=dict)
    scenes: Count = field(default_factory=Count)
    by_pose: dict[str, Count] = field(default_factory=dict)
    milliseconds: dict[str, float] = field(default_factory=dict)

    def document(self) -> dict:
        """For a JSON file."""
        return {
            "tables": {name: tally.numbers() for name, tally in self.tables.items()},
            "photos": {name: tally.numbers() for name, tally in self.photos.items()},
            "scenes": {"precision": self.scenes.precision, "recall": self.scenes.recall},
            "milliseconds": self.milliseconds,
        }


class Evaluation:
    """Runs the search and keeps figures and failures."""

    def __init__(self, localiser: TileLocaliser, classifier: TileClassifier) -> None:
        self._localiser, self._classifier = localiser, classifier
        self.figures, self.failures = Figures(), Failures()

    def _find(self, picture: np.ndarray) -> list[FoundTile]:
        return find_tiles(picture, self._classifier, self._localiser)

    def tables(self, count: int) -> None:
        """Whole tables at every tilt."""
        for tilt in TILTS:
            tally = self.figures.tables.setdefault(f"{tilt:.0f}", Tally())
            for laid in virtual_tables(tilt, count):
                found = self._find(laid.picture)
                self.failures.of_table(laid, found, count_table(tally, found, laid))
            print(f"table {tilt:.0f} deg  {_said(tally)}", flush=True)

    def photos(self, folder: Path, every: int) -> None:
        """Photographs that were not trained on."""
        seen: dict[str, int] = {}
        for _, tile_set, laid in kept_photos(folder, self._localiser.file.model.held_out):
            seen[tile_set] = seen.get(tile_set, 0) + 1
            if seen[tile_set] % every == 0:
                found = self._find(laid.picture)
                tally = self.figures.photos.setdefault(tile_set, Tally())
                self.failures.of_photo(laid, found, count_photo(tally, found, laid))
        for name, tally in self.figures.photos.items():
            print(f"{name:<16}{_said(tally)}", flush=True)

    def scenes(self, maker: CropMaker, count: int) -> None:
        """Crops of composed scenes and virtual tables: where and in which pose, nothing read."""
        poses = {name: Count() for name in POSES}
        for _ in range(count):
            crop = maker.next()
            boxes = self._localiser.boxes_at(crop.picture, 1.0, 0.05)
            match(self.figures.scenes, self._sure(boxes), crop)
            for index, name in enumerate(POSES):
                other = np.where((crop.poses == index) | (crop.poses < 0), crop.poses, HIDDEN)
                match(poses[name], self._of_pose(boxes, index), _posed(crop, other))
        self.figures.by_pose = poses
        print(f"scenes  {self.figures.scenes.line()}", flush=True)

    def _sure(self, boxes: Boxes) -> Boxes:
        return boxes.only(boxes.scores >= self._localiser.file.threshold)

    def _of_pose(self, boxes: Boxes, pose: int) -> Boxes:
        return boxes.only((boxes.poses == pose) & (boxes.scores >= self._localiser.file.threshold))

    def calibration(self, maker: CropMaker, count: int) -> list[tuple[float, bool]]:
        """Scores of answers, and whether a tile was there."""
        all_answers = Count()
        for _ in range(count):
            crop = maker.next()
            match(all_answers, self._localiser.boxes_at(crop.picture, 1.0, 0.05), crop)
        return all_answers.scores

    def speed(self) -> None:
        """Medians of a few calls on one thread."""
        picture = next(virtual_tables(30.0, 1)).picture
        ways: dict[str, dict] = {
            "whole picture, any tile size": {},
            "whole picture, tile size known": {"tile_long_px": 30.0},
            "200 by 200 px of it": {"tile_long_px": 30.0, "region_px": (860, 440, 1060, 640)},
        }
        for name, options in ways.items():
            times = []
            for _ in range(7):
                began = time.thread_time()
                self._localiser.find(picture, **options)
                times.append(time.thread_time() - began)
            self.figures.milliseconds[name] = 1000 * float(np.median(times))
            print(f"1080p, {name}: {self.figures.milliseconds[name]:.0f} ms", flush=True)


def _posed(crop: Laid, poses: np.ndarray) -> Laid:
    return Laid(crop.picture, crop.quads, poses, crop.shaped, crop.complete)


def _said(tally: Tally) -> str:
    return (
        f"precision {tally.precision:.1%}  recall {tally.recall:.1%}  found {tally.found_share:.1%} "
        f"of {tally.wanted} on {tally.pictures} pictures"
    )


def card(localiser: TileLocaliser, figures: Figures, scores: list[tuple[float, bool]], before: dict | None) -> str:
    """The model card as Markdown."""
    model = localiser.file.model
    template = (Path(__file__).parent / "localiser_card_template.md").read_text(encoding="utf-8")
    return template.format(
        version=model.version,
        sha256=model.sha256,
        size=f"{len(model.content) / 1e6:.2f}",
        threshold=f"{localiser.file.threshold:.2f}",
        held_out=", ".join(model.held_out),
        attribution=model.attribution,
        tables="\n".join(_table_lines(figures, before)),
        photos="\n".join(_photo_lines(figures, before)),
        scenes="\n".join(_scene_lines(figures)),
        calibration="\n".join(_calibration_lines(scores)),
        speed="\n".join(f"| {name} | {value:.0f} ms |" for name, value in figures.milliseconds.items()),
    )


def _table_lines(figures: Figures, before: dict | None) -> list[str]:
    lines = [
        "| tilt | tiles | found | precision, right face | recall, right face | before |",
        "|---|---|---|---|---|---|",
    ]
    for name, tally in figures.tables.items():
        old = (before or {}).get("tables", {}).get(name)
        lines.append(
            f"| {name}° | {tally.wanted} | {tally.found_share:.1%} | {tally.precision:.1%} | {tally.recall:.1%} | "
            f"{_old(old, 'precision')} / {_old(old, 'recall')} |"
        )
    return lines


def _photo_lines(figures: Figures, before: dict | None) -> list[str]:
    lines = ["| tile set | photographs | labelled tiles | found | found and read right | answers | found before |"]
    lines.append("|---|---|---|---|---|---|---|")
    for name, tally in figures.photos.items():
        old = (before or {}).get("photos", {}).get(name)
        lines.append(
            f"| {name} | {tally.pictures} | {tally.wanted} | {tally.found_share:.1%} | {tally.recall:.1%} | "
            f"{tally.answers} | {_old(old, 'found')} |"
        )
    return lines


def _old(numbers: dict | None, key: str) -> str:
    return f"{numbers[key]:.1%}" if numbers else "not measured"


def _scene_lines(figures: Figures) -> list[str]:
    lines = ["| pose | tiles | precision | recall |", "|---|---|---|---|"]
    for name, count in (*figures.by_pose.items(), ("any", figures.scenes)):
        lines.append(f"| {name} | {count.wanted} | {count.precision:.1%} | {count.recall:.1%} |")
    return lines


def _calibration_lines(scores: list[tuple[float, bool]]) -> list[str]:
    lines = ["| score | answers | a tile lies there |", "|---|---|---|"]
    for low, high in ((0.05, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 0.95), (0.95, 1.01)):
        inside = [right for score, right in scores if low <= score < high]
        if inside:
            lines.append(f"| {low:.2f} to {min(high, 1):.2f} | {len(inside)} | {np.mean(inside):.1%} |")
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Measures, and writes MODEL_CARD.md and the picture of failures beside the model."""
    parser = argparse.ArgumentParser(prog="python -m tile_training.localiser_evaluate", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with photos/ and artwork/")
    parser.add_argument("--model", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--tables", type=int, default=6, help="tables of the virtual camera at each tilt")
    parser.add_argument("--crops", type=int, default=200, help="crops of scenes")
    parser.add_argument("--every", type=int, default=1, help="only every n-th photograph is searched")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures there, too")
    parser.add_argument("--before", type=Path, metavar="FILE", help="figures of an earlier search, to stand beside")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    localiser, classifier = TileLocaliser(load(options.model)), TileClassifier()
    evaluation = Evaluation(localiser, classifier)
    evaluation.speed()
    evaluation.tables(options.tables)
    evaluation.photos(options.data / "photos", options.every)
    sets = own_sets(10, _SCENES_SEED) + artwork_sets(options.data / "artwork")
    evaluation.scenes(CropMaker(Sources(sets, [], _SCENES_SEED)), options.crops)
    scores = evaluation.calibration(CropMaker(Sources(sets, [], _SCENES_SEED + 1)), options.crops)
    if options.json is not None:
        options.json.write_text(json.dumps(evaluation.figures.document(), indent=1) + "\n", encoding="utf-8")
    before = json.loads(options.before.read_text(encoding="utf-8")) if options.before is not None else None
    text = card(localiser, evaluation.figures, scores, before)
    (options.model / "MODEL_CARD.md").write_text(text, encoding="utf-8")
    evaluation.failures.save(options.model / _FAILURES)
    print(f"written: {options.model / 'MODEL_CARD.md'} and {_FAILURES}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
