"""Faces that the rulebook's set does not have are told once a set, and not for one reading that may be wrong."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablebridge.daemon.foreign_faces import ForeignFaces, ForeignTiles
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
    RiverTileGone,
    RiverTileSeen,
    SetComplete,
    Sighting,
    WallRaised,
)
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import ALL_TILES, STANDARD_KINDS, Tile

RIICHI = [Tile(kind) for kind in STANDARD_KINDS]
SICHUAN = [Tile(kind) for kind in STANDARD_KINDS if kind.is_suited]
ALL = list(ALL_TILES)


def read(tile: str, confidence: float = 0.99) -> ReadTile:
    return ReadTile(tile, confidence)


def river(slot: int, tile: str, confidence: float = 0.99) -> RiverTileSeen:
    return RiverTileSeen(Seat.A, slot, read(tile, confidence), sideways=False)


def warnings(tiles: list[Tile], sightings: Sequence[Sighting]) -> list[ForeignTiles]:
    faces = ForeignFaces("the-book", tiles)
    return [line for line in map(faces.take, sightings) if line is not None]


@pytest.mark.parametrize(
    ("tiles", "sightings", "faces"),
    [
        pytest.param(RIICHI, [river(0, "1f"), river(1, "2g")], "1f, 2g", id="flowers-in-rivers"),
        pytest.param(
            RIICHI, [FlowerSeen(Seat.B, 0, read("1f")), FlowerSeen(Seat.C, 0, read("4f"))], "1f, 4f", id="row"
        ),
        pytest.param(SICHUAN, [river(0, "1z"), IndicatorSeen(0, read("7z"))], "1z, 7z", id="honours"),
        pytest.param(SICHUAN, [MeldSeen(Seat.D, 0, (MeldTile(read("5z")),) * 3)], "5z", id="meld"),
        pytest.param(SICHUAN, [HandRevealed(Seat.A, (read("1z"), read("1m")), read("2z"))], "1z, 2z", id="hand"),
        pytest.param(SICHUAN, [HandRevealed(Seat.A, (read("1z"), read("2z")))], "1z, 2z", id="hand-none-apart"),
    ],
)
def test_tiles_of_another_set_are_told(tiles: list[Tile], sightings: list[Sighting], faces: str) -> None:
    lines = [
        f"the camera reads tiles that the-book is not played with ({which}): set the table's tile count or "
        "table.rulebook right; another tile count applies from the next set that the table builds"
        for which in (faces, "the log and the console name them")
    ]
    assert warnings(tiles, sightings) == [ForeignTiles(*lines)]


@pytest.mark.parametrize(
    ("tiles", "sightings"),
    [
        pytest.param(RIICHI, [river(0, "1z"), river(1, "0p"), river(2, "9s")], id="its-own"),
        pytest.param(SICHUAN, [river(0, "0m"), river(1, "0p")], id="red-is-a-colour"),
        pytest.param(ALL, [river(0, "1f"), river(1, "1g")], id="a-set-with-flowers"),
        pytest.param(RIICHI, [river(0, "1f")], id="one-reading"),
        pytest.param(RIICHI, [river(0, "1f"), river(0, "2f")], id="one-place-twice"),
        pytest.param(RIICHI, [river(0, "1f"), river(0, "1p"), river(1, "2f")], id="read-better"),
        pytest.param(RIICHI, [river(0, "1f", 0.5), river(1, "2f", 0.5)], id="unsure"),
        pytest.param(RIICHI, [river(0, "back"), river(1, "?")], id="no-face"),
        pytest.param(RIICHI, [river(0, "1f"), SetComplete(136), river(1, "2f")], id="another-set"),
        pytest.param(RIICHI, [WallRaised(Seat.A, 17)], id="no-tile"),
    ],
)
def test_what_may_be_is_not_spoken_of(tiles: list[Tile], sightings: list[Sighting]) -> None:
    assert warnings(tiles, sightings) == []


@pytest.mark.parametrize(
    ("seen", "gone"),
    [
        (river(0, "1f"), RiverTileGone(Seat.A, 0)),
        (FlowerSeen(Seat.A, 0, read("1f")), FlowerGone(Seat.A, 0)),
        (IndicatorSeen(0, read("1f")), IndicatorGone(0)),
        (MeldSeen(Seat.A, 0, (MeldTile(read("1f")), MeldTile(read("1p")))), MeldGone(Seat.A, 0)),
        (HandRevealed(Seat.A, (read("1f"),)), RevealedHandGone(Seat.A)),
    ],
    ids=lambda sighting: type(sighting).__name__,
)
def test_misreadings_of_an_evening_do_not_add_up(seen: Sighting, gone: Sighting) -> None:
    assert warnings(RIICHI, [seen, gone, river(9, "2f")]) == []
    assert len(warnings(RIICHI, [seen, river(9, "2f")])) == 1


def test_it_is_told_once_a_set() -> None:
    wrong = [river(slot, "1f") for slot in range(4)]
    assert len(warnings(RIICHI, [*wrong, SetComplete(144), *wrong])) == 2
