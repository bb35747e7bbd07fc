"""What is kept shows the cloth: also while the camera is knocked, turned away, or the table's marks are hidden."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from tablebridge.camera import CameraFrame
from tablebridge.cloth import Cloth
from tablebridge.daemon.cloth_keeper import ClothKeeper
from tablebridge.evidence import ClothFrame, ClothRoll
from tablebridge.sim.render import SceneRenderer
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.observer import TableObserver
from tablebridge.vision.rectify import TableGeometry

SIZE = (640, 480)
STEP_MS = 100.0
START = datetime(2026, 5, 4, tzinfo=UTC)
Change = Callable[[np.ndarray], np.ndarray]


class Watched:
    """A table under the virtual camera, beside which everything is painted violet: rim and marks excepted."""

    def __init__(self, classifier: TileClassifier) -> None:
        self.renderer = SceneRenderer(Cloth(), seed=3, size=SIZE, tilt_deg=12)
        geometry = TableGeometry.from_corners(self.renderer.corners_px, SIZE, Cloth())
        self.observer = TableObserver(geometry, Cloth(), classifier)
        self.roll = ClothRoll(10**7)
        self.keeper = ClothKeeper(self.roll, "hall-1")
        self.number = 0
        self.now_ms = 0.0
        half = Cloth().side_mm / 2 + 60
        rim = geometry.seen(np.array([[half, -half], [half, half], [-half, half], [-half, -half]]))
        table = np.zeros((SIZE[1], SIZE[0]), np.uint8)
        cv2.fillConvexPoly(table, np.round(rim).astype(np.int32), 255)
        self.beside = table == 0

    def picture(self) -> np.ndarray:
        image = self.renderer.frame({}, take=self.number)
        image[self.beside] = (255, 0, 255)
        return image

    def show(self, frames: int, change: Change = lambda image: image, step_ms: float = STEP_MS) -> list[str]:
        """So many more frames; the names of those of them that can be given out afterwards."""
        names = []
        for _ in range(frames):
            self.now_ms += step_ms
            moment = START + timedelta(milliseconds=self.now_ms)
            frame = CameraFrame(self.number, self.now_ms, moment, change(self.picture()))
            self.observer.observe(frame)
            self.keeper.see(frame, self.observer)
            names.append(str(self.number))
            self.number += 1
        return [name for name in names if self.roll.find(name) is not None]

    def kept(self) -> list[np.ndarray]:
        return [
            cv2.imdecode(np.frombuffer(frame.jpeg, np.uint8), cv2.IMREAD_COLOR) for frame in self.roll.between(0, 1e9)
        ]

    def violet(self) -> int:
        """How many pixels of all kept pictures are violet: of that hue, strong, and not dark."""
        hues = [cv2.cvtColor(picture, cv2.COLOR_BGR2HSV) for picture in self.kept()]
        return sum(
            int(((np.abs(hsv[:, :, 0].astype(int) - 150) < 12) & (hsv[:, :, 1:].min(axis=2) > 90)).sum())
            for hsv in hues
        )


@pytest.fixture(scope="module")
def classifier() -> TileClassifier:
    return TileClassifier()


@pytest.fixture
def watched(classifier: TileClassifier) -> Watched:
    return Watched(classifier)


def shifted(right_px: float, down_px: float) -> Change:
    matrix = np.array([[1.0, 0, right_px], [0, 1.0, down_px]])
    return lambda image: cv2.warpAffine(image, matrix, SIZE, borderValue=(255, 0, 255))


def test_every_frame_of_a_still_table_is_kept_but_those_not_confirmed_yet(watched: Watched) -> None:
    names = watched.show(12)
    assert names[:9] == [str(number) for number in range(9)]
    assert watched.violet() == 0
    assert len({picture.shape for picture in watched.kept()}) == 1


def test_a_frame_taken_before_a_knock_was_noticed_would_show_what_is_beside(watched: Watched) -> None:
    """What the keeper is for: the picture of a knocked camera, cut where the cloth was."""
    watched.show(2)
    assert watched.keeper._cut is not None
    cut = watched.keeper._cut.cut(shifted(60, 0)(watched.picture()))
    watched.roll.take(ClothFrame.of("x", watched.now_ms, START, cut))
    watched.roll.confirm(watched.now_ms)
    assert watched.violet() > 500


@pytest.mark.parametrize(("right", "down"), [(12, 0), (-6, 9), (60, 0), (-50, 40)])
def test_a_knocked_camera_gives_nothing_of_what_is_beside_the_cloth(watched: Watched, right: int, down: int) -> None:
    assert len(watched.show(8)) >= 6
    after = watched.show(20, shifted(right, down))
    assert watched.violet() == 0
    if abs(right) < 20:
        assert len(after) >= 8, "the cloth is found where it is now"
    assert "8" not in after, "the first frame of the new view was cut where the cloth had been"


def test_a_camera_that_shows_another_place_gives_nothing(watched: Watched) -> None:
    watched.show(8)
    room = np.random.default_rng(1).integers(0, 90, (SIZE[1], SIZE[0], 3), np.uint8)
    assert watched.show(15, lambda _: room) == []


def test_marks_under_arms_for_a_while_cost_nothing(watched: Watched) -> None:
    """While nobody sees the table's marks, and nothing speaks against it, frames wait."""
    view = SimpleNamespace(geometry=watched.observer.geometry, held=False, recognised_ms=0.0)

    def see(number: int) -> None:
        watched.keeper.see(CameraFrame(number, number * STEP_MS, START, watched.picture()), view)  # type: ignore[arg-type]

    for number in range(8):
        see(number)
    assert len(watched.kept()) == 1
    view.recognised_ms = 700.0
    see(8)
    assert [frame.ref for frame in watched.roll.between(0, 1e9)] == [str(number) for number in range(8)]


def test_a_table_not_found_yet_gives_nothing(watched: Watched) -> None:
    watched.keeper.see(CameraFrame(0, 0.0, START, watched.picture()), None)
    watched.roll.confirm(1e9)
    assert watched.kept() == []


def test_another_observer_starts_afresh(watched: Watched, classifier: TileClassifier) -> None:
    names = watched.show(6)
    watched.observer = TableObserver(watched.observer.geometry, Cloth(), classifier)
    waiting = {"4", "5"} - set(names)
    watched.show(5)
    assert waiting
    assert not any(watched.roll.find(name) for name in waiting)


def test_of_a_fast_camera_the_frames_that_the_observer_looks_at_are_kept(watched: Watched) -> None:
    names = watched.show(40, step_ms=1000 / 60)
    assert names[:10] == [str(number) for number in range(0, 20, 2)]


def test_marks_that_are_never_recognised_are_told_once(watched: Watched, caplog: pytest.LogCaptureFixture) -> None:
    watched.show(1)
    bare = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    watched.show(3, lambda _: bare)  # dark enough a change to be held, and let go of
    watched.observer._held = False
    for number in range(40):
        watched.keeper.see(CameraFrame(number, 1000 + number * 500.0, START, bare), watched.observer)
    assert ["rim and corners are not recognised" in line for line in caplog.messages] == [True]
