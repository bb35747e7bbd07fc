"""The HTTP server, in a thread of its own."""

from __future__ import annotations

import asyncio
import errno
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from aiohttp import web

from tablebridge.errors import UsageError
from tablebridge.release import PublicState, Released
from tablebridge.web.messages import Beat, EventMessage, Message, Parts, PartsMessage, StateMessage, encode
from tablebridge.web.pages import Pages
from tablebridge.web.viewers import Viewers

__all__ = ["WebServer"]

_BEAT_S = 3.0
"""How often a page hears that the link lives; it gives up after a few of these (`connection.js`)."""


class WebServer:
    """Serves the pages of some tables. `publish…` may be called from any thread and never wait for a viewer.

    `get_state(table)` is asked for the present public state, in the server's thread, whenever someone connects.
    """

    def __init__(self, host: str, port: int, tables: Sequence[str], get_state: Callable[[str], PublicState]) -> None:
        """Port 0 takes any free one. Raises `ValueError` without a table."""
        if not tables:
            raise ValueError("at least one table must be served")
        self._host = host
        self._port = port
        self._parts: dict[str, Parts] = {table: {} for table in tables}
        self._viewers = Viewers()
        self._pages = Pages(tables, get_state, self._parts, self._viewers)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """`http://host:port` of the pages; the true port after `start`."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self._host, self._host)
        return f"http://{host}:{self._port}"

    def start(self) -> None:
        """Serves from now on. Raises `UsageError` when the address cannot be used, such as a port in use, and whatever
        else goes wrong before the first viewer could come."""
        started: Future[int] = Future()
        thread = threading.Thread(target=self._run, args=(started,), name="web", daemon=True)
        thread.start()
        try:
            self._port = started.result()
        except Exception:
            thread.join()
            raise
        self._thread = thread

    def stop(self) -> None:
        """Sends every viewer away and closes the port."""
        if self._thread is None or self._loop is None or self._stop is None:
            return
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._thread = self._loop = self._stop = None

    def publish(self, released: Released | None, state: PublicState) -> None:
        """Shows an event and the state after it to everyone who watches its table; None when only the state
        changed."""
        if released is None:
            self._say(state.table, lambda parts: StateMessage(state, parts))
        else:
            self._say(state.table, lambda _parts: EventMessage(released, state))

    def publish_status(self, table: str, part: str, status: dict[str, Any]) -> None:
        """Tells that a part of the table (`link`, `camera`) is there or not: `status` has a key `status`, `online` or
        `offline`, and may have a `line` that says why. Later viewers hear it too."""

        def changed(parts: Parts) -> Message:
            parts[part] = status
            return PartsMessage(parts)

        if not self._say(table, changed):
            self._parts[table][part] = status

    def _say(self, table: str, message: Callable[[Parts], Message]) -> bool:
        """In the server's loop: makes the message and sends it. False when the server does not run."""
        loop = self._loop
        if loop is None:
            return False

        def send() -> None:
            self._viewers.send(table, encode(message(self._parts[table])))

        try:
            loop.call_soon_threadsafe(send)
        except RuntimeError:  # the loop was closed by `stop` in another thread just now
            return False
        return True

    def _run(self, started: Future[int]) -> None:
        """The server's thread. `start` waits for `started`, so no exception before it may be kept from it."""
        try:
            asyncio.run(self._serve(started))
        except BaseException as error:
            if started.done():
                raise
            started.set_exception(error)

    async def _serve(self, started: Future[int]) -> None:
        runner = web.AppRunner(self._pages.application(), access_log=None, shutdown_timeout=1.0)
        try:
            await runner.setup()
            await self._listen(runner)
            self._loop = asyncio.get_running_loop()
            self._stop = asyncio.Event()
            beating = asyncio.create_task(self._beat())
            started.set_result(runner.addresses[0][1])
            await self._stop.wait()
            beating.cancel()
            await self._viewers.send_all_away()
        finally:
            await runner.cleanup()

    async def _listen(self, runner: web.AppRunner) -> None:
        try:
            await web.TCPSite(runner, self._host, self._port).start()
        except OSError as error:
            raise _cannot_listen(error, self._host, self._port) from error
        except (OverflowError, UnicodeError) as error:  # a port beyond 65535, a name that can be no host's
            where = f"{self._host}:{self._port}"
            raise UsageError(f"not an address ({error})", where, "correct web.host and web.port") from error

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT_S)
            self._viewers.send_everywhere(encode(Beat()))


def _cannot_listen(error: OSError, host: str, port: int) -> UsageError:
    where = f"{host}:{port}"
    if error.errno == errno.EADDRINUSE:
        return UsageError("the port is in use", where, "end the other program or set another web.port")
    if error.errno in (errno.EACCES, errno.EPERM):
        return UsageError("the port may not be used by this user", where, "set a web.port above 1023")
    return UsageError(f"the pages cannot be served there, {error.strerror}", where, "correct web.host")
