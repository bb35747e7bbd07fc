"""Measures what teaching a table's own tiles is worth: `python -m tile_training.teaching_evaluate --help`.

For each tile set of the photographs: a few pictures of each kind are taught, from root pictures in a random order, and
every tile on the other root pictures is read. Faces, and flowers with seasons, are counted apart.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tablebridge.vision import model_file
from tablebridge.vision.box_reading import clearest_cut, read_in_boxes
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.enrolment import Enrolment
from tablebridge.vision.reading import NOT_A_TILE
from tablebridge.vision.taught_set import Example
from tile_training.evaluate import DEFAULT_FOLDER
from tile_training.photos import PhotoTile, load_photo_tiles

_FLOWERS = "fg"
_LEAST_TESTED = 100


@dataclass
class Count:
    """Readings of some tiles: how many, right ones, and the sure ones among them."""

    tiles: int = 0
    right: int = 0
    sure: int = 0
    sure_right: int = 0
    wrong: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, label: str, read: str, sure: bool) -> None:
        """One reading."""
        self.tiles += 1
        self.right += label == read
        self.sure += sure
        self.sure_right += sure and label == read
        if label != read:
            self.wrong[label, read] += 1

    def __add__(self, other: Count) -> Count:
        fields = ("tiles", "right", "sure", "sure_right", "wrong")
        return Count(*(getattr(self, name) + getattr(other, name) for name in fields))

    def text(self) -> str:
        """Accuracy, or what stands for it when nothing was read."""
        return f"{self.right / self.tiles:.2%} of {self.tiles}" if self.tiles else "none"

    def sure_text(self) -> str:
        """Right among the sure, and the share of unknown ones."""
        if not self.sure:
            return "none"
        return f"{self.sure_right / self.sure:.2%}, {1 - self.sure / self.tiles:.1%} unknown"


def taught_numbers(tiles: list[PhotoTile], shots: int, rng: np.random.Generator) -> list[int]:
    """Tiles to teach: root pictures in a random order, of each the kinds still lacking, one of a kind a picture."""
    lacking = dict.fromkeys((tile.label for tile in tiles), shots)
    by_root: dict[str, list[int]] = {}
    for number, tile in enumerate(tiles):
        by_root.setdefault(tile.root, []).append(number)
    chosen: list[int] = []
    for root in rng.permutation(sorted(by_root)):
        shown: set[str] = set()
        for number in rng.permutation(by_root[str(root)]):
            label = tiles[number].label
            if lacking[label] > 0 and label not in shown:
                shown.add(label)
                lacking[label] -= 1
                chosen.append(int(number))
        if not any(lacking.values()):
            break
    return chosen


def measured(classifier: TileClassifier, tiles: list[PhotoTile], shots: int, seed: int) -> Iterator[tuple[str, Count]]:
    """One split: (part, count) for faces and flowers, before and after; parts are `before faces` and so on."""
    rng = np.random.default_rng([seed, shots])
    chosen = [tiles[number] for number in taught_numbers(tiles, shots, rng)]
    examples = [
        Example(tile.label, clearest_cut(tile.patch, box_in_patch(tile), tile.label, classifier)) for tile in chosen
    ]
    taught = classifier.taught_by(Enrolment(classifier, examples).fit("trial"))
    used = {tile.root for tile in chosen}
    tested = [tile for tile in tiles if tile.root not in used]
    for when, reader in (("before", classifier), ("after", taught)):
        counts = {"faces": Count(), "flowers": Count()}
        for tile in tested:
            reading = read_in_boxes(tile.patch, [box_in_patch(tile)], reader)[0].reading
            sure = reading.tile != NOT_A_TILE and reading.confidence >= classifier.model.unknown_below
            counts["flowers" if tile.label[-1] in _FLOWERS else "faces"].add(tile.label, reading.tile, sure)
        yield from ((f"{when} {part}", count) for part, count in counts.items())


def box_in_patch(tile: PhotoTile) -> tuple[float, float, float, float]:
    """The tile's box on its own patch: left, top, right, bottom."""
    height, width = tile.patch.shape[:2]
    left, top = round((width - tile.box[0]) / 2), round((height - tile.box[1]) / 2)
    return float(left), float(top), float(width - left), float(height - top)


def main(arguments: list[str] | None = None) -> int:
    """Prints one line a set and number of pictures a kind."""
    parser = argparse.ArgumentParser(prog="python -m tile_training.teaching_evaluate", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with photos/")
    parser.add_argument("--model", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--sets", help="tile sets, by comma; default: those the model never saw")
    parser.add_argument("--shots", type=int, nargs="+", default=[1, 2, 3], help="pictures of each kind")
    parser.add_argument("--seeds", type=int, default=3, help="how often other root pictures are taught")
    options = parser.parse_args(arguments)
    classifier = TileClassifier(model_file.load(options.model))
    names = options.sets.split(",") if options.sets else sorted(classifier.model.held_out)
    tiles = list(load_photo_tiles(options.data / "photos", set(names)))
    print(
        "| tile set | pictures a kind | faces before | faces taught | flowers before | flowers taught | sure, taught |"
    )
    print("|---|---|---|---|---|---|---|")
    for name in names:
        own = [tile for tile in tiles if tile.tile_set == name]
        for shots in options.shots:
            total: dict[str, Count] = {}
            for seed in range(options.seeds):
                for part, count in measured(classifier, own, shots, seed):
                    total[part] = total.get(part, Count()) + count
            if total["before faces"].tiles < _LEAST_TESTED:
                print(f"| {name} | {shots} | too few pictures are left to test |", flush=True)
                continue
            cells = [total[part].text() for part in ("before faces", "after faces", "before flowers", "after flowers")]
            both = total["after faces"] + total["after flowers"]
            print(f"| {name} | {shots} | {' | '.join(cells)} | {both.sure_text()} |", flush=True)
            worst = ", ".join(f"{a} as {b} ({n})" for (a, b), n in both.wrong.most_common(8))
            print(f"    wrong when taught: {worst or 'none'}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
