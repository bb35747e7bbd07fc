"""Teaching a table's own tiles from a picture or a few of each: seconds of linear algebra, the network untouched.

The network's embedding of a crop is kept; what is fitted is a correction of its last step (a multinomial logistic
regression), held near zero, so that with little evidence the network's own answer stands. Each taught picture
stands for many: turned by quarters and a little, moved, slanted, lit otherwise, softer, noisy.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.errors import UsageError
from tablebridge.faces import STYLES, face_image
from tablebridge.vision.classifier import TileClassifier, prepare
from tablebridge.vision.reading import BACK, NOT_A_TILE
from tablebridge.vision.taught_set import KEPT_PX, Example, TaughtSet, ground, measured, read_file, softmax
from tablebridge_rules.tile import ALL_TILES

__all__ = ["Enrolment", "LeftOut", "load_taught", "teach"]

_COPIES = 16
_HALVES = 160
"""Crops that show the halves of two taught tiles: what is no tile must stay none."""
_HALVES_WEIGHT = 0.15
_EVEN = ("5z", BACK)
"""Their halves look like the whole."""
_OTHERS_A_KIND = 8
"""Drawn crops of each kind that was not taught but may be in the set: two styles by four quarter turns."""
_HOLD = 3e-5
"""How strongly the correction is held near zero; between 1e-4 and 1e-6 it hardly matters (docs/recognition.md)."""
_STEPS = 40
_SEED = 20
_SQUARE = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
_SUITED = {str(tile) for tile in ALL_TILES if tile.kind.is_suited and not tile.red}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How taught tiles were read that were left out of the teaching: counts, by the network alone and taught.

    `tested` is 0 when no kind was shown more than once.
    """

    tested: int
    right_before: int
    right_after: int


class Enrolment:
    """Pictures of a table's tiles, embedded once, from which sets are fitted with and without some of them.

    Raises `UsageError` without examples, for an unknown label, or for a model that gives no embedding.
    """

    def __init__(self, classifier: TileClassifier, examples: Sequence[Example]) -> None:
        if not examples:
            raise UsageError("there is nothing to teach", "no picture of a tile", "give pictures of the table's tiles")
        self._classifier = classifier
        self.examples = tuple(Example(example.label, prepare(example.crop, KEPT_PX)) for example in examples)
        index = {label: number for number, label in enumerate(classifier.labels)}
        for example in examples:
            if example.label not in index or example.label == NOT_A_TILE:
                raise UsageError(
                    "no such tile can be taught",
                    example.label,
                    "name tiles 1m..9m 1p..9p 1s..9s 1z..7z 0m 1f..4f 1g..4g",
                )
        rng = np.random.default_rng(_SEED)
        copies = [copy for example in self.examples for copy in _copies(rng, example.crop)]
        printed = [example for example in self.examples if example.label not in _EVEN]
        halves = [_half_of(rng, printed) for _ in range(_HALVES if printed else 0)]
        self._halves = len(halves)
        self._has = self._held()
        taught = {example.label for example in self.examples}
        passed = taught | {BACK, NOT_A_TILE}
        others = _drawn(rng, [label for label in classifier.labels if self._has[index[label]] and label not in passed])
        self._kinds, self._embedding = classifier.embed([*copies, *halves, *others])
        self._source = np.repeat(np.arange(len(self.examples)), _COPIES)
        self._answer = np.array([index[example.label] for example in self.examples])

    def fit(self, name: str, without: Collection[int] = ()) -> TaughtSet:
        """The set taught from all examples but those with the numbers `without`."""
        used = ~np.isin(self._source, list(without))
        rows = np.concatenate([np.flatnonzero(used), np.arange(len(self._source), len(self._kinds))])
        answers = self._answer[self._source[used]]
        kinds, embedding = self._kinds[rows], self._embedding[rows]
        has = self._has
        centre, spread = embedding[: len(answers)].mean(axis=0), embedding[: len(answers)].std(axis=0)
        scale = spread + 0.3 * float(spread.mean()) + 1e-6
        wanted = softmax(ground(kinds, has))  # halves and other faces stay what the network made of them
        wanted[: len(answers)] = np.eye(len(has), dtype=np.float32)[answers]
        weights = _fitted(measured(embedding, centre, scale), ground(kinds, has), wanted, self._row_weights(answers))
        model, labels = self._classifier.model.sha256, self._classifier.labels
        return TaughtSet(name, model, labels, has, centre, scale, weights, self.examples)

    def left_out(self) -> LeftOut:
        """Reads each picture of a kind that was shown several times by a set taught without it.

        All first pictures are left out together, then all second ones, and so on.
        """
        shots: dict[int, list[int]] = {}
        for number, answer in enumerate(self._answer):
            shots.setdefault(int(answer), []).append(number)
        several = [numbers for numbers in shots.values() if len(numbers) > 1]
        tested = before = after = 0
        for turn in range(max((len(numbers) for numbers in several), default=0)):
            apart = [numbers[turn] for numbers in several if turn < len(numbers)]
            rows = np.array(apart) * _COPIES  # the first copy is the picture itself
            read = self.fit("", apart).read(self._kinds[rows], self._embedding[rows]).argmax(axis=1)
            tested += len(apart)
            before += int((self._kinds[rows].argmax(axis=1) == self._answer[apart]).sum())
            after += int((read == self._answer[apart]).sum())
        return LeftOut(tested, before, after)

    def _row_weights(self, answers: NDArray[np.int64]) -> NDArray[np.float32]:
        """Every kind counts alike, taught or not, however often it was shown; halves together a little."""
        counts = np.bincount(answers)
        taught = np.count_nonzero(counts)
        halves = np.full(self._halves, _HALVES_WEIGHT * taught / _HALVES)
        others = np.full(len(self._kinds) - len(self._source) - self._halves, 1 / _OTHERS_A_KIND)
        return (np.concatenate([1 / counts[answers], halves, others]) / taught).astype(np.float32)

    def _held(self) -> NDArray[np.bool_]:
        """What the table's set holds: when all 27 suited kinds were taught, only what was; else whatever may be."""
        labels, taught = self._classifier.labels, {example.label for example in self.examples}
        if not taught >= _SUITED:
            return np.ones(len(labels), bool)
        return np.array([label in taught or label in (BACK, NOT_A_TILE) for label in labels])


