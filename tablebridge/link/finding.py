"""Where a table may hang: its own port first, and every other candidate once its port fails and it can be known."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from serial.tools import list_ports

from tablebridge.link.identity import Wanted

__all__ = ["Candidate", "Finder", "usb_ports"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A serial port of this machine. `by_id` is the name that survives renumbering, empty where there is none."""

    device: str
    by_id: str
    description: str
    usb: str  # vendor and product number, "0403:6001"
    usb_serial_number: str


def usb_ports() -> list[Candidate]:
    """The USB serial ports that the system knows, by device name. Built-in ports are no table's."""
    names = _names_by_id()
    try:
        ports = sorted(list_ports.comports(), key=lambda port: str(port.device))
    except OSError:
        return []  # a port that is pulled while it is read about
    return [
        Candidate(
            port.device,
            names.get(os.path.realpath(port.device), ""),
            port.description or "",
            f"{port.vid:04x}:{port.pid:04x}",
            port.serial_number or "",
        )
        for port in ports
        if port.vid is not None
    ]


def _names_by_id() -> dict[str, str]:
    return {os.path.realpath(name): name for name in sorted(glob.glob("/dev/serial/by-id/*"))}


class Finder:
    """Which ports are tried, one after the other, until the table is found.

    Args:
        port: the configured one, always the first to be tried unless the table was last found elsewhere.
        wanted: which table it is.
        candidates: where else it may be: port URLs, and patterns of device paths; nowhere else when empty. When None,
            the USB serial ports, for a table on a device: those of the same make as the one it was found on, for
            other devices do not expect to be greeted.
        usb: the USB serial ports.
    """

    def __init__(
        self,
        port: str,
        wanted: Wanted,
        candidates: Sequence[str] | None = None,
        usb: Callable[[], Sequence[Candidate]] = usb_ports,
    ) -> None:
        self._port = port
        self._wanted = wanted
        self._candidates = candidates
        self._usb = usb
        self._found_at = port
        self._make: str | None = None  # vendor and product number of the USB port it was found on

    def found_at(self, url: str) -> None:
        """The table was found there: that is where it is looked for first."""
        self._found_at = url
        if self._candidates is None and _is_device(url):
            makes = [port.usb for port in self._usb() if _place(port.device) == _place(url)]
            self._make = makes[0] if makes else self._make

    def first(self) -> list[str]:
        """Where it is expected: where it was last, and its configured port."""
        return list(dict.fromkeys((self._found_at, self._port)))

    def others(self) -> list[str]:
        """Where else it may be, as things are now; nowhere as long as nobody could tell that it is the right one."""
        if not self._wanted.is_known:
            return []
        known = {_place(url) for url in self.first()}
        return list({_place(url): url for url in self._listed() if _place(url) not in known}.values())

    def _listed(self) -> list[str]:
        if self._candidates is None:
            if not _is_device(self._port):
                return []
            return [port.by_id or port.device for port in self._usb() if self._make in (None, port.usb)]
        urls = []
        for candidate in self._candidates:
            urls += [candidate] if "://" in candidate else sorted(glob.glob(candidate))
        return urls


def _is_device(url: str) -> bool:
    """Whether a table there may come back under another USB port: pseudo-terminals and addresses never do."""
    return url.startswith("/dev/") and not url.startswith("/dev/pts/")


def _place(url: str) -> str:
    """One name a port: links such as `/dev/serial/by-id/…` lead to the device."""
    return url if "://" in url else os.path.realpath(url)
