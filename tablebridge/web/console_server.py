"""The referee's console on a listener of its own: nothing of it is ever served with the public pages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from tablebridge.config import ConsoleConfig
from tablebridge.web.console_delay import Delay, DelayMessage, DelayPage
from tablebridge.web.console_gate import ConsoleGate
from tablebridge.web.console_messages import Change, Desk, Snapshot
from tablebridge.web.console_origin import Origins
from tablebridge.web.console_pages import ConsolePages, encode_snapshot
from tablebridge.web.door import Room
from tablebridge.web.messages import Parts, PartsMessage, encode
from tablebridge.web.page_thread import PageThread
from tablebridge.web.viewers import Viewers

__all__ = ["ConsoleServer"]

_ROOM = Room(connections=96, per_address=48)
"""Some referees with a tablet each, each with the few connections that a browser opens at once."""


class ConsoleServer:
    """Serves the console of some tables to the referees of the configuration."""

    def __init__(
        self, config: ConsoleConfig, desks: Mapping[str, Desk], delays: Mapping[str, Delay] | None = None
    ) -> None:
        """`delays` are the broadcast delays of the tables. Raises `UsageError` for passwords that cannot be read,
        `ValueError` without a table."""
        if not desks:
            raise ValueError("at least one table must be served")
        self._parts: dict[str, Parts] = {table: {} for table in desks}
        self._viewers = Viewers()
        gate = ConsoleGate(config.hashes, Origins(config.origins), config.hours * 3600)
        pages = ConsolePages(desks, self._parts, self._viewers, gate, DelayPage(delays or {}))
        self._thread = PageThread("console", config.host, config.port, pages.application, self._viewers, _ROOM)
        for table, desk in desks.items():
            desk.subscribe(partial(self._tell, table))

    @property
    def address(self) -> str:
        """`http://host:port` of the console; the true port after `start`."""
        return self._thread.address

    def start(self) -> None:
        """Serves from now on. Raises `UsageError` when the address cannot be used."""
        self._thread.start()

    def stop(self) -> None:
        """Sends every referee away and closes the port."""
        self._thread.stop()

    def publish_status(self, table: str, part: str, status: dict[str, Any]) -> None:
        """As of `WebServer`: a part of the table came or went. Later referees hear it too."""

        def tell() -> None:
            self._parts[table][part] = status
            self._viewers.send(table, encode(PartsMessage(table, self._parts[table])))

        if not self._thread.soon(tell):
            self._parts[table][part] = status

    def publish_delay(self, table: str, delay_s: float) -> None:
        """The broadcast delay of a table was set; from any thread."""
        self._thread.soon(lambda: self._viewers.send(table, encode(DelayMessage(table, delay_s))))

    def _tell(self, table: str, message: Snapshot | Change) -> None:
        """Called in the table's thread; what is told is written as text in the server's."""

        def tell() -> None:
            if isinstance(message, Snapshot):
                self._viewers.send(table, encode_snapshot(message, self._parts[table]))
            else:
                self._viewers.send(table, encode(message))

        self._thread.soon(tell)
