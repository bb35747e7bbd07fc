"""Walls, indicators and ura indicators."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge.observation import IndicatorGone, IndicatorSeen, WallStacks
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
