"""How the line is doing: one state and one clear line for people, figures for health."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from tablebridge_protocol.session import Counters

__all__ = ["LinkFigures", "LinkState", "LinkStatus"]


class LinkState(Enum):
    """`CONNECTING` until the first answer or failure; `DOWN` is retried by itself; `STOPPED` is on request, or at the
    end of a capture that is played."""

    CONNECTING = "connecting"
    UP = "up"
    DOWN = "down"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """Told whenever it changes: the table's name here, its state, and one line saying what is and what to do.

    `warning` is set where the line is up and somebody has to act all the same.
    """

    name: str
    state: LinkState
    line: str
    warning: bool = False


@dataclass(frozen=True, slots=True)
class LinkFigures:
    """Counted since the link was started, over all connections.

    `connections` are ports that were opened, `strangers` other tables that were refused; `corrupted` pieces of the
    line that are no frame, `missing` frames that were skipped and never came late, `echoes` our own that came back.
    """

    connections: int = 0
    strangers: int = 0
    reports: int = 0
    bytes_received: int = 0
    bytes_sent: int = 0
    corrupted: int = 0
    duplicates: int = 0
    late: int = 0
    missing: int = 0
    echoes: int = 0
    unknown: int = 0

    def with_session(self, counters: Counters, missing: int) -> LinkFigures:
        """These and what a session has counted so far."""
        return replace(
            self,
            bytes_received=self.bytes_received + counters.bytes_received,
            corrupted=self.corrupted + counters.corrupted,
            duplicates=self.duplicates + counters.duplicates,
            late=self.late + counters.late,
            missing=self.missing + missing,
            echoes=self.echoes + counters.echoes,
            unknown=self.unknown + counters.unknown,
        )
