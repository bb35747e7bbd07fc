"""The sponsors' pictures: a folder of `NAME.svg` and `NAME.png` that somebody else fills."""

from __future__ import annotations

import re
from pathlib import Path

from aiohttp import web

from tablebridge.errors import UsageError

__all__ = ["Sponsors"]

_TYPES = {".png": "image/png", ".svg": "image/svg+xml"}
"""The later one is shown where a name has both: a drawing is sharp at every size."""
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
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

    def names(self) -> tuple[str, ...]:
        """Who has a picture, in order."""
        return tuple(sorted(self._pictures()))

    def routes(self) -> list[web.AbstractRouteDef]:
        """`/sponsors/NAME`."""
        return [web.get("/sponsors/{name}", self._picture)]

    async def _picture(self, request: web.Request) -> web.FileResponse:
        name = request.match_info["name"]
        path = self._pictures().get(name)
        if path is None:
            listed = ", ".join(self.names()) or "none"
            raise web.HTTPNotFound(text=f"no such sponsor: {name} (sponsors here: {listed})\n")
        headers = {"Content-Type": _TYPES[path.suffix], "Content-Security-Policy": _POLICY}
        return web.FileResponse(path, headers=headers)

    def _pictures(self) -> dict[str, Path]:
        """Only files directly in the folder: a link there could lead to any file of the machine."""
        if self._folder is None:
            return {}
        found = {}
        try:
            paths = sorted(self._folder.iterdir(), key=lambda path: path.suffix)
        except OSError:  # taken away while the daemon runs: a page goes on without
            return {}
        for path in paths:
            is_picture = path.suffix in _TYPES and _NAME.fullmatch(path.stem)
            if is_picture and path.is_file() and not path.is_symlink():
                found[path.stem] = path
        return found
