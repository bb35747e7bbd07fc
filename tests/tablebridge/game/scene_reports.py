"""What table and camera report of a virtual table's script, without rendering a picture: every zone of the cloth is
told once no arm is over it and nothing in it has moved for as long as a camera waits."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice

from tablebridge.cloth import Cloth, cloth_to_seat
from tablebridge.link.reports import sighting_of
from tablebridge.observation import Evidence, HandOverCloth, Observation, Sighting, Witness
from tablebridge.sim.scene import Motion
from tablebridge.sim.timeline import Script
from tablebridge_rules.seat import Seat
from tests.tablebridge.game.observations_of import NOON, Report
from tests.tablebridge.game.scene_eyes import (
    Eye,
    FallenEye,
    FlowerEye,
    IndicatorOrder,
    MeldEye,
    OpenEye,
    RiverEye,
    RowEye,
    StickEye,
    WallEye,
)
from tests.tablebridge.game.scene_map import Part, SceneMap, Zone, arm_path

SETTLE_MS = 300.0
FRAME_MS = 1000.0 / 15
_ARM_MM = 30.0
"""Half an arm's width, and a little."""
_ROUNDING_MS = 0.01
"""A look is due exactly when a motion has been over for long enough."""
_MOST_AT_ONCE = 16
"""Of motions that are over one zone within a few seconds."""


@dataclass(frozen=True, slots=True)
class _Busy:
    """A motion over a zone: until when, and the points of the zone's seat's frame that it hides."""

    start_ms: float
    end_ms: float
    points: tuple[tuple[float, float], ...]
    machine: bool

    def hides(self, right_mm: float, out_mm: float) -> bool:
        return self.machine or any(
            abs(right - right_mm) < _ARM_MM and abs(out - out_mm) < _ARM_MM for right, out in self.points
        )


def reports_of_script(script: Script, cloth: Cloth | None = None, *, settle_ms: float = SETTLE_MS) -> list[Report]:
    """The reports in the order of their arrival."""
    camera = _Camera(cloth or Cloth(), settle_ms)
    table = [
        Report(timed.at_ms, _observation(Witness.TABLE, timed.at_ms, sighting))
        for timed in script.reports
        if (sighting := sighting_of(timed.message)) is not None
    ]
    return sorted([*table, *camera.watch(script.motions)], key=lambda report: report.arrives_ms)


class _Camera:
    """Looks at each zone when it has settled."""

    def __init__(self, cloth: Cloth, settle_ms: float) -> None:
        self._cloth, self._settle_ms = cloth, settle_ms
        self._map = SceneMap(cloth)
        order = IndicatorOrder()
        self._eyes: dict[Zone, Eye] = {}
        for seat in Seat:
            self._eyes[Part.RIVER, seat] = RiverEye(seat, cloth)
            self._eyes[Part.MELDS, seat] = MeldEye(seat, cloth)
            self._eyes[Part.STICK, seat] = StickEye(seat)
            self._eyes[Part.WALL, seat] = WallEye(seat, cloth, order)
            self._eyes[Part.ROW, seat] = RowEye(seat, cloth)
            self._eyes[Part.OPEN, seat] = OpenEye(seat, cloth)
            self._eyes[Part.FLOWERS, seat] = FlowerEye(seat, cloth)
            self._eyes[Part.SHOWN, seat] = FallenEye(seat)
        self._busy: dict[Zone, deque[_Busy]] = {}
        self._told: list[Report] = []

    def watch(self, motions: Iterable[Motion]) -> list[Report]:
        """The looks in time between the changes."""
        ordered = sorted(motions, key=lambda motion: motion.change_ms)
        looks = self._looks(ordered)
        number = 0
        for at_ms, zone in looks:
            while number < len(ordered) and ordered[number].change_ms <= at_ms:
                self._map.apply(ordered[number])
                number += 1
            self._look(zone, at_ms)
        return self._told

    def _looks(self, motions: Sequence[Motion]) -> list[tuple[float, Zone]]:
        """When each zone may have settled, in the order of time; what is over it when is noted."""
        future = SceneMap(self._cloth)
        over: dict[Zone, list[_Busy]] = {zone: [] for zone in self._eyes}
        for motion in motions:
            path = arm_path(motion, self._cloth)
            frames = {seat: tuple(cloth_to_seat(seat, *point) for point in path) for seat in Seat}
            touched = future.touched(motion)
            future.apply(motion)
            for zone in self._eyes:
                part, seat = zone
                if zone in touched or any(part.holds(*point, within_mm=_ARM_MM) for point in frames[seat]):
                    over[zone].append(_Busy(motion.start_ms, motion.end_ms, frames[seat], motion.seat is None))
        self._tell_arms(motions)
        self._busy = {zone: deque(sorted(busy, key=lambda one: one.end_ms)) for zone, busy in over.items()}
        looks = [(one.end_ms + self._settle_ms, zone) for zone, busy in over.items() for one in busy]
        return sorted(looks, key=lambda look: look[0])

    def _tell_arms(self, motions: Sequence[Motion]) -> None:
        """A seat's place is still again when none of its arms is over the cloth."""
        for seat in Seat:
            until_ms: float | None = None
            for motion in sorted((one for one in motions if one.seat is seat), key=lambda one: one.start_ms):
                if until_ms is None or motion.start_ms > until_ms + self._settle_ms:
                    if until_ms is not None:
                        self._tell(until_ms, until_ms + self._settle_ms, HandOverCloth(seat, False))
                    self._tell(motion.start_ms, motion.start_ms, HandOverCloth(seat, True))
                until_ms = max(until_ms or 0.0, motion.end_ms)
            if until_ms is not None:
                self._tell(until_ms, until_ms + self._settle_ms, HandOverCloth(seat, False))

    def _look(self, zone: Zone, at_ms: float) -> None:
        since_ms = at_ms - self._settle_ms
        busy = self._busy[zone]
        while busy and busy[0].end_ms <= since_ms + _ROUNDING_MS:
            busy.popleft()
        now = [one for one in islice(busy, _MOST_AT_ONCE) if one.start_ms <= at_ms]
        if now and zone[0] is not Part.RIVER:
            return  # another look is due when that has left
        sightings = self._eyes[zone].look(
            self._map.zones[zone].values(), lambda right, out: any(one.hides(right, out) for one in now)
        )
        for sighting in sightings:
            self._tell(since_ms, at_ms, sighting)

    def _tell(self, at_ms: float, arrives_ms: float, sighting: Sighting) -> None:
        arrives_ms = math.ceil(arrives_ms / FRAME_MS) * FRAME_MS
        self._told.append(Report(arrives_ms, _observation(Witness.CAMERA, at_ms, sighting)))


def _observation(witness: Witness, at_ms: float, sighting: Sighting) -> Observation:
    evidence = (Evidence("frame", str(int(at_ms / FRAME_MS))),) if witness is Witness.CAMERA else ()
    return Observation(witness, at_ms, NOON + timedelta(milliseconds=at_ms), sighting, 1.0, evidence)
