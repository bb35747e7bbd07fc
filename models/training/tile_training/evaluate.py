"""Measures the exported model and writes its card: `python -m tile_training.evaluate --help`.

What counts is what the daemon would see: the ONNX file through tablebridge's own classifier, on photographs that were
not trained on and on tables of the virtual camera with other seeds than any training or game.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tablebridge.vision import model_file
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.photograph import find_tiles
from tile_training.labels import BACK, FACES, LABELS, NOT_A_TILE
from tile_training.photos import is_validation, load_photo_tiles, plain
from tile_training.virtual import STYLE_NAMES, virtual_samples

DEFAULT_FOLDER = Path(__file__).parents[2] / "tile_classifier"
DEFAULT_FOLDS = Path(__file__).parents[2] / "tile_classifier_folds"
_FLOWERS = "fg"
_VIRTUAL_SEEDS = range(500_000, 500_004)


@dataclass(frozen=True)
class Part:
    """Readings of one kind of crops: for each the true label, what was read, and how sure."""

    name: str
    note: str
    rows: list[tuple[str, str, float]]

    @property
    def accuracy(self) -> float:
        """Right readings as a part of all."""
        return sum(label == read for label, read, _ in self.rows) / max(len(self.rows), 1)

    @property
    def unknown(self) -> int:
        """Readings of 'not a tile' where one was."""
        return sum(read == NOT_A_TILE != label for label, read, _ in self.rows)

    def by_class(self) -> dict[str, tuple[int, int]]:
        """Rows and right ones by label."""
        rows = Counter(label for label, _, _ in self.rows)
        right = Counter(label for label, read, _ in self.rows if label == read)
        return {label: (rows[label], right[label]) for label in rows}


def read(classifier: TileClassifier, name: str, note: str, crops: list[np.ndarray], labels: list[str]) -> Part:
    """Classifies crops of one part."""
    readings = classifier.classify(crops)
    return Part(name, note, [(a, b.tile, b.confidence) for a, b in zip(labels, readings, strict=True)])


def photo_parts(classifier: TileClassifier, folder: Path) -> list[Part]:
    """Held-out tile sets whole; of the others the root pictures kept from training."""
    held_out = set(classifier.model.held_out)
    crops: dict[str, list[tuple[np.ndarray, str]]] = {}
    for tile in load_photo_tiles(folder):
        if tile.tile_set in held_out or is_validation(tile.root):
            crops.setdefault(tile.tile_set, []).append((plain(tile), tile.label))
    parts = []
    for name, rows in sorted(crops.items(), key=lambda pair: pair[0] not in held_out):
        note = "set never trained on" if name in held_out else "other photographs of this set trained on"
        parts.append(read(classifier, name, note, [crop for crop, _ in rows], [label for _, label in rows]))
    return parts


def fold_folders(folder: Path) -> list[Path]:
    """The models in `folder`, each of the same network and training without the photographs of some sets."""
    return sorted(file.parent for file in folder.glob("*/manifest.toml"))


def unseen_parts(fold: TileClassifier, folder: Path) -> list[Part]:
    """Sets that a fold never saw; flowers and seasons, which differ most from set to set, apart from the rest."""
    found = []
    for part in photo_parts(fold, folder):
        if part.name not in fold.model.held_out:
            continue
        flowers = [row for row in part.rows if row[0][-1] in _FLOWERS]
        found.append(Part(part.name, "by a fold", [row for row in part.rows if row[0][-1] not in _FLOWERS]))
        if flowers:
            found.append(Part(f"{part.name}, flowers and seasons", "by a fold", flowers))
    return found


def virtual_parts(classifier: TileClassifier) -> list[Part]:
    """The virtual camera, one part a style."""
    parts = []
    for style in STYLE_NAMES:
        samples = [sample for seed in _VIRTUAL_SEEDS for sample in virtual_samples(seed, style)]
        faces = [sample for sample in samples if sample.label in FACES]
        others = [sample for sample in samples if sample.label not in FACES]
        for name, chosen in (("faces", faces), ("backs and no tile", others)):
            crops, labels = [sample.crop for sample in chosen], [sample.label for sample in chosen]
            parts.append(read(classifier, f"virtual camera, {style}, {name}", "other tables trained on", crops, labels))
    return parts


def milliseconds_a_tile(classifier: TileClassifier) -> float:
    """Median time of one call with one crop."""
    crop = np.random.default_rng(0).integers(0, 256, (88, 69, 3)).astype(np.uint8)
    times = []
    for _ in range(200):
        began = time.perf_counter()
        classifier.classify([crop])
        times.append(time.perf_counter() - began)
    return 1000 * float(np.median(times))


@dataclass
class Frames:
    """Whole photographs of one set: tiles found where one is labelled (box overlap of a half), and read right."""

    pictures: int = 0
    labelled: int = 0
    found: int = 0
    right: int = 0
    answered: int = 0


def frames(classifier: TileClassifier, folder: Path, every: int) -> dict[str, Frames]:
    """`find_tiles` on every n-th photograph that was not trained on."""
    boxes: dict[tuple[str, str], list] = {}
    for tile in load_photo_tiles(folder):
        if tile.tile_set in classifier.model.held_out or is_validation(tile.root):
            boxes.setdefault((tile.tile_set, tile.file), []).append(tile)
    result: dict[str, Frames] = {}
    for tile_set in sorted({name for name, _ in boxes}):
        files = sorted(file for name, file in boxes if name == tile_set)[::every]
        if len(files) < 3:
            continue
        counts = result.setdefault(tile_set, Frames())
        for file in files:
            counts.pictures += 1
            _count_frame(counts, find_tiles(cv2.imread(str(folder / file)), classifier), boxes[tile_set, file])
    return result


def _count_frame(counts: Frames, found: list, tiles: list) -> None:
    seen = [(tile.reading.tile, _bounds(tile.detection.corners_px)) for tile in found]
    counts.answered += len(seen)
    for tile in tiles:
        counts.labelled += 1
        overlap, name = max(((_overlap(tile.bounds, box), name) for name, box in seen), default=(0.0, ""))
        counts.found += overlap >= 0.5
        counts.right += overlap >= 0.5 and name == tile.label


def _bounds(corners: np.ndarray) -> tuple[float, float, float, float]:
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    area = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return wide * high / (sum(area) - wide * high)


def _calibration(parts: list[Part]) -> list[str]:
    rows = [row for part in parts for row in part.rows]
    lines = ["| confidence | readings | right |", "|---|---|---|"]
    for low, high in ((0, 0.5), (0.5, 0.8), (0.8, 0.95), (0.95, 0.99), (0.99, 1.01)):
        inside = [label == found for label, found, sure in rows if low <= sure < high]
        if inside:
            lines.append(f"| {low:.2f} to {min(high, 1):.2f} | {len(inside)} | {np.mean(inside):.1%} |")
    return lines


def _class_table(unseen: Part, seen: list[Part], virtual: list[Part]) -> list[str]:
    columns = [unseen.by_class(), _summed(seen), _summed(virtual)]
    lines = ["| class | unseen sets | seen sets, other photographs | virtual camera |", "|---|---|---|---|"]
    for label in LABELS:
        cells = []
        for column in columns:
            rows, right = column.get(label, (0, 0))
            cells.append(f"{right / rows:.1%} of {rows}" if rows else "not measured")
        lines.append(f"| {label} | {' | '.join(cells)} |")
    return lines


def _summed(parts: list[Part]) -> dict[str, tuple[int, int]]:
    total: dict[str, tuple[int, int]] = {}
    for part in parts:
        for label, (rows, right) in part.by_class().items():
            before = total.get(label, (0, 0))
            total[label] = (before[0] + rows, before[1] + right)
    return total


def _worst(part: Part, count: int = 10) -> str:
    ranked = sorted((right / rows, label, rows) for label, (rows, right) in part.by_class().items() if rows >= 8)
    return ", ".join(f"{label} ({share:.0%} of {rows})" for share, label, rows in ranked[:count])


def _confusions(part: Part) -> str:
    wrong = Counter((label, found) for label, found, _ in part.rows if label != found)
    return ", ".join(f"{label} as {found} ({count})" for (label, found), count in wrong.most_common(12))


def card(
    classifier: TileClassifier, apart: list[Part], seen: list[Part], virtual: list[Part], whole: dict[str, Frames]
) -> str:
    """The model card as Markdown; `apart` is what folds read of the sets that they never saw."""
    model = classifier.model
    unseen = Part("", "", [row for part in apart for row in part.rows])
    template = (Path(__file__).parent / "card_template.md").read_text(encoding="utf-8")
    summary = ["| what | crops | right | read as no tile | |", "|---|---|---|---|---|"]
    for part in (*apart, *seen, *virtual):
        row = f"| {part.name} | {len(part.rows)} | {part.accuracy:.2%} | {part.unknown} | {part.note} |"
        summary.append(row)
    frame_lines = ["| tile set | photographs | labelled tiles | found | found and read right | answers in all |"]
    frame_lines.append("|---|---|---|---|---|---|")
    for name, counts in whole.items():
        frame_lines.append(
            f"| {name} | {counts.pictures} | {counts.labelled} | {counts.found / counts.labelled:.1%} "
            f"| {counts.right / counts.labelled:.1%} | {counts.answered} |"
        )
    return template.format(
        version=model.version,
        sha256=model.sha256,
        attribution=model.attribution,
        held_out=", ".join(dict.fromkeys(part.name.split(",")[0] for part in apart)),
        summary="\n".join(summary),
        frames="\n".join(frame_lines),
        classes="\n".join(_class_table(unseen, seen, virtual)),
        worst_unseen=_worst(unseen),
        confusions_unseen=_confusions(unseen),
        worst_seen=_worst(Part("", "", [row for part in seen for row in part.rows])),
        never=", ".join(label for label in (*FACES, BACK) if label not in unseen.by_class()),
        calibration="\n".join(_calibration([unseen])),
        milliseconds=f"{milliseconds_a_tile(classifier):.2f}",
        size=f"{len(model.content) / 1e6:.2f}",
    )


def main(arguments: list[str] | None = None) -> int:
    """Measures and writes MODEL_CARD.md beside the model."""
    parser = argparse.ArgumentParser(prog="python -m tile_training.evaluate", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with photos/")
    parser.add_argument("--model", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument(
        "--folds", type=Path, default=DEFAULT_FOLDS, help="folder of models trained alike without some of the sets"
    )
    parser.add_argument("--every", type=int, default=3, help="whole photographs are searched for every n-th only")
    options = parser.parse_args(arguments)
    classifier = TileClassifier(model_file.load(options.model))
    folds = [TileClassifier(model_file.load(folder)) for folder in fold_folders(options.folds)]
    if not folds:
        parser.error(f"no model in {options.folds}: train one without some sets (see models/training/README.md)")
    apart = [part for fold in folds for part in unseen_parts(fold, options.data / "photos")]
    seen = photo_parts(classifier, options.data / "photos")
    virtual = virtual_parts(classifier)
    for part in (*apart, *seen, *virtual):
        print(f"{part.name:<48}{len(part.rows):>6}  {part.accuracy:.2%}", flush=True)
    whole = frames(classifier, options.data / "photos", options.every)
    text = card(classifier, apart, seen, virtual, whole)
    (options.model / "MODEL_CARD.md").write_text(text, encoding="utf-8")
    print(f"written: {options.model / 'MODEL_CARD.md'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
