"""Observations folded: what lies there now, and the last of them in words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tablebridge.observation import (
    FlowerGone,
    FlowerSeen,
    HandOverCloth,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
    MeldGone,
    MeldSeen,
    MeldTile,
    Observation,
    ReadTile,
    RevealedHandGone,
    RiichiStickSeen,
    RiverTileCovered,
    RiverTileGone,
    RiverTileSeen,
    SetComplete,
    Sighting,
    StandingRow,
    ViewHeld,
    WallStacks,
    Witness,
)
from tablebridge.vision.seen_so_far import SeenSoFar
from tablebridge_rules.seat import Seat

A, B = Seat.A, Seat.B
FIVE, DOT = ReadTile("5m", 0.97), ReadTile("1p", 0.5)


def seen(*sightings: Sighting) -> SeenSoFar:
    so_far = SeenSoFar()
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    so_far.take([Observation(Witness.CAMERA, 1500.0, moment, sighting) for sighting in sightings])
    return so_far


@pytest.mark.parametrize(
    ("sighting", "line"),
    [
        (RiverTileSeen(A, 3, FIVE, True), "A river 4: 5m 97% sideways"),
        (RiverTileGone(A, 3), "A river 4: gone"),
        (RiverTileCovered(A, 3, True, 900.0), "A river 4: covered"),
        (RiverTileCovered(A, 3, False, 900.0), "A river 4: seen again"),
        (FlowerSeen(B, 0, ReadTile("2f", 0.9)), "B flower 1: 2f 90%"),
        (FlowerGone(B, 0), "B flower 1: gone"),
        (ViewHeld(True, "the camera moves"), "the view is held: the camera moves"),
        (ViewHeld(False, "the table was found again"), "the view is trusted again: the table was found again"),
        (MeldSeen(B, 0, (MeldTile(FIVE), MeldTile(DOT))), "B meld 1: 5m 97% 1p 50%"),
        (MeldGone(B, 0), "B meld 1: gone"),
        (HandRevealed(A, (FIVE, DOT)), "A hand open: 5m 1p"),
        (RevealedHandGone(A), "A hand: cleared"),
        (IndicatorSeen(0, FIVE, ura=True), "indicator 1 ura: 5m 97%"),
        (IndicatorGone(1), "indicator 2: gone"),
        (StandingRow(A, 13, True), "A stands 13 and one drawn"),
        (WallStacks(B, 17), "B wall: 17 stacks"),
        (RiichiStickSeen(A, True), "A stick laid"),
        (RiichiStickSeen(A, False), "A stick gone"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_each_observation_is_one_line(sighting: Sighting, line: str) -> None:
    assert list(seen(sighting).lines) == [f"    1.5 s  {line}"]


@pytest.mark.parametrize("quiet", [HandOverCloth(A, True), SetComplete(136)], ids=["an arm", "the table's own report"])
def test_some_are_no_line(quiet: Sighting) -> None:
    assert not seen(quiet).lines


def test_what_comes_and_goes() -> None:
    so_far = seen(
        RiverTileSeen(A, 0, FIVE, False),
        RiverTileSeen(A, 1, DOT, True),
        RiverTileGone(A, 1),
        MeldSeen(B, 0, (MeldTile(FIVE),)),
        MeldSeen(B, 1, (MeldTile(DOT),)),
        MeldGone(B, 1),
        HandRevealed(A, (FIVE,)),
        HandRevealed(B, (DOT,)),
        RevealedHandGone(B),
        IndicatorSeen(0, FIVE),
        IndicatorSeen(0, DOT, ura=True),
        IndicatorGone(0),
        RiichiStickSeen(A, True),
        RiichiStickSeen(B, True),
        RiichiStickSeen(B, False),
        HandOverCloth(A, True),
        HandOverCloth(B, True),
        HandOverCloth(A, False),
        StandingRow(A, 13, False),
        WallStacks(A, 3),
    )
    assert so_far.rivers[A] == {0: (FIVE, False)}
    assert so_far.melds[B] == {0: (MeldTile(FIVE),)}
    assert set(so_far.hands) == {A}
    assert so_far.indicators == {(0, True): DOT}
    assert (so_far.sticks, so_far.arms) == ({A}, {B})
    assert so_far.standing[A].tiles == 13
    assert so_far.walls == {A: 3}


def test_covered_flowers_and_a_held_view_come_and_go() -> None:
    so_far = seen(
        RiverTileSeen(A, 0, FIVE, False),
        RiverTileSeen(A, 1, DOT, False),
        RiverTileCovered(A, 0, True, 900.0),
        RiverTileCovered(A, 1, True, 900.0),
        RiverTileCovered(B, 4, True, 900.0),
        RiverTileCovered(B, 4, False, 1200.0),
        RiverTileGone(A, 1),
        FlowerSeen(B, 0, DOT),
        FlowerSeen(B, 1, FIVE),
        FlowerGone(B, 1),
        ViewHeld(True, "the camera moves"),
    )
    assert so_far.covered == {(A, 0)}
    assert so_far.flowers[B] == {0: DOT}
    assert so_far.held == "the camera moves"
    so_far = seen(ViewHeld(True, "the camera moves"), ViewHeld(False, "found again"))
    assert so_far.held is None
