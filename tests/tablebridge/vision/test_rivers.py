"""Rivers under the virtual camera: RL-T02 and what hides it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablebridge.cloth import seat_to_cloth
from tablebridge.observation import RiverTileCovered, RiverTileGone, RiverTileSeen
from tablebridge.sim.scene import Motion
from tablebridge_rules.seat import Seat

NAMES = (
    "1m",
    "0p",
    "9s",
    "5z",
    "7z",
    "3p",
    "6m",
    "8s",
    "2z",
    "4p",
    "1s",
    "7m",
    "9p",
    "6z",
    "0s",
    "2m",
    "5s",
    "8p",
    "3s",
)


def test_empty_table_shows_nothing(stage) -> None:
    assert stage.show() == []


@pytest.mark.parametrize("seat", Seat)
def test_tile_is_seen_once_with_the_moment_of_the_first_frame_that_showed_it(stage, seat: Seat) -> None:
    stage.show(500)
    laid_ms, number = stage.now_ms, stage.number
    stage.lay(seat, stage.cloth.river_places((False,))[0], "4s", off_mm=(1.2, -1.0), turn_deg=-4)
    (seen,) = stage.show()
    assert isinstance(seen.sighting, RiverTileSeen)
    assert (seen.sighting.seat, seen.sighting.slot, seen.sighting.sideways) == (seat, 0, False)
    assert seen.sighting.reading.tile == "4s"
    assert seen.at_ms == laid_ms
    assert (seen.captured_at.microsecond / 1000) == laid_ms % 1000
    assert seen.evidence[0].reference == str(number)
    assert stage.show() == []


@pytest.mark.parametrize("sideways", [None, 0, 5, 8, 14], ids=lambda slot: f"riichi-{slot}")
@pytest.mark.parametrize("seat", [Seat.A, Seat.D])
def test_river_that_lies_there_at_the_start_is_read_whole_RL_T02(stage, seat: Seat, sideways: int | None) -> None:
    stage.lay_river(seat, NAMES, sideways)
    seen = {one.slot: (one.reading.tile, one.sideways) for one in stage.sightings(4000)}
    assert seen == {slot: (name, slot == sideways) for slot, name in enumerate(NAMES)}


@pytest.mark.parametrize(("tilt_deg", "seed"), [(22, 1), (28, 2)])
def test_full_rivers_are_read_at_the_start_by_a_camera_aslant_RL_T02(make_stage, tilt_deg: float, seed: int) -> None:
    stage = make_stage(seed, tilt_deg=tilt_deg)
    for seat in Seat:
        stage.lay_river(seat, NAMES, 8 if seat is Seat.C else None)
    seen = {(one.seat, one.slot): (one.reading.tile, one.sideways) for one in stage.sightings(2400)}
    for seat in Seat:
        assert {slot: seen.get((seat, slot)) for slot in range(19)} == {
            slot: (name, seat is Seat.C and slot == 8) for slot, name in enumerate(NAMES)
        }


@pytest.mark.parametrize("tilt_deg", [0, 20])
def test_the_third_row_goes_on_to_the_neighbours_wall_SC_R02(make_stage, tilt_deg: float) -> None:
    """Two players who play on to the last tile: a river of 26 was read, one after the other."""
    stage = make_stage(tilt_deg=tilt_deg)
    names = [*NAMES, *("1p", "9m", "2s", "6p", "4s", "7p", "3m")]
    places = stage.cloth.river_places((False,) * len(names))
    for place, name in zip(places[:18], names[:18], strict=True):
        stage.lay(Seat.B, place, name)
    seen = stage.show(1500)
    for place, name in zip(places[18:], names[18:], strict=True):
        stage.lay(Seat.B, place, name)
        seen += stage.show(700)
    read = {one.sighting.slot: one.sighting.reading.tile for one in seen if isinstance(one.sighting, RiverTileSeen)}
    assert [read.get(slot) for slot in range(len(names))] == names


@pytest.mark.parametrize("called_sideways", [False, True])
def test_called_tile_is_gone_and_the_next_discard_takes_its_slot_RL_T02(stage, called_sideways: bool) -> None:
    keys = stage.lay_river(Seat.B, NAMES[:4], 3 if called_sideways else None)
    stage.show(2000)
    del stage.objects[keys[3]]
    assert stage.sightings() == [RiverTileGone(Seat.B, 3)]
    stage.lay(Seat.B, stage.cloth.river_places((False,) * 4)[3], "9m", off_mm=(-1.0, 1.0), turn_deg=3)
    (seen,) = stage.sightings()
    assert (seen.slot, seen.reading.tile, seen.sideways) == (3, "9m", False)


def test_cleared_river_is_gone_and_begins_anew(stage) -> None:
    stage.lay_river(Seat.C, NAMES[:8])
    stage.show(2500)
    stage.objects.clear()
    assert set(stage.sightings()) == {RiverTileGone(Seat.C, slot) for slot in range(8)}
    stage.lay_river(Seat.C, NAMES[8:10])
    assert [(one.slot, one.reading.tile) for one in stage.sightings()] == [(0, NAMES[8]), (1, NAMES[9])]


def test_tile_that_an_arm_covers_waits_until_it_is_seen(stage) -> None:
    stage.show(500)
    place = stage.cloth.river_places((False,))[0]
    spot = seat_to_cloth(Seat.A, place.right_mm, place.out_mm)
    arm = Motion(0, 1000, 2000, Seat.A, (spot,))
    stage.lay(Seat.A, place, "3m")
    assert stage.show(2000, [arm], arms_at_ms=1000.0) == [], "the hand rests on the tile"
    uncovered_ms = stage.now_ms
    (seen,) = stage.show()
    assert seen.sighting.reading.tile == "3m"
    assert seen.at_ms == uncovered_ms


def test_arm_at_rest_over_a_river_takes_no_tile_away_and_adds_none(stage) -> None:
    stage.lay_river(Seat.C, NAMES[:7])
    stage.show(2500)
    for right in (-60, -20, 25, 60):
        arm = Motion(0, 1000, 2000, Seat.A, (seat_to_cloth(Seat.C, right, 150),))
        began_ms = stage.now_ms
        covered = [one.sighting for one in stage.show(900, [arm], arms_at_ms=1000.0)]
        assert all(isinstance(one, RiverTileCovered) and one.covered for one in covered)
        assert all(one.since_ms == began_ms for one in covered), "since the arm came, not since it was sure"
        freed = [one.sighting for one in stage.show(900)]
        assert {(one.slot, one.covered) for one in freed} == {(one.slot, False) for one in covered}


def test_sleeve_as_dark_as_the_cloth_in_a_shadow_takes_nothing_away(make_stage) -> None:
    stage = make_stage(1, style="chinese")
    stage.lay_river(Seat.D, NAMES[:6])
    assert len(stage.show(1400)) == 6
    middle = stage.cloth.river_places((False,) * 6)[2]
    centre = stage.observer.geometry.project(np.array([seat_to_cloth(Seat.D, middle.right_mm, middle.out_mm)]))[0]
    colour = [float(each) * 0.62 for each in np.median(stage.renderer.still({})[::9, ::9].reshape(-1, 3), axis=0)]

    def sleeve(image: np.ndarray) -> np.ndarray:
        return cv2.circle(image, (round(centre[0]), round(centre[1])), 90, colour, -1)

    stage.spoil = sleeve
    told = stage.sightings(3000)
    assert told
    assert all(isinstance(one, RiverTileCovered) and one.covered for one in told)
    stage.spoil = None
    assert {(one.slot, one.covered) for one in stage.sightings()} == {(one.slot, False) for one in told}


def test_tile_under_a_hand_that_never_rests_is_covered_and_not_gone(stage) -> None:
    stage.lay_river(Seat.A, NAMES[:3])
    stage.show(1500)
    spot = seat_to_cloth(Seat.A, stage.cloth.river_places((False,) * 3)[1].right_mm, 150)
    arm = Motion(0, 1000, 2000, Seat.A, (spot,))
    began_ms, seen = stage.now_ms, []
    for beat in range(10):
        seen += stage.show(80, [arm], arms_at_ms=1000.0 + 110 * (beat % 2))
    told = [one.sighting for one in seen]
    assert told
    assert all(isinstance(one, RiverTileCovered) and one.covered for one in told)
    assert 1 in {one.slot for one in told}
    assert all(began_ms - 100 <= one.since_ms <= began_ms for one in told)
    freed = {one.slot for one in stage.sightings() if isinstance(one, RiverTileCovered) and not one.covered}
    assert freed == {one.slot for one in told}


def test_tile_exchanged_in_its_place_is_reported_again(stage) -> None:
    (key,) = stage.lay_river(Seat.D, ["3m"])
    stage.show()
    stage.objects[key] = replace(stage.objects[key], name="8p")
    (seen,) = stage.sightings()
    assert (seen.slot, seen.reading.tile) == (0, "8p")


def test_tile_pushed_a_little_is_not_reported_again(stage) -> None:
    (key,) = stage.lay_river(Seat.D, ["3m"])
    stage.show()
    tile = stage.objects[key]
    stage.objects[key] = replace(tile, x_mm=tile.x_mm + 2.5, turn_deg=tile.turn_deg + 4)
    assert stage.show() == []


def test_tile_whose_face_cannot_be_read_is_unknown_and_named_once_it_can(stage) -> None:
    stage.show(500)
    key = stage.lay(Seat.A, stage.cloth.river_places((False,))[0], "5m", pose="down")
    (seen,) = stage.sightings(2500)
    assert (seen.slot, seen.reading.tile, seen.reading.confidence) == (0, "?", 0.0)
    stage.objects[key] = replace(stage.objects[key], pose="up")
    (seen,) = stage.sightings()
    assert (seen.slot, seen.reading.tile) == (0, "5m")
