from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.game.decoder.face_reading import TilesLeft
from tablebridge.game.decoder.hand_reading import as_it_lies, likely_hands, read_hand
from tablebridge.observation import ReadTile
from tablebridge_rules.notation import format_tiles, parse_tiles
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.tile import STANDARD_KINDS, Tile
from tablebridge_rules.waits import COMPLETE, count_kinds, shanten

BOOK = load("riichi-league-tw")


def complete(tiles: tuple[Tile, ...]) -> bool:
    return shanten(count_kinds(tiles)) == COMPLETE


def sure(text: str) -> list[ReadTile]:
    return [ReadTile(str(tile), 0.97, ((str(tile), 0.97),)) for tile in parse_tiles(text)]


def test_a_sure_hand_is_read_as_it_lies() -> None:
    found = read_hand(sure("123m456p789s11222z"), TilesLeft(BOOK), complete)
    assert found is not None
    assert (format_tiles(found.tiles), found.confidence) == ("123m456p789s11222z", 0.97)


@pytest.mark.parametrize("places", [(0,), (4,), (13,), (2, 7), (0, 5, 10)])
def test_wrong_faces_give_way_to_candidates_that_complete_the_hand(places: tuple[int, ...]) -> None:
    readings = sure("123m456p789s11222z")
    for place in places:
        right = readings[place].tile
        readings[place] = ReadTile("7z", 0.5, (("7z", 0.5), ("6z", 0.2), (right, 0.2)))
    found = read_hand(readings, TilesLeft(BOOK), complete)
    assert found is not None
    assert format_tiles(found.tiles) == "123m456p789s11222z"
    assert found.confidence == 0.2


def test_an_unread_tile_may_be_any() -> None:
    readings = sure("123m456p789s11222z")
    readings[1] = ReadTile("?", 0.0)
    found = read_hand(readings, TilesLeft(BOOK), complete)
    assert found is not None
    assert format_tiles(found.tiles) == "123m456p789s11222z"


def test_tiles_that_lie_elsewhere_cannot_be_in_the_hand() -> None:
    readings = [*sure("123m456p789s1122z"), ReadTile("2z", 0.6, (("2z", 0.6), ("1z", 0.3)))]
    seen = parse_tiles("22z")
    found = read_hand(readings, TilesLeft(BOOK, seen), complete)
    assert found is not None
    assert format_tiles(found.tiles) == "123m456p789s11221z"


def test_a_hand_that_cannot_fit_is_none() -> None:
    assert read_hand(sure("147m258p369s12345z"), TilesLeft(BOOK), complete) is None


def test_a_hand_of_which_a_tile_was_told_elsewhere_by_mistake_is_read_as_it_lies() -> None:
    readings, seen = sure("123m456p11222z"), parse_tiles("22z")
    assert next(likely_hands(readings, TilesLeft(BOOK, seen)), None) is None
    found = as_it_lies(readings, TilesLeft(BOOK))
    assert found is not None
    assert format_tiles(found.tiles) == "123m456p11222z"
    assert as_it_lies(sure("11111m"), TilesLeft(BOOK)) is None


names = st.sampled_from([str(kind) for kind in STANDARD_KINDS])
faces = st.builds(
    ReadTile,
    names | st.just("?"),
    st.floats(0.03, 1),
    st.lists(st.tuples(names, st.floats(0, 1)), max_size=3).map(tuple),
)


@given(st.lists(faces, min_size=1, max_size=14))
def test_readings_come_once_each_and_never_break_the_set(readings: list[ReadTile]) -> None:
    hands = [hand.tiles for hand in islice(likely_hands(readings, TilesLeft(BOOK)), 50)]
    assert len(set(hands)) == len(hands)
    for tiles in hands:
        assert len(tiles) == len(readings)
        assert all(tiles.count(tile) <= 4 for tile in tiles)
