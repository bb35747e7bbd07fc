"""Files and folders that only the daemon's own user may open."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tablebridge.errors import UsageError

__all__ = ["PARTS", "private_folder", "write_private"]

PARTS = ".part"
"""Ending of a file that is still being written, whose name also begins with a dot."""


def private_folder(path: Path) -> None:
    """Makes that folder for the user alone (0700), or takes one that is.

    Raises `UsageError` when it cannot be made, or is there already and open to others: it is not ours to close.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            path.mkdir(mode=0o700)
        found = path.stat()
    except OSError as error:
        raise UsageError(
            f"the folder of evidence cannot be made ({error.strerror})", str(path), "set evidence.folder"
        ) from error
    if not path.is_dir():
        raise UsageError("the folder of evidence is a file", str(path), "set evidence.folder")
    if found.st_mode & 0o077:
        raise UsageError(
            "the folder of evidence is open to other users", str(path), "chmod 700 it, or set evidence.folder"
        )


def write_private(path: Path, pieces: Iterable[bytes]) -> None:
    """Writes a file (0600) that is there whole or not at all. Raises `OSError`; nothing of it is left then."""
    part = path.with_name(f".{path.name}{PARTS}")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600), "wb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
