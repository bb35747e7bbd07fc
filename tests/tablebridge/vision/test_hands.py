"""Standing rows and open hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge.observation import HandRevealed, RevealedHandGone, StandingRow
from tablebridge_rules.seat import Seat

HAND = ("1m", "2m", "3m", "0p", "6p", "7p", "5z", "5z", "5z", "9s", "9s", "1s", "2s")


@pytest.mark.parametrize("seat", Seat)
def test_standing_row_is_counted_and_a_drawn_tile_apart_is_told(stage, seat: Seat) -> None:
    keys = [stage.lay(seat, stage.cloth.hand_place(index), "1m", pose="standing") for index in range(13)]
    assert stage.sightings() == [StandingRow(seat, 13, False)]
    drawn = stage.lay(seat, stage.cloth.hand_place(13, apart=True), "1m", pose="standing")
    assert stage.sightings() == [StandingRow(seat, 13, True)]
    for key in (drawn, *keys[10:]):
        del stage.objects[key]
    assert stage.sightings() == [StandingRow(seat, 10, False)]
    stage.objects.clear()
    assert stage.sightings() == [StandingRow(seat, 0, False)]


@pytest.mark.parametrize("apart", [None, "3s"], ids=["together", "apart-RL-W04"])
@pytest.mark.parametrize("seat", Seat)
def test_open_hand_is_read_from_left_to_right(stage, seat: Seat, apart: str | None) -> None:
    for index, name in enumerate(HAND):
        place = stage.cloth.hand_place(index, revealed=True)
        stage.lay(seat, place, name, off_mm=(0.3 * (-1) ** index, 0.4), turn_deg=0.5)
    if apart:
        stage.lay(seat, stage.cloth.hand_place(len(HAND), apart=True, revealed=True), apart)
    (seen,) = stage.sightings()
    assert isinstance(seen, HandRevealed)
    assert seen.seat is seat
    assert tuple(tile.tile for tile in seen.tiles) == HAND
    assert (seen.apart.tile if seen.apart else None) == apart
    stage.objects.clear()
    assert stage.sightings() == [RevealedHandGone(seat)]


@pytest.mark.parametrize("seat", [Seat.B, Seat.C])
def test_row_pushed_over_with_its_backs_up_stands_no_longer_and_is_no_open_hand(stage, seat: Seat) -> None:
    keys = [
        stage.lay(seat, stage.cloth.hand_place(index), "1m", pose="standing", off_mm=(0, 1.5 * (-1) ** index))
        for index in range(13)
    ]
    assert stage.sightings() == [StandingRow(seat, 13, False)]
    for key in keys:
        stage.objects[key] = replace(stage.objects[key], pose="down")
    assert stage.sightings() == [StandingRow(seat, 0, False)]


@pytest.mark.parametrize("seat", [Seat.A, Seat.D])
def test_hand_of_sixteen_is_counted(stage, seat: Seat) -> None:
    for index in range(16):
        stage.lay(seat, stage.cloth.hand_place(index), "1m", pose="standing")
    assert stage.sightings() == [StandingRow(seat, 16, False)]
    stage.lay(seat, stage.cloth.hand_place(16, apart=True), "1m", pose="standing")
    assert stage.sightings() == [StandingRow(seat, 16, True)]


def test_one_tile_of_an_open_hand_that_shows_no_face_is_unknown(stage) -> None:
    for index, name in enumerate(HAND):
        pose = "down" if index == 4 else "up"
        stage.lay(Seat.C, stage.cloth.hand_place(index, revealed=True), name, pose=pose)
    (seen,) = stage.sightings()
    assert [tile.tile for tile in seen.tiles] == [*HAND[:4], "?", *HAND[5:]]
