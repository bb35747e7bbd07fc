"""Nothing is observed before it is known where the table lies, and that is said once."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from tablebridge.camera import CameraFrame
from tablebridge.cloth import Cloth
from tablebridge.config import CameraConfig
from tablebridge.daemon import eye as eyes
from tablebridge.observation import Observation
from tablebridge.sim.render import SceneRenderer
from tablebridge.vision.classifier import TileClassifier

SIZE = (960, 720)


@pytest.fixture(scope="module")
def renderer() -> SceneRenderer:
    return SceneRenderer(Cloth(), seed=5, size=SIZE)


@pytest.fixture(scope="module")
def classifier() -> TileClassifier:
    return TileClassifier()


@pytest.fixture
def told() -> list[tuple[bool, str]]:
    return []


def frame(number: int, image: np.ndarray) -> CameraFrame:
    return CameraFrame(number, number * 125.0, datetime.now(UTC), image)


def look(eye: eyes.Eye, images: list[np.ndarray]) -> list[Observation]:
    return [seen for number, image in enumerate(images) for seen in eye.look(frame(number, image))]


def test_without_markers_and_corners_it_says_so_once_and_sees_when_they_come(
    renderer: SceneRenderer, classifier: TileClassifier, told: list[tuple[bool, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eyes, "_MARKERS_EVERY_S", 0.0)
    eye = eyes.Eye(CameraConfig(address=0), 300, classifier, lambda seen, line: told.append((seen, line)))
    dark = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    assert look(eye, [dark, dark, dark]) == []
    assert [seen for seen, _ in told] == [False]
    assert "corner markers are not seen" in told[0][1]
    eye.look(frame(3, renderer.still({})))
    assert told[1:] == [(True, "the table is seen and watched")]


def test_impossible_corners_are_said_once_and_do_not_raise(
    classifier: TileClassifier, told: list[tuple[bool, str]]
) -> None:
    config = CameraConfig(address=0, corners_px=((1, 1), (1, 1), (1, 1), (1, 1)))
    eye = eyes.Eye(config, 300, classifier, lambda seen, line: told.append((seen, line)))
    dark = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    assert look(eye, [dark, dark]) == []
    assert len(told) == 1
    assert "corners" in told[0][1]


def test_another_picture_size_starts_afresh(
    renderer: SceneRenderer, classifier: TileClassifier, told: list[tuple[bool, str]]
) -> None:
    eye = eyes.Eye(CameraConfig(address=0), 300, classifier, lambda seen, line: told.append((seen, line)))
    eye.look(frame(0, renderer.still({})))
    larger = SceneRenderer(Cloth(), seed=5, size=(1280, 960)).still({})
    eye.look(frame(1, larger))
    assert told == []
    assert eye.frames_a_second > 0
