"""What the virtual table performs: motions of hands, reports of the table, and the truth beside them, in time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablebridge.sim.scene import Motion, ViewChange
from tablebridge.sim.truth import TruthRow
from tablebridge_protocol.messages import Report

__all__ = ["Script", "TimedReport"]

_USUAL_TILES = 136


@dataclass(frozen=True, slots=True)
class TimedReport:
    """A report that the table sends at `at_ms` table time; its own clock field says the same."""

    at_ms: float
    message: Report


@dataclass(frozen=True, slots=True)
class Script:
    """One or more hands in table time (ms from the start of the session).

    `motions` are in the order of their changes, `reports`, `truth` and `views` in the order of their time. All is over
    at `duration_ms`. `tiles` are those of the table's set.
    """

    motions: tuple[Motion, ...]
    reports: tuple[TimedReport, ...]
    truth: tuple[TruthRow, ...]
    duration_ms: float
    views: tuple[ViewChange, ...] = ()
    tiles: int = _USUAL_TILES

    @classmethod
    def join(cls, parts: Iterable[Script]) -> Script:
        """One script of several that follow each other; the empty one for none."""
        every = list(parts)
        return cls(
            tuple(motion for part in every for motion in part.motions),
            tuple(report for part in every for report in part.reports),
            tuple(row for part in every for row in part.truth),
            max((part.duration_ms for part in every), default=0.0),
            tuple(view for part in every for view in part.views),
            every[-1].tiles if every else _USUAL_TILES,
        )
