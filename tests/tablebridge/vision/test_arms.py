"""Arms at the edge, and riichi sticks."""

from __future__ import annotations

import pytest

from tablebridge.cloth import seat_to_cloth
from tablebridge.observation import HandOverCloth, RiichiStickSeen
from tablebridge.sim.scene import Motion
from tablebridge_rules.seat import Seat


@pytest.mark.parametrize("seat", Seat)
def test_arm_is_told_when_it_comes_and_when_the_place_is_still_again(stage, seat: Seat) -> None:
    stage.show(500)
    start = stage.now_ms
    arm = Motion(start, start + 500, start + 1000, seat, (seat_to_cloth(seat, 10, 160),))
    seen = [one for _ in range(25) for one in stage.observe([arm])]
    hands = [one for one in seen if isinstance(one.sighting, HandOverCloth) and one.sighting.seat is seat]
    assert [one.sighting.present for one in hands] == [True, False]
    assert start <= hands[0].at_ms < start + 500
    assert hands[1].at_ms > start + 900


@pytest.mark.parametrize("seat", Seat)
def test_riichi_stick_is_seen_and_missed(stage, seat: Seat) -> None:
    stage.show(500)
    key = stage.lay_stick(seat)
    assert stage.sightings() == [RiichiStickSeen(seat, True)]
    del stage.objects[key]
    assert stage.sightings() == [RiichiStickSeen(seat, False)]
