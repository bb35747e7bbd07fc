"""The door of a listener: who comes in, how many at once, and who is sent away for saying nothing.

A connection costs a file number of the process, and there are 1,024: the libraries for serial lines, brokers and
cameras wait with `select`, which knows no greater ones. Without a bound here, whoever opens connections takes them all.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from aiohttp import web

from tablebridge.web.turned_away import TurnedAway

__all__ = ["Door", "Room"]

_FIRST_REQUEST_S = 15.0
"""How long a new connection may take for the whole head of its first request. Browsers open some in advance."""
_GRACE_S = 2.0
"""How long it may take even where its place is wanted by another."""
_BODY_S = 15.0
"""How long the rest of a request may take to come; the largest is an act of a referee, some hundred bytes."""
_UNREAD_S = 30.0
"""How long what was sent may lie unread at the other end before the system gives the connection up."""
_ROUND_S = 1.0
"""How often silent connections are looked for, and how long the door stays shut when file numbers are out."""
_OWN_PLACES = 32
"""Kept for this machine itself, beyond what strangers may take: the staff's pages open while the hall is full."""
_BACKLOG = 128
_AT_ONCE = 64
"""How many may come in before what else is to do has its turn."""
_NOTHING_LEFT = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})

_SORRY = b"too many connections, come again soon\n"
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 10\r\n"
    b"Content-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(_SORRY), _SORRY)
)

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Room:
    """How many connections may be open at once: altogether, and from one address (IPv6: from one /64). This machine's
    own are not counted by address, and have some places beyond."""

    connections: int = 512
    per_address: int = 256


@dataclass(slots=True, eq=False)
class _Guest:
    """A connection that came in. `protocol` is None while it is being set up."""

    household: str
    came_s: float
    protocol: web.RequestHandler | None = None
    has_asked: bool = False


