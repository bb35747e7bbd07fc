"""A capture as it grows: how a line is watched that a running daemon has."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from tablebridge.errors import UsageError
from tablebridge.link.capture import HEAD, Entry, entry_of
from tablebridge.link.watching import Stopping

__all__ = ["follow"]

_POLL_S = 0.1


def follow(path: Path, stopping: Stopping) -> Iterator[Entry]:
    """The entries of a capture and those that are added, over its rotation, until it is to end.

    Raises `UsageError` for a file that cannot be read or is no capture.
    """
    file = _opened(path)
    try:
        begun = ""  # a line that is being written
        while True:
            begun += file.readline()
            if begun.endswith("\n"):
                entry = entry_of(begun)
                begun = ""
                if entry is not None:
                    yield entry
            elif stopping.is_set():
                return
            elif _is_another(path, file):
                file.close()
                file, begun = _opened(path), ""
            else:
                stopping.wait(_POLL_S)
    finally:
        file.close()


def _opened(path: Path) -> TextIO:
    try:
        file = path.open(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"cannot read the capture ({error.strerror})", str(path), "check the path") from error
    if not file.readline().startswith(HEAD):
        file.close()
        raise UsageError("not a capture of a line", str(path), "give a file made by link.capture")
    return file


def _is_another(path: Path, file: TextIO) -> bool:
    """Whether a new file has that name; between the two there may be none for a moment."""
    try:
        status = path.stat()
    except OSError:
        return False
    return status.st_size > 0 and not os.path.samestat(status, os.fstat(file.fileno()))
