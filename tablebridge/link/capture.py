"""A capture: every byte of a line with its time and direction, in files of bounded size.

A capture is text, one line an entry: UTC, milliseconds since the capture began, a mark, and what it is about.

    # tablebridge line capture 1
    2026-11-30T19:02:11.250Z 0.000 # open socket://10.0.0.7:4001
    2026-11-30T19:02:11.251Z 1.020 > 00 05 03 01 01 03 9a 1e 00
    2026-11-30T19:02:11.255Z 5.310 < 05 02 03 dc 05 01 03 67 43 00

`<` is what came from the table, `>` what was sent to it, `#` a note: `open PORT`, `gone REASON`, `note TEXT`, or
`hello BYTES` (the table's last hello, at the head of a file that goes on in the middle of a connection). Other lines
that begin with `#` say nothing, and a last line without an end is one that was being written: both are skipped.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import TextIO

from tablebridge.errors import UsageError

__all__ = ["HEAD", "Capture", "Entry", "Mark", "entries", "entry_of"]

_log = logging.getLogger(__name__)

HEAD = "# tablebridge line capture "
"""How every capture begins; the number of its format follows."""

_HEADER = HEAD + "1\n"
_PIECE_BYTES = 64 * 1024
_LINE = re.compile(r"(\S+) (\d+\.\d+) ([<>#]) (.*)\n")


class Mark(Enum):
    """What an entry is about."""

    FROM_TABLE = "<"
    TO_TABLE = ">"
    NOTE = "#"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a capture: `data` for bytes, `note` for the rest. `at_ms` since the capture began."""

    utc: datetime
    at_ms: float
    mark: Mark
    data: bytes = b""
    note: str = ""


class Capture:
    """Writes `path`; at `most_bytes` it becomes `path.1`, the older `path.2` and so on, `files` in all.

    A full disk never disturbs the line: it is logged once, and writing is tried again with the next connection.
    `now_ms` is any clock that never goes back; `tell` gets the line of a trouble. A file that is there and is no
    capture is such a trouble: it is left as it is.
    """

    def __init__(
        self,
        path: Path,
        now_ms: Callable[[], float],
        utc: Callable[[], datetime] = lambda: datetime.now(UTC),
        *,
        most_bytes: int = 10_000_000,
        files: int = 5,
        tell: Callable[[str], None] = lambda line: _log.warning("%s", line),
    ) -> None:
        self._path = path
        self._now_ms = now_ms
        self._utc = utc
        self._most_bytes = most_bytes
        self._files = files
        self._tell = tell
        self._began_ms = now_ms()
        self._file: TextIO | None = None
        self._size = 0
        self._hello = b""  # of the connection that is open
        self._failed = False

    def opened(self, url: str) -> None:
        """The port was opened: a connection begins."""
        self._hello = b""
        self._failed = False
        self._write(Mark.NOTE, f"open {url}")

    def came(self, data: bytes) -> None:
        """These bytes came from the table."""
        if data:
            self._write(Mark.FROM_TABLE, data.hex(" "))

    def sent(self, data: bytes) -> None:
        """These bytes were sent to it."""
        if data:
            self._write(Mark.TO_TABLE, data.hex(" "))

    def introduced(self, hello: bytes) -> None:
        """The table said who it is; a file begun in the middle of this connection repeats that."""
        self._hello = hello

    def note(self, text: str) -> None:
        """Something worth knowing, which changes nothing."""
        self._write(Mark.NOTE, f"note {text}")

    def gone(self, reason: str) -> None:
        """The connection ended, and why."""
        self._hello = b""
        self._write(Mark.NOTE, f"gone {reason}")

    def close(self) -> None:
        """Ends the file. More may be written afterwards, to the same file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, mark: Mark, text: str) -> None:
        if self._failed:
            return
        try:
            self._append(mark, text)
        except OSError as error:
            self._failed = True
            with contextlib.suppress(OSError):
                self.close()
            self._file = None
            reason = error.strerror or str(error)
            self._tell(f"the capture {self._path} cannot be written ({reason}): make room or name another file")

    def _append(self, mark: Mark, text: str) -> None:
        now = self._utc().astimezone(UTC)
        stamp = f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03d}Z {self._now_ms() - self._began_ms:.3f}"
        line = f"{stamp} {mark.value} {' '.join(text.split())}\n"
        if self._file is not None and self._size + len(line) > self._most_bytes:
            self.close()
            self._rotate()
        file = self._file or self._begin(stamp)
        file.write(line)
        file.flush()  # a capture is read while it grows, and after crashes
        self._size += len(line)

    def _begin(self, stamp: str) -> TextIO:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        _make_ready(self._path)
        file = self._file = self._path.open("a", encoding="utf-8")
        head = _HEADER + (f"{stamp} # hello {self._hello.hex(' ')}\n" if self._hello else "")
        self._size = self._path.stat().st_size + len(head)
        file.write(head)
        return file

    def _rotate(self) -> None:
        for number in range(self._files - 1, 0, -1):
            older = self._path if number == 1 else _numbered(self._path, number - 1)
            if older.exists():
                older.replace(_numbered(self._path, number))
        if self._files == 1:
            self._path.unlink()


def _make_ready(path: Path) -> None:
    """Takes away the half line that a crash or a full disk left, or nothing could be read behind it.

    Raises `OSError` for a file that is no capture.
    """
    if not path.is_file() or path.stat().st_size == 0:
        return
    with path.open("r+b") as file:
        if file.read(len(HEAD)) != HEAD.encode():
            raise FileExistsError(errno.EEXIST, "it is there and is no capture", str(path))
        end = file.seek(0, os.SEEK_END)
        at = end
        while at > 0:
            at = max(0, at - _PIECE_BYTES)
            file.seek(at)
            whole = file.read(_PIECE_BYTES).rfind(b"\n") + 1
            if whole:
                file.truncate(at + whole)
                return


def entries(path: Path) -> Iterator[Entry]:
    """What a capture holds, in order. Raises `UsageError` for a file that cannot be read or is none.

    Files that were rotated may be put together with `cat`, the oldest first.
    """
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if number == 1 and not line.startswith(HEAD):
                    raise UsageError("not a capture of a line", str(path), "give a file made by link.capture")
                entry = entry_of(line)
                if entry is not None:
                    yield entry
                elif line.endswith("\n") and not line.startswith("#"):
                    raise UsageError("not a line of a capture", f"{path}, line {number}", "remove that line")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise UsageError(f"cannot read the capture ({reason})", str(path), "check the path") from error


def entry_of(line: str) -> Entry | None:
    """What one line says; None for a remark, and for what is no line of a capture."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    try:
        utc, mark = datetime.fromisoformat(found[1]), Mark(found[3])
        if mark is Mark.NOTE:
            return Entry(utc, float(found[2]), mark, note=found[4])
        return Entry(utc, float(found[2]), mark, data=bytes.fromhex(found[4]))
    except ValueError:
        return None


def _numbered(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.{number}")
