"""Finding the classifier's files and refusing broken ones in one clear line."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tablebridge.errors import UsageError

__all__ = ["ModelFile", "default_folder", "load"]

_REINSTALL = "restore the folder from the repository or reinstall tablebridge"
_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A checked model: its bytes, the names of its outputs in order, and what its manifest says.

    `input_px` is the side of the square the network sees; `attribution` must be shown where the model is given away;
    `held_out` are the tile sets whose photographs it never saw in training.
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


def default_folder(package: Path = _PACKAGE) -> Path:
    """The model beside a checkout's sources when there is one, else the copy inside the installed package.

    Raises `UsageError` when neither is there.
    """
    checkout, packaged = package.parent / "models" / "tile_classifier", package / "models" / "tile_classifier"
    for folder in (checkout, packaged):
        if (folder / "manifest.toml").is_file():
            return folder
    raise UsageError("no tile classifier found", f"{checkout} and {packaged}", _REINSTALL)


def load(folder: Path | None = None) -> ModelFile:
    """Reads and checks the model of `folder` (default: `default_folder()`).

    Raises `UsageError` when a file is missing, the manifest is not understood, or the model's bytes are not those the
    manifest was written for.
    """
    folder = default_folder() if folder is None else folder
    manifest_file = folder / "manifest.toml"
    manifest = _manifest(manifest_file)
    try:
        model = manifest["model"]
        name, digest, version = str(model["file"]), str(model["sha256"]), str(model["version"])
        input_px = int(manifest["input"]["size_px"])
        licence, attribution = str(manifest["licence"]["model"]), str(manifest["licence"]["attribution"])
        held_out = tuple(str(name) for name in manifest.get("training", {}).get("held_out_tile_sets", ()))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(
            "the model's manifest lacks or misstates a key", f"{manifest_file}: {error}", _REINSTALL
        ) from error
    content = _bytes(folder / name)
    found = hashlib.sha256(content).hexdigest()
    if found != digest:
        raise UsageError(
            "the model file is not the one its manifest describes",
            f"{folder / name}: sha256 {found[:12]}…, expected {digest[:12]}…",
            _REINSTALL,
        )
    labels = tuple(_bytes(folder / "labels.txt").decode("utf-8", "replace").split())
    if len(labels) != int(model.get("labels", len(labels))) or len(set(labels)) != len(labels) or not labels:
        raise UsageError("the model's labels do not fit the model", str(folder / "labels.txt"), _REINSTALL)
    return ModelFile(folder, content, labels, input_px, version, digest, licence, attribution, held_out)


def _manifest(file: Path) -> dict:
    try:
        return tomllib.loads(_bytes(file).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError("the model's manifest cannot be read", f"{file}: {error}", _REINSTALL) from error


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(
            "a file of the tile classifier cannot be read", f"{file}: {error.strerror}", _REINSTALL
        ) from error
