"""The addresses and what answers there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
from aiohttp import web

from tablebridge.release import PublicState
from tablebridge.web import drawings, overlay_pages, scenes, scoreboard, triggers
from tablebridge.web.messages import Parts, Players, StateMessage, encode
from tablebridge.web.page_file import script_policy
from tablebridge.web.scenes import Stages
from tablebridge.web.site import Site
from tablebridge.web.sponsors import Sponsors
from tablebridge.web.staff_board import StaffBoard
from tablebridge.web.staff_status import StaffStatus
from tablebridge.web.viewers import Viewer, Viewers
from tablebridge.web.wrong_address import WrongAddress, with_query

__all__ = ["Pages"]

_FAREWELL_S = 2.0
"""How long a viewer may take to answer that its connection is closed."""

_MOST_HEARD = 1024
"""Bytes of a message from a viewer, who has nothing to say: a greater one would only fill the memory."""
_PAGES = ("/overlay", "/scoreboard", "/status")
"""How the addresses of pages begin."""

_HEADERS = {
    # a page that was fixed must be seen at the next reload: everything is asked for again, and is small
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    # styles from anywhere in the page: a mixer puts the custom CSS of a browser source into it as an element
    "Content-Security-Policy": f"default-src 'self'; style-src 'self' 'unsafe-inline'; {script_policy()}",
}


class Pages:
    """All pages of the given tables; the first one is meant where an address names none."""

    def __init__(
        self,
        tables: Sequence[str],
        get_state: Callable[[str], PublicState],
        parts: Mapping[str, Parts],
        viewers: Viewers,
        sponsors: Path | None = None,
        *,
        players: Mapping[str, Players],
        stages: Stages,
        trigger_token: str | None = None,
        staff: StaffBoard | None = None,
    ) -> None:
        self._tables = tuple(tables)
        self._site = Site(self._tables, Sponsors(sponsors))
        self._get_state = get_state
        self._parts = parts
        self._viewers = viewers
        self._players = players
        self._stages = stages
        self._trigger_token = trigger_token
        self._staff = [] if staff is None else StaffStatus(staff, self._site, viewers).routes()

    def application(self) -> web.Application:
        """The application to serve."""
        routes = self._routes()
        pages = [route.path for route in routes if isinstance(route, web.RouteDef) and route.path.startswith(_PAGES)]
        app = web.Application(middlewares=[WrongAddress(pages, {"/overlay/table": "/overlay"}).lead])
        app.on_response_prepare.append(_add_headers)
        app.add_routes(routes)
        return app

    def _routes(self) -> list[web.AbstractRouteDef]:
        return [
            web.get("/", self._front),
            web.get("/api/state", self._state),
            web.get("/ws", self._socket),
            web.get("/healthz", self._healthz),
            *drawings.routes(),
            # each room serves its own folders: what belongs to the referee's console is never served here
            *overlay_pages.routes(self._site),
            *scenes.routes(self._site),
            *triggers.routes(self._site, self._stages, self._trigger_token),
            *scoreboard.routes(self._site),
            *self._staff,
        ]

    async def _front(self, request: web.Request) -> web.Response:
        raise web.HTTPFound(with_query("/overlay", request))

    async def _state(self, request: web.Request) -> web.Response:
        state = self._get_state(self._site.table(request))
        return web.Response(
            body=msgspec.json.encode(state),
            content_type="application/json",
            # public and read-only: a scoreboard on another address may use it
            headers={"Access-Control-Allow-Origin": "*"},
        )

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        tables = self._site.watched(request)
        socket = web.WebSocketResponse(heartbeat=15, timeout=_FAREWELL_S, max_msg_size=_MOST_HEARD)
        await socket.prepare(request)
        viewer = Viewer(socket)
        # no await between these two: nothing released meanwhile can be missed or come before the state
        for table in tables:
            viewer.put(encode(StateMessage(self._get_state(table), self._parts[table], self._players.get(table))))
            for message in self._stages.of(table).greeting():
                viewer.put(encode(message))
            self._viewers.add(table, viewer)
        sending = asyncio.create_task(viewer.send_all())
        try:
            async for _ in socket:
                pass  # a viewer has nothing to say; reading is how its leaving is noticed
        finally:
            for table in tables:
                self._viewers.remove(table, viewer)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
        return socket

    async def _healthz(self, _request: web.Request) -> web.Response:
        return web.json_response({"status": "ok", "tables": self._tables, "viewers": self._viewers.count()})


async def _add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
