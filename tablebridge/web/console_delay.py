"""The broadcast delay in the referee's console: told to everyone there, and set by any of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Protocol

import msgspec
from aiohttp import web

from tablebridge.errors import UsageError
from tablebridge.web.messages import encode

__all__ = ["Delay", "DelayMessage", "DelayPage"]


class Delay(Protocol):
    """The delay of one table; may be asked and set from any thread."""

    @property
    def present_s(self) -> float:
        """The delay in force, in seconds."""
        ...

    def set(self, delay_s: float, by: str) -> float:
        """Sets it for the referee `by` and returns it. Raises `UsageError` for one that is not possible."""
        ...


class DelayMessage(msgspec.Struct, tag_field="kind", tag="delay", frozen=True):
    """The broadcast delay of the table from now on, in seconds; on each connection and whenever it changes."""

    table: str
    delay_s: float


class _Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    delay_s: float


class DelayPage:
    """`POST /api/delay?table=NAME` with `{"delay_s": 30}`, for tables that have a delay."""

    def __init__(self, delays: Mapping[str, Delay]) -> None:
        self._delays = delays

    def greeting(self, table: str) -> str | None:
        """What a referee is told who comes; None for a table without a delay."""
        delay = self._delays.get(table)
        return None if delay is None else encode(DelayMessage(table, delay.present_s))

    def routes(
        self, table_of: Callable[[web.Request], str], referee_of: Callable[[web.Request], str]
    ) -> list[web.AbstractRouteDef]:
        """The address; the callables tell of a request which table it means and who asks."""

        async def change(request: web.Request) -> web.Response:
            delay = self._delays.get(table_of(request))
            if delay is None:
                raise web.HTTPNotFound(text="this table has no delay\n")
            if request.content_type != "application/json":
                raise web.HTTPUnsupportedMediaType(text="a delay is sent as application/json\n")
            try:
                wanted = msgspec.json.decode(await request.read(), type=_Wanted)
                # what is due by then goes out first, and it is written down: that is not for this thread
                delay_s = await asyncio.to_thread(delay.set, wanted.delay_s, referee_of(request))
            except (msgspec.MsgspecError, UsageError) as error:
                return web.json_response({"error": str(error)}, status=409)
            return web.json_response({"delay_s": delay_s})

        return [web.post("/api/delay", change)]
