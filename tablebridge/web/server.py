"""The public pages' server, in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tablebridge.release import PublicState, Released
from tablebridge.web.door import Room
from tablebridge.web.messages import EventMessage, Message, Parts, PartsMessage, Players, StateMessage, encode
from tablebridge.web.page_thread import PageThread
from tablebridge.web.pages import Pages
from tablebridge.web.scenes import Stages
from tablebridge.web.staff_board import StaffBoard
from tablebridge.web.viewers import Viewers

__all__ = ["WebServer"]


class WebServer:
    """Serves the pages of some tables. `publish…` may be called from any thread and never wait for a viewer.

    `get_state(table)` is asked for the present public state, in the server's thread, whenever someone connects.
    """

    def __init__(
        self,
        host: str,
        port: int,
        tables: Sequence[str],
        get_state: Callable[[str], PublicState],
        sponsors: Path | None = None,
        *,
        players: Mapping[str, Players] | None = None,
        trigger_token: str | None = None,
        staff: StaffBoard | None = None,
        room: Room | None = None,
    ) -> None:
        """Port 0 takes any free one; `sponsors` is a folder of pictures, `players` are the names at each table that
        has any, `trigger_token` opens the triggers; with `staff` there is their status page; `room` is how many
        connections there may be. Raises `ValueError` without a table, `UsageError` for a folder that is not there."""
        if not tables:
            raise ValueError("at least one table must be served")
        self._parts: dict[str, Parts] = {table: {} for table in tables}
        self._players = dict(players or {})
        self._viewers = Viewers()
        self.stages = Stages(tuple(tables), lambda table, message: self._say(table, lambda _parts: message))
        pages = Pages(
            tables,
            get_state,
            self._parts,
            self._viewers,
            sponsors,
            players=self._players,
            stages=self.stages,
            trigger_token=trigger_token,
            staff=staff,
        )
        self._thread = PageThread("web", host, port, pages.application, self._viewers, room or Room())

    @property
    def address(self) -> str:
        """`http://host:port` of the pages; the true port after `start`."""
        return self._thread.address

    def start(self) -> None:
        """Serves from now on. Raises `UsageError` when the address cannot be used, such as a port in use, and whatever
        else goes wrong before the first viewer could come."""
        self._thread.start()

    def stop(self) -> None:
        """Sends every viewer away and closes the port."""
        self._thread.stop()

    def publish(self, released: Released | None, state: PublicState) -> None:
        """Shows an event and the state after it to everyone who watches its table; None when only the state
        changed."""
        if released is None:
            self._say(state.table, lambda parts: StateMessage(state, parts, self._players.get(state.table)))
        else:
            self._say(state.table, lambda _parts: EventMessage(released, state))
        if not self._thread.soon(lambda: self._follow(released, state)):
            self.stages.of(state.table).follow(released, state)  # nobody watches, but who comes later is told

    def _follow(self, released: Released | None, state: PublicState) -> None:
        moments = self.stages.of(state.table).follow(released, state)
        if moments is not None:
            self._viewers.send(state.table, encode(moments))

    def publish_status(self, table: str, part: str, status: dict[str, Any]) -> None:
        """Tells that a part of the table (`link`, `camera`) is there or not: `status` has a key `status`, `online` or
        `offline`, and may have a `line` that says why. Later viewers hear it too."""

        def changed(parts: Parts) -> Message:
            parts[part] = status
            return PartsMessage(table, parts)

        if not self._say(table, changed):
            self._parts[table][part] = status

    def _say(self, table: str, message: Callable[[Parts], Message]) -> bool:
        """In the server's loop: makes the message and sends it. False when the server does not run."""
        return self._thread.soon(lambda: self._viewers.send(table, encode(message(self._parts[table]))))