def teach(classifier: TileClassifier, examples: Sequence[Example], name: str) -> TaughtSet:
    """A table's set from pictures of its tiles; `classifier.taught_by` then reads with it.

    Raises as `Enrolment`.
    """
    return Enrolment(classifier, examples).fit(name)


def load_taught(file: Path, classifier: TileClassifier) -> TaughtSet:
    """The taught set of a file for this classifier; one made for another model is taught again from its pictures.

    Raises `UsageError` when the file is none, or the model cannot be taught.
    """
    taught = read_file(file)
    if taught.model_sha256 == classifier.model.sha256:
        return taught
    return teach(classifier, taught.examples, taught.name)


def _fitted(
    rows: NDArray[np.float32], start: NDArray[np.float32], wanted: NDArray[np.float32], weight: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Weights (numbers + 1, labels) of least cross entropy plus `_HOLD` / 2 times their square.

    Each step goes to the minimum of a parabola that lies above the loss everywhere: the curvature of a softmax is at
    most a half (Böhning 1992). So no step length is chosen, and no step goes wrong; momentum shortens the way.
    """
    bound = 0.5 * (rows * weight[:, None]).T @ rows + _HOLD * np.eye(rows.shape[1])
    step = np.linalg.inv(bound).astype(np.float32)
    weights = ahead = np.zeros((rows.shape[1], start.shape[1]), np.float32)
    pace = 1.0
    for _ in range(_STEPS):
        gap = (softmax(start + rows @ ahead) - wanted) * weight[:, None]
        found = ahead - step @ (rows.T @ gap + np.float32(_HOLD) * ahead)
        faster = (1 + np.sqrt(1 + 4 * pace**2)) / 2
        ahead = found + np.float32((pace - 1) / faster) * (found - weights)
        weights, pace = found, faster
    return weights


def _drawn(rng: np.random.Generator, labels: Sequence[str]) -> list[NDArray[np.uint8]]:
    """Faces that were not taught, as the project draws them: what the network says of them shall stay."""
    crops = []
    for label in labels:
        for number in range(_OTHERS_A_KIND):
            style = sorted(STYLES)[number % len(STYLES)]
            face = face_image(label, style, KEPT_PX, KEPT_PX)[:, :, :3]
            crops.append(np.ascontiguousarray(np.rot90(_shaken(rng, face), number // len(STYLES))))
    return crops


def _copies(rng: np.random.Generator, crop: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """The picture by its four quarter turns, then shaken ones."""
    shaken = [crop if number < 4 else _shaken(rng, crop) for number in range(_COPIES)]
    return [np.ascontiguousarray(np.rot90(each, number)) for number, each in enumerate(shaken)]


def _half_of(rng: np.random.Generator, examples: Sequence[Example]) -> NDArray[np.uint8]:
    """Two halves of a tile in the wrong order, as between two tiles of a row."""
    crop = examples[int(rng.integers(len(examples)))].crop
    return np.roll(crop, int(rng.uniform(0.35, 0.65) * KEPT_PX), axis=int(rng.integers(2)))


def _shaken(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The same tile as another frame might show it: cut a little otherwise, softer, lit otherwise, noisy."""
    side = crop.shape[0]
    angle = np.radians(rng.normal(0, 9))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    slant = np.eye(2) + rng.normal(0, 0.12, (2, 2))  # stretched and sheared, as by a camera that looks from the side
    middle = side / 2 + rng.normal(0, 0.03, 2) * side
    corners = middle + side / 2 * _SQUARE @ (turn @ slant).T
    corners += rng.normal(0, 0.015, (4, 2)) * side
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    shown = cv2.warpPerspective(crop, matrix, (side, side), borderMode=cv2.BORDER_REFLECT)
    if rng.random() < 0.5:
        small = int(side * rng.uniform(0.4, 0.9))
        shown = cv2.resize(cv2.resize(shown, (small, small), interpolation=cv2.INTER_AREA), (side, side))
    return _lit_otherwise(rng, shown.astype(np.float32))


def _lit_otherwise(rng: np.random.Generator, shown: NDArray[np.float32]) -> NDArray[np.uint8]:
    side = shown.shape[0]
    line = np.linspace(-1, 1, side)
    slope = 1 + line[None, :, None] * rng.normal(0, 0.08) + line[:, None, None] * rng.normal(0, 0.08)
    contrast, light, cast = np.exp(rng.normal(0, 0.15)), np.exp(rng.normal(0, 0.12)), np.exp(rng.normal(0, 0.05, 3))
    lit = ((shown - 128) * contrast + 128) * light * cast * slope
    noisy = lit + rng.normal(0, rng.uniform(0, 5), shown.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)
