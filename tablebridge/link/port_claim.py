"""One program a network port: what the kernel does for a serial device (`exclusive`), a claim does for an address.

A serial server gives its line to whoever connects last. So that a monitor never takes it from a running daemon, both
claim the address first: they bind a name of Linux's abstract sockets, which leaves no file and ends with the process.
Programs on other machines are not seen.
"""

from __future__ import annotations

import errno
import hashlib
import socket
from urllib.parse import urlsplit

__all__ = ["claim", "is_network"]

_SCHEMES = ("socket", "rfc2217")


def is_network(url: str) -> bool:
    """Whether the port is an address of a serial server.

    >>> is_network("socket://10.0.0.7:4001"), is_network("/dev/ttyUSB0")
    (True, False)
    """
    return url.partition("://")[0].lower() in _SCHEMES


def claim(url: str) -> socket.socket | None:
    """Claims the address until the result is closed; None where another program of this machine has it.

    Raises `OSError` where the system has no abstract sockets.
    """
    held = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        held.bind(_name_of(url))
    except OSError as error:
        held.close()
        if error.errno == errno.EADDRINUSE:
            return None
        raise
    return held


def _name_of(url: str) -> bytes:
    """One name an address, whatever the protocol that is spoken to it."""
    address = urlsplit(url).netloc.lower()
    return b"\x00tablebridge-link-" + hashlib.sha256(address.encode()).hexdigest()[:32].encode()
