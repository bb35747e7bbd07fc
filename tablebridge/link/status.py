"""How the line is doing: one state and one clear line for people, figures for health."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["LinkFigures", "LinkState", "LinkStatus"]


class LinkState(Enum):
    """`CONNECTING` until the first answer or failure; `DOWN` is retried by itself; `STOPPED` is on request."""

    CONNECTING = "connecting"
    UP = "up"
    DOWN = "down"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """Told whenever it changes: the table's name here, its state, and one line saying what is and what to do."""

    name: str
    state: LinkState
    line: str


@dataclass(frozen=True, slots=True)
class LinkFigures:
    """Counted since the link was started, over all connections. `missing`: skipped and never came late."""

    connections: int = 0
    reports: int = 0
    bytes_received: int = 0
    corrupted: int = 0
    duplicates: int = 0
    late: int = 0
    missing: int = 0
    echoes: int = 0
    unknown: int = 0
