"""Composed scenes and virtual tables: seeded, and every quad lies on the tile it speaks of."""

from __future__ import annotations

import numpy as np
import pytest
from tile_training.faces import FaceSet, own_sets
from tile_training.labels import BACK
from tile_training.localiser_crops import CropMaker, Sources
from tile_training.localiser_layouts import Lying, random_layout, random_size
from tile_training.localiser_sample import DOWN, HIDDEN, STANDING, UP, Laid
from tile_training.localiser_scene import SceneBench
from tile_training.localiser_virtual import virtual_table

from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.localiser import cut_out
from tablebridge.vision.localiser_maps import overlap
from tablebridge.vision.reading import Detection


@pytest.fixture(scope="module")
def sets() -> list[FaceSet]:
    return own_sets()


@pytest.fixture(scope="module")
def scenes(sets: list[FaceSet]) -> list[Laid]:
    bench = SceneBench(sets, np.random.default_rng(4))
    return [bench.scene() for _ in range(6)]


def test_scenes_depend_on_the_seed_alone(sets: list[FaceSet], scenes: list[Laid]) -> None:
    again = SceneBench(sets, np.random.default_rng(4)).scene()
    assert (again.picture == scenes[0].picture).all()
    assert (again.quads == scenes[0].quads).all()


def test_scenes_show_every_pose(scenes: list[Laid]) -> None:
    poses = set(np.concatenate([scene.poses for scene in scenes]).tolist())
    assert {UP, DOWN, STANDING} <= poses <= {UP, DOWN, STANDING, HIDDEN}


def test_what_is_wanted_is_not_covered_by_something_else_wanted(scenes: list[Laid]) -> None:
    for scene in scenes:
        wanted = scene.quads[scene.poses != HIDDEN]
        for index, quad in enumerate(wanted):
            for other in wanted[index + 1 :]:
                assert overlap(quad, other)[0] < 0.5


def test_an_empty_scene_has_no_tiles(sets: list[FaceSet]) -> None:
    empty = SceneBench(sets, np.random.default_rng(1)).empty()
    assert empty.complete
    assert len(empty.quads) == 0


def test_layouts_leave_the_cloth_only_upwards() -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        size = random_size(rng)
        for tile in random_layout(rng, size):
            assert tile.z >= size.thick / 2 - 1e-6


@pytest.mark.parametrize(("pose", "up"), [("up", 1.0), ("down", -1.0), ("standing", 0.0)])
def test_a_pose_turns_the_face(pose: str, up: float) -> None:
    rotation = Lying(0, 0, 0, 30, pose).rotation()
    assert np.linalg.det(rotation) == pytest.approx(1)
    assert rotation[2, 2] == pytest.approx(up, abs=1e-9)


@pytest.mark.parametrize("tilt_deg", [0.0, 35.0])
def test_a_virtual_tables_quads_read_as_their_names(tilt_deg: float) -> None:
    laid = virtual_table(990_000, "japanese", tilt_deg)
    shown = [index for index, pose in enumerate(laid.poses) if pose in (UP, DOWN)]
    assert len(shown) > 40
    crops = [cut_out(laid.picture, Detection(laid.quads[index])) for index in shown]
    readings = TileClassifier().classify(crops)
    right = [reading.tile == laid.names[index] for reading, index in zip(readings, shown, strict=True)]
    assert np.mean(right) > 0.9
    assert {BACK} < {laid.names[index] for index in shown}


def test_crops_come_from_all_sources_and_by_seed(sets: list[FaceSet], scenes: list[Laid]) -> None:
    photo = Laid(scenes[0].picture, scenes[0].quads, scenes[0].poses, scenes[0].shaped, False)
    makers = [CropMaker(Sources(sets, [photo], 3)) for _ in range(2)]
    crops = [[maker.next() for _ in range(12)] for maker in makers]
    assert {crop.complete for crop in crops[0]} == {True, False}
    for one, other in zip(*crops, strict=True):
        assert (one.picture == other.picture).all()
