"""How much of what was sent over TCP the other end has not yet read, where the system can tell."""

from __future__ import annotations

import ipaddress
import socket
import sys
from pathlib import Path

__all__ = ["unread_bytes"]

_TABLE = Path("/proc/net/tcp")


def unread_bytes(connection: socket.socket) -> int:
    """Bytes on the way and in the other end's receive queue; 0 where that cannot be known.

    The kernel acknowledges data long before a program reads it, and its queue holds several pictures; only Linux's
    table of connections shows how full it is, and only for both ends on this machine over IPv4.
    """
    if connection.family != socket.AF_INET or not _TABLE.exists():
        return 0
    try:
        here, there = _in_hex(connection.getsockname()), _in_hex(connection.getpeername())
    except OSError:  # the other end has hung up
        return 0
    unread = 0
    for line in _TABLE.read_text(encoding="ascii").splitlines()[1:]:
        local, remote, queues = (line.split(maxsplit=5)[column] for column in (1, 2, 4))
        unsent, received = (int(queue, 16) for queue in queues.split(":"))
        if (local, remote) == (here, there):
            unread += unsent
        elif (local, remote) == (there, here):
            unread += received
    return unread


def _in_hex(address: tuple[str, int]) -> str:
    """`127.0.0.1`, 8080 as the kernel writes it: `0100007F:1F90` on a little-endian machine."""
    number = int.from_bytes(ipaddress.IPv4Address(address[0]).packed, sys.byteorder)
    return f"{number:08X}:{address[1]:04X}"
