"""Tiles and their kinds."""

from __future__ import annotations

import copy
import pickle

import pytest

from tablebridge_rules.errors import NotationError
from tablebridge_rules.tile import ALL_TILES, STANDARD_KINDS, Suit, Tile, TileKind


def test_every_tile_has_its_own_name_and_reads_back() -> None:
    assert len({str(tile) for tile in ALL_TILES}) == len(ALL_TILES) == 45
    assert all(Tile.parse(str(tile)) == tile for tile in ALL_TILES)


def test_every_kind_is_found_by_suit_and_rank() -> None:
    assert [TileKind.of(suit, rank).index for suit in Suit for rank in range(1, suit.size + 1)] == list(range(42))
    assert len(STANDARD_KINDS) == 34


@pytest.mark.parametrize(
    ("tile", "properties"),
    [
        ("1m", {"is_suited", "is_terminal"}),
        ("9s", {"is_suited", "is_terminal"}),
        ("0p", {"is_suited", "is_simple"}),
        ("2s", {"is_suited", "is_simple"}),
        ("1z", {"is_honour", "is_wind"}),
        ("4z", {"is_honour", "is_wind"}),
        ("5z", {"is_honour", "is_dragon"}),
        ("1f", {"is_flower"}),
        ("4g", {"is_flower"}),
    ],
)
def test_what_a_kind_is(tile: str, properties: set[str]) -> None:
    kind = Tile.parse(tile).kind
    names = ("is_suited", "is_terminal", "is_simple", "is_honour", "is_wind", "is_dragon", "is_flower")
    assert {name for name in names if getattr(kind, name)} == properties


@pytest.mark.parametrize("text", ["", "5", "m5", "10m", "0z", "8z", "5f", "back", "?"])
def test_what_is_no_tile(text: str) -> None:
    with pytest.raises(NotationError, match="is not a tile; tiles are 1m"):
        Tile.parse(text)


def test_what_cannot_be_made() -> None:
    with pytest.raises(NotationError, match="no tile kind has index 42"):
        TileKind(42)
    with pytest.raises(NotationError, match=r"no tile 8z: ranks of z are 1\.\.7"):
        TileKind.of(Suit.HONOURS, 8)
    with pytest.raises(NotationError, match="only fives can be red, not 4m"):
        Tile(TileKind.of(Suit.CHARACTERS, 4), red=True)
    with pytest.raises(NotationError, match="only fives can be red, not 5z"):
        Tile(TileKind.of(Suit.HONOURS, 5), red=True)


def test_of_a_face_there_is_one_object() -> None:
    for tile in ALL_TILES:
        assert Tile(TileKind(tile.kind.index), tile.red) is tile
        assert pickle.loads(pickle.dumps(tile)) is tile
        assert copy.deepcopy([tile, tile.kind]) == [tile, tile.kind]
    assert len({tile.unit for tile in ALL_TILES}) == len({hash(tile) for tile in ALL_TILES}) == len(ALL_TILES)


def test_tiles_sort_by_kind_and_a_red_five_after_the_others() -> None:
    assert [str(tile) for tile in sorted(map(Tile.parse, ("1z", "0p", "6p", "5p", "9m")))] == [
        "9m", "5p", "0p", "6p", "1z"
    ]  # fmt: skip
