"""How much of what was sent over TCP the other end has not yet read, where the system can tell."""

from __future__ import annotations

import socket
import struct
import sys
from types import TracebackType

__all__ = ["SentQueue"]

Address = tuple[str, int]

_SOCK_DIAG = 4
_BY_FAMILY, _ERROR = 20, 2
_REQUEST = 1
_ANY_STATE = _ANY_COOKIE = 0xFFFFFFFF
_HEAD = struct.Struct("=IHHII")
"""Every netlink message begins so: length, type, flags, number, sender (netlink(7))."""
_QUESTION = struct.Struct("=BBBBI")
"""Family, protocol, extensions, nothing, states (sock_diag(7)); the connection follows."""
_CONNECTION = struct.Struct("!HH4s12x4s12x")
"""Both ports and addresses in network order; over IPv4 an address fills the first four of its sixteen bytes."""
_ANY_PLACE = struct.pack("=III", 0, _ANY_COOKIE, _ANY_COOKIE)
_QUEUES = struct.Struct("=II")
_QUEUES_AT = _HEAD.size + 4 + _CONNECTION.size + len(_ANY_PLACE) + 4
"""Before them stand four bytes of state, the connection and when its timer ends."""


class SentQueue:
    """Asks the kernel about one connection.

    The kernel acknowledges data long before a program reads it, and its queue holds several pictures; only Linux
    shows how full it is, and only for both ends on this machine over IPv4. Reading `/proc/net/tcp` for it takes
    milliseconds, because it walks the table of all connections; a question about one connection takes microseconds.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._kernel = _kernel() if connection.family == socket.AF_INET else None

    def unread_bytes(self) -> int:
        """Bytes on the way and in the other end's receive queue; 0 where that cannot be known."""
        if self._kernel is None:
            return 0
        try:
            here, there = self._connection.getsockname(), self._connection.getpeername()
            return self._queues(here, there)[1] + self._queues(there, here)[0]
        except OSError:  # the other end has hung up
            return 0

    def __enter__(self) -> SentQueue:
        """Itself; leaving hangs up on the kernel, not on the connection."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """See `__enter__`."""
        if self._kernel is not None:
            self._kernel.close()

    def _queues(self, local: Address, remote: Address) -> tuple[int, int]:
        """Bytes received and not read, and bytes sent and not acknowledged, at the end called `local`."""
        assert self._kernel is not None
        ends = _CONNECTION.pack(local[1], remote[1], socket.inet_aton(local[0]), socket.inet_aton(remote[0]))
        question = _QUESTION.pack(socket.AF_INET, socket.IPPROTO_TCP, 0, 0, _ANY_STATE) + ends + _ANY_PLACE
        self._kernel.send(_HEAD.pack(_HEAD.size + len(question), _BY_FAMILY, _REQUEST, 1, 0) + question)
        answer = self._kernel.recv(4096)
        if _HEAD.unpack_from(answer)[1] == _ERROR:  # no such connection on this machine
            return 0, 0
        received, unsent = _QUEUES.unpack_from(answer, _QUEUES_AT)
        return int(received), int(unsent)


def _kernel() -> socket.socket | None:
    """A line to the part of the kernel that knows its connections; None where there is none."""
    if sys.platform != "linux":
        return None
    try:
        return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _SOCK_DIAG)
    except OSError:
        return None
