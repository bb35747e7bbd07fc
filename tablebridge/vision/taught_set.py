"""What a classifier has been taught of a table's own tiles: a change of its last step, and the pictures it rests on."""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablebridge.errors import UsageError

__all__ = ["KEPT_PX", "Example", "TaughtSet", "check_place", "read_file", "write_file"]

KEPT_PX = 64
"""Side of the square in which a taught picture is kept: above what the network sees, so that it can be turned."""

_FORMAT = 1
_ZIP = b"PK\x03\x04"
"""How an .npz file begins."""
_LEAST_PROBABILITY = 1e-12
_RULED_OUT = -60.0
"""The logit of a kind that the set does not have: far below the least that any other kind can have."""
_STEADY = 0.3
"""The constant input beside the embedding, as large as one of its numbers usually is."""
_TEACH_AGAIN = "make it again with tablebridge teach, or leave the key `taught` out of the configuration"


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One picture of one tile of the table's own set: `crop` is BGR uint8, any side up; `label` is what it shows."""

    label: str
    crop: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class TaughtSet:
    """How one table's tiles change what the network says, for the one model with `model_sha256`.

    The network's own answer stays the ground: `weights` (embedding + 1, labels) add to the logarithms of its
    probabilities. `centre` and `scale` (embedding) bring the embedding into measure. `has` (labels) is False for kinds
    that the set does not hold: they are no longer given. `examples` are what was taught, each a square of `KEPT_PX`;
    another model can be taught from them again.
    """

    name: str
    model_sha256: str
    labels: tuple[str, ...]
    has: NDArray[np.bool_]
    centre: NDArray[np.float32]
    scale: NDArray[np.float32]
    weights: NDArray[np.float32]
    examples: tuple[Example, ...]

    def read(self, kinds: NDArray[np.float32], embedding: NDArray[np.float32]) -> NDArray[np.float32]:
        """Probabilities (n, labels) from the network's own `kinds` (n, labels) and `embedding` (n, numbers)."""
        logits = ground(kinds, self.has) + measured(embedding, self.centre, self.scale) @ self.weights
        return softmax(logits)


def ground(kinds: NDArray[np.float32], has: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The network's answer as logits, kinds that the set does not have ruled out."""
    return np.where(has, np.log(np.maximum(kinds, _LEAST_PROBABILITY)), _RULED_OUT).astype(np.float32)


def measured(
    embedding: NDArray[np.float32], centre: NDArray[np.float32], scale: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The embedding (n, numbers) as rows of about length 1, with a constant at the end: (n, numbers + 1)."""
    rows = (embedding - centre) / (scale * np.sqrt(len(centre)))
    return np.hstack([rows, np.full((len(rows), 1), _STEADY)]).astype(np.float32)


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities a row."""
    parts = np.exp(logits - logits.max(axis=1, keepdims=True))
    return (parts / parts.sum(axis=1, keepdims=True)).astype(np.float32)


def write_file(taught: TaughtSet, file: Path) -> None:
    """Writes a taught set; a reader never finds half of it, and another file than a taught set is never replaced.

    Raises `UsageError` when it cannot be written.
    """
    check_place(file)
    about = {
        "format": _FORMAT,
        "name": taught.name,
        "model_sha256": taught.model_sha256,
        "labels": taught.labels,
        "examples": [example.label for example in taught.examples],
    }
    part = file.with_name(f"{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as stream:
            np.savez_compressed(
                stream,
                about=np.array(json.dumps(about)),
                has=taught.has,
                centre=taught.centre,
                scale=taught.scale,
                weights=taught.weights,
                crops=np.stack([example.crop for example in taught.examples]),
            )
        os.replace(part, file)
    except OSError as error:
        if part.is_file():
            part.unlink()
        raise UsageError(
            "the taught set cannot be written", f"{file}: {error.strerror}", "give another place with --to"
        ) from error


def check_place(file: Path) -> None:
    """Raises `UsageError` when `file` is something else than a taught set: what lies there would be lost.

    A damaged set may be replaced: what ends in .npz counts as one.
    """
    where = "give --to a new name that ends in .npz"
    try:
        if not file.exists():
            return
        if not file.is_file():
            raise UsageError("the taught set must be a file", f"{file} is a folder or a device", where)
        with file.open("rb") as stream:
            if file.suffix.lower() != ".npz" and stream.read(len(_ZIP)) != _ZIP:
                raise UsageError("this file is not a taught set and is not written over", str(file), where)
    except OSError as error:
        raise UsageError("the taught set cannot be written", f"{file}: {error.strerror}", where) from error


def read_file(file: Path) -> TaughtSet:
    """Reads what `write_file` wrote.

    Raises `UsageError` when there is no such file or it is none of these.
    """
    try:
        with file.open("rb") as stream:
            if stream.read(len(_ZIP)) != _ZIP:  # said here, for numpy would advise to load the file unsafely
                raise ValueError("it does not begin as one")
            stream.seek(0)
            with np.load(stream, allow_pickle=False) as stored:
                arrays = {name: stored[name] for name in ("has", "centre", "scale", "weights", "crops")}
                about = json.loads(str(stored["about"]))
        return _taught_set(about, arrays)
    except OSError as error:
        raise UsageError("the taught set cannot be read", f"{file}: {error.strerror or error}", _TEACH_AGAIN) from error
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise UsageError("the file is not a taught set", f"{file}: {error}", _TEACH_AGAIN) from error


def _taught_set(about: dict[str, Any], arrays: dict[str, np.ndarray]) -> TaughtSet:
    if about["format"] != _FORMAT:
        raise ValueError(f"format {about['format']}, this version reads {_FORMAT}")
    labels, names = tuple(map(str, about["labels"])), [str(name) for name in about["examples"]]
    numbers = len(arrays["centre"])
    shapes = {
        "has": (len(labels),),
        "centre": (numbers,),
        "scale": (numbers,),
        "weights": (numbers + 1, len(labels)),
        "crops": (len(names), KEPT_PX, KEPT_PX, 3),
    }
    for name, shape in shapes.items():
        if arrays[name].shape != shape:
            raise ValueError(f"{name} has the shape {arrays[name].shape}, expected {shape}")
    if not all(np.isfinite(arrays[name]).all() for name in ("centre", "scale", "weights")) or not names:
        raise ValueError("its numbers are not finite, or it was taught nothing")
    if arrays["crops"].dtype != np.uint8 or (arrays["scale"] <= 0).any():
        raise ValueError("its pictures or scales are none")
    return TaughtSet(
        str(about["name"]),
        str(about["model_sha256"]),
        labels,
        arrays["has"].astype(bool),
        arrays["centre"].astype(np.float32),
        arrays["scale"].astype(np.float32),
        arrays["weights"].astype(np.float32),
        examples_of(names, arrays["crops"]),
    )


def examples_of(labels: Sequence[str], crops: NDArray[np.uint8]) -> tuple[Example, ...]:
    """Examples of kept squares (n, KEPT_PX, KEPT_PX, 3)."""
    return tuple(Example(label, crop) for label, crop in zip(labels, crops, strict=True))
