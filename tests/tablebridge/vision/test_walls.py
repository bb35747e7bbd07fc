"""Walls, indicators and ura indicators."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge.cloth import seat_to_cloth
from tablebridge.observation import IndicatorGone, IndicatorSeen, WallStacks
from tablebridge.sim.scene import Motion
from tablebridge_rules.seat import Seat


def indicators(sightings) -> list[tuple[int, str, bool]]:
    return [(one.index, one.reading.tile, one.ura) for one in sightings if isinstance(one, IndicatorSeen)]


@pytest.mark.parametrize("side", Seat)
def test_wall_is_counted_as_it_is_eaten_from_either_end(stage, side: Seat) -> None:
    keys = stage.raise_wall(side, range(17))
    assert stage.sightings() == [WallStacks(side, 17)]
    del stage.objects[keys[0][1]]
    assert stage.sightings() == [], "a stack that lost its upper tile still counts"
    del stage.objects[keys[0][0]]
    assert stage.sightings() == [WallStacks(side, 16)]
    for stack in (16, 15, 14):
        for key in keys[stack]:
            del stage.objects[key]
    assert stage.sightings() == [WallStacks(side, 13)]
    stage.objects.clear()
    assert stage.sightings() == [WallStacks(side, 0)]


@pytest.mark.parametrize(("tiles", "stacks"), [(108, 13), (108, 14), (144, 18)])
def test_walls_of_other_sets_are_counted_where_they_stand(stage, tiles: int, stacks: int) -> None:
    keys: dict[int, list[int]] = {}
    for stack in range(stacks):
        place = stage.cloth.wall_place(stack, stacks)
        keys[stack] = [
            stage.lay(Seat.C, place, "back", pose="down", height_mm=height, off_mm=(0.5 * (-1) ** stack, -0.6))
            for height in (0.0, stage.cloth.tile_thick_mm)
        ]
    assert stage.sightings() == [WallStacks(Seat.C, stacks)]
    for stack in (stacks - 1, 0):
        for key in keys[stack]:
            del stage.objects[key]
    assert stage.sightings() == [WallStacks(Seat.C, stacks - 2)]
    stage.objects[keys[3][1]] = replace(stage.objects[keys[3][1]], name="6s", pose="up")
    assert indicators(stage.sightings()) == [(0, "6s", False)], f"a face may lie on any stack of {tiles} tiles"


def test_stack_is_counted_while_an_arm_rests_over_the_other_end(stage) -> None:
    keys = stage.raise_wall(Seat.A, range(17))
    assert stage.sightings() == [WallStacks(Seat.A, 17)]
    spot = seat_to_cloth(Seat.A, stage.cloth.wall_place(2).right_mm, stage.cloth.wall_out_mm - 20)
    arms = [Motion(0, 1000, 2000, Seat.A, (spot,))]
    for key in keys[14]:
        del stage.objects[key]
    seen = []
    for beat in range(12):  # the arm never rests
        seen += stage.show(80, arms, arms_at_ms=1000.0 + 60 * (beat % 2))
    assert [one.sighting for one in seen] == [WallStacks(Seat.A, 16)]


def test_wall_eaten_in_part_is_counted_when_watching_begins(stage) -> None:
    stage.raise_wall(Seat.B, range(5, 11))
    assert stage.sightings() == [WallStacks(Seat.B, 6)]


def test_indicators_are_numbered_as_they_appear_on_whatever_wall(stage) -> None:
    walls = {side: stage.raise_wall(side, range(17)) for side in (Seat.A, Seat.B)}
    stage.show(800)
    for index, (side, stack, name) in enumerate(((Seat.B, 2, "5z"), (Seat.B, 3, "0m"), (Seat.A, 16, "1p"))):
        key = walls[side][stack][1]
        stage.objects[key] = replace(stage.objects[key], name=name, pose="up")
        assert indicators(stage.sightings()) == [(index, name, False)]
    stage.objects.clear()
    gone = [one for one in stage.sightings() if isinstance(one, IndicatorGone)]
    assert {(one.index, one.ura) for one in gone} == {(0, False), (1, False), (2, False)}
    walls = stage.raise_wall(Seat.C, range(17))
    stage.show(800)
    key = walls[4][1]
    stage.objects[key] = replace(stage.objects[key], name="7s", pose="up")
    assert indicators(stage.sightings()) == [(0, "7s", False)], "numbers begin anew with the next hand"


@pytest.mark.parametrize("side", Seat)
def test_ura_indicator_lies_beside_its_indicator_which_sinks(stage, side: Seat) -> None:
    keys = stage.raise_wall(side, range(4, 12))
    lower, upper = keys[6]
    stage.objects[upper] = replace(stage.objects[upper], name="9s", pose="up")
    stage.show()
    stage.objects[upper] = replace(stage.objects[upper], height_mm=0.0)
    del stage.objects[lower]
    stage.lay(side, stage.cloth.ura_place(6), "2p")
    assert indicators(stage.sightings()) == [(0, "2p", True)]
    stage.objects.clear()
    gone = [one for one in stage.sightings() if isinstance(one, IndicatorGone)]
    assert {(one.index, one.ura) for one in gone} == {(0, False), (0, True)}
