"""Laying single tiles on the simulated cloth, with the small errors of human hands."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tablebridge.cloth import Cloth, Place, seat_to_cloth, upright_deg
from tablebridge.sim.scene import Object, SceneTile
from tablebridge_rules.seat import Seat

__all__ = ["EXACT", "MELD", "RIVER", "ROW", "Change", "Jitter", "Placer", "Spot", "spot_of"]

Spot = tuple[float, float]
"""x and y on the cloth in mm."""


@dataclass(frozen=True, slots=True)
class Jitter:
    """The most by which a tile lies beside its place, and by which it is turned."""

    most_mm: float
    most_deg: float


EXACT = Jitter(0.0, 0.0)
RIVER = Jitter(1.5, 4.0)
MELD = Jitter(0.8, 2.0)
ROW = Jitter(0.5, 0.6)


@dataclass(frozen=True, slots=True)
class Change:
    """What an act does to the cloth: objects that appear or move, keys that vanish, spots that fingers touch."""

    place: tuple[Object, ...] = ()
    remove: tuple[int, ...] = ()
    touch_mm: tuple[Spot, ...] = ()

    def then(self, other: Change) -> Change:
        """Both changes at once; where they differ, the later place counts."""
        return Change(self.place + other.place, self.remove + other.remove, self.touch_mm + other.touch_mm)


class Placer:
    """Turns places in a seat's frame into objects on the cloth."""

    def __init__(self, cloth: Cloth, rng: Random) -> None:
        self.cloth = cloth
        self._rng = rng

    def tile(
        self,
        key: int,
        name: str,
        seat: Seat,
        place: Place,
        pose: str,
        jitter: Jitter = EXACT,
        *,
        height_mm: float = 0.0,
    ) -> SceneTile:
        """A tile at `place` as `seat` sees it."""
        right = place.right_mm + self.spread(jitter.most_mm)
        out = place.out_mm + self.spread(jitter.most_mm)
        x, y = seat_to_cloth(seat, right, out)
        turn = (upright_deg(seat) + place.turn_deg + self.spread(jitter.most_deg)) % 360
        return SceneTile(key, name, x, y, turn, pose, height_mm)

    def spread(self, most: float) -> float:
        """A small error of a hand, near 0 mostly and never more than `most`."""
        return max(-most, min(most, self._rng.gauss(0, most / 3))) if most else 0.0


def spot_of(thing: Object) -> Spot:
    """Where an object lies."""
    return thing.x_mm, thing.y_mm
