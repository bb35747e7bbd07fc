"""A hall of tables of every tradition: served with players and staff's status, and begun anew at the same address."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from tablebridge.release import PublicState, Released
from tablebridge.web import StaffBoard, StaffTable, WebServer
from tablebridge.web.messages import Players
from tests.tablebridge.web.played import BOOKS, played

replace = msgspec.structs.replace

PLAYERS: Players = ("王小明", "<b>Bea</b>", "さくら", "Alexandra Featherstonehaugh-Wolstenholme")
"""One is short, one looks like markup, one has forty characters."""


def in_play(tradition: str, table: str) -> PublicState:
    """The middle of a first hand."""
    shown = played(BOOKS[tradition], 3)
    states = [state for _event, state in shown if state.phase == "playing"]
    return replace(states[len(states) // 2], table=table)


class Hall:
    """A server of these tables, whose present states are what the test says."""

    def __init__(self, states: dict[str, PublicState], players: dict[str, Players]) -> None:
        self.states = states
        self.players = players
        self.sponsors: Path | None = None
        self.board = StaffBoard({table: StaffTable() for table in states})
        self.server = self._make(0)
        self.server.start()

    @property
    def address(self) -> str:
        return self.server.address

    def show(self, state: PublicState, released: Released | None = None) -> None:
        """Releases a state, with the event that led to it."""
        self.states[state.table] = state
        self.server.publish(released, state)

    def restart(self, while_down: Callable[[], object] = lambda: None) -> None:
        """Stops, lets something happen, and serves again at the same address."""
        port = int(self.address.rsplit(":", 1)[1])
        self.server.stop()
        while_down()
        self.server = self._make(port)
        self.server.start()

    def _make(self, port: int) -> WebServer:
        return WebServer(
            "127.0.0.1",
            port,
            tuple(self.states),
            self.states.__getitem__,
            self.sponsors,
            players=self.players,
            staff=self.board,
        )
