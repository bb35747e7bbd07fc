"""Crops from the project's own virtual camera: a laid table, rendered, rectified and cut as the daemon does it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tablebridge.cloth import Cloth, Place, seat_to_cloth, upright_deg
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.scene import Motion, Object, SceneTile, Stick
from tablebridge.vision.rectify import TableGeometry, View
from tablebridge_rules.seat import Seat
from tile_training.labels import BACK, FACES, NOT_A_TILE
from tile_training.scene import NO_TURN, Sample

STYLE_NAMES = ("japanese", "chinese")


@dataclass(frozen=True)
class Spot:
    """Where to cut, in a seat's frame, and what is there."""

    seat: Seat
    place: Place
    height_mm: float
    label: str
    quarter_turns: int


class _Laying:
    """Lays tiles, remembering what would be cut where."""

    def __init__(self, rng: np.random.Generator, cloth: Cloth) -> None:
        self.rng, self.cloth = rng, cloth
        self.objects: dict[int, Object] = {}
        self.spots: list[Spot] = []

    def tile(self, seat: Seat, place: Place, pose: str = "up", low_mm: float = 0.0, off: float = 1.0) -> None:
        """One tile, set down a little off and a little turned."""
        rng, key = self.rng, len(self.objects)
        name = str(rng.choice(FACES))
        right, out = place.right_mm + rng.normal(0, 0.6) * off, place.out_mm + rng.normal(0, 0.6) * off
        turn = place.turn_deg + rng.normal(0, 1.6) * off
        x, y = seat_to_cloth(seat, right, out)
        self.objects[key] = SceneTile(key, name, x, y, upright_deg(seat) + turn, pose, low_mm)
        label = {"up": name, "down": BACK, "standing": NOT_A_TILE}[pose]
        turns = round(place.turn_deg / 90) % 4 if pose == "up" else NO_TURN
        high = low_mm + (self.cloth.tile_long_mm if pose == "standing" else self.cloth.tile_thick_mm)
        self.spots.append(Spot(seat, Place(right, out, turn), high, label, turns))


def laid_table(rng: np.random.Generator, cloth: Cloth) -> tuple[dict[int, Object], list[Spot]]:
    """Rivers, walls, melds, hands and sticks at random, and the spots worth cutting."""
    laying = _Laying(rng, cloth)
    for seat in Seat:
        sideways = [False] * int(rng.integers(3, 19))
        if rng.random() < 0.5:
            sideways[rng.integers(len(sideways))] = True
        for place in cloth.river_places(tuple(sideways)):
            laying.tile(seat, place)
        for stack in range(cloth.wall_stacks):
            if rng.random() < 0.5:
                laying.tile(seat, cloth.wall_place(stack), "down", off=0.3)
                pose = "up" if rng.random() < 0.25 else "down"
                laying.tile(seat, cloth.wall_place(stack), pose, cloth.tile_thick_mm, off=0.4)
        right = cloth.meld_right_mm
        for _ in range(int(rng.integers(0, 3))):
            turned = [False] * int(rng.integers(3, 5))
            turned[rng.integers(len(turned))] = True
            places = cloth.meld_places(right, tuple(turned))
            for place in places:
                laying.tile(seat, place, off=0.4)
            right = min(place.right_mm for place in places) - cloth.tile_long_mm / 2 - cloth.meld_gap_mm()
        revealed = bool(rng.random() < 0.5)
        for index in range(int(rng.integers(4, 15))):
            laying.tile(seat, cloth.hand_place(index, revealed=revealed), "up" if revealed else "standing", off=0.4)
        if rng.random() < 0.5:
            place = cloth.stick_place()
            x, y = seat_to_cloth(seat, place.right_mm, place.out_mm)
            laying.objects[len(laying.objects)] = Stick(len(laying.objects), x, y, float(upright_deg(seat)))
    return laying.objects, laying.spots


