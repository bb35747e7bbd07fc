"""The simulated cloth: what lies where, and how it changes. Filled by the choreography, drawn by the camera."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablebridge_rules.seat import Seat

__all__ = ["Motion", "Object", "Scene", "SceneTile", "Stick", "ViewChange"]


@dataclass(frozen=True, slots=True)
class SceneTile:
    """A tile on the cloth. `name` is its face (`5m` … `4g`); `pose` is `up` (face to the camera), `down` (back to
    the camera) or `standing` (its upper edge and back to the camera, the face to the owner).

    Centre in mm on the cloth, `turn_deg` counter-clockwise seen from above (0 = upright for seat A; for a standing tile
    the direction its owner faces it from), `height_mm` of its underside above the cloth (18 for the upper tile of
    a stack).
    """

    key: int
    name: str
    x_mm: float
    y_mm: float
    turn_deg: float
    pose: str
    height_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Stick:
    """A 1000-point riichi stick, 65 by 8 mm, white with one red dot."""

    key: int
    x_mm: float
    y_mm: float
    turn_deg: float


Object = SceneTile | Stick


@dataclass(frozen=True, slots=True)
class Motion:
    """One act of a hand: it reaches in from `seat`'s rim, touches `touch_mm` from first to last, and draws back.

    Between `start_ms` and `end_ms` the arm covers the cloth along the way; at `change_ms` the objects in `place`
    appear (replacing those of the same key) and those in `remove` vanish. `seat` None: the table's machine
    acts (walls come up, tiles fall in), no arm is drawn. `reach_ms` after the start the fingers are at the first
    touch; with None that takes its share of the time until the change.
    """

    start_ms: float
    change_ms: float
    end_ms: float
    seat: Seat | None
    touch_mm: tuple[tuple[float, float], ...] = ()
    place: tuple[Object, ...] = ()
    remove: tuple[int, ...] = ()
    reach_ms: float | None = None


@dataclass(frozen=True, slots=True)
class ViewChange:
    """From `at_ms` on the camera sees the table otherwise: `brightness` times as bright as at first, and its picture
    moved as if the table lay `moved_mm` (x, y) farther and `turned_deg` counter-clockwise from where it was at first.
    """

    at_ms: float
    brightness: float = 1.0
    moved_mm: tuple[float, float] = (0.0, 0.0)
    turned_deg: float = 0.0


@dataclass(slots=True)
class Scene:
    """The objects that lie on the cloth now, by key."""

    objects: dict[int, Object] = field(default_factory=dict)

    def apply(self, motion: Motion) -> None:
        """Makes a motion's change. Raises `KeyError` when it removes what is not there: the script is wrong."""
        for key in motion.remove:
            del self.objects[key]
        for thing in motion.place:
            self.objects[thing.key] = thing
