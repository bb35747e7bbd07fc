"""Who is watching which table, and what still has to be sent to each."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from aiohttp import ClientConnectionResetError, WSCloseCode, web

__all__ = ["Viewer", "Viewers"]

# A page that is this far behind is not going to catch up: it is sent away, and gets the present state when it returns
_MOST_WAITING = 256


class Viewer:
    """One open WebSocket; lives in the server's event loop."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self._socket = socket
        self._waiting: asyncio.Queue[str] = asyncio.Queue(_MOST_WAITING)
        self._fell_behind = False

    def put(self, text: str) -> None:
        """Sends this after what already waits."""
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self._fell_behind = True

    async def send_all(self) -> None:
        """Sends until the viewer is gone or has fallen behind."""
        try:
            while not self._fell_behind:
                await self._socket.send_str(await self._waiting.get())
        except ClientConnectionResetError:
            return
        await self._socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"too slow, come again")

    async def send_away(self, reason: str = "the server stops") -> None:
        """Closes the connection from this side; the reason goes with it."""
        await self._socket.close(code=WSCloseCode.GOING_AWAY, message=reason.encode())


class Viewers:
    """The viewers of all tables; lives in the server's event loop."""

    def __init__(self) -> None:
        self._by_table: defaultdict[str, set[Viewer]] = defaultdict(set)

    def add(self, table: str, viewer: Viewer) -> None:
        """From now on the viewer gets what is sent to the table; it may watch others too."""
        self._by_table[table].add(viewer)

    def remove(self, table: str, viewer: Viewer) -> None:
        """The viewer is gone."""
        self._by_table[table].discard(viewer)

    def send(self, table: str, text: str) -> None:
        """Sends to everyone who watches the table."""
        for viewer in self._by_table[table]:
            viewer.put(text)

    def send_everywhere(self, text: str) -> None:
        """Sends to everyone."""
        for viewer in self._everyone():
            viewer.put(text)

    def count(self, table: str | None = None) -> int:
        """How many are connected, or how many of them watch that table."""
        return len(self._everyone() if table is None else self._by_table[table])

    async def send_all_away(self) -> None:
        """Closes every connection."""
        await asyncio.gather(*(viewer.send_away() for viewer in self._everyone()))

    def _everyone(self) -> set[Viewer]:
        return set().union(*self._by_table.values())