def virtual_samples(seed: int, style: str, per_table: int = 400) -> Iterator[Sample]:
    """Crops of one table of one style under one camera. Games use small seeds for their cameras, this 10,000 and up."""
    rng, cloth = np.random.default_rng(seed), Cloth()
    objects, spots = laid_table(rng, cloth)
    renderer = SceneRenderer(cloth, style, 10_000 + seed, tilt_deg=float(rng.uniform(0, 6)))
    picture = renderer.frame(objects, at_ms=float(rng.uniform(0, 1e6)))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))]
    picture = cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], cv2.IMREAD_COLOR)
    height, width = picture.shape[:2]
    geometry = TableGeometry.from_corners(renderer.corners_px, (width, height), cloth)
    chosen = rng.permutation(len(spots))[:per_table]
    for spot in (spots[index] for index in chosen):
        if spot.height_mm <= cloth.tile_thick_mm and spot.label == BACK:
            continue  # the lower tile of a stack is covered by the upper one
        yield _cut(rng, geometry, picture, spot)
        if rng.random() < 0.06 and spot.label in FACES:
            yield _cut(rng, geometry, picture, _beside(rng, spot))
    yield from _under_hands(rng, renderer, objects, spots, geometry)


def _under_hands(
    rng: np.random.Generator,
    renderer: SceneRenderer,
    objects: dict[int, Object],
    spots: list[Spot],
    geometry: TableGeometry,
) -> Iterator[Sample]:
    """Faces when players reach over them: those that an arm hides for the greater part are no tiles to read, those that
    it hides a little of are themselves; what is between is left out."""
    faces_up = [spot for spot in spots if spot.label in FACES]
    for _ in range(6):
        arms = []
        for seat in Seat:
            spot = faces_up[rng.integers(len(faces_up))]
            touch = seat_to_cloth(spot.seat, spot.place.right_mm, spot.place.out_mm)
            arms.append(Motion(0, 1000, 2000, seat, (touch,)))
        at_ms = float(rng.uniform(600, 1400))
        picture, hidden = renderer.frame(objects, arms, at_ms), renderer.hidden(arms, at_ms).astype(np.uint8)
        for spot in (faces_up[index] for index in rng.permutation(len(faces_up))[:60]):
            share = float(_view(geometry, spot, spot.place.turn_deg, 1.0, 1.0).cut(hidden).mean())
            if share > 0.45:
                yield _cut(rng, geometry, picture, replace(spot, label=NOT_A_TILE, quarter_turns=NO_TURN))
            elif 0.02 < share < 0.15:
                yield _cut(rng, geometry, picture, spot)


def _beside(rng: np.random.Generator, spot: Spot) -> Spot:
    """Half a tile off along the river's out direction: half a tile and cloth, or two halves."""
    shift = float(rng.choice([-1, 1]) * rng.uniform(13, 17))
    place = Place(spot.place.right_mm, spot.place.out_mm + shift, spot.place.turn_deg)
    return Spot(spot.seat, place, spot.height_mm, NOT_A_TILE, NO_TURN)


def _cut(rng: np.random.Generator, geometry: TableGeometry, picture: np.ndarray, spot: Spot) -> Sample:
    grow = 1 + rng.uniform(-0.05, 0.14)
    # half of the cuts follow the tile, half keep to the grid of the place where it should lie
    turn = spot.place.turn_deg if rng.random() < 0.5 else 90.0 * round(spot.place.turn_deg / 90)
    off = Place(spot.place.right_mm + rng.normal(0, 0.8), spot.place.out_mm + rng.normal(0, 0.8), 0.0)
    fine = float(rng.choice([1.25, 1.25, 1.6, 2.0, 2.5]))
    view = _view(geometry, replace(spot, place=off), turn + rng.normal(0, 1.5), grow, fine)
    # the cut is turned with the tile, so a tile lying sideways stands upright in it
    crop = view.cut(picture)
    quarter = int(rng.integers(4))
    crop = np.ascontiguousarray(np.rot90(crop, quarter))
    return Sample(crop, spot.label, quarter if spot.label in FACES else NO_TURN, False)


def _view(geometry: TableGeometry, spot: Spot, turn_deg: float, grow: float, px_per_mm: float) -> View:
    return geometry.view(
        spot.seat,
        spot.place.right_mm,
        spot.place.out_mm,
        geometry.cloth.tile_wide_mm * grow,
        geometry.cloth.tile_long_mm * grow,
        height_mm=spot.height_mm,
        turn_deg=turn_deg,
        px_per_mm=px_per_mm,
    )
