"""Where tiles lie on a picture, and how: a small network says it, at every scale that is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime as ort
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors

from tablebridge.errors import UsageError
from tablebridge.vision import model_folder
from tablebridge.vision.localiser_maps import POSES, STRIDE, Boxes, decode, without_copies, without_doubles
from tablebridge.vision.reading import Detection

__all__ = ["LocaliserFile", "TileLocaliser", "cut_out", "load"]

_NAME, _WHAT = "tile_localiser", "tile localiser"
_MULTIPLE_PX = 16
_LEAST_PX, _BEST_PX, _MOST_PX = 12.0, 34.0, 76.0
"""A tile's longer side on the picture the network sees: the smallest and largest it learnt, and what it sees best."""
_CONTEXT_PX = 48
"""What is looked at around a region, on the picture the network sees: neighbours help to tell a tile."""
_SMALL_PX, _ENOUGH_PX, _FINEST = 40.0, 50.0, 1.5
"""Where most tiles look smaller than the first, the part of the picture that holds them is looked at once more, up to
so much larger: at a slant the far ones are a few pixels high."""
_LARGEST_PX, _SMALLEST_PX = 1920, 64
"""The longer side of the picture at the first look and, halved again and again, at the last: there a tile that fills
the picture is still seen."""
_SHARED, _SAME = 0.4, 0.6
"""Of the smaller box: above it two boxes cannot both be tiles. Of the union: above it they are the same box."""
_FEW, _SMALLEST_PART, _LARGEST_PART = 4, 0.38, 2.6
_LOAD_ERRORS = (
    ort_errors.InvalidProtobuf,
    ort_errors.InvalidGraph,
    ort_errors.InvalidArgument,
    ort_errors.NotImplemented,
    ort_errors.Fail,
    ort_errors.RuntimeException,
)


@dataclass(frozen=True, slots=True)
class LocaliserFile:
    """A checked localiser: its folder and the least score that counts as a tile."""

    model: model_folder.ModelFolder
    threshold: float


def load(folder: Path | None = None) -> LocaliserFile:
    """Reads and checks the localiser of `folder` (default: the checkout's, else the installed one).

    Raises `UsageError` when a file is missing, damaged or not understood.
    """
    folder = model_folder.find(_NAME, _WHAT) if folder is None else folder
    model = model_folder.read(folder, _WHAT)
    with model_folder.telling(folder / "manifest.toml"):
        threshold = float(model.manifest["output"]["threshold"])
    return LocaliserFile(model, threshold)


