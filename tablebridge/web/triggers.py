"""Buttons for whoever directs the broadcast: a scene is chosen, the last call or win is shown again.

    POST /trigger/scene?table=NAME&name=lower-third
    POST /trigger/replay?table=NAME&what=win

A trigger changes what is shown, never what is known: only what was let out before can be seen.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
from collections.abc import Callable

from aiohttp import web

from tablebridge.web.scenes import REPLAYS, SCENES, Stages
from tablebridge.web.seldom import Seldom
from tablebridge.web.site import Handler, Site

__all__ = ["routes"]

_log = logging.getLogger(__name__)

_BEARER = "Bearer "
_ANY_ORIGIN = {
    # the token is all that counts, and no browser sends it by itself: a control page may lie anywhere
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Authorization",
    "Access-Control-Max-Age": "600",
}
_OFF = "triggers are off (set web.trigger_token_file or web.trigger_token_env, see docs/pages.md)\n"
_WRONG = "the trigger needs the token of web.trigger_token_file (Authorization: Bearer TOKEN, or token=TOKEN)\n"


def routes(site: Site, stages: Stages, token: str | None) -> list[web.AbstractRouteDef]:
    """The triggers; without a `token` each says how it is switched on."""

    async def scene(request: web.Request) -> web.Response:
        table = site.table(request)
        name = _act(request, "name", SCENES, lambda name: stages.choose(table, name))
        return web.Response(text=f"scene {name}\n", headers=_ANY_ORIGIN)

    async def replay(request: web.Request) -> web.Response:
        table = site.table(request)
        what = _act(request, "what", REPLAYS, lambda what: stages.replay(table, what))
        return web.Response(text=f"replay of the last {what}\n", headers=_ANY_ORIGIN)

    said = Seldom(_log)
    return [
        definition
        for path, handler in (("/trigger/scene", scene), ("/trigger/replay", replay))
        for definition in (
            web.post(path, _guarded(handler, token, said)),
            web.options(path, _allowed),
            web.route("*", path, _only_post),
        )
    ]


def _guarded(handler: Handler, token: str | None, said: Seldom) -> Handler:
    async def checked(request: web.Request) -> web.StreamResponse:
        if token is None:
            raise web.HTTPForbidden(text=_OFF, headers=_ANY_ORIGIN)
        given = _given(request)
        if not _is_same(given, token):
            said.warn(request.remote or "somewhere", f"{request.path}: {'wrong' if given else 'no'} token")
            raise web.HTTPUnauthorized(text=_WRONG, headers={**_ANY_ORIGIN, "WWW-Authenticate": "Bearer"})
        try:
            return await handler(request)
        except web.HTTPException as refusal:
            refusal.headers.update(_ANY_ORIGIN)
            raise

    return checked


def _given(request: web.Request) -> str:
    """The header's token, or that of the address: most stream decks cannot send a header."""
    header = request.headers.get("Authorization", "")
    if header[: len(_BEARER)].lower() == _BEARER.lower():
        return header[len(_BEARER) :].strip()
    return request.query.get("token", "")


def _is_same(given: str, token: str) -> bool:
    """Compares digests, which are equally long: the time tells neither the token nor its length."""
    one, other = (hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in (given, token))
    return hmac.compare_digest(one, other)


def _act(request: web.Request, key: str, known: tuple[str, ...], act: Callable[[str], None]) -> str:
    """Does what the address asks for, and returns it. A word that there is not is not found; what cannot be done now
    is a conflict."""
    value = request.query.get(key)
    if value is None:
        raise web.HTTPBadRequest(text=f"the trigger needs {key}= ({', '.join(known)})\n")
    try:
        act(value)
    except ValueError as error:
        refusal = web.HTTPConflict if value in known else web.HTTPNotFound
        raise refusal(text=f"{error}\n") from error
    return value


async def _allowed(_request: web.Request) -> web.Response:
    return web.Response(status=204, headers=_ANY_ORIGIN)


async def _only_post(request: web.Request) -> web.Response:
    line = f"a trigger is pressed with POST, not {request.method} (curl -X POST, see docs/pages.md)\n"
    raise web.HTTPMethodNotAllowed(request.method, ["POST"], text=line, headers={**_ANY_ORIGIN, "Allow": "POST"})
