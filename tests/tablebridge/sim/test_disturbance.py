"""Each disturbance does to the picture what its name says, and leaves what happens as it is."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tablebridge.cloth import cloth_to_seat
from tablebridge.sim.camera import VirtualCamera
from tablebridge.sim.disturbance import DISTURBANCES, Disturber
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.render_hands import fingertip
from tablebridge.sim.scene import Motion, SceneTile, ViewChange
from tablebridge.sim.timeline import Script
from tablebridge_rules.seat import Seat

from .filming import camera, renderer
from .tables import CLOTH, perform, played

NAME = "zungjung-wsom-1.03"


@cache
def script(*names: str) -> Script:
    (found,) = perform(NAME, 1, played(NAME, 1), names)
    return found


def said(of: Script) -> list[dict[str, Any]]:
    return [{**row, "at_ms": None} for row in of.truth]


@pytest.mark.parametrize("name", DISTURBANCES)
def test_what_happens_stays_the_same(name: str) -> None:
    assert said(script(name)) == said(script())
    assert script(name) == perform(NAME, 1, played(NAME, 1), (name,))[0]
    assert (script(name).motions, script(name).views) != (script().motions, ())
    moments = [row["at_ms"] for row in script(name).truth]
    assert moments == sorted(moments)


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="'thunder' is no disturbance; allowed: sleeve"):
        Disturber(("thunder",), 0)


def resting(of: Script) -> list[Motion]:
    return [motion for motion in of.motions if motion.end_ms - motion.start_ms > 6000]


def test_a_sleeve_lies_on_a_river_for_eight_seconds_while_the_others_play_on() -> None:
    sleeves = resting(script("sleeve"))
    assert sleeves
    for sleeve in sleeves:
        assert sleeve.end_ms - sleeve.start_ms == pytest.approx(8000)
        assert sleeve.seat is not None
        for at_ms in (1000, 4000, 7000):
            right, out = cloth_to_seat(sleeve.seat, *fingertip(sleeve, CLOTH, sleeve.start_ms + at_ms))
            assert abs(right) < 70
            assert out < 220
        under = [row for row in script("sleeve").truth if sleeve.start_ms < row["at_ms"] < sleeve.end_ms]
        assert under
        assert all(sleeve.seat.value not in (row.get("seat"), row.get("from_seat")) for row in under)


def test_a_tile_is_held_over_the_river_and_taken_back() -> None:
    held = [
        (motion, thing)
        for motion in script("hover").motions
        for thing in motion.place
        if isinstance(thing, SceneTile) and thing.pose == "up" and thing.height_mm > 30
    ]
    assert held
    for motion, thing in held:
        later = [one for one in script("hover").motions if one.change_ms > motion.change_ms]
        again = next(one for one in later for two in one.place if two.key == thing.key)
        assert again.seat is motion.seat
        assert {two.pose for two in again.place if isinstance(two, SceneTile)} == {"standing"}


def test_two_players_reach_in_at_the_same_time() -> None:
    motions = [motion for motion in script("two_arms").motions if motion.seat]
    pairs = [(one, other) for one in motions for other in motions if one.start_ms < other.start_ms < one.end_ms]
    assert {one.seat is other.seat for one, other in pairs} == {False}


def test_a_discard_falls_askew_and_is_laid_straight() -> None:
    found = []
    for one, other in pairwise(script("drop").motions):
        lain = {thing.key: thing for thing in one.place if isinstance(thing, SceneTile) and thing.pose == "up"}
        for straight in other.place:
            fallen = lain.get(straight.key)
            if fallen and np.hypot(fallen.x_mm - straight.x_mm, fallen.y_mm - straight.y_mm) < 15:
                found.append(abs((fallen.turn_deg - straight.turn_deg + 180) % 360 - 180))
                assert fallen.height_mm == 0
    assert found
    assert all(20 <= turned <= 50 for turned in found)


def test_a_discard_is_called_within_300_ms() -> None:
    rows = script("quick_call").truth
    gaps = []
    for discard, call in pairwise(rows):
        if discard["type"] == "discard" and call["type"] in ("chi", "pon", "kan"):
            laid = [one.change_ms for one in script("quick_call").motions if one.change_ms <= discard["at_ms"]]
            taken = min(one.change_ms for one in script("quick_call").motions if one.change_ms > discard["at_ms"])
            gaps.append(taken - laid[-1])
    assert gaps
    assert min(gaps) <= 300


def test_the_last_row_of_a_river_is_pushed_and_put_straight() -> None:
    places: dict[int, list[SceneTile]] = {}
    for motion in script("push").motions:
        for thing in motion.place:
            if isinstance(thing, SceneTile) and thing.pose == "up":
                places.setdefault(thing.key, []).append(thing)
    moved = [lain for lain in places.values() if len(lain) >= 3 and lain[0] == lain[2] != lain[1]]
    assert moved
    for straight, askew, *_ in moved:
        assert 2 <= abs((askew.turn_deg - straight.turn_deg + 180) % 360 - 180) <= 4
        assert 0 < np.hypot(askew.x_mm - straight.x_mm, askew.y_mm - straight.y_mm) < 12


def test_lamp_and_camera_change_what_is_seen() -> None:
    lamps, knocks = script("lamp").views, script("knock").views
    assert lamps[0].brightness < 0.7
    assert [view.brightness for view in lamps[1::2]] == [1.0] * len(lamps[1::2])
    assert np.hypot(*knocks[0].moved_mm) == pytest.approx(20.0)
    assert all(view.moved_mm == (0.0, 0.0) and not view.turned_deg for view in knocks[1::2])


# -- how it looks --
@pytest.fixture
def draw() -> SceneRenderer:
    return renderer(0)


def test_a_darker_lamp_darkens_every_pixel(draw: SceneRenderer) -> None:
    bright, dark = draw.frame({}), draw.frame({}, view=ViewChange(0.0, brightness=0.5))
    assert np.abs(dark.astype(float) - bright / 2).max() <= 1


def test_a_knocked_camera_sees_the_cloth_two_centimetres_aside(draw: SceneRenderer) -> None:
    bare = draw.frame({})
    moved = draw.frame({}, view=ViewChange(0.0, moved_mm=(20.0, 0.0)))
    (before, after) = draw.projection.project([(0.0, 0.0, 0.0), (20.0, 0.0, 0.0)])
    steps = np.round(after - before).astype(int)
    inner = bare[60:180, 80:240]
    seen = moved[60 + steps[1] : 180 + steps[1], 80 + steps[0] : 240 + steps[0]]
    assert np.abs(seen.astype(float) - inner).mean() < np.abs(moved[60:180, 80:240].astype(float) - inner).mean() / 2
    assert np.array_equal(draw.frame({}), bare)


def test_a_playback_sees_the_newest_view() -> None:
    plain = camera(noise=0)
    views = (ViewChange(300.0, brightness=0.5), ViewChange(800.0))
    eye = VirtualCamera(plain._motions, renderer(0), 10.0, tail_ms=300, views=views)
    frames, wanted = dict(eye), dict(plain)
    assert np.array_equal(frames[200.0], wanted[200.0])
    assert frames[500.0].mean() < 0.6 * wanted[500.0].mean()
    assert np.array_equal(frames[900.0], wanted[900.0])


def test_a_hand_that_rests_is_soon_there() -> None:
    spot = (0.0, -160.0)
    motion = Motion(0, 7500, 8000, Seat.A, (spot, spot), reach_ms=600)
    assert fingertip(motion, CLOTH, 700) == pytest.approx(spot)
    assert fingertip(motion, CLOTH, 7400) == pytest.approx(spot)
