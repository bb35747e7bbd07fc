"""Hands of every rulebook on the simulated cloth, and what lies there at a moment: shared by the tests of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import cv2
import numpy as np

from tablebridge.cloth import Cloth, cloth_to_seat
from tablebridge.sim.choreography import Act, Choreography
from tablebridge.sim.disturbance import Disturber
from tablebridge.sim.scene import Scene, SceneTile
from tablebridge.sim.table_play import play_game
from tablebridge.sim.timeline import Script
from tablebridge_rules.event import HandEvent
from tablebridge_rules.play import AnyRulebook, read_rulebook, tradition
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable

BOOKS = tuple(shipped())
CLOTH = Cloth()
SPARE_MM = 3.5
"""Hands are not exact: so far two tiles may reach into each other's place."""


@cache
def book(name: str) -> AnyRulebook:
    return read_rulebook(name)


@cache
def played(name: str, seed: int, hands: int = 1) -> tuple[tuple[HandEvent, ...], ...]:
    return tuple(tuple(events) for events in play_game(seed, book(name), hands))


def perform(name: str, seed: int, hands: Sequence[Sequence[Act]], disturb: Sequence[str] = ()) -> list[Script]:
    disturber = Disturber(disturb, seed) if disturb else None
    stage = Choreography(CLOTH, book(name), seed, disturber)
    return [stage.perform(events) for events in hands]


def set_size(name: str) -> int:
    return len(tradition(book(name)).tile_set(book(name)))


def scenes(script: Script) -> Iterator[tuple[int, Scene]]:
    """The number of each truth row, and the cloth at its moment."""
    scene, motions = Scene(), list(script.motions)
    for order, facts in enumerate(script.truth):
        while motions and motions[0].change_ms <= facts["at_ms"] + 0.1:
            scene.apply(motions.pop(0))
        yield order, scene


def tiles(scene: Scene, pose: str = "") -> list[SceneTile]:
    return [
        thing for thing in scene.objects.values() if isinstance(thing, SceneTile) and (not pose or thing.pose == pose)
    ]


def before(scene: Scene, seat: Seat, pose: str, out_mm: tuple[float, float], right_mm: float = 430) -> list[SceneTile]:
    """The tiles of that pose before a seat, from left to right, between two distances from the centre."""
    found = []
    for thing in tiles(scene, pose):
        right, out = cloth_to_seat(seat, thing.x_mm, thing.y_mm)
        if out_mm[0] <= out <= out_mm[1] and abs(right) < right_mm:
            found.append((right, thing))
    return [thing for _, thing in sorted(found, key=lambda pair: pair[0])]


def names(things: Sequence[SceneTile]) -> Counter[str]:
    return Counter(thing.name for thing in things)


def river(scene: Scene, seat: Seat) -> Counter[str]:
    return names([thing for thing in before(scene, seat, "up", (130, 225), 135) if thing.height_mm == 0])


def lying(state: AnyTable, seat: Seat) -> Counter[str]:
    return Counter(str(discard.tile) for discard in state.at(seat).river.discards if discard.claimed_by is None)


def corner(scene: Scene, seat: Seat) -> int:
    """How many tiles lie in that seat's corner."""
    found = 0
    for pose in ("up", "down"):
        for thing in before(scene, seat, pose, (366, 430)):
            right, _ = cloth_to_seat(seat, thing.x_mm, thing.y_mm)
            found += right > -60
    return found


def wall_tiles(scene: Scene) -> int:
    return sum(thing.name == "back" for thing in tiles(scene, "down"))


def box(tile: SceneTile) -> tuple[tuple[float, float], tuple[float, float], float]:
    """The place that a tile takes, a little smaller than it is, for `cv2`."""
    deep = CLOTH.tile_thick_mm if tile.pose == "standing" else CLOTH.tile_long_mm
    return (tile.x_mm, tile.y_mm), (CLOTH.tile_wide_mm - SPARE_MM, deep - SPARE_MM), tile.turn_deg


def overlapping(scene: Scene) -> list[tuple[SceneTile, SceneTile]]:
    """Tiles that lie in each other's place."""
    ground = [tile for tile in tiles(scene) if tile.height_mm == 0]
    places = np.array([(tile.x_mm, tile.y_mm) for tile in ground])
    found = []
    for index, tile in enumerate(ground):
        near = np.flatnonzero(np.hypot(*(places[index + 1 :] - places[index]).T) < 40) + index + 1
        for other in near:
            kind, _ = cv2.rotatedRectangleIntersection(box(tile), box(ground[other]))
            if kind != cv2.INTERSECT_NONE:
                found.append((tile, ground[other]))
    return found