class Door:
    """One listener's door; lives in the server's event loop. `section` of the configuration is what its log names."""

    def __init__(self, section: str, room: Room) -> None:
        self._room = room
        self._turned_away = TurnedAway(section)
        self._listeners: list[socket.socket] = []
        self._guests: set[_Guest] = set()
        self._arriving: set[asyncio.Task[None]] = set()
        self._rounds: asyncio.Task[None] | None = None
        self._server: web.Server | None = None

    async def open(self, host: str, port: int, server: web.Server) -> int:
        """Listens there, at each address the host's name has; returns the port. Raises `OSError` where it cannot,
        `OverflowError` for what is no port, `UnicodeError` for what is no host's name."""
        if not 0 <= port <= 65535:  # the system's own look-up would take the port that is left of it
            raise OverflowError("a port is 0 to 65535")
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self._server = server
        try:
            for family, _, _, _, address in dict.fromkeys(found):
                self._listeners.append(_listener(family, address))
        except BaseException:
            self._close_listeners()
            raise
        for listener in self._listeners:
            loop.add_reader(listener, self._arrive, listener)
        self._rounds = asyncio.create_task(self._go_round())
        return int(self._listeners[0].getsockname()[1])

    async def close(self) -> None:
        """Lets nobody in any more. Who is in stays; whoever is just arriving is in when this returns."""
        self._close_listeners()
        if self._rounds is not None:
            self._rounds.cancel()
        await asyncio.gather(*self._arriving, return_exceptions=True)

    @web.middleware
    async def hear(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Goes before all that answers: who has asked for something is no longer waited for, but for what belongs to
        the request. Raises `HTTPRequestTimeout` when that does not come, `HTTPBadRequest` when it is not whole."""
        for guest in self._guests:
            if guest.protocol is request.protocol:
                guest.has_asked = True
                break
        if request.can_read_body:
            try:
                await asyncio.wait_for(request.read(), _BODY_S)  # it is kept, and read again by who answers
            except TimeoutError as error:
                raise web.HTTPRequestTimeout(text=f"the request did not come whole within {_BODY_S:g} s\n") from error
            except web.RequestPayloadError as error:
                raise web.HTTPBadRequest(text="the rest of the request cannot be read\n") from error
        return await handler(request)

    def _arrive(self, listener: socket.socket) -> None:
        for _ in range(_AT_ONCE):
            try:
                connection, address = listener.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionAbortedError:
                continue
            except OSError as error:
                if error.errno not in _NOTHING_LEFT:
                    raise
                self._shut_for_a_while(listener, error)
                return
            self._receive(connection, address[0])

    def _shut_for_a_while(self, listener: socket.socket, error: OSError) -> None:
        """The system has no file number left; whoever knocks waits in its queue."""
        self._turned_away.cannot_accept(error)
        loop = asyncio.get_running_loop()
        loop.remove_reader(listener)
        loop.call_later(_ROUND_S, self._open_again, listener)

    def _open_again(self, listener: socket.socket) -> None:
        if listener in self._listeners:
            asyncio.get_running_loop().add_reader(listener, self._arrive, listener)

    def _receive(self, connection: socket.socket, address: str) -> None:
        if not self._has_room(address):
            self._turned_away.no_room(_household(address), len(self._guests))
            with connection, suppress(OSError):
                connection.setblocking(False)
                connection.send(_FULL)
            return
        guest = _Guest(_household(address), asyncio.get_running_loop().time())
        self._guests.add(guest)
        arriving = asyncio.create_task(self._seat(guest, connection))
        self._arriving.add(arriving)
        arriving.add_done_callback(self._arriving.discard)

    async def _seat(self, guest: _Guest, connection: socket.socket) -> None:
        assert self._server is not None, "open made it"
        connection.setblocking(False)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(_UNREAD_S * 1000))
        loop = asyncio.get_running_loop()
        try:
            _, guest.protocol = await loop.connect_accepted_socket(self._server, connection)
        except BaseException:
            self._guests.discard(guest)
            raise

    def _has_room(self, address: str) -> bool:
        is_own = _is_this_machine(address)
        if self._fits(address, is_own):
            return True
        self._forget_the_gone()
        return self._fits(address, is_own) or self._place_of_a_silent_one(address, is_own)

    def _place_of_a_silent_one(self, address: str, is_own: bool) -> bool:
        """Closes on who has been silent the longest, if that makes room."""
        from_there = _household(address) if not is_own and self._is_full_for(address) else None
        silent = [guest for guest in self._guests if self._may_go(guest) and from_there in (None, guest.household)]
        if not silent:
            return False
        longest = min(silent, key=lambda guest: guest.came_s)
        self._guests.discard(longest)
        if longest.protocol is not None:
            longest.protocol.force_close()
        return self._fits(address, is_own)

    def _may_go(self, guest: _Guest) -> bool:
        is_late = asyncio.get_running_loop().time() - guest.came_s >= _GRACE_S
        return is_late and not guest.has_asked and guest.protocol is not None

    def _fits(self, address: str, is_own: bool) -> bool:
        if is_own:
            return len(self._guests) < self._room.connections + _OWN_PLACES
        return len(self._guests) < self._room.connections and not self._is_full_for(address)

    def _is_full_for(self, address: str) -> bool:
        household = _household(address)
        return sum(guest.household == household for guest in self._guests) >= self._room.per_address

    def _forget_the_gone(self) -> None:
        assert self._server is not None, "open made it"
        connected = set(self._server.connections)
        self._guests = {guest for guest in self._guests if guest.protocol is None or guest.protocol in connected}

    async def _go_round(self) -> None:
        """Again and again: forgets who left, and closes on whoever came and said nothing."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(min(_ROUND_S, _FIRST_REQUEST_S))
            self._forget_the_gone()
            for guest in self._guests:
                if not guest.has_asked and loop.time() - guest.came_s > _FIRST_REQUEST_S and guest.protocol is not None:
                    guest.protocol.force_close()
            self._turned_away.tell()

    def _close_listeners(self) -> None:
        loop = asyncio.get_running_loop()
        for listener in self._listeners:
            loop.remove_reader(listener)
            listener.close()
        self._listeners = []


def _listener(family: int, address: tuple[Any, ...]) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setblocking(False)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:  # IPv4 has a listener of its own, where it is wanted
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except BaseException:
        listener.close()
        raise
    return listener


def _is_this_machine(address: str) -> bool:
    return ip_address(address).is_loopback


def _household(address: str) -> str:
    """What one subscriber has: an IPv4 address, or a whole IPv6 /64."""
    known = ip_address(address)
    return str(ip_network((known.packed[:8] + bytes(8), 64))) if isinstance(known, IPv6Address) else address
