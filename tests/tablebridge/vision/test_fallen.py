"""Tiles that fall over before a standing row (RL-F05, SC-F02): read as they lie, and nothing else taken for them."""

from __future__ import annotations

import pytest

from tablebridge.observation import StandingRow, TilesShown
from tablebridge_rules.seat import Seat


def stand_row(stage, seat: Seat, tiles: int) -> list[int]:
    return [stage.lay(seat, stage.cloth.hand_place(index), "6p", pose="standing") for index in range(tiles)]


@pytest.mark.parametrize("seat", [Seat.A, Seat.B])
@pytest.mark.parametrize("tilt_deg", [0, 20])
def test_tiles_that_fall_over_are_told_and_so_is_that_they_stand_again(make_stage, seat: Seat, tilt_deg: float) -> None:
    stage = make_stage(tilt_deg=tilt_deg)
    row = stand_row(stage, seat, 13)
    stage.show(1500)
    for key in row[4:6]:
        del stage.objects[key]
    fallen = [stage.lay(seat, stage.cloth.shown_place(index), name) for index, name in ((4, "3s"), (5, "7m"))]
    seen = [one for one in stage.sightings(1800) if isinstance(one, TilesShown)]
    assert [(one.seat, [tile.tile for tile in one.tiles]) for one in seen] == [(seat, ["3s", "7m"])]
    for key in fallen:
        del stage.objects[key]
    stand_row(stage, seat, 13)
    assert [one for one in stage.sightings(1500) if isinstance(one, TilesShown)] == [TilesShown(seat, ())]


def test_rows_that_stand_lie_open_or_lie_down_show_no_fallen_tile(stage) -> None:
    for seat in (Seat.A, Seat.B, Seat.C):
        stand_row(stage, seat, 13)
    for index in range(13):
        stage.lay(Seat.D, stage.cloth.hand_place(index), "6p", pose="down")
    seen = stage.sightings(2000)
    for index in range(13):
        stage.lay(Seat.A, stage.cloth.hand_place(index, revealed=True), "2s")
        stage.lay(Seat.A, stage.cloth.flower_place(index % 8), "1f")
    seen += stage.sightings(2000)
    assert any(isinstance(one, StandingRow) for one in seen)
    assert not any(isinstance(one, TilesShown) for one in seen)
