"""Flowers before their owner's hand: TW-R10."""

from __future__ import annotations

import pytest

from tablebridge.observation import FlowerGone, FlowerSeen
from tablebridge_rules.seat import Seat


def lay(stage, seat: Seat, index: int, name: str) -> int:
    place = stage.cloth.flower_place(index)
    return stage.lay(seat, place, name, off_mm=(0.7 * (-1) ** index, 0.5), turn_deg=1.5 * (-1) ** index)


@pytest.mark.parametrize("seat", [Seat.A, Seat.D])
def test_flowers_are_told_one_by_one_from_the_left_and_cleared(stage, seat: Seat) -> None:
    keys = [lay(stage, seat, index, name) for index, name in enumerate(("3f", "1g"))]
    assert [(one.seat, one.index, one.reading.tile) for one in stage.sightings()] == [(seat, 0, "3f"), (seat, 1, "1g")]
    keys.append(lay(stage, seat, 2, "4f"))
    (seen,) = stage.sightings()
    assert isinstance(seen, FlowerSeen)
    assert (seen.index, seen.reading.tile) == (2, "4f")
    for key in keys:
        del stage.objects[key]
    assert set(stage.sightings()) == {FlowerGone(seat, index) for index in range(3)}


def test_all_eight_are_read_beside_a_wall_and_an_open_hand(stage) -> None:
    names = ("1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g")
    stage.raise_wall(Seat.B, range(17))
    for index, name in enumerate(names):
        lay(stage, Seat.B, index, name)
        stage.lay(Seat.B, stage.cloth.hand_place(index, revealed=True), "5s")
    seen = [one for one in stage.sightings(1600) if isinstance(one, FlowerSeen)]
    assert [one.index for one in seen] == list(range(8))
    assert sum(one.reading.tile == name for one, name in zip(seen, names, strict=True)) >= 7
