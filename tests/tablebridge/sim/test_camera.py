"""The virtual camera shows a script's changes in the first frame that may show them, and writes videos that play."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tablebridge.errors import UsageError
from tablebridge.sim.camera import VirtualCamera
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.scene import Motion
from tablebridge_rules.seat import Seat

from .filming import CLOTH, SIZE, camera, renderer, script, tile


def test_frames_come_at_the_rate_until_after_the_last_motion() -> None:
    moments = [at_ms for at_ms, _ in camera()]

    assert moments == pytest.approx([100 * number for number in range(14)])


def test_the_listener_hears_each_moment_before_its_frame() -> None:
    heard: list[float] = []

    for number, (at_ms, _) in enumerate(camera(on_time=heard.append), start=1):
        assert len(heard) == number
        assert heard[-1] == at_ms


def test_a_change_is_seen_from_its_moment_on() -> None:
    eye = camera(noise=0)
    draw = renderer(0).frame
    frames = dict(eye)
    laid, lying = ({thing.key: thing for thing in things} for things in ((tile(0, Seat.C), tile(1)), (tile(1),)))

    assert np.array_equal(frames[0], draw({0: tile(0, Seat.C)}))
    assert np.array_equal(frames[400], draw(laid, script()[1:2], 400))
    assert np.array_equal(frames[600 + 100], draw(laid, script()[2:], 700))
    assert np.array_equal(frames[1300], draw(lying))
    assert not np.array_equal(frames[300], frames[0]), "the arm is on its way"


def test_changes_of_one_moment_keep_the_order_of_the_script() -> None:
    motions = [
        Motion(0, 50, 60, None, place=(tile(1),)),
        Motion(0, 50, 60, None, remove=(1,)),
        Motion(0, 50, 60, None, place=(tile(1, right_mm=40),)),
    ]
    eye = camera(motions, noise=0)

    *_, (_, last) = eye

    assert np.array_equal(last, renderer(0).frame({1: tile(1, right_mm=40)}))


def test_a_script_that_takes_away_what_is_not_there_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        list(camera([Motion(0, 50, 60, None, remove=(9,))]))


def test_a_playback_does_not_go_back() -> None:
    playback = camera().play()
    playback.frame(500)

    with pytest.raises(ValueError, match="cannot go back from 500 ms to 400 ms"):
        playback.frame(400)


@pytest.mark.parametrize("fps", [0, -5, 1000])
def test_an_impossible_rate_is_refused(fps: float) -> None:
    with pytest.raises(ValueError, match="pictures a second"):
        VirtualCamera([], renderer(0), fps)


@pytest.mark.parametrize("name", ["game.mp4", "game.avi", "game.MKV"])
def test_a_video_can_be_read_back(tmp_path: Path, name: str) -> None:
    eye = camera()
    expected = [frame for _, frame in eye]

    assert eye.write_video(tmp_path / name) == len(expected)

    video = cv2.VideoCapture(str(tmp_path / name))
    frames = [frame for ok, frame in iter(video.read, (False, None)) if ok]
    assert video.get(cv2.CAP_PROP_FPS) == pytest.approx(10)
    video.release()
    assert len(frames) == len(expected)
    for got, meant in zip(frames, expected, strict=True):
        assert got.shape == (SIZE[1], SIZE[0], 3)
        assert np.abs(got.astype(int) - meant).mean() < 6


@pytest.mark.parametrize(
    ("name", "says"),
    [("game.gif", "no such kind of video"), ("missing/game.mp4", "the video cannot be written")],
)
def test_a_video_that_cannot_be_written_is_a_usage_error(tmp_path: Path, name: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        camera().write_video(tmp_path / name)


def test_the_same_script_gives_the_same_film() -> None:
    one, other = (VirtualCamera(script(), SceneRenderer(CLOTH, size=SIZE, seed=5), 5.0) for _ in range(2))

    for (_, frame), (_, again) in zip(one, other, strict=True):
        assert np.array_equal(frame, again)
