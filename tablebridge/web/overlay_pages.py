"""The full-table overlay, and what every public page loads: scripts, words, fonts, sponsors' pictures."""

from __future__ import annotations

from aiohttp import web

from tablebridge.web.site import STATIC, Site

__all__ = ["routes"]


def routes(site: Site) -> list[web.AbstractRouteDef]:
    """`/overlay`, `/sponsors/NAME`, and the files of both."""

    async def sponsor(request: web.Request) -> web.FileResponse:
        path = site.sponsor_picture(request.match_info["name"])
        if path is None:
            raise web.HTTPNotFound(text="there is no such picture\n")
        return web.FileResponse(path)

    return [
        web.get("/overlay", site.page("overlay/overlay.html")),
        web.get("/sponsors/{name}", sponsor),
        web.static("/static/shared", STATIC / "shared"),
        web.static("/static/overlay", STATIC / "overlay"),
    ]
