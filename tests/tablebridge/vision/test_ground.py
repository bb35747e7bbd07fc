"""Bare cloth told from everything that lies on it, under uneven light."""

from __future__ import annotations

import numpy as np
import pytest

from tablebridge.cloth import Cloth, upright_deg
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.scene import SceneTile
from tablebridge.vision.ground import Ground, to_lab
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.seat import Seat

PLACES = [(seat, right, out) for seat in Seat for right, out in ((0, 150), (-60, 205), (100, 335), (250, 398))]


def shares(renderer: SceneRenderer, image: np.ndarray) -> list[float]:
    geometry = TableGeometry.from_corners(renderer.corners_px, renderer.projection.size, renderer.cloth)
    ground = Ground(geometry)
    ground.learn(image)
    found = []
    for seat, right, out in PLACES:
        lab = to_lab(geometry.view(seat, right, out, 14, 14).cut(image))
        found.append(float(ground.bare(lab, ground.at(seat, right, out)).mean()))
    return found


@pytest.mark.parametrize("style", ["japanese", "chinese"])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_bare_cloth_is_told_everywhere_and_tiles_are_not_it(style: str, seed: int) -> None:
    renderer = SceneRenderer(Cloth(), style, seed)
    assert min(shares(renderer, renderer.frame({}))) > 0.9
    tiles = {}
    for key, (seat, right, out) in enumerate(PLACES):
        x, y = {Seat.A: (right, -out), Seat.B: (out, right), Seat.C: (-right, out), Seat.D: (-out, -right)}[seat]
        tiles[key] = SceneTile(key, "5z", x, y, upright_deg(seat), "up" if key % 2 else "down")
    assert max(shares(renderer, renderer.frame(tiles))) < 0.2


def test_nothing_is_known_before_the_first_picture() -> None:
    renderer = SceneRenderer(Cloth(), seed=1)
    ground = Ground(TableGeometry.from_corners(renderer.corners_px, renderer.projection.size, Cloth()))
    assert not ground.known
    with pytest.raises(RuntimeError, match="learn"):
        ground.at(Seat.A, 0, 150)
