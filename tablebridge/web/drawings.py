"""Tile faces over HTTP, the same on every listener."""

from __future__ import annotations

from aiohttp import web

from tablebridge.errors import UsageError
from tablebridge.faces import STYLES, face_svg

__all__ = ["FIRST_STYLE", "routes"]

FIRST_STYLE = next(iter(STYLES))
"""The style of faces where an address names none."""


def routes() -> list[web.RouteDef]:
    """`/faces/STYLE/TILE.svg`, and the icon of the browser's tab."""
    return [web.get("/faces/{style}/{tile}.svg", _face), web.get("/favicon.ico", _favicon)]


async def _face(request: web.Request) -> web.Response:
    try:
        drawing = face_svg(request.match_info["tile"], request.match_info["style"])
    except UsageError as error:
        raise web.HTTPNotFound(text=f"{error}\n") from error
    return web.Response(text=drawing, content_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


async def _favicon(_request: web.Request) -> web.Response:
    return web.Response(text=face_svg("5p", FIRST_STYLE), content_type="image/svg+xml")
