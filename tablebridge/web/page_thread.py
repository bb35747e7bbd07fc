"""Pages served in a thread of their own, with those who watch them."""

from __future__ import annotations

import asyncio
import errno
import threading
from collections.abc import Callable
from concurrent.futures import Future

from aiohttp import web

from tablebridge.errors import UsageError
from tablebridge.web.door import Door, Room
from tablebridge.web.listener_log import listener_log
from tablebridge.web.messages import Beat, encode
from tablebridge.web.viewers import Viewers

__all__ = ["PageThread"]

_BEAT_S = 3.0
"""How often a page hears that the link lives; it gives up after a few of these (`connection.js`)."""
_PATIENCE_S = 1.0
"""How long an answer that is being given may take to end when the server stops."""


class PageThread:
    """One listener in one thread. `section` of the configuration (`web`, `console`) is what an error tells to mend."""

    def __init__(
        self,
        section: str,
        host: str,
        port: int,
        application: Callable[[], web.Application],
        viewers: Viewers,
        room: Room,
    ) -> None:
        """Port 0 takes any free one. `application` is made anew for each `start`, in the thread."""
        self._section = section
        self._host = host
        self._port = port
        self._application = application
        self._viewers = viewers
        self._room = room
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
        thread = threading.Thread(target=self._run, args=(started,), name=self._section, daemon=True)
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

    def soon(self, act: Callable[[], None]) -> bool:
        """Does that in the thread, after what was asked before; from any thread. False when nothing is served."""
        loop = self._loop
        if loop is None:
            return False
        try:
            loop.call_soon_threadsafe(act)
        except RuntimeError:  # the loop was closed by `stop` in another thread just now
            return False
        return True

    def _run(self, started: Future[int]) -> None:
        """The thread. `start` waits for `started`, so no exception before it may be kept from it."""
        try:
            asyncio.run(self._serve(started))
        except BaseException as error:
            if started.done():
                raise
            started.set_exception(error)

    async def _serve(self, started: Future[int]) -> None:
        door = Door(self._section, self._room)
        application = self._application()
        application.middlewares.insert(0, door.hear)
        runner = web.AppRunner(application, access_log=None, logger=listener_log(self._section))
        try:
            await runner.setup()
            await self._serve_until_stopped(runner, door, started)
        finally:
            await runner.cleanup()

    async def _serve_until_stopped(self, runner: web.AppRunner, door: Door, started: Future[int]) -> None:
        connections = runner.server
        assert connections is not None, "setup makes it"
        port = await self._listen(door, connections)
        try:
            self._loop = asyncio.get_running_loop()
            self._stop = asyncio.Event()
            beating = asyncio.create_task(self._beat())
            started.set_result(port)
            await self._stop.wait()
            beating.cancel()
            await self._viewers.send_all_away()
        finally:
            await door.close()
            await _hang_up(connections)

    async def _listen(self, door: Door, connections: web.Server) -> int:
        where = f"{self._host}:{self._port}"
        try:
            return await door.open(self._host, self._port, connections)
        except OSError as error:
            raise self._cannot_listen(error, where) from error
        except (OverflowError, UnicodeError) as error:  # a port beyond 65535, a name that can be no host's
            to_do = f"correct {self._section}.host and {self._section}.port"
            raise UsageError(f"not an address ({error})", where, to_do) from error

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT_S)
            self._viewers.send_everywhere(encode(Beat()))

    def _cannot_listen(self, error: OSError, where: str) -> UsageError:
        key = f"{self._section}.port"
        if error.errno == errno.EADDRINUSE:
            return UsageError("the port is in use", where, f"end the other program or set another {key}")
        if error.errno in (errno.EACCES, errno.EPERM):
            return UsageError("the port may not be used by this user", where, f"set a {key} above 1023")
        what = f"the pages cannot be served there, {error.strerror}"
        return UsageError(what, where, f"correct {self._section}.host")


async def _hang_up(connections: web.Server) -> None:
    """Ends every connection, also one whose other end does not read: closing waits for that, and it would stay open
    when the loop ends."""
    transports = [connection.transport for connection in connections.connections]
    connections.pre_shutdown()
    await connections.shutdown(_PATIENCE_S)
    for transport in transports:
        if transport is not None:
            transport.abort()
    await asyncio.sleep(0)
