"""Rivers keep what was taken away, and say what still lies."""

from __future__ import annotations

from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.river import Discard, River
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile


def river(text: str) -> River:
    built = River()
    for tile in parse_tiles(text):
        built = built.add(Discard(tile))
    return built


def test_the_newest_tile_of_that_face_is_claimed_and_its_place_is_free() -> None:
    claimed = river("1m5p1m").claim(Tile.parse("1m"), Seat.C)
    assert [discard.claimed_by for discard in claimed.discards] == [None, None, Seat.C]
    assert [str(discard.tile) for discard in claimed.lying] == ["1m", "5p"]


def test_a_tile_that_does_not_lie_there_changes_nothing() -> None:
    assert river("1m5p").claim(Tile.parse("0p"), Seat.C) == river("1m5p")


def test_a_tile_claimed_once_cannot_be_claimed_again() -> None:
    once = river("1m").claim(Tile.parse("1m"), Seat.C)
    assert once.claim(Tile.parse("1m"), Seat.D) == once


def test_rl_w07_claimed_tiles_still_count_as_discarded_kinds() -> None:
    assert {str(kind) for kind in river("1m0p").claim(Tile.parse("0p"), Seat.B).kinds} == {"1m", "5p"}