class TileLocaliser:
    """The network, loaded once. Safe to share between threads; every call runs on the caller's thread.

    `threads` is how many cores one call may use: 1 in the daemon, more for batch work.
    Raises `UsageError` when the model's files are missing, damaged or not a tile localiser.
    """

    def __init__(self, file: LocaliserFile | None = None, *, threads: int = 1) -> None:
        self.file = load() if file is None else file
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4  # errors come as exceptions; nothing else is of use to an operator
        try:
            self._session = ort.InferenceSession(self.file.model.content, options, providers=["CPUExecutionProvider"])
            outputs = {output.name: output.shape for output in self._session.get_outputs()}
            fits = outputs["heat"][1] == len(POSES) and outputs["shape"][1] == 8
        except _LOAD_ERRORS as error:
            raise self._broken(str(error).splitlines()[0]) from error
        except KeyError as error:
            raise self._broken(f"no output {error}") from error
        if not fits:
            raise self._broken(f"outputs {outputs}")

    def find(
        self,
        image: np.ndarray,
        *,
        tile_long_px: float | None = None,
        region_px: tuple[int, int, int, int] | None = None,
        least: float | None = None,
        alternatives: bool = False,
    ) -> list[Detection]:
        """Every tile on `image` (BGR uint8), in reading order.

        With `tile_long_px`, a tile's long side, as on a rectified frame, one scale is looked at; without it all
        between tiles of some 13 px and tiles that fill the picture. `region_px` (left, top, right, bottom) looks only
        there, which takes time in proportion to its area. `least` is the score that counts as a tile, 0..1; None for
        the one that was chosen for this model. With `alternatives` boxes may cover each other, a tile and its
        lower half: who reads them knows better which one is a tile.
        Raises `ValueError` when the image is not BGR uint8, or the region holds no pixel of it.
        """
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3 or 0 in image.shape:
            raise ValueError(f"expected uint8 (height, width, 3), got {image.dtype} {image.shape}")
        least = self.file.threshold if least is None else least
        boxes = self._boxes(image, tile_long_px, _window(region_px, image), least)
        boxes = without_copies(boxes, _SAME) if alternatives else without_doubles(boxes, _SHARED)
        found = [
            Detection(corners, float(score), POSES[pose])
            for corners, score, pose in zip(boxes.corners_px, boxes.scores, boxes.poses, strict=True)
        ]
        return sorted(found, key=lambda detection: (round(detection.centre_px[1]), detection.centre_px[0]))

    def _boxes(self, image: np.ndarray, tile_long_px: float | None, window: _Window, least: float) -> Boxes:
        scales = list(_scales(window.size, tile_long_px))
        boxes = _of_one_size(Boxes.joined([self._look(image, window, scale, least) for scale in scales]))
        usual = _usual(boxes)
        if tile_long_px is None and usual is not None and usual * scales[0] < _SMALL_PX:
            nearer = window.around(boxes.corners_px, int(2 * usual))
            finer = min(_ENOUGH_PX / usual, _FINEST * scales[0])
            boxes = _of_one_size(Boxes.joined([boxes, self._look(image, nearer, finer, least)]))
        return boxes.only(window.holds(boxes.corners_px.mean(axis=1)))

    def _look(self, image: np.ndarray, window: _Window, scale: float, least: float) -> Boxes:
        """What is seen in a window at one scale, on the picture."""
        left, top, right, bottom = window.grown(_CONTEXT_PX / scale, image.shape)
        return self.boxes_at(image[top:bottom, left:right], scale, least).placed(scale, left, top)

    def boxes_at(self, image: np.ndarray, scale: float, least: float) -> Boxes:
        """What the network sees on `image` resized by `scale`, in pixels of the resized one."""
        size = max(round(image.shape[1] * scale), 1), max(round(image.shape[0] * scale), 1)
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        seen = image if size == image.shape[1::-1] else cv2.resize(image, size, interpolation=way)
        beyond = (-size[1]) % _MULTIPLE_PX, (-size[0]) % _MULTIPLE_PX
        seen = cv2.copyMakeBorder(seen, 0, beyond[0], 0, beyond[1], cv2.BORDER_CONSTANT)
        heat, shape = self._session.run(["heat", "shape"], {"pictures": seen[None]})
        rows, columns = -(-size[1] // STRIDE), -(-size[0] // STRIDE)
        boxes = decode(heat[0, :, :rows, :columns], shape[0, :, :rows, :columns], least)
        return boxes.only((boxes.longer_px >= _LEAST_PX) & (boxes.longer_px <= _MOST_PX))

    def _broken(self, why: str) -> UsageError:
        return UsageError(
            "the model file is not a tile localiser", f"{self.file.model.folder}: {why}", model_folder.REINSTALL
        )


@dataclass(frozen=True, slots=True)
class _Window:
    """The part of a picture that is looked at, px; right and bottom exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        return self.right - self.left, self.bottom - self.top

    def grown(self, by: float, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
        """With surroundings, within a picture of that shape."""
        left, top = max(self.left - int(by), 0), max(self.top - int(by), 0)
        return left, top, min(self.right + int(by), shape[1]), min(self.bottom + int(by), shape[0])

    def around(self, corners_px: np.ndarray, margin: int) -> _Window:
        """The part around boxes (n, 4, 2)."""
        points = corners_px.reshape(-1, 2)
        (left, top), (right, bottom) = points.min(axis=0).astype(int) - margin, points.max(axis=0).astype(int) + margin
        return _Window(
            max(self.left, int(left)),
            max(self.top, int(top)),
            min(self.right, int(right)),
            min(self.bottom, int(bottom)),
        )

    def holds(self, points: np.ndarray) -> np.ndarray:
        """Which of (n, 2) points lie inside."""
        inside = (points >= (self.left, self.top)) & (points < (self.right, self.bottom))
        return np.asarray(inside.all(axis=1))


def _window(region_px: tuple[int, int, int, int] | None, image: np.ndarray) -> _Window:
    height, width = image.shape[:2]
    left, top, right, bottom = region_px or (0, 0, width, height)
    window = _Window(max(left, 0), max(top, 0), min(right, width), min(bottom, height))
    if min(window.size) < 1:
        raise ValueError(f"the region {region_px} holds no pixel of a picture of {width} by {height}")
    return window


def _scales(size: tuple[int, int], tile_long_px: float | None) -> Iterator[float]:
    """How much the picture is resized, one look after another."""
    if tile_long_px is not None:
        yield _BEST_PX / tile_long_px
        return
    scale = min(1.0, _LARGEST_PX / max(size))
    yield scale
    while scale * max(size) / 2 >= _SMALLEST_PX:
        scale /= 2
        yield scale


def _usual(boxes: Boxes) -> float | None:
    """How long most tiles of a picture look, px; None when too few are seen to tell."""
    if len(boxes) < _FEW:
        return None
    lengths = boxes.longer_px
    order = np.argsort(lengths)
    weights = np.cumsum((boxes.scores * lengths)[order])
    return float(lengths[order[int(np.searchsorted(weights, weights[-1] / 2))]])


def _of_one_size(boxes: Boxes) -> Boxes:
    """Without what is far smaller or larger than the usual tile of the picture: perspective makes a tile look at most
    some two and a half times as large as another, a part of a face or a whole block is farther off."""
    usual = _usual(boxes)
    if usual is None:
        return boxes
    lengths = boxes.longer_px
    return boxes.only((lengths > _SMALLEST_PART * usual) & (lengths < _LARGEST_PART * usual))


def cut_out(image: np.ndarray, detection: Detection, margin: float = 0.04) -> np.ndarray:
    """The detection's crop, standing on a short side, with a margin as a part of its size, at the picture's scale."""
    middle = detection.corners_px.mean(axis=0)
    corners = (detection.corners_px - middle) * (1 + 2 * margin) + middle
    long_px, short_px = (side * (1 + 2 * margin) for side in detection.size_px)
    width, height = max(round(short_px), 4), max(round(long_px), 4)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return cv2.warpPerspective(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
