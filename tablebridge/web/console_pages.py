"""The console's addresses, and what a logged-in referee finds there; nobody else gets past the guard."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from tablebridge.errors import UsageError
from tablebridge.web import drawings
from tablebridge.web.console_delay import DelayPage
from tablebridge.web.console_gate import ConsoleGate
from tablebridge.web.console_login import Login
from tablebridge.web.console_messages import Desk, Presence, Snapshot
from tablebridge.web.messages import Parts, encode
from tablebridge.web.page_file import page_file, script_policy
from tablebridge.web.viewers import Viewer, Viewers

__all__ = ["ConsolePages"]

T = TypeVar("T")

_STATIC = Path(str(files(__package__))) / "static"
_ANSWER_S = 15.0
"""A table's thread answers between two frames; one that needs longer hangs, and the referee must know."""
_FAREWELL_S = 2.0
_LARGEST_ACT = 64 * 1024

_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
    + script_policy(),
}

# a clip is a page with its own script and pictures: it runs apart from the console, as if it came from elsewhere
_CLIP_HEADERS = {
    "Content-Security-Policy": "sandbox allow-scripts; default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; frame-ancestors 'self'"
}


class ConsolePages:
    """The console of some tables; the first is meant where an address names none."""

    def __init__(
        self,
        desks: Mapping[str, Desk],
        parts: Mapping[str, Parts],
        viewers: Viewers,
        gate: ConsoleGate,
        delay: DelayPage,
    ) -> None:
        self._desks = desks
        self._parts = parts
        self._viewers = viewers
        self._gate = gate
        self._delay = delay
        self._present: defaultdict[str, list[tuple[Login, Viewer]]] = defaultdict(list)

    def application(self) -> web.Application:
        """The application to serve."""
        app = web.Application(middlewares=[self._gate.guard], client_max_size=_LARGEST_ACT)
        app.on_response_prepare.append(_add_headers)
        app.add_routes(
            [
                web.get("/", self._page("console.html")),
                web.get("/report", self._page("report.html")),
                web.get("/login", self._page("login.html")),
                web.post("/login", self._gate.log_in),
                web.post("/logout", self._log_out),
                web.get("/api/me", self._me),
                web.get("/api/events", self._events),
                web.get("/api/report", self._report),
                web.post("/api/act", self._act),
                web.get("/clip", self._clip),
                web.get("/ws", self._socket),
                *self._delay.routes(self._table, lambda request: self._gate.login_of(request).referee),
                *drawings.routes(),
                web.static("/static/overlay", _STATIC / "overlay"),
                web.static("/static/shared", _STATIC / "shared"),
                web.static("/static/console", _STATIC / "console"),
            ]
        )
        return app

    def _page(self, name: str) -> Any:
        async def page(_request: web.Request) -> web.Response:
            return page_file(_STATIC / "console" / name)

        return page

    def _table(self, request: web.Request) -> str:
        table = request.query.get("table", next(iter(self._desks)))
        if table not in self._desks:
            raise web.HTTPNotFound(text=f"no such table: {table} (tables here: {', '.join(self._desks)})\n")
        return table

    async def _me(self, request: web.Request) -> web.Response:
        return _json({"referee": self._gate.login_of(request).referee, "tables": list(self._desks)})

    async def _events(self, request: web.Request) -> web.Response:
        desk = self._desks[self._table(request)]
        try:
            game, hand = int(request.query["game"]), int(request.query["hand"])
        except (KeyError, ValueError) as error:
            raise web.HTTPBadRequest(text="name a hand: game=1&hand=0\n") from error
        return _json(await _answer(desk.hand_events(game, hand)))

    async def _report(self, request: web.Request) -> web.Response:
        table = self._table(request)
        response = _json(await _answer(self._desks[table].report()))
        if "download" in request.query:
            response.headers["Content-Disposition"] = f'attachment; filename="{table}-report.json"'
        return response

    async def _act(self, request: web.Request) -> web.Response:
        desk = self._desks[self._table(request)]
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType(text="an act is sent as application/json\n")
        try:
            document = msgspec.json.decode(await request.read())
        except msgspec.DecodeError as error:
            return _json({"error": f"the act is not JSON: {error}"}, status=400)
        try:
            entries = await _answer(desk.act(document, self._gate.login_of(request).referee))
        except UsageError as error:
            return _json({"error": str(error)}, status=409)
        return _json({"entries": entries})

    async def _clip(self, request: web.Request) -> web.FileResponse:
        path = self._desks[self._table(request)].clip(request.query.get("flag", ""))
        if path is None or not path.is_file():
            raise web.HTTPNotFound(text="there is no clip of this flag\n")
        return web.FileResponse(path, headers=_CLIP_HEADERS)

    async def _log_out(self, request: web.Request) -> web.Response:
        login = self._gate.login_of(request)
        response = self._gate.log_out(login)
        leaving = [viewer for group in self._present.values() for one, viewer in group if one == login]
        await asyncio.gather(*(viewer.send_away("logged out") for viewer in leaving))
        return response

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        table, login = self._table(request), self._gate.login_of(request)
        socket = web.WebSocketResponse(heartbeat=15, timeout=_FAREWELL_S, max_msg_size=1024)
        await socket.prepare(request)
        viewer = Viewer(socket)
        loop = asyncio.get_running_loop()
        ends = loop.call_later(self._gate.left_s(login), lambda: loop.create_task(viewer.send_away("login is over")))
        sending = asyncio.create_task(viewer.send_all())
        self._welcome(table, login, viewer)
        try:
            async for _ in socket:
                pass  # acts come by POST; reading is how a referee's leaving is noticed
        finally:
            ends.cancel()
            self._viewers.remove(table, viewer)
            self._present[table] = [one for one in self._present[table] if one[1] is not viewer]
            self._tell_presence(table)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
        return socket

    def _welcome(self, table: str, login: Login, viewer: Viewer) -> None:
        """Adds the viewer with the snapshot as its first message.

        The table's thread hands over snapshot and changes in their order, and both come by the loop's one queue: so
        no change is missed between the two, and none comes before its snapshot.
        """
        loop = asyncio.get_running_loop()
        self._present[table].append((login, viewer))

        def arrives(asked: Future[Snapshot]) -> None:
            if any(one is viewer for _, one in self._present[table]):  # it may have left meanwhile
                viewer.put(encode_snapshot(asked.result(), self._parts[table]))
                if (delay := self._delay.greeting(table)) is not None:
                    viewer.put(delay)
                self._viewers.add(table, viewer)
                self._tell_presence(table)

        def hand_over(asked: Future[Snapshot]) -> None:
            if not asked.cancelled() and asked.exception() is None:
                with suppress(RuntimeError):  # the server stops
                    loop.call_soon_threadsafe(arrives, asked)

        self._desks[table].snapshot().add_done_callback(hand_over)

    def _tell_presence(self, table: str) -> None:
        names = sorted({login.referee for login, _ in self._present[table]})
        self._viewers.send(table, encode(Presence(referees=tuple(names))))


def encode_snapshot(snapshot: Snapshot, parts: Parts) -> str:
    """The snapshot as one line of JSON, with what is known of the daemon's parts."""
    return encode(msgspec.structs.replace(snapshot, parts=parts))


async def _answer(asked: Future[T]) -> T:
    """What the table's thread answers. A question that is given up is withdrawn: it cannot take effect unseen."""
    try:
        return await asyncio.wait_for(asyncio.wrap_future(asked), _ANSWER_S)
    except (TimeoutError, CancelledError) as error:
        raise web.HTTPServiceUnavailable(text="the table does not answer: see the daemon's log\n") from error


def _json(value: Any, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), content_type="application/json", status=status)


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    if request.path.startswith("/static/shared/fonts/"):
        response.headers.setdefault("Cache-Control", "no-cache")  # large, and nobody's secret
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
