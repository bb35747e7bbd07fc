"""A serial port by pyserial URL: a device path, `/dev/serial/by-id/…`, `socket://host:port` or `rfc2217://host:port`.

Whatever goes wrong with it is one `PortError` with one clear line.
"""

from __future__ import annotations

import contextlib
import errno
import re
import socket
from types import TracebackType
from urllib.parse import urlsplit

import serial

from tablebridge.errors import TablebridgeError
from tablebridge.link.port_claim import claim, is_network

__all__ = ["BAUD", "Port", "PortError", "PortInUse"]

BAUD = 115_200
_READ_TIMEOUT_S = 0.05
_WRITE_TIMEOUT_S = 1.0  # a frame takes 6 ms: a line that takes no byte for so long is dead

# What pyserial and the system raise for a port that is wrong or goes away. TypeError: pyserial compares the port
# number of `socket://host` (None) with 0. KeyError, IndexError: its URL parsers on options they do not know.
_TROUBLE = (serial.SerialException, OSError, ValueError, TypeError, KeyError, IndexError)

# The many ways in which pyserial and the system say that the far end is not there any more.
_DISCONNECTED = re.compile(r"disconnected|input/output error|reset by peer|broken pipe|no such device", re.IGNORECASE)

# What pyserial and the system put around the reason.
_WRAPPING = re.compile(r"^(\[Errno -?\d+\] )?(could not open port \S+: )?(\[Errno -?\d+\] )?", re.IGNORECASE)
_NAMED_FILE = re.compile(r": '[^']*'\Z")


class PortError(TablebridgeError):
    """The port cannot be opened or has gone; the text says which, why, and what to do."""


class PortInUse(PortError):
    """Another program has the port: it is left alone."""


class Port:
    """An open port; closes itself as a context manager. Raises `PortError` from every method.

    Args:
        url: a pyserial URL or a device path.
        baud: bits a second; the protocol's own unless an adapter's table has another.
    """

    def __init__(self, url: str, baud: int = BAUD) -> None:
        self._url = url
        self._claim = _claimed(url)
        try:
            self._serial = serial.serial_for_url(
                url,
                baudrate=baud,
                timeout=_READ_TIMEOUT_S,
                # pyserial's RFC 2217 client refuses a write timeout: it has one of its own, of five seconds
                write_timeout=None if url.startswith("rfc2217:") else _WRITE_TIMEOUT_S,
                exclusive=True,
            )
        except _TROUBLE as error:
            self._give_back()
            raise _why_not_open(url, error) from error

    def __enter__(self) -> Port:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # pyserial forgets to close a socket that the peer has closed first, and leaves it to the garbage collector.
        connection = getattr(self._serial, "_socket", None)
        with contextlib.suppress(*_TROUBLE):  # a port that is gone need not be closed well
            self._serial.close()
        if connection is not None:
            connection.close()
        self._give_back()

    def read(self) -> bytes:
        """What has come, or comes within 50 ms; empty when nothing does."""
        try:
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))
        except _TROUBLE as error:
            raise self._gone(error) from error

    def write(self, data: bytes) -> None:
        """Sends all of `data`; nothing happens for none."""
        if not data:
            return
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as error:
            raise PortError(f"port {self._url} takes no more bytes: check the cable and the table's power") from error
        except _TROUBLE as error:
            raise self._gone(error) from error

    def _give_back(self) -> None:
        if self._claim is not None:
            self._claim.close()

    def _gone(self, error: Exception) -> PortError:
        text = _reason(error)
        reason = "disconnected" if _DISCONNECTED.search(text) else text
        return PortError(f"port {self._url} is gone ({reason}): check the cable and the table's power")


def _claimed(url: str) -> socket.socket | None:
    """The claim on a network address, None where none is needed or can be had. Raises `PortInUse`."""
    if not is_network(url):
        return None
    try:
        held = claim(url)
    except OSError:
        return None  # a system without such names: better unclaimed than not at all
    if held is None:
        raise PortInUse(_in_use(url))
    return held


def _why_not_open(url: str, error: Exception) -> PortError:
    number = error.errno if isinstance(error, OSError) else None
    text = _reason(error)
    if number == errno.ENOENT:
        return PortError(f"no such port {url}: plug the table in or check link.port")
    if number in (errno.EACCES, errno.EPERM):
        return PortError(f"port {url} may not be opened: add this user to the group dialout")
    if "exclusively lock" in text or number == errno.EBUSY:
        return PortInUse(_in_use(url))
    if "refused" in text:
        return PortError(f"nothing listens at {url}: switch the serial server on or check link.port")
    if is_network(url) and not _is_address(url):
        text = f"write {url.partition(':')[0]}://HOST:PORT"
    return PortError(f"port {url} cannot be opened ({text}): check link.port")


def _is_address(url: str) -> bool:
    parts = urlsplit(url)
    try:
        return bool(parts.hostname) and parts.port is not None
    except ValueError:  # no number, or one that no port has
        return False


def _in_use(url: str) -> str:
    return f"port {url} is in use by another program: end that one"


def _reason(error: Exception) -> str:
    """The system's own words, without pyserial's wrapping, in one line."""
    if isinstance(error, OSError) and error.strerror and not isinstance(error, serial.SerialException):
        return error.strerror.lower()
    text = _WRAPPING.sub("", " ".join(str(error).split()))
    return _NAMED_FILE.sub("", text) or type(error).__name__
