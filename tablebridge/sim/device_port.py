"""The table's end of the cable: a pseudo-terminal or a TCP port that one host at a time may open.

Nothing is kept for a host that is not there, as on a real line.
"""

from __future__ import annotations

import contextlib
import errno
import os
import pty
import select
import socket
import stat
import tty
from abc import ABC, abstractmethod
from pathlib import Path

from tablebridge.errors import UsageError

__all__ = ["DevicePort", "PtyPort", "TcpPort"]

_CHUNK_BYTES = 4096


class DevicePort(ABC):
    """What the virtual table needs of a line. Nothing here waits."""

    @property
    @abstractmethod
    def url(self) -> str:
        """What a host writes as `link.port` to reach this table."""

    @abstractmethod
    def open(self) -> None:
        """Makes the port appear. Raises `UsageError` where it cannot."""

    @abstractmethod
    def close(self) -> None:
        """Makes the port vanish, as when the cable is pulled; a host that has it open gets an error."""

    @abstractmethod
    def read(self) -> bytes | None:
        """The bytes that have come, empty if none; None while no host has the port open."""

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Sends what the line takes at once; the rest is lost, as is all of it where no host is."""


class PtyPort(DevicePort):
    """A pseudo-terminal; `link` is where a symbolic link to it is made, for a name that stays the same.

    Its own name is known only once it is open, so without a `link` the `url` changes with each `open`.
    """

    def __init__(self, link: Path | None = None) -> None:
        self._link = link
        self._master: int | None = None
        self._device = ""

    @property
    def url(self) -> str:
        return str(self._link.absolute()) if self._link is not None else self._device

    def open(self) -> None:
        if self._link is not None:
            _refuse_taken(self._link)  # before there is a new terminal, which may get the number of an old one
        master, slave = pty.openpty()
        tty.setraw(slave)
        self._device = os.ttyname(slave)
        # With its only opener gone the terminal is "hung up", which is how the absence of a host is seen.
        os.close(slave)
        os.set_blocking(master, False)
        self._master = master
        if self._link is not None:
            self._make_link(self._link)

    def close(self) -> None:
        if self._master is None:
            return
        os.close(self._master)
        self._master = None
        if self._link is not None and self._link.is_symlink() and os.readlink(self._link) == self._device:
            self._link.unlink()

    def read(self) -> bytes | None:
        if self._master is None:
            return None
        try:
            return os.read(self._master, _CHUNK_BYTES)
        except BlockingIOError:
            return b""
        except OSError as error:
            if error.errno == errno.EIO:
                return None
            raise

    def write(self, data: bytes) -> None:
        if self._master is not None and not _hung_up(self._master):
            with contextlib.suppress(OSError):  # full, or hung up this moment: `read` tells
                os.write(self._master, data)

    def _make_link(self, link: Path) -> None:
        beside = link.with_name(link.name + ".new")
        try:
            link.parent.mkdir(parents=True, exist_ok=True)
            beside.unlink(missing_ok=True)
            beside.symlink_to(self._device)
            beside.replace(link)
        except OSError as error:
            self.close()
            raise UsageError("the table's port cannot be made", str(link), error.strerror or str(error)) from error


def _refuse_taken(link: Path) -> None:
    """Only a link that leads nowhere any more may be replaced. Raises `UsageError` for everything else."""
    try:
        made, target = _status(link, follow=False), _status(link)
    except OSError as error:
        raise UsageError("the table's port cannot be made", str(link), error.strerror or str(error)) from error
    if made is None or (target is None and stat.S_ISLNK(made.st_mode)):
        return
    if not stat.S_ISLNK(made.st_mode) or target is None or not stat.S_ISCHR(target.st_mode):
        raise UsageError("the table's port cannot be made", str(link), "a file of that name exists: remove it")
    # A terminal that is younger than the link has only inherited the number of the one that was linked.
    if not os.readlink(link).startswith("/dev/pts/") or target.st_ctime_ns <= made.st_mtime_ns:
        raise UsageError("another table offers this port", str(link), "end it, or choose another --port")


def _status(path: Path, *, follow: bool = True) -> os.stat_result | None:
    """None where nothing is."""
    try:
        return os.stat(path, follow_symlinks=follow)
    except FileNotFoundError:
        return None


def _hung_up(master: int) -> bool:
    """Whether nobody has the terminal open: the system would keep what is written for whoever opens it next."""
    poll = select.poll()
    poll.register(master, 0)
    return any(events & select.POLLHUP for _, events in poll.poll(0))


class TcpPort(DevicePort):
    """A TCP port for `socket://`, as a serial server offers it; port 0 takes a free one. The newest host wins."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self._host = host
        self._port = port
        self._listener: socket.socket | None = None
        self._client: socket.socket | None = None

    @property
    def url(self) -> str:
        return f"socket://{self._host}:{self._port}"

    def open(self) -> None:
        try:
            self._listener = socket.create_server((self._host, self._port), backlog=1)
        except (OSError, UnicodeError) as error:  # a name that can be no host's is a UnicodeError
            where = f"{self._host}:{self._port}"
            reason = getattr(error, "strerror", None) or str(error)
            raise UsageError("the table's port cannot be made", where, reason) from error
        self._listener.setblocking(False)
        self._port = self._listener.getsockname()[1]

    def close(self) -> None:
        self._drop_client()
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def read(self) -> bytes | None:
        if self._listener is None or self._accepted(self._listener):
            return None  # whoever was there before is gone; a new host is heard at the next call
        return None if self._client is None else self._receive(self._client)

    def write(self, data: bytes) -> None:
        client = self._client
        if client is not None:
            with contextlib.suppress(OSError):  # a broken connection is seen by the next `read`
                client.send(data)

    def _accepted(self, listener: socket.socket) -> bool:
        try:
            client, _ = listener.accept()
        except (BlockingIOError, ConnectionError):
            return False
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._drop_client()
        self._client = client
        return True

    def _receive(self, client: socket.socket) -> bytes | None:
        try:
            data = client.recv(_CHUNK_BYTES)
        except BlockingIOError:
            return b""
        except ConnectionError:
            data = b""
        if not data:
            self._drop_client()
            return None
        return data

    def _drop_client(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
