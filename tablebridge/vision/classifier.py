"""Reads tiles: from a crop of one tile to its name, how sure that is, and which way up it lies."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import onnxruntime as ort
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors

from tablebridge.errors import UsageError
from tablebridge.vision.model_file import ModelFile, load
from tablebridge.vision.reading import BACK, NOT_A_TILE, TileReading
from tablebridge.vision.taught_set import TaughtSet

__all__ = ["TileClassifier", "prepare"]

_BATCH = 64
_CANDIDATES = 5
_LOAD_ERRORS = (
    ort_errors.InvalidProtobuf,
    ort_errors.InvalidGraph,
    ort_errors.InvalidArgument,
    ort_errors.NotImplemented,
    ort_errors.Fail,
    ort_errors.RuntimeException,
)


def prepare(crop: np.ndarray, input_px: int) -> np.ndarray:
    """The square the network sees: `crop` (BGR uint8, any size and aspect) stretched to `input_px` by `input_px`.

    Training goes through this same function. A tile lying on its side fills the square just like an upright one.
    """
    height, width = crop.shape[:2]
    shrinking = height >= input_px and width >= input_px
    return cv2.resize(crop, (input_px, input_px), interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_LINEAR)


def _check(crops: Sequence[np.ndarray]) -> None:
    for number, crop in enumerate(crops):
        if crop.dtype != np.uint8 or crop.ndim != 3 or crop.shape[2] != 3 or 0 in crop.shape:
            raise ValueError(f"crop {number} is {crop.dtype} {crop.shape}, expected uint8 (height, width, 3)")


class TileClassifier:
    """The network, loaded once. Safe to share between threads; every call runs on the caller's thread.

    `threads` is how many cores one call may use: 1 in the daemon, more for batch work.
    Raises `UsageError` when the model's files are missing, damaged or not a tile classifier.
    """

    def __init__(self, model: ModelFile | None = None, *, threads: int = 1) -> None:
        self.model = load() if model is None else model
        self._taught: TaughtSet | None = None
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4  # errors come as exceptions; nothing else is of use to an operator
        try:
            self._session = ort.InferenceSession(self.model.content, options, providers=["CPUExecutionProvider"])
            outputs = {output.name: output.shape for output in self._session.get_outputs()}
            self._embeds = "embedding" in outputs
            fits = outputs["kinds"][-1] == len(self.model.labels) and outputs["turns"][-1] == 4
        except _LOAD_ERRORS as error:
            raise self._broken(str(error).splitlines()[0]) from error
        except KeyError as error:
            raise self._broken(f"no output {error}") from error
        if not fits:
            raise self._broken(f"outputs {outputs}, {len(self.model.labels)} labels")

    @property
    def labels(self) -> tuple[str, ...]:
        """Everything a reading's `tile` can be, in the order of the network's outputs."""
        return self.model.labels

    @property
    def taught(self) -> TaughtSet | None:
        """What this classifier was taught of a table's own tiles."""
        return self._taught

    def taught_by(self, taught: TaughtSet | None) -> TileClassifier:
        """A classifier that reads with a table's own set; the network itself is shared with this one.

        Raises `UsageError` when the set was made for another model (`enrolment.load_taught` teaches it again).
        """
        if taught is not None and taught.model_sha256 != self.model.sha256:
            raise UsageError(
                "the tiles were taught to another model",
                f"{taught.name}: model {taught.model_sha256[:12]}…, here {self.model.sha256[:12]}…",
                "teach them again with tablebridge teach",
            )
        other = copy.copy(self)
        other._taught = taught
        return other

    def embed(self, crops: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """The network's own probabilities (n, labels) and the embedding (n, numbers) of crops as for `classify`.

        Raises `UsageError` when this model gives no embedding, `ValueError` as `classify`.
        """
        if not self._embeds:
            raise UsageError(
                "this model cannot be taught: it has no output 'embedding'",
                str(self.model.folder),
                "use the model that is shipped with tablebridge",
            )
        _check(crops)
        parts = [self._session.run(["kinds", "embedding"], {"crops": batch}) for batch in self._batches(crops)]
        if not parts:
            return np.zeros((0, len(self.labels)), np.float32), np.zeros((0, 0), np.float32)
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def classify(self, crops: Sequence[np.ndarray]) -> list[TileReading]:
        """One reading a crop, in order. A crop is BGR uint8 (height, width, 3) around one tile, best with a margin of
        up to a tenth of its size, the tile's sides about parallel to the crop's, any side up.

        Raises `ValueError` for an empty crop or one that is not BGR uint8.
        """
        return [self.reading(kinds, turns) for kinds, turns in zip(*self.answers(crops), strict=True)]

    def answers(self, crops: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """What `classify` makes its readings of, with what was taught: probabilities of labels (n, labels), and of 0 to
        3 quarter turns (n, 4). Raises as `classify`."""
        _check(crops)
        parts = [self._answer(batch) for batch in self._batches(crops)]
        if not parts:
            return np.zeros((0, len(self.labels)), np.float32), np.zeros((0, 4), np.float32)
        return np.concatenate([kinds for kinds, _ in parts]), np.concatenate([turns for _, turns in parts])

    def _answer(self, batch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if self._taught is None:
            kinds, turns = self._session.run(["kinds", "turns"], {"crops": batch})
            return kinds, turns
        kinds, turns, embedding = self._session.run(["kinds", "turns", "embedding"], {"crops": batch})
        return self._taught.read(kinds, embedding), turns

    def _batches(self, crops: Sequence[np.ndarray]) -> Iterator[np.ndarray]:
        for start in range(0, len(crops), _BATCH):
            yield np.stack([prepare(crop, self.model.input_px) for crop in crops[start : start + _BATCH]])

    def reading(self, kinds: np.ndarray, turns: np.ndarray) -> TileReading:
        """The reading of one row of `answers`."""
        best = np.argsort(-kinds)[:_CANDIDATES]
        candidates = tuple((self.model.labels[index], round(float(kinds[index]), 6)) for index in best)
        tile, confidence = candidates[0]
        quarter_turns = None if tile in (BACK, NOT_A_TILE) else int(turns.argmax())
        return TileReading(tile, confidence, candidates, quarter_turns)

    def _broken(self, why: str) -> UsageError:
        return UsageError(
            "the model file is not a tile classifier",
            f"{self.model.folder}: {why}",
            "restore the folder from the repository or reinstall tablebridge",
        )
