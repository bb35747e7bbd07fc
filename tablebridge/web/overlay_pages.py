"""The full-table overlay, and what every public page loads: scripts, words, fonts, sponsors' pictures."""

from __future__ import annotations

from aiohttp import web

from tablebridge.web.site import STATIC, Site

__all__ = ["routes"]


def routes(site: Site) -> list[web.AbstractRouteDef]:
    """`/overlay`, `/sponsors/NAME`, and the files of both."""

    return [
        web.get("/overlay", site.page("overlay/overlay.html")),
        *site.sponsors.routes(),
        web.static("/static/shared", STATIC / "shared"),
        web.static("/static/overlay", STATIC / "overlay"),
    ]
