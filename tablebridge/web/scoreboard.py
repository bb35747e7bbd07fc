"""The hall's televisions: one table large, and all tables of this daemon side by side."""

from __future__ import annotations

from aiohttp import web

from tablebridge.web.site import STATIC, Site

__all__ = ["routes"]


def routes(site: Site) -> list[web.AbstractRouteDef]:
    """`/scoreboard`, `/scoreboard/all`, and their files."""
    return [
        web.get("/scoreboard", site.page("scoreboard/scoreboard.html")),
        web.get("/scoreboard/all", site.page("scoreboard/all.html")),
        web.static("/static/scoreboard", STATIC / "scoreboard"),
    ]
