"""The sponsors' pictures: a folder of `NAME.svg` and `NAME.png` that somebody else fills."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from aiohttp import web

from tablebridge.errors import UsageError
from tablebridge.web.picture_file import TYPES, fault_of

__all__ = ["Sponsors"]

_log = logging.getLogger(__name__)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_MOST_TOLD = 5
"""Broken pictures that are named in one line."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
"""A drawing comes from elsewhere and may hold scripts and addresses: opened by itself, it runs and fetches nothing."""


class Sponsors:
    """The pictures in a folder, looked up each time, so that one may be put there while the daemon runs. None shows
    none."""

    def __init__(self, folder: Path | None = None) -> None:
        """Raises `UsageError` for a folder that is not there."""
        if folder is not None and not folder.is_dir():
            raise UsageError("there is no such folder", f"web.sponsors = {folder}", "make it, or correct the key")
        self._folder = folder
        self._faults: dict[Path, tuple[tuple[int, int], str | None]] = {}
        self._pictures()  # what is broken is said at the start

    def names(self) -> tuple[str, ...]:
        """Who has a picture, broken or not, in order."""
        return tuple(sorted(self._pictures()))

    def trouble(self) -> str | None:
        """What staff should know: the folder is gone, or pictures in it are not shown, and why; None where all are."""
        if self._folder is not None and not self._folder.is_dir():
            return (
                f"the folder of the sponsors' pictures is gone: {self._folder} (make it again, or correct web.sponsors)"
            )
        broken = [f"{path.name}, {fault}" for path in self._files() if (fault := self._fault(path)) is not None]
        if not broken:
            return None
        more = f"; and {len(broken) - _MOST_TOLD} more" if len(broken) > _MOST_TOLD else ""
        return f"not shown: {'; '.join(broken[:_MOST_TOLD])}{more} (put whole PNG or SVG files there)"

    def routes(self) -> list[web.AbstractRouteDef]:
        """`/sponsors/NAME`."""
        return [web.get("/sponsors/{name}", self._picture)]

    async def _picture(self, request: web.Request) -> web.FileResponse:
        name = request.match_info["name"]
        path = self._pictures().get(name)
        if path is None:
            listed = ", ".join(self.names()) or "none"
            raise web.HTTPNotFound(text=f"no such sponsor: {name} (sponsors here: {listed})\n")
        if (fault := self._fault(path)) is not None:
            raise web.HTTPNotFound(text=f"the picture {path.name} is not shown: {fault}\n")
        headers = {"Content-Type": TYPES[path.suffix], "Content-Security-Policy": _POLICY}
        return web.FileResponse(path, headers=headers)

    def _pictures(self) -> dict[str, Path]:
        """The picture of each name, a broken one where there is no other.

        Only files directly in the folder: a link there could lead to any file of the machine.
        """
        found: dict[str, Path] = {}
        for path in self._files():
            if self._fault(path) is None or path.stem not in found:
                found[path.stem] = path
        return found

    def _files(self) -> list[Path]:
        """What should be pictures, the drawings last."""
        if self._folder is None:
            return []
        try:
            paths = sorted(self._folder.iterdir(), key=lambda path: (path.suffix, path.stem))
        except OSError:  # taken away while the daemon runs: a page goes on without
            return []
        return [
            path
            for path in paths
            if path.suffix in TYPES and _NAME.fullmatch(path.stem) and path.is_file() and not path.is_symlink()
        ]

    def _fault(self, path: Path) -> str | None:
        """What is wrong with that picture, looked at once for each time that it is changed, and said once."""
        try:
            status = path.stat()
        except OSError as error:
            return f"it cannot be read ({error.strerror})"
        changed = (status.st_mtime_ns, status.st_size)
        known, fault = self._faults.get(path, (None, None))
        if known != changed:
            fault = fault_of(path)
            self._faults[path] = (changed, fault)
            if fault is not None:
                _log.warning("the sponsor's picture %s is not shown: %s (put a whole PNG or SVG there)", path, fault)
        return fault
