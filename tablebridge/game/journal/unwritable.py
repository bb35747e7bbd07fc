"""A journal that cannot be written for now: what SQLite says, in words that tell what to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tablebridge.errors import UsageError

__all__ = ["JournalUnwritable"]

_FREE_SPACE = "free space on its disk"
_REMEDIES = {
    sqlite3.SQLITE_FULL: _FREE_SPACE,
    sqlite3.SQLITE_IOERR: f"{_FREE_SPACE}, or see whether the disk is broken",
    sqlite3.SQLITE_BUSY: "end the program that keeps it locked",
    sqlite3.SQLITE_LOCKED: "end the program that keeps it locked",
    sqlite3.SQLITE_READONLY: "check the rights of file and folder",
    sqlite3.SQLITE_PERM: "check the rights of file and folder",
    sqlite3.SQLITE_CANTOPEN: "check the rights of file and folder",
}


class JournalUnwritable(UsageError):
    """Nothing of what was to be written is in the journal; the same may be written later. `reason` is SQLite's own.

    >>> print(JournalUnwritable(sqlite3.OperationalError("database or disk is full"), Path("t1.db")))
    the journal cannot be written, database or disk is full: t1.db (free space on its disk)
    """

    def __init__(self, error: sqlite3.Error, path: Path) -> None:
        self.reason = str(error)
        # the low byte is the kind of failure, the rest its details; an error made by Python has neither
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_FULL) & 0xFF
        remedy = _REMEDIES.get(code, "see whether disk and file are whole")
        super().__init__(f"the journal cannot be written, {self.reason}", str(path), remedy)

    @staticmethod
    def is_cause(error: sqlite3.Error) -> bool:
        """Whether the file or its disk is to blame; otherwise the statement is, and that is a bug."""
        return isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError
