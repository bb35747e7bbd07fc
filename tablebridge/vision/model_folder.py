"""A model's folder: its ONNX file and the manifest that describes it, checked; broken ones are refused in one line."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tablebridge.errors import UsageError

__all__ = ["REINSTALL", "ModelFolder", "find", "read", "read_bytes", "telling"]

REINSTALL = "restore the folder from the repository or reinstall tablebridge"
_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """What every model's manifest says, with the model's bytes.

    `attribution` must be shown where the model is given away; `held_out` are the tile sets whose photographs it never
    saw in training; `manifest` is the whole file as read.
    """

    folder: Path
    manifest: dict
    content: bytes
    version: str
    sha256: str
    licence: str
    attribution: str
    held_out: tuple[str, ...]


def find(name: str, what: str, package: Path = _PACKAGE) -> Path:
    """The folder `name` beside a checkout's sources when there is one, else the copy inside the installed package.

    Raises `UsageError` that `what` ("tile classifier") was not found when neither is there.
    """
    checkout, packaged = package.parent / "models" / name, package / "models" / name
    for folder in (checkout, packaged):
        if (folder / "manifest.toml").is_file():
            return folder
    raise UsageError(f"no {what} found", f"{checkout} and {packaged}", REINSTALL)


def read(folder: Path, what: str) -> ModelFolder:
    """Reads and checks a folder.

    Raises `UsageError` when a file is missing, the manifest is not understood, or the model's bytes are not those the
    manifest was written for.
    """
    manifest_file = folder / "manifest.toml"
    try:
        manifest = tomllib.loads(read_bytes(manifest_file, what).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError("the model's manifest cannot be read", f"{manifest_file}: {error}", REINSTALL) from error
    with telling(manifest_file):
        model, licence = manifest["model"], manifest["licence"]
        name, digest, version = str(model["file"]), str(model["sha256"]), str(model["version"])
        terms, attribution = str(licence["model"]), str(licence["attribution"])
        held_out = tuple(str(name) for name in manifest.get("training", {}).get("held_out_tile_sets", ()))
    content = read_bytes(folder / name, what)
    found = hashlib.sha256(content).hexdigest()
    if found != digest:
        raise UsageError(
            "the model file is not the one its manifest describes",
            f"{folder / name}: sha256 {found[:12]}…, expected {digest[:12]}…",
            REINSTALL,
        )
    return ModelFolder(folder, manifest, content, version, digest, terms, attribution, held_out)


@contextmanager
def telling(manifest_file: Path) -> Iterator[None]:
    """Makes a key that is missing or of the wrong kind a `UsageError` that names the manifest."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(
            "the model's manifest lacks or misstates a key", f"{manifest_file}: {error}", REINSTALL
        ) from error


def read_bytes(file: Path, what: str) -> bytes:
    """A file of the folder. Raises `UsageError` that names it when it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"a file of the {what} cannot be read", f"{file}: {error.strerror}", REINSTALL) from error
