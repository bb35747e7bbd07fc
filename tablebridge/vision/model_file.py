"""The tile classifier's files, checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tablebridge.errors import UsageError
from tablebridge.vision import model_folder

__all__ = ["ModelFile", "default_folder", "load"]

_NAME, _WHAT = "tile_classifier", "tile classifier"
_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A checked model: its bytes, the names of its outputs in order, and what its manifest says.

    `input_px` is the side of the square the network sees; `attribution` must be shown where the model is given away;
    `held_out` are the tile sets whose photographs it never saw in training; a reading less sure than `unknown_below`
    counts as unknown (chosen on validation photographs; 0 where that was not done).
    """

    folder: Path
    content: bytes
    labels: tuple[str, ...]
    input_px: int
    version: str
    sha256: str
    licence: str
    attribution: str
    held_out: tuple[str, ...] = ()
    unknown_below: float = 0.0


def default_folder(package: Path = _PACKAGE) -> Path:
    """The model beside a checkout's sources when there is one, else the copy inside the installed package.

    Raises `UsageError` when neither is there.
    """
    return model_folder.find(_NAME, _WHAT, package)


def load(folder: Path | None = None) -> ModelFile:
    """Reads and checks the model of `folder` (default: `default_folder()`).

    Raises `UsageError` when a file is missing, the manifest is not understood, or the model's bytes are not those the
    manifest was written for.
    """
    folder = default_folder() if folder is None else folder
    read = model_folder.read(folder, _WHAT)
    with model_folder.telling(folder / "manifest.toml"):
        input_px = int(read.manifest["input"]["size_px"])
        count = int(read.manifest["model"].get("labels", 0))
        unknown_below = float(read.manifest.get("output", {}).get("unknown_below", 0.0))
        if not 0 <= unknown_below <= 1:
            raise ValueError(f"output.unknown_below is {unknown_below}, expected 0 to 1")
    labels = tuple(model_folder.read_bytes(folder / "labels.txt", _WHAT).decode("utf-8", "replace").split())
    if len(labels) != (count or len(labels)) or len(set(labels)) != len(labels) or not labels:
        raise UsageError("the model's labels do not fit the model", str(folder / "labels.txt"), model_folder.REINSTALL)
    return ModelFile(
        folder,
        read.content,
        labels,
        input_px,
        read.version,
        read.sha256,
        read.licence,
        read.attribution,
        read.held_out,
        unknown_below,
    )
