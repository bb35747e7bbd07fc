"""One writer for a journal: a lock of the operating system, free again however its holder ends."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from tablebridge.errors import UsageError

__all__ = ["JournalLock"]


class JournalLock:
    """Held from making to `release`. It lies on a file beside the journal, so that anyone may still read the journal,
    and is never removed: two processes that each lock a file of that name must mean the same file."""

    def __init__(self, journal: Path) -> None:
        """Raises `UsageError` when another holds it, or when the folder cannot be written."""
        # by its true name: a link to a journal is no second journal
        path = os.path.realpath(journal) + ".lock"
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise UsageError(
                f"cannot open the journal: {error.strerror}", str(journal), "check folder, rights and free space"
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.release()
            if isinstance(error, BlockingIOError):
                raise UsageError(
                    "the journal is in use by another tablebridge",
                    str(journal),
                    "end that one, or name another journal",
                ) from error
            raise UsageError(
                f"cannot lock the journal: {error.strerror}", str(journal), "keep it on a disk of this machine"
            ) from error

    def release(self) -> None:
        """Lets the next one have it. Once only."""
        os.close(self._file)
