"""One rendered frame of each rulebook's table: tiles are to be seen, and read, where the truth says that they lie."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.scene import Scene, SceneTile
from tablebridge.vision.classifier import TileClassifier

from .tables import BOOKS, CLOTH, perform, played, scenes, tiles

SIZE = (1080, 1080)
CROP_PX = 64
MARGIN = 0.08
ENOUGH = 0.95
"""So much of a table is read right from one frame at least; the rest is for many frames to settle."""


@pytest.fixture(scope="module")
def classifier() -> TileClassifier:
    return TileClassifier()


def late_scene(name: str) -> Scene:
    """The cloth after the last discard of a hand: rivers, melds and flowers are there."""
    (script,) = perform(name, 1, played(name, 1))
    last = max(order for order, row in enumerate(script.truth) if row["type"] == "discard")
    for order, scene in scenes(script):
        if order == last:
            return scene
    raise AssertionError("a hand has a discard")


def crop(picture: np.ndarray, corners_px: np.ndarray) -> np.ndarray:
    """The face of a tile made square, with a little of what lies around it."""
    middle = corners_px.mean(axis=0)
    source = (middle + (corners_px - middle) * (1 + 2 * MARGIN)).astype(np.float32)
    target = np.array([[0, 0], [CROP_PX, 0], [CROP_PX, CROP_PX], [0, CROP_PX]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, target)
    return cv2.warpPerspective(picture, warp, (CROP_PX, CROP_PX), flags=cv2.INTER_AREA)


@pytest.mark.parametrize("name", BOOKS)
def test_the_tiles_lie_where_the_truth_says(name: str, classifier: TileClassifier) -> None:
    style = "japanese" if name.startswith("riichi") else "chinese"
    scene = late_scene(name)
    renderer = SceneRenderer(CLOTH, style, 1, SIZE)
    picture = renderer.frame(scene.objects)
    lying: list[SceneTile] = tiles(scene, "up")
    readings = classifier.classify([crop(picture, renderer.top_corners_px(tile)) for tile in lying])
    wrong = [
        (tile.name, reading.tile) for tile, reading in zip(lying, readings, strict=True) if tile.name != reading.tile
    ]
    assert len(lying) > 20
    assert len(wrong) <= (1 - ENOUGH) * len(lying), wrong


def test_a_tile_that_is_taken_away_is_not_there(classifier: TileClassifier) -> None:
    scene = late_scene("taiwan16-ntuee-2009")
    flower = next(tile for tile in tiles(scene, "up") if tile.name[1] in "fg")
    renderer = SceneRenderer(CLOTH, "chinese", 1, SIZE)
    corners = renderer.top_corners_px(flower)
    there, gone = (
        classifier.classify([crop(renderer.frame(objects), corners)])[0].tile
        for objects in (scene.objects, {key: thing for key, thing in scene.objects.items() if key != flower.key})
    )
    assert there == flower.name != gone
