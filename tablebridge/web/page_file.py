"""A page's file as it is served: what brings the page back stands inside it, for that could fail to come, too."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path

from aiohttp import web

__all__ = ["page_file", "script_policy"]

_AGAIN = Path(str(files(__package__))) / "static" / "shared" / "again.js"
_PLACE = '<script src="/static/shared/again.js"></script>'


def page_file(path: Path) -> web.Response:
    """The page in that file. A script that asks for what did not come is put where the file names it.

    Raises `ValueError` for a page that does not name it: it would not come back by itself.
    """
    before, place, after = path.read_text(encoding="utf-8").partition(_PLACE)
    if not place:
        raise ValueError(f"{path.name} does not hold {_PLACE}")
    return web.Response(text=f"{before}<script>{_again()}</script>{after}", content_type="text/html")


def script_policy() -> str:
    """The part of a Content-Security-Policy that lets the pages' own files run, and that one script inside them."""
    digest = base64.b64encode(hashlib.sha256(_again().encode()).digest()).decode()
    return f"script-src 'self' 'sha256-{digest}'"


@cache
def _again() -> str:
    return _AGAIN.read_text(encoding="utf-8")
