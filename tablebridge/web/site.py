"""What the public pages have in common: their tables, what an address may ask of a page, and how a page is served."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from aiohttp import web

from tablebridge.faces import STYLES
from tablebridge.web.page_file import page_file
from tablebridge.web.sponsors import Sponsors

__all__ = ["LANGUAGES", "STATIC", "THEMES", "TRY_AGAIN", "Handler", "Site"]

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

LANGUAGES = ("en", "zh-Hant", "zh-Hans", "ja")
"""The languages of the public pages; the first is spoken where an address names none."""
THEMES = ("night", "paper", "clear")
"""The looks of `theme.css`."""
TRY_AGAIN = {"Refresh": "10"}
"""A browser source opened on a wrong name looks again by itself, once the name is there."""
STATIC = Path(str(files(__package__))) / "static"

_ONE_TABLE = "no such parameter: tables (this page is of one, table=NAME; /scoreboard/all shows all)\n"
_ALL_TABLES = "no such parameter: table (this page is of all tables; /scoreboard?table=NAME shows one)\n"
_COLOUR = re.compile(r"[0-9A-Fa-f]{6}")


@dataclass(frozen=True, slots=True)
class Site:
    """The tables that are shown, the first one being meant where an address names none, and the sponsors' pictures."""

    tables: Sequence[str]
    sponsors: Sponsors = field(default_factory=Sponsors)

    def table(self, request: web.Request) -> str:
        """The table that the address means. Raises `HTTPNotFound` with those there are."""
        return self.choice(request, "table", self.tables)

    def watched(self, request: web.Request) -> Sequence[str]:
        """The tables that a connection is about: all with `tables=all`, else the one. Raises `HTTPNotFound`."""
        if "tables" not in request.query:
            return (self.table(request),)
        self.choice(request, "tables", ("all",))
        return self.tables

    def choice(self, request: web.Request, name: str, known: Sequence[str]) -> str:
        """The value of an address parameter, the first of `known` where it has none. Raises `HTTPNotFound`."""
        value = request.query.get(name, known[0])
        if value not in known:
            raise _not_found(name, value, known)
        return value

    def check(self, request: web.Request, **more: Sequence[str]) -> None:
        """Refuses an address that asks for what there is not; `more` are parameters of one page with their values.

        Raises `HTTPNotFound` that names what there is.
        """
        self.table(request)
        if "tables" in request.query and "tables" not in more:  # or its connection would be of other tables than it
            raise web.HTTPNotFound(text=_ONE_TABLE, headers=TRY_AGAIN)
        if "table" in request.query and "tables" in more:
            raise web.HTTPNotFound(text=_ALL_TABLES, headers=TRY_AGAIN)
        choices = {"style": tuple(STYLES), "lang": LANGUAGES, "theme": THEMES, **more}
        for name, known in choices.items():
            self.choice(request, name, known)
        accent = request.query.get("accent")
        if accent is not None and not _COLOUR.fullmatch(accent):
            raise web.HTTPNotFound(
                text=f"no such accent: {accent} (six hexadecimal digits, as f2c14e)\n", headers=TRY_AGAIN
            )
        sponsor = request.query.get("sponsor")
        if sponsor is not None and sponsor not in (names := self.sponsors.names()):
            raise _not_found("sponsor", sponsor, names)

    def page(self, file: str, **more: Sequence[str]) -> Handler:
        """Serves `file`, a path below `static`, to every address that `check` lets pass."""

        async def serve(request: web.Request) -> web.StreamResponse:
            self.check(request, **more)
            return page_file(STATIC / file)

        return serve


def _not_found(name: str, value: str, known: Sequence[str]) -> web.HTTPNotFound:
    there_are = {"table": "tables here", "sponsor": "sponsors here", "tables": "tables"}.get(name, f"{name}s")
    listed = ", ".join(known) or "none"
    return web.HTTPNotFound(text=f"no such {name}: {value} ({there_are}: {listed})\n", headers=TRY_AGAIN)
