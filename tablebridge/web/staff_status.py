"""The staff's status page: which machine needs a hand, and what to do."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import version
from typing import Annotated

import msgspec
from aiohttp import web

from tablebridge.web.host_clock import follows_a_time_server
from tablebridge.web.site import STATIC, Site
from tablebridge.web.staff_board import Check, StaffBoard, TableStatus
from tablebridge.web.viewers import Viewers

__all__ = ["StaffStatus", "StatusDocument"]

_HEADERS = {"Cache-Control": "no-store"}


class StatusDocument(msgspec.Struct, frozen=True, kw_only=True):
    """What `/api/status` answers. `now` is the daemon's clock (aware UTC); `clock_synchronised` whether its machine's
    clock follows a time server, null where the system does not say. `viewers` are all connections of pages. `checks`
    are of no table: `sponsors`, where a picture is not shown."""

    now: Annotated[datetime, msgspec.Meta(tz=True)]
    version: str
    running_s: float
    clock_synchronised: bool | None
    viewers: int
    checks: tuple[Check, ...] = ()
    tables: tuple[TableStatus, ...]


class StaffStatus:
    """The page and its document. It is never delayed, for it tells of machines alone."""

    def __init__(self, board: StaffBoard, site: Site, viewers: Viewers) -> None:
        self._board = board
        self._site = site
        self._viewers = viewers

    def routes(self) -> list[web.AbstractRouteDef]:
        """`/status`, `/api/status` and the page's files."""
        return [
            web.get("/status", self._site.page("status/status.html")),
            web.get("/api/status", self._document),
            web.static("/static/status", STATIC / "status"),
        ]

    async def _document(self, request: web.Request) -> web.Response:
        tables = (self._site.table(request),) if "table" in request.query else self._board.tables
        document = StatusDocument(
            now=datetime.now(UTC),
            version=version("tablebridge"),
            running_s=round(self._board.running_s, 1),
            clock_synchronised=follows_a_time_server(),
            viewers=self._viewers.count(),
            checks=self._own_checks(),
            tables=tuple(self._board.status(table, self._viewers.count(table)) for table in tables),
        )
        return web.Response(body=msgspec.json.encode(document), content_type="application/json", headers=_HEADERS)

    def _own_checks(self) -> tuple[Check, ...]:
        trouble = self._site.sponsors.trouble()
        return () if trouble is None else (Check(name="sponsors", lamp="warning", line=trouble),)
