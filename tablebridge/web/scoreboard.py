"""The hall's televisions: one table large, and all tables of this daemon side by side."""

from __future__ import annotations

from aiohttp import web

from tablebridge.web.site import STATIC, Site

__all__ = ["routes"]

_PACES_S = ("12", "5", "8", "20", "30", "60")
"""How long each page of tables may be shown, in seconds; the first where an address says nothing."""


def routes(site: Site) -> list[web.AbstractRouteDef]:
    """`/scoreboard`, `/scoreboard/all`, and their files."""
    return [
        web.get("/scoreboard", site.page("scoreboard/scoreboard.html")),
        web.get("/scoreboard/all", site.page("scoreboard/all.html", pace=_PACES_S, tables=("all",))),
        web.static("/static/scoreboard", STATIC / "scoreboard"),
    ]
