"""Tiles followed from place to place, told from sightings alone."""

from __future__ import annotations

import pytest

from tablebridge.observation import (
    FlowerGone,
    FlowerSeen,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
    MeldGone,
    MeldSeen,
    MeldTile,
    ReadTile,
    RevealedHandGone,
    RiverTileCovered,
    RiverTileGone,
    RiverTileSeen,
    StandingRow,
)
from tablebridge.vision.tracks import Act, Spot, Tracks, Zone
from tablebridge_rules.seat import Seat


def read(tile: str) -> ReadTile:
    return ReadTile(tile, 0.95)


def discard(slot: int, tile: str, *, sideways: bool = False) -> RiverTileSeen:
    return RiverTileSeen(Seat.A, slot, read(tile), sideways)


PON = MeldSeen(Seat.C, 0, (MeldTile(read("5p")), MeldTile(read("5p"), True), MeldTile(read("5p"))))
RIVER = Spot(Zone.RIVER, Seat.A, 0)
IN_MELD = Spot(Zone.MELD, Seat.C, 0, 1)


@pytest.mark.parametrize("meld_first", [False, True], ids=["river-empties-first", "meld-lies-first"])
def test_called_discard_keeps_its_number(meld_first: bool) -> None:
    tracks = Tracks()
    number = tracks.take(discard(0, "5p"), 1000.0)
    steps = [(RiverTileGone(Seat.A, 0), 2000.0), (PON, 2400.0)]
    for sighting, at_ms in reversed(steps) if meld_first else steps:
        tracks.take(sighting, at_ms)
    track = tracks.at(IN_MELD)
    assert track is not None
    assert track.number == number
    assert [(moment.act, moment.spot) for moment in track.history] == [
        (Act.PLACED, RIVER),
        (Act.TAKEN, RIVER),
        (Act.PLACED, IN_MELD),
    ]
    assert tracks.at(RIVER) is None
    assert len({one.number for one in tracks}) == 3


@pytest.mark.parametrize(
    ("tile", "gone_ms"), [("5p", 2000.0 - 30_000.0), ("6p", 2000.0)], ids=["long-ago", "another-face"]
)
def test_tile_of_a_meld_that_was_no_discard_of_late_is_new(tile: str, gone_ms: float) -> None:
    tracks = Tracks()
    number = tracks.take(discard(0, tile), gone_ms - 1000)
    tracks.take(RiverTileGone(Seat.A, 0), gone_ms)
    assert tracks.take(PON, 2400.0) != number


def test_covered_tile_lies_there_since_and_is_not_gone() -> None:
    tracks = Tracks()
    number = tracks.take(discard(0, "9s"), 500.0)
    assert tracks.take(RiverTileCovered(Seat.A, 0, True, 800.0), 1200.0) == number
    track = tracks.at(RIVER)
    assert track is not None
    assert track.covered_since_ms == 800.0
    tracks.take(RiverTileCovered(Seat.A, 0, False, 2500.0), 2500.0)
    assert track.covered_since_ms is None
    assert [(moment.act, moment.at_ms) for moment in track.history] == [
        (Act.PLACED, 500.0),
        (Act.COVERED, 800.0),
        (Act.UNCOVERED, 2500.0),
    ]


def test_turned_and_read_anew_are_entries_of_one_history() -> None:
    tracks = Tracks()
    first = tracks.take(discard(0, "?"), 100.0)
    assert tracks.take(discard(0, "2m"), 900.0) == first
    assert tracks.take(discard(0, "2m", sideways=True), 1500.0) == first
    track = tracks.at(RIVER)
    assert track is not None
    assert [(moment.act, moment.tile) for moment in track.history] == [
        (Act.PLACED, "?"),
        (Act.READ_ANEW, "2m"),
        (Act.TURNED, "2m"),
    ]
    assert track.sideways


def test_meld_that_grows_keeps_its_tiles() -> None:
    tracks = Tracks()
    called = tracks.take(PON, 0.0)
    before = {one.number for one in tracks}
    grown = MeldSeen(Seat.C, 0, (*PON.tiles, MeldTile(read("0p"), True, True)))
    assert tracks.take(grown, 5000.0) == called
    after = {one.number for one in tracks}
    assert before < after
    assert len(after) == 4


def test_everything_that_is_cleared_lies_nowhere() -> None:
    tracks = Tracks()
    for sighting in (
        discard(0, "1m"),
        PON,
        FlowerSeen(Seat.B, 0, read("1f")),
        IndicatorSeen(0, read("3s")),
        IndicatorSeen(0, read("4s"), ura=True),
        HandRevealed(Seat.D, (read("1z"), read("1z")), read("2z")),
        StandingRow(Seat.A, 13, False),
    ):
        tracks.take(sighting, 100.0)
    assert len(list(tracks)) == 1 + 3 + 1 + 2 + 3
    for sighting in (
        RiverTileGone(Seat.A, 0),
        MeldGone(Seat.C, 0),
        FlowerGone(Seat.B, 0),
        IndicatorGone(0),
        IndicatorGone(0, ura=True),
        RevealedHandGone(Seat.D),
    ):
        tracks.take(sighting, 9000.0)
    assert list(tracks) == []
    assert tracks.take(RiverTileGone(Seat.A, 0), 9100.0) is None
    assert tracks.take(RiverTileCovered(Seat.A, 5, True, 9000.0), 9200.0) is None
