"""A table under the virtual camera with the real classifier, and ways to lay things on it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from tablebridge.camera import CameraFrame
from tablebridge.cloth import Cloth, Place, seat_to_cloth, upright_deg
from tablebridge.observation import HandOverCloth, Observation, Sighting
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.scene import Motion, Object, SceneTile, Stick
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.observer import TableObserver
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.seat import Seat

START = datetime(2026, 1, 1, tzinfo=UTC)
FRAME_MS = 80.0


@dataclass
class Stage:
    """Objects on a simulated cloth, filmed and watched. Time goes on with `show`."""

    renderer: SceneRenderer
    observer: TableObserver
    cloth: Cloth
    objects: dict[int, Object] = field(default_factory=dict)
    number: int = 0
    frame_ms: float = FRAME_MS
    spoil: Callable[[np.ndarray], np.ndarray] | None = None
    """What happens to each picture on its way to the observer."""
    keys: Iterable[int] = field(default_factory=lambda: itertools.count(1))

    @property
    def now_ms(self) -> float:
        """The moment of the next frame."""
        return self.number * self.frame_ms

    def lay(
        self,
        seat: Seat,
        place: Place,
        name: str,
        *,
        pose: str = "up",
        height_mm: float = 0.0,
        off_mm: tuple[float, float] = (0.0, 0.0),
        turn_deg: float = 0.0,
    ) -> int:
        """Puts a tile down and returns its key."""
        key = next(iter(self.keys))
        x, y = seat_to_cloth(seat, place.right_mm + off_mm[0], place.out_mm + off_mm[1])
        turn = upright_deg(seat) + place.turn_deg + turn_deg
        self.objects[key] = SceneTile(key, name, x, y, turn, pose, height_mm)
        return key

    def lay_stick(self, seat: Seat) -> int:
        """Puts a riichi stick down and returns its key."""
        key = next(iter(self.keys))
        place = self.cloth.stick_place()
        x, y = seat_to_cloth(seat, place.right_mm + 2, place.out_mm - 1)
        self.objects[key] = Stick(key, x, y, upright_deg(seat) + 2)
        return key

    def lay_river(self, seat: Seat, names: Sequence[str], sideways: int | None = None) -> list[int]:
        """A whole river, one of its slots sideways."""
        places = self.cloth.river_places(tuple(slot == sideways for slot in range(len(names))))
        return [self.lay(seat, place, name) for place, name in zip(places, names, strict=True)]

    def raise_wall(self, side: Seat, stacks: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Stacks of two, backs up: the keys of the lower and the upper tile by stack."""
        return {
            stack: (
                self.lay(side, self.cloth.wall_place(stack), "back", pose="down"),
                self.lay(side, self.cloth.wall_place(stack), "back", pose="down", height_mm=self.cloth.tile_thick_mm),
            )
            for stack in stacks
        }

    def observe(self, arms: Sequence[Motion] = (), arms_at_ms: float | None = None) -> list[Observation]:
        """One frame. `arms_at_ms` holds the arms still at a moment of their motions."""
        at_ms = self.now_ms
        image = self.renderer.frame(self.objects, arms, at_ms if arms_at_ms is None else arms_at_ms, take=self.number)
        if self.spoil is not None:
            image = self.spoil(image)
        frame = CameraFrame(self.number, at_ms, START + timedelta(milliseconds=at_ms), image)
        self.number += 1
        return self.observer.observe(frame)

    def show(
        self, for_ms: float = 1200.0, arms: Sequence[Motion] = (), arms_at_ms: float | None = None
    ) -> list[Observation]:
        """Films for a while: everything observed but hands over the cloth."""
        seen: list[Observation] = []
        until_ms = self.now_ms + for_ms
        while self.now_ms < until_ms:
            seen += self.observe(arms, arms_at_ms)
        return [one for one in seen if not isinstance(one.sighting, HandOverCloth)]

    def sightings(self, for_ms: float = 1200.0) -> list[Sighting]:
        """What `show` observed, without its circumstances."""
        return [one.sighting for one in self.show(for_ms)]


@pytest.fixture(scope="session")
def classifier() -> TileClassifier:
    return TileClassifier()


@pytest.fixture
def make_stage(classifier: TileClassifier) -> Callable[..., Stage]:
    """Makes a table under a camera of its own: arguments as for `SceneRenderer`."""

    def make(seed: int = 5, **camera: Any) -> Stage:
        cloth = Cloth()
        renderer = SceneRenderer(cloth, seed=seed, **camera)
        geometry = TableGeometry.from_corners(renderer.corners_px, renderer.projection.size, cloth)
        return Stage(renderer, TableObserver(geometry, cloth, classifier), cloth)

    return make


@pytest.fixture
def stage(make_stage: Callable[..., Stage]) -> Stage:
    """The usual table under a camera that looks almost straight down."""
    return make_stage()
