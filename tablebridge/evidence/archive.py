"""The folder of clips: their names, who may read them, and how long they stay."""

from __future__ import annotations

import errno
import logging
import re
import shutil
import threading
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from tablebridge.errors import UsageError
from tablebridge.evidence.clip import ClipMaking
from tablebridge.evidence.private_files import PARTS, private_folder, write_private
from tablebridge.evidence.retention import Limits, StoredClip, outlived, pushed_out

__all__ = ["ClipArchive"]

_log = logging.getLogger(__name__)

_MOMENT = "%Y%m%dT%H%M%S"
_NAME = re.compile(r"(?P<table>[A-Za-z0-9_-]+)\.(?P<flag>[^/]+)\.(?P<moment>\d{8}T\d{6})(?P<ms>\d{3})Z\.html")
_BASE64 = 1.37
"""How much larger a picture is in a clip than in memory."""


class ClipArchive:
    """Clips of all tables in `folder`: `undecided/` until the referee has ruled on their flag, then `decided/`.

    A clip's name is `TABLE.FLAG.UTC.html`, UTC being the act's moment; signs of a flag's id that no file name should
    have are written `%3A`. Files of other names are left alone. May be used from several threads.

    Raises `UsageError` when the folder cannot be used or other users may read it.
    """

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._limits = limits
        self._undecided, self._decided = folder / "undecided", folder / "decided"
        self._lock = threading.Lock()
        for one in (folder, self._undecided, self._decided):
            private_folder(one)
        for part in self._undecided.glob(f".*.html{PARTS}"):
            part.unlink(missing_ok=True)  # a process before this one ended while it wrote

    def write(self, making: ClipMaking) -> Path:
        """Writes a clip, then lets go what has to. Raises `UsageError` when it cannot be written."""
        path = self._undecided / _name(making.table, making.flag, making.act_at)
        with self._lock:
            try:
                self._check_room(sum(int(len(frame.jpeg) * _BASE64) for frame in making.frames))
                write_private(path, making.pieces())
            except OSError as error:
                what_to_do = "free some space there" if error.errno == errno.ENOSPC else "check evidence.folder"
                raise UsageError(f"clips cannot be written ({error.strerror})", str(path.parent), what_to_do) from error
            self._sweep(datetime.now(UTC), sparing=path)
        return path

    def find(self, table: str, flag: str) -> Path | None:
        """The clip of that flag, None when there is none."""
        for folder in (self._undecided, self._decided):
            for path in folder.glob(f"{table}.*.html"):
                parts = _NAME.fullmatch(path.name)
                if parts is not None and parts["table"] == table and parts["flag"] == _written(flag):
                    return path
        return None

    def decide(self, table: str, flag: str, decided: bool = True) -> None:
        """The referee has ruled on that flag (or, with False, taken the ruling back): from now on its clip may (may
        not) be let go for its age. Nothing happens without a clip."""
        with self._lock:
            path = self.find(table, flag)
            if path is not None:
                with suppress(FileNotFoundError):  # somebody tidied the folder by hand
                    path.replace((self._decided if decided else self._undecided) / path.name)

    def sweep(self, now: datetime) -> None:
        """Lets go what has to: what is too old, and the oldest while all together are too large."""
        with self._lock:
            self._sweep(now)

    def stored(self) -> list[StoredClip]:
        """All clips there are."""
        found = []
        for folder in (self._undecided, self._decided):
            for path in folder.iterdir():
                parts = _NAME.fullmatch(path.name)
                if parts is None:
                    continue
                act_at = datetime.strptime(parts["moment"], _MOMENT).replace(
                    tzinfo=UTC, microsecond=int(parts["ms"]) * 1000
                )
                with suppress(FileNotFoundError):
                    found.append(StoredClip(path, act_at, path.stat().st_size, folder == self._decided))
        return found

    def _check_room(self, size: int) -> None:
        """The journal may be on the same disk: clips never take its last space."""
        free = shutil.disk_usage(self._undecided).free
        if free - size < self._limits.keep_free_bytes:
            raise UsageError(
                f"clips cannot be written (of {free // 2**20} MB free {self._limits.keep_free_bytes // 2**20} MB stay)",
                str(self._undecided),
                "free some space there, or set evidence.keep_free_mb",
            )

    def _sweep(self, now: datetime, sparing: Path | None = None) -> None:
        clips = self.stored()
        old = outlived(clips, now, self._limits)
        left = [clip for clip in clips if clip not in old]
        for clip in (*old, *pushed_out(left, self._limits)):
            if clip.path == sparing:
                continue
            try:
                clip.path.unlink(missing_ok=True)
            except OSError as error:
                _log.warning("a clip that has to go cannot be removed: %s: %s", clip.path, error.strerror)
                continue
            if not clip.decided:
                _log.warning(
                    "clip %s is removed though nobody has ruled on its flag: all clips together are over "
                    "evidence.size_mb = %d (rule on flags, or allow more)",
                    clip.path.name,
                    self._limits.max_bytes // 2**20,
                )


def _written(flag: str) -> str:
    return quote(flag, safe="")


def _name(table: str, flag: str, act_at: datetime) -> str:
    utc = act_at.astimezone(UTC)
    return f"{table}.{_written(flag)}.{utc.strftime(_MOMENT)}{utc.microsecond // 1000:03d}Z.html"
