"""The door of the referee's console: who may come in, from where, and how often one may knock."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Mapping

import msgspec
from aiohttp import web

from tablebridge.config.console_password import LONGEST_PASSWORD, PasswordHash
from tablebridge.web.console_login import Login, LoginLimit, Logins
from tablebridge.web.console_origin import Origins

__all__ = ["ConsoleGate"]

_log = logging.getLogger(__name__)

_COOKIE = "tablebridge_console"
_OPEN = frozenset({"/login", "/favicon.ico"})
_OPEN_BELOW = ("/static/", "/faces/")  # the pages' own code and drawings: nothing of any table
_PAGES = frozenset({"/", "/report"})
_CHECKS_AT_ONCE = 2
"""Each check of a password takes 32 MiB: more guests have to wait for each other."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _Credentials(msgspec.Struct):
    name: str
    password: str


class ConsoleGate:
    """Logs referees in and out, and turns everybody else away.

    `hashes` are what their passwords are checked against, by name; `lasts_s` is how long a login lasts.
    """

    def __init__(
        self,
        hashes: Mapping[str, PasswordHash],
        origins: Origins,
        lasts_s: float,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._hashes = dict(hashes)
        self._origins = origins
        self._lasts_s = lasts_s
        self._now_s = now_s
        self._logins = Logins(lasts_s, now_s)
        self._by_address = LoginLimit(5, now_s)
        self._by_name = LoginLimit(20, now_s, longest_s=60.0)  # or a guest could lock a referee out for the evening
        # a name that is unknown takes as long to refuse as one that is not
        self._nobody = next(iter(self._hashes.values()), None)
        self._checking = asyncio.Semaphore(_CHECKS_AT_ONCE)

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Lets a request through when it comes from the console's own page and, where it must, from a referee."""
        if not self._origins.knows(request.headers.get("Host")):
            raise web.HTTPForbidden(text="the console is not reached by this name: add it to console.origins\n")
        acts = request.method not in ("GET", "HEAD") or "Upgrade" in request.headers
        if acts and not self._origins.accepts(request.headers.get("Origin"), request.headers.get("Host")):
            raise web.HTTPForbidden(text="only the console's own page may do that\n")
        if request.path not in _OPEN and not request.path.startswith(_OPEN_BELOW):
            self.login_of(request)
        return await handler(request)

    def login_of(self, request: web.Request) -> Login:
        """Who asks. Raises `HTTPUnauthorized` without a login that holds; a page leads to where one logs in."""
        login = self._logins.find(request.cookies.get(_COOKIE))
        if login is not None:
            return login
        if request.path in _PAGES:
            raise web.HTTPSeeOther("/login")
        raise web.HTTPUnauthorized(text="log in first\n")

    async def log_in(self, request: web.Request) -> web.Response:
        """Checks name and password and gives the cookie."""
        try:
            given = msgspec.json.decode(await request.read(), type=_Credentials)
        except msgspec.DecodeError as error:
            raise web.HTTPBadRequest(text="a login is JSON with name and password\n") from error
        address = request.remote or "?"
        limits = ((self._by_address, address), (self._by_name, given.name))
        wait_s = max(limit.wait_s(key) for limit, key in limits)
        if wait_s > 0:
            return _refused(429, "wait", math.ceil(wait_s))
        for limit, key in limits:
            limit.failed(key)
        if not await self._is_right(given):
            known = given.name if given.name in self._hashes else "an unknown name"
            _log.warning("console: wrong login of %s from %s", known, address)
            return _refused(401, "wrong")
        for limit, key in limits:
            limit.succeeded(key)
        return self._welcome(request, given.name)

    def log_out(self, login: Login) -> web.Response:
        """Ends the login; its cookie opens nothing any more."""
        self._logins.end(login)
        _log.info("console: %s has logged out", login.referee)
        response = web.json_response({})
        response.del_cookie(_COOKIE, path="/")
        return response

    def left_s(self, login: Login) -> float:
        """How long that login still holds."""
        return max(0.0, login.until_s - self._now_s())

    async def _is_right(self, given: _Credentials) -> bool:
        stored = self._hashes.get(given.name, self._nobody)
        if stored is None or len(given.password) > LONGEST_PASSWORD:
            return False
        async with self._checking:
            matches = await asyncio.to_thread(stored.matches, given.password)
        return matches and given.name in self._hashes

    def _welcome(self, request: web.Request, name: str) -> web.Response:
        cookie, _login = self._logins.begin(name)
        _log.info("console: %s has logged in from %s", name, request.remote)
        response = web.json_response({"referee": name})
        response.set_cookie(
            _COOKIE,
            cookie,
            max_age=int(self._lasts_s),
            path="/",
            httponly=True,
            samesite="Strict",
            secure=self._origins.is_encrypted(request.headers.get("Origin")),
        )
        return response


def _refused(status: int, why: str, wait_s: int = 0) -> web.Response:
    headers = {"Retry-After": str(wait_s)} if wait_s else {}
    return web.json_response({"error": why, "wait_s": wait_s}, status=status, headers=headers)
