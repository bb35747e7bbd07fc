"""The record of a hand being performed: table time, hands over the cloth, reports of the table, and the truth."""

from __future__ import annotations

from random import Random

from tablebridge.cloth import Cloth, seat_to_cloth
from tablebridge.sim.placing import Change
from tablebridge.sim.scene import Motion, Scene, ViewChange
from tablebridge.sim.timeline import Script, TimedReport
from tablebridge.sim.truth import TruthRow, row, violation_row
from tablebridge_protocol.messages import Report
from tablebridge_rules.event import HandEvent
from tablebridge_rules.seat import Seat

__all__ = ["Span", "Stage"]

Span = tuple[float, float]
"""From the shortest to the longest, in ms."""


class Stage:
    """One hand on the stage from `now_ms` on. Everything is decided by `rng`; `scene` is the cloth as it is now."""

    def __init__(self, cloth: Cloth, rng: Random, hand: int, now_ms: float) -> None:
        self.cloth = cloth
        self.rng = rng
        self.now_ms = now_ms
        self.scene = Scene()
        self.motions: list[Motion] = []
        self.views: list[ViewChange] = []
        self.last: Motion | None = None
        """The newest act, whose change was the last."""
        self._hand = hand
        self._reports: list[TimedReport] = []
        self._truth: list[TruthRow] = []

    @property
    def clock_ms(self) -> int:
        """The present moment as the table's own clock tells it."""
        return int(self.now_ms)

    def wait(self, span: Span) -> None:
        """Nothing happens for a while."""
        self.now_ms += self.rng.uniform(*span)

    def act(self, seat: Seat | None, change: Change, span: Span, *, within_ms: float | None = None) -> Motion:
        """A hand does something now; time goes on to where the arm has left.

        `within_ms`: so long after the last change this one happens, however long that one's arm stays.
        """
        length = self.rng.uniform(*span)
        before = length * self.rng.uniform(0.55, 0.68)
        start_ms = self.now_ms
        if within_ms is not None and self.last is not None:
            start_ms = self.last.change_ms + within_ms - before
        touch = change.touch_mm if seat is not None else ()
        motion = Motion(start_ms, start_ms + before, start_ms + length, seat, touch, change.place, change.remove)
        return self.move(motion)

    def move(self, motion: Motion) -> Motion:
        """Adds a motion as it is. Its change must be the newest one; time goes on to its end at least."""
        self.motions.append(motion)
        self.scene.apply(motion)
        self.last = motion
        self.now_ms = max(self.now_ms, motion.end_ms)
        return motion

    def beside(self, motion: Motion) -> None:
        """Adds a motion that changes nothing and goes on beside the others."""
        self.motions.append(motion)

    def press(self, seat: Seat, right_mm: float = 70.0) -> None:
        """A seat presses a button of its side of the console."""
        button = seat_to_cloth(seat, right_mm, self.cloth.console_mm / 2 - 25)
        self.act(seat, Change(touch_mm=(button,)), (500, 800))

    def report(self, message: Report) -> None:
        """The table sends something now."""
        self._reports.append(TimedReport(self.now_ms, message))

    def tell(self, event: HandEvent) -> None:
        """An event is true, and can be seen, from now on."""
        self._truth.append(row(event, self.now_ms, self._hand, len(self._truth)))

    def tell_violation(self, clause: str, name: str, seat: Seat | None) -> None:
        """A clause is broken, and that can be seen, from now on."""
        self._truth.append(violation_row(clause, name, seat, self.now_ms, self._hand, len(self._truth)))

    def told_by(self, latest_ms: float) -> None:
        """What was told last could be seen at that moment at the latest."""
        latest_ms = round(latest_ms, 1)
        place = len(self._truth) - 1
        while place >= 0 and self._truth[place]["at_ms"] > latest_ms:
            self._truth[place] = {**self._truth[place], "at_ms": latest_ms}
            place -= 1

    def sweep(self, span: Span) -> None:
        """The machine takes everything from the cloth."""
        self.act(None, Change(remove=tuple(sorted(self.scene.objects))), span)

    def script(self, tiles: int) -> Script:
        """What was recorded, of a table whose set has so many tiles."""
        motions = sorted(self.motions, key=lambda motion: motion.change_ms)
        return Script(
            tuple(motions), tuple(self._reports), tuple(self._truth), self.now_ms, tuple(self.views), tiles=tiles
        )
