"""Where each thing of a virtual table's scene lies: in whose river, corner, row, wall, and where in it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from tablebridge.cloth import Cloth, cloth_to_seat, seat_to_cloth, upright_deg
from tablebridge.sim.scene import Motion, Object, SceneTile
from tablebridge_rules.seat import Seat


class Part(Enum):
    """The parts of a seat's side that a camera watches on their own; the value is (right, right, out, out) in mm.

    A place is of the first one that it lies in: the end of a wall lies where a neighbour's river would go on.
    """

    ROW = (-230, 240, 388, 410)
    SHOWN = (-230, 90, 366, 387)
    OPEN = (-230, 240, 325, 345)
    FLOWERS = (-230, -40, 292, 308)
    MELDS = (40, 430, 380, 430)
    WALL = (-200, 200, 240, 286)
    RIVER = (-80, 250, 125, 240)
    STICK = (-40, 40, 105, 125)

    def holds(self, right_mm: float, out_mm: float, *, within_mm: float = 0.0) -> bool:
        """Whether a point of a seat's frame lies in it, or so near to it."""
        left, right, inner, outer = self.value
        return left - within_mm < right_mm < right + within_mm and inner - within_mm < out_mm < outer + within_mm


Zone = tuple[Part, Seat]


class Lying(NamedTuple):
    """A thing in a zone, in its seat's frame."""

    name: str
    right_mm: float
    out_mm: float
    sideways: bool
    pose: str
    height_mm: float


_POSES = {
    Part.ROW: ("standing", "down"),
    Part.OPEN: ("up",),
    Part.SHOWN: ("up",),
    Part.FLOWERS: ("up",),
    Part.MELDS: ("up", "down"),
    Part.WALL: ("up", "down"),
    Part.RIVER: ("up",),
}
_HELD_MM = 30.0
"""What is higher than this is held in a hand."""


@dataclass
class SceneMap:
    """Takes the motions in the order of their changes; `zones` is what lies where, by the key of the thing."""

    cloth: Cloth = field(default_factory=Cloth)
    zones: dict[Zone, dict[int, Lying]] = field(default_factory=lambda: defaultdict(dict))
    _where: dict[int, Zone] = field(default_factory=dict)

    def apply(self, motion: Motion) -> None:
        for key in (*motion.remove, *(thing.key for thing in motion.place)):
            zone = self._where.pop(key, None)
            if zone is not None:
                del self.zones[zone][key]
        for thing in motion.place:
            found = self.find(thing)
            if found is not None:
                zone, lying = found
                self._where[thing.key] = zone
                self.zones[zone][thing.key] = lying

    def find(self, thing: Object) -> tuple[Zone, Lying] | None:
        """The zone of a thing, and how it lies there; None when no camera looks for a thing like it at that place."""
        frames = [(seat, *cloth_to_seat(seat, thing.x_mm, thing.y_mm)) for seat in Seat]
        for part in Part:
            for seat, right, out in frames:
                if part.holds(right, out) and self._is_part(thing, part, out):
                    return (part, seat), _lying(thing, seat, right, out)
        return None

    def _is_part(self, thing: Object, part: Part, out_mm: float) -> bool:
        """Whether such a thing lies in a part like that one."""
        if not isinstance(thing, SceneTile):
            return part is Part.STICK
        if part is Part.ROW and thing.pose == "down":  # not a concealed kan in the corner
            return abs(out_mm - self.cloth.hand_out_mm) < 5
        return part is not Part.STICK and thing.pose in _POSES[part] and thing.height_mm < _HELD_MM

    def touched(self, motion: Motion) -> set[Zone]:
        """The zones in which a motion changes something; to be asked before it is applied."""
        keys = (*motion.remove, *(thing.key for thing in motion.place))
        before = {self._where[key] for key in keys if key in self._where}
        after = {found[0] for thing in motion.place if (found := self.find(thing)) is not None}
        return before | after


def _lying(thing: Object, seat: Seat, right_mm: float, out_mm: float) -> Lying:
    if not isinstance(thing, SceneTile):
        return Lying("stick", right_mm, out_mm, False, "up", 0.0)
    turned = (thing.turn_deg - upright_deg(seat)) % 180
    return Lying(thing.name, right_mm, out_mm, 45 < turned < 135, thing.pose, thing.height_mm)


_SHOULDER_OUT_MM, _SHOULDER_RIGHT_MM, _STEP_MM = 820.0, 120.0, 30.0


def arm_path(motion: Motion, cloth: Cloth) -> tuple[tuple[float, float], ...]:
    """Points of the cloth (x, y in mm) that an arm hides at some time: from its touches back to its seat's rim."""
    if motion.seat is None:
        return ()
    points: list[tuple[float, float]] = []
    spots = [cloth_to_seat(motion.seat, *spot) for spot in motion.touch_mm]
    for right, out in spots:
        steps = int((cloth.side_mm / 2 - out) / _STEP_MM) + 1
        for step in range(steps):
            there = out + step * _STEP_MM
            share = (there - out) / (_SHOULDER_OUT_MM - out)
            points.append((right + share * (_SHOULDER_RIGHT_MM - right), there))
    for (right, out), (next_right, next_out) in pairwise(spots):
        points += [(right + part / 4 * (next_right - right), out + part / 4 * (next_out - out)) for part in range(1, 4)]
    return tuple(seat_to_cloth(motion.seat, right, out) for right, out in points)
