"""What is told of a part when: what the machine says at once, what comes of the play when the delay is over."""

from __future__ import annotations

import pytest

from tablebridge.daemon.late_lines import LateLines, Status

UP: Status = {"status": "online", "line": "the camera sends pictures"}
AWAY: Status = {"status": "offline", "line": "the camera was unplugged"}
COVERED: Status = {"status": "offline", "line": "the view is covered"}
FREE: Status = {"status": "online", "line": "the view is free"}
FOREIGN: Status = {"status": "online", "line": "tiles of another set", "warning": True}


class Camera:
    """The lines of a camera as everybody reads them, after 30 s."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.delay_s = 30.0
        self._lines = LateLines(lambda: self.delay_s, lambda: self.now_s)

    def says(self, status: Status) -> Status:
        return self._lines.tell("camera", status)

    def sees(self, status: Status) -> None:
        self._lines.hold("camera", status)

    def after(self, seconds: float) -> list[Status]:
        self.now_s += seconds
        return [status for _part, status in self._lines.due()]


@pytest.fixture
def camera() -> Camera:
    return Camera()


def test_what_comes_of_the_play_waits_and_what_the_machine_says_does_not(camera: Camera) -> None:
    assert camera.says(UP) == UP
    camera.sees(COVERED)
    assert camera.after(29.9) == []
    camera.sees(FREE)
    assert camera.after(0.1) == [COVERED]
    assert camera.after(29.8) == []
    assert camera.after(0.1) == [FREE]
    assert camera.says(AWAY) == AWAY


def test_a_camera_that_is_away_stays_away_whatever_was_seen_before(camera: Camera) -> None:
    camera.says(UP)
    camera.sees(COVERED)
    assert camera.says(AWAY) == AWAY
    assert camera.after(30) == []
    assert camera.says(UP) == COVERED  # which is still so


def test_a_view_that_became_free_meanwhile_does_not_hold_it(camera: Camera) -> None:
    camera.says(UP)
    camera.sees(COVERED)
    assert camera.after(30) == [COVERED]
    camera.says(AWAY)
    camera.sees(FREE)
    assert camera.after(30) == []
    assert camera.says(UP)["status"] == "online"


def test_a_warning_ends_with_what_it_was_about(camera: Camera) -> None:
    camera.says(UP)
    camera.sees(FOREIGN)
    assert camera.after(30) == [FOREIGN]
    assert camera.says(AWAY) == AWAY
    assert camera.says(UP) == UP


def test_another_delay_holds_for_what_waits(camera: Camera) -> None:
    camera.sees(COVERED)
    camera.delay_s = 60.0
    assert camera.after(30) == []
    camera.delay_s = 0.0
    assert camera.after(0) == [COVERED]


def test_parts_do_not_hold_each_other(camera: Camera) -> None:
    camera.says(AWAY)
    camera._lines.hold("link", FOREIGN)
    assert camera.after(30) == [FOREIGN]
